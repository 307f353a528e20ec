// Whom and what the cells of a file name: people by email, user name or name, departments by code or name, rows by id or title; many at once.
import { sql } from 'kysely'
import type { FieldText } from '../../../../errors.ts'
import type { Db } from '../../../../store/database.ts'
import type { Row } from '../input.ts'
import { columnSql } from '../../formula-sql.ts'
import { columnsSql } from '../labels.ts'
import { where, type Opened } from '../statements.ts'
import type { RowFilter } from '../rules.ts'
import { tableOf } from '../../sql-text.ts'
import { hasValue, type Field } from '../../types.ts'
import { checkKey } from '../../values.ts'

type Found = { value: unknown } | { problem: FieldText }
const NOT_FOUND: Partial<Record<Field['type'], FieldText>> = {
  user: 'There is no such person in the organisation',
  department: 'There is no such department',
  relationOne: 'There is no such row',
}
const AMBIGUOUS: Partial<Record<Field['type'], FieldText>> = {
  user: 'Several people are called that. Write the email',
  department: 'Several departments are called that. Write the code',
  relationOne: 'Several rows are called that. Write the id',
}

export function createLookups({ db, rowFilter }: { db: Db; rowFilter: RowFilter }) {
  /** Ids by each of the words that name them; words that name one surely come first. */
  async function people(companyId: string, names: string[]) {
    const { rows } = await sql<{ id: string; words: string[]; name: string }>`
      select p.id, array[p.id::text, lower(p.email), lower(p.username)] as words, lower(p.name) as name
      from member m join person p on p.id = m.user_id
      where m.company_id = ${companyId} and not m.banned and p.stands_for is null
        and (lower(p.email) = any (${names}::text[]) or lower(p.username) = any (${names}::text[]) or lower(p.name) = any (${names}::text[]) or p.id::text = any (${names}::text[]))`.execute(
      db,
    )
    return rows
  }
  async function departments(companyId: string, names: string[]) {
    const { rows } = await sql<{ id: string; words: string[]; name: string }>`
      select id, array[id::text, lower(code)] as words, lower(name) as name from department
      where company_id = ${companyId} and (lower(code) = any (${names}::text[]) or lower(name) = any (${names}::text[]) or id::text = any (${names}::text[]))`.execute(
      db,
    )
    return rows
  }
  async function related({ scope, asker, store, targets }: Opened, field: Field, names: string[]) {
    const target = targets.get(field.relation?.modelId ?? '')
    if (!target) return []
    const { definition } = target
    const key = sql.id(definition.primaryKey.column)
    const title = definition.fields.find(one => one.id === definition.titleField) ?? definition.fields.find(one => one.type === 'text')
    const text = title && hasValue(title) ? (store.engine === 'postgres' ? sql`${columnSql(title)}::text` : columnSql(title)) : undefined
    const keys = names.flatMap(name => {
      const checked = checkKey(definition.primaryKey.type, name)
      return 'value' in checked ? [checked.value] : []
    })
    const conditions = [...(keys.length ? [sql<boolean>`${key} in (${sql.join(keys)})`] : []), ...(text ? [sql<boolean>`${text} in (${sql.join(names)})`] : [])]
    if (!conditions.length) return []
    const limits = where([sql<boolean>`(${sql.join(conditions, sql` or `)})`, await rowFilter(scope, target, asker)])
    const { rows } =
      await sql<Row>`select ${columnsSql(definition)} from ${tableOf(store.schema, definition.table)}${limits} limit ${sql.lit(names.length * 2 + 10)}`.execute(
        store.on,
      )
    return rows.map(row => ({ id: row.id, words: [String(row.id)], name: title ? String(row[title.key] ?? '') : '' }))
  }

  /** What each of the names of a field stands for. */
  return async (opened: Opened, field: Field, names: readonly string[]): Promise<(name: string) => Found> => {
    const isOwn = field.type !== 'relationOne'
    const plain = (name: string) => (isOwn ? name.toLowerCase() : name)
    const asked = [...new Set(names.map(plain))]
    const found = !asked.length
      ? []
      : field.type === 'user'
        ? await people(opened.scope.companyId, asked)
        : field.type === 'department'
          ? await departments(opened.scope.companyId, asked)
          : await related(opened, field, asked)
    const sure = new Map<string, unknown>()
    const named = new Map<string, unknown[]>()
    for (const { id, words, name } of found) {
      for (const word of words) sure.set(word, id)
      named.set(name, [...(named.get(name) ?? []), id])
    }
    return name => {
      const word = plain(name)
      if (sure.has(word)) return { value: sure.get(word) }
      const ids = named.get(word) ?? []
      if (ids.length === 1) return { value: ids[0] }
      return { problem: (ids.length ? AMBIGUOUS : NOT_FOUND)[field.type] ?? 'There is no such row' }
    }
  }
}
export type Lookups = ReturnType<typeof createLookups>
