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

/** A file may have been written by anybody: what is wrong with a theme in it, with the place. */
export function themeProblem(document: unknown): string {
  const [first] = checkShape(document)
  const [next] = first ? [first] : checkTheme(document as ThemeDocument)
  return next ? `${next.path}: ${next.english}` : ''
}

/** Puts themes into an app. One whose name is taken stays what it is there; `takesDefault`: an app that is shown in none is shown in theirs. */
export async function placeThemes(trx: Trx, scope: Scope, userId: string, themes: readonly DesignTheme[], { takesDefault }: { takesDefault: boolean }) {
  if (!themes.length) return
  const there = await inApp(trx, scope).selectFrom('theme').select(['name', 'is_default']).execute()
  const names = new Set(there.map(({ name }) => name.toLowerCase()))
  let count = there.length
  let hasDefault = there.some(one => one.is_default)
  for (const { isDefault, document } of themes) {
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
  }
}
