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
/** A new app is shown in the theme of its organisation that is called so; in what holds there where none is. */
export async function chooseTheme(trx: Trx, scope: Scope, name: string | undefined) {
  if (!name) return
  const found = await trx
    .selectFrom('shared_theme')
    .select('id')
    .where('company_id', '=', scope.companyId)
    .where(eb => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .orderBy('id')
    .executeTakeFirst()
  if (found) await inApp(trx, scope).updateTable('app').set({ shared_theme_id: found.id }).execute()
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
    const { name, description } = document.config
    if (names.has(name.toLowerCase()) || count >= MAX_THEMES) continue
    count++
    const body = bodyOf(document as unknown as Schema)
    await storeBodies(scope.companyId, [body], trx)
    const id = uuidv7()
    const isShown = takesDefault && isDefault && !hasDefault
    hasDefault ||= isShown
    await inApp(trx, scope).insertInto('theme').values({ id, name, description, body_hash: body.hash, is_default: isShown, updated_by: userId }).execute()
    await inApp(trx, scope).insertInto('theme_version').values({ theme_id: id, version: 1, body_hash: body.hash, created_by: userId }).execute()
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
    if (!there.body_hash.equals(body.hash)) {
      await storeBodies(scope.companyId, [body], trx)
      await inApp(trx, scope)
        .updateTable('theme')
        .set({ body_hash: body.hash, updated_by: userId, updated_at: new Date() })
        .where('id', '=', there.id)
        .execute()
      const last = await inApp(trx, scope)
        .selectFrom('theme_version')
        .select(eb => eb.fn.max('version').as('version'))
        .where('theme_id', '=', there.id)
        .executeTakeFirst()
      await inApp(trx, scope)
        .insertInto('theme_version')
        .values({ theme_id: there.id, version: (last?.version ?? 0) + 1, body_hash: body.hash, created_by: userId })
        .execute()
    }
    if (!isDefault || there.is_default) continue
    await inApp(trx, scope).updateTable('theme').set({ is_default: false }).where('is_default', '=', true).execute()
    await inApp(trx, scope).updateTable('theme').set({ is_default: true }).where('id', '=', there.id).execute()
  }
}
