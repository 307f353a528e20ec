// Themes of an app as releases, packages, copies and folders hold them: whole documents. What is running is shown in the theme that is saved, not in one
// that was released (decisions/themes.md).
import { uuidv7 } from 'uuidv7'
import { checkTheme } from '../../../theme/check.ts'
import type { ThemeDocument } from '../../../theme/document.ts'
import { checkShape } from '../../../theme/shape.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { bodyOf, storeBodies, type Schema } from './contents.ts'

export interface DesignTheme {
  id: string
  /** The app is shown in it. */
  isDefault: boolean
  document: ThemeDocument
}
/** Of one app. */
export const MAX_THEMES = 50

/** Which theme an app is shown in: one of its own, by its id, or one of its organisation, by its name. */
export interface Shown {
  own: string
  above: string
}

export async function readThemes(scope: Scope, on: Db | Trx): Promise<DesignTheme[]> {
  const rows = await inApp(on, scope)
    .selectFrom('theme')
    .innerJoin('body', join => join.onRef('body.hash', '=', 'theme.body_hash').onRef('body.company_id', '=', 'theme.company_id'))
    .select(['theme.id', 'theme.is_default', 'body.content'])
    .orderBy('theme.id')
    .execute()
  return rows.map(({ id, is_default, content }) => ({ id, isDefault: is_default, document: JSON.parse(content) as ThemeDocument }))
}

/** The name of the theme of its organisation that an app has chosen; nothing where it has chosen none. */
export async function readChosenTheme(scope: Scope, on: Db | Trx): Promise<string | undefined> {
  const row = await inApp(on, scope)
    .selectFrom('app')
    .innerJoin('shared_theme', 'shared_theme.id', 'app.shared_theme_id')
    .select('shared_theme.name')
    .executeTakeFirst()
  return row?.name
}
async function sharedCalled(trx: Trx, { companyId }: Scope, name: string): Promise<string | undefined> {
  const found = await trx
    .selectFrom('shared_theme')
    .select('id')
    .where('company_id', '=', companyId)
    .where(eb => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .orderBy('id')
    .executeTakeFirst()
  return found?.id
}
/** A new app is shown in the theme of its organisation that is called so; in what holds there where none is. */
export async function chooseTheme(trx: Trx, scope: Scope, name: string | undefined) {
  if (!name) return
  const id = await sharedCalled(trx, scope, name)
  if (id) await inApp(trx, scope).updateTable('app').set({ shared_theme_id: id }).execute()
}
/** Another theme that an app is shown in. Where its organisation has none that is called so, what holds there. */
export async function writeShown(trx: Trx, scope: Scope, { own, above }: Shown) {
  const shared = above ? ((await sharedCalled(trx, scope, above)) ?? null) : null
  await inApp(trx, scope).updateTable('theme').set({ is_default: false }).where('is_default', '=', true).execute()
  if (own) await inApp(trx, scope).updateTable('theme').set({ is_default: true }).where('id', '=', own).execute()
  await inApp(trx, scope)
    .updateTable('app')
    .set({ shared_theme_id: own ? null : shared })
    .execute()
}

interface Saving {
  id: string
  document: ThemeDocument
}
async function storedBody(trx: Trx, { companyId }: Scope, document: ThemeDocument) {
  const body = bodyOf(document as unknown as Schema)
  await storeBodies(companyId, [body], trx)
  return body
}
/** A theme that is there becomes another one, as a version of its own; a draft of it stays. */
export async function saveTheme(trx: Trx, scope: Scope, { userId, note }: { userId: string; note: string }, { id, document }: Saving) {
  const { hash } = await storedBody(trx, scope, document)
  const { name, description } = document.config
  // Versions that came with an update of an installation by itself were not counted once.
  const last = await inApp(trx, scope)
    .selectFrom('theme_version')
    .select(eb => eb.fn.max('version').as('version'))
    .where('theme_id', '=', id)
    .executeTakeFirst()
  const version = (last?.version ?? 0) + 1
  await inApp(trx, scope)
    .updateTable('theme')
    .set({ name, description, body_hash: hash, version, updated_by: userId, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  await inApp(trx, scope).insertInto('theme_version').values({ theme_id: id, version, body_hash: hash, note, created_by: userId }).execute()
}
export async function addTheme(
  trx: Trx,
  scope: Scope,
  { userId, note }: { userId: string; note: string },
  { id, document, isDefault = false }: Saving & { isDefault?: boolean },
) {
  const { hash } = await storedBody(trx, scope, document)
  const { name, description } = document.config
  await inApp(trx, scope).insertInto('theme').values({ id, name, description, body_hash: hash, is_default: isDefault, updated_by: userId }).execute()
  await inApp(trx, scope).insertInto('theme_version').values({ theme_id: id, version: 1, body_hash: hash, note, created_by: userId }).execute()
}

/** A file may have been written by anybody: what is wrong with a theme in it, with the place. */
export function themeProblem(document: unknown): string {
  const [first] = checkShape(document)
  const [next] = first ? [first] : checkTheme(document as ThemeDocument)
  return next ? `${next.path}: ${next.english}` : ''
}

/**
 * Puts themes into an app. One whose name is taken stays what it is there; `takesDefault`: an app that is shown in none is shown in theirs. Answers the ids of
 * what was made by those in the list.
 */
export async function placeThemes(
  trx: Trx,
  scope: Scope,
  userId: string,
  themes: readonly DesignTheme[],
  { takesDefault }: { takesDefault: boolean },
): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  if (!themes.length) return made
  const there = await inApp(trx, scope).selectFrom('theme').select(['name', 'is_default']).execute()
  const names = new Set(there.map(({ name }) => name.toLowerCase()))
  let count = there.length
  let hasDefault = there.some(one => one.is_default)
  for (const { id: old, isDefault, document } of themes) {
    const { name } = document.config
    if (names.has(name.toLowerCase()) || count >= MAX_THEMES) continue
    count++
    const id = uuidv7()
    const isShown = takesDefault && isDefault && !hasDefault
    hasDefault ||= isShown
    await addTheme(trx, scope, { userId, note: '' }, { id, document, isDefault: isShown })
    made.set(old, id)
  }
  return made
}

/** The same, where one of the same name becomes what it is in these, with a version of its own, and the app is shown in theirs. */
export async function followThemes(trx: Trx, scope: Scope, userId: string, themes: readonly DesignTheme[]) {
  await placeThemes(trx, scope, userId, themes, { takesDefault: true })
  for (const { isDefault, document } of themes) {
    const body = bodyOf(document as unknown as Schema)
    const there = await inApp(trx, scope)
      .selectFrom('theme')
      .select(['id', 'body_hash', 'is_default'])
      .where(eb => eb(eb.fn('lower', ['name']), '=', document.config.name.toLowerCase()))
      .executeTakeFirst()
    if (!there) continue
    if (!there.body_hash.equals(body.hash)) await saveTheme(trx, scope, { userId, note: '' }, { id: there.id, document })
    if (!isDefault || there.is_default) continue
    await writeShown(trx, scope, { own: there.id, above: '' })
  }
}
