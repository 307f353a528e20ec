// What a list asks of the database is kept for whoever asks the same again, and for nobody else.
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, it } from 'vitest'
import { createListStatements, type ListPage } from '../../api/server/services/data/rows/list-statements.ts'
import type { Opened } from '../../api/server/services/data/rows/statements.ts'

const on = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const field = (key: string, type = 'text') => ({ id: key, key, name: key, type, column: key, required: false, unique: false })
const definition = { table: 'order', managed: true, primaryKey: { column: 'id', type: 'uuid' }, fields: [field('title'), field('owner', 'user')] }
const opened = (over: { companyId?: string; schema?: string; hash?: string } = {}) =>
  ({
    scope: { companyId: over.companyId ?? 'c1', appId: 'a1', tag: 'dev' },
    model: { id: 'm1', hash: over.hash ?? 'h1', definition, source: { id: 's1', dialect: 'builtin' } },
    store: { engine: 'postgres', schema: over.schema ?? 'app_dev', on },
  }) as unknown as Opened
const page: ListPage = { page: 1, perPage: 20 }
const rule = (region: string) => sql<boolean>`"region" = ${region}`

it('gives the same statements to those whom the same conditions limit, and others to everybody else', () => {
  const statementsOf = createListStatements()
  const own = rule('R1')
  const first = statementsOf(opened(), page, [], [own, undefined, undefined])
  expect(statementsOf(opened(), { ...page }, [], [own, undefined, undefined])).toBe(first)
  expect(first.page(false)).toBe(first.page(false))
  expect(first.page(false).parameters).toEqual(['c1', 'c1', 'c1', 'R1'])

  const other = statementsOf(opened(), page, [], [rule('R2'), undefined, undefined])
  expect(other.page(false).parameters).toEqual(['c1', 'c1', 'c1', 'R2'])
  const all = statementsOf(opened(), page, [], [undefined, undefined, undefined])
  expect(all.page(false).sql).not.toContain('region')
  expect(statementsOf(opened(), page, [], [own, undefined, undefined])).toBe(first)
})

it('makes others for another page, order, choice of fields, table, structure or organisation', () => {
  const statementsOf = createListStatements()
  const own = rule('R1')
  const seen = [
    statementsOf(opened(), page, [], [own]),
    statementsOf(opened(), { ...page, page: 2 }, [], [own]),
    statementsOf(opened(), { ...page, perPage: 50 }, [], [own]),
    statementsOf(opened(), { ...page, orderBy: 'title' }, [], [own]),
    statementsOf(opened(), { ...page, orderBy: 'title', orderDir: 'desc' }, [], [own]),
    statementsOf(opened(), page, ['title'], [own]),
    statementsOf(opened({ schema: 'app_prod' }), page, [], [own]),
    statementsOf(opened({ hash: 'h2' }), page, [], [own]),
    statementsOf(opened({ companyId: 'c2' }), page, [], [own]),
  ]
  expect(new Set(seen).size).toBe(seen.length)
  expect(new Set(seen.map(one => JSON.stringify([one.page(false).sql, one.page(false).parameters]))).size).toBe(seen.length - 1)
  expect(() => statementsOf(opened(), { ...page, orderBy: 'nothing' }, [], [own])).toThrow('There is no field')
})

it('keeps none of what somebody filters or searches, and forgets pages that nobody asked for lately', () => {
  const statementsOf = createListStatements()
  const own = rule('R1')
  const filtered = () => statementsOf(opened(), { ...page, filter: '{}' }, [], [own, sql<boolean>`"title" = ${'x'}`])
  expect(filtered()).not.toBe(filtered())
  expect(filtered().count.parameters).toEqual(['R1', 'x'])
  const first = statementsOf(opened(), page, [], [own])
  for (let n = 2; n < 300; n++) statementsOf(opened(), { ...page, page: n }, [], [own])
  expect(statementsOf(opened(), page, [], [own])).not.toBe(first)
})
