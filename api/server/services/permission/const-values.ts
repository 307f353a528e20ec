// Values of environment variables, and where they stand in what an app is made of.
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'

/** `${NAME}` wherever a text of an app's content has it. Names that are not variables are left to the page's own data. */
export function withConsts<T>(content: T, values: ReadonlyMap<string, string>): T {
  if (!values.size) return content
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.includes('${') ? value.replace(/\$\{([A-Z0-9_-]+)\}/g, (whole, name: string) => values.get(name) ?? whole) : value
    if (Array.isArray(value)) return value.map(fill)
    if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)]))
    return value
  }
  return fill(content) as T
}

/** Of these variables those that formulas of a page name, beside others or inside of a function, where `withConsts` leaves them. */
export function constsNamed(content: unknown, values: ReadonlyMap<string, string>): Record<string, string> {
  if (!values.size) return {}
  const text = JSON.stringify(content)
  return Object.fromEntries(
    [...values].filter(([name]) => /^[A-Z_]/.test(name) && !name.includes('-') && new RegExp(`(?<![\\w.$-])${name}(?![\\w$-])`).test(text)),
  )
}

/** Variables that a browser may know, in the order of the settings. */
export async function openConsts(scope: Scope, tag: string, on: Db | Trx): Promise<Map<string, string>> {
  const rows = await inApp(on, scope)
    .selectFrom('environment_const')
    .select(['var', 'value'])
    .where('tag', '=', tag)
    .where('is_secret', '=', false)
    .orderBy('sort')
    .orderBy('var')
    .execute()
  return new Map(rows.map(row => [row.var, row.value]))
}

/** What a release brings along; a secret keeps its value, which a release never knows. */
export async function keepReleaseConsts(trx: Trx, scope: Scope, tag: string, consts: readonly { var: string; value: string }[]) {
  if (!consts.length) return
  await inApp(trx, scope)
    .insertInto('environment_const')
    .values(consts.map((one, sort) => ({ tag, var: one.var, value: one.value, sort })))
    .onConflict(conflict =>
      conflict
        .columns(['app_id', 'tag', 'var'])
        .doUpdateSet(eb => ({ value: eb.ref('excluded.value') }))
        .where('environment_const.is_secret', '=', false),
    )
    .execute()
}
