// Conditions on texts are written as PostgreSQL is quick with them, and find what `ilike` finds.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { caselessOf, compileFilter } from '../../api/server/services/data/rows/filter.ts'
import type { Definition } from '../../api/server/services/data/types.ts'
import { dice } from '../support/random.ts'
import { makeWorld, type World } from '../support/world.ts'

const PIECES = ['R', 'r', '1', '0', '%', '_', '\\', 'k', 'K', 'K', 'i', 'I', 'İ', 'ı', 'ß', 'ẞ', 'ä', 'Ä', '\u0307', 'Σ', 'ς', '北', ' ', '-', '.', "'"]
const definition: Definition = {
  primaryKey: { column: 'id', type: 'uuid' },
  table: 'note',
  managed: true,
  fields: [{ id: 'x', key: 'name', name: 'Name', type: 'text', column: 'name', required: false, unique: false }],
} as unknown as Definition

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

it.each([
  ['R10%', '_10%'],
  ['%ORD-7%', '%___-7%'],
  ['100\\%%', '100\\%%'],
  // The letter behind a backslash that is one itself.
  ['a\\\\b1%', '_\\\\_1%'],
  ['Inv-1%', '%__-1%'],
  ['Berlin%', undefined],
  ['%Köln-1%', undefined],
])('%s is told apart by %s before its letters are compared', (pattern, caseless) => expect(caselessOf(pattern)).toBe(caseless))

// As databases of other people may order and lower texts; the built-in one knows those that its build has.
it.each(['default', 'und-x-icu', 'tr-x-icu', 'pg_unicode_fast'])('finds what ilike finds, whatever the texts: %s', async collation => {
  const known = await sql`select 1 from pg_collation where collname = ${collation}`.execute(world.db)
  if (!known.rows.length) return
  const random = dice(7)
  const text = (most: number) => Array.from({ length: random.below(most + 1) }, () => random.pick(PIECES)).join('')
  const texts = Array.from({ length: 400 }, () => text(5))
  for (let n = 0; n < 300; n++) {
    const wanted = text(3)
    const escaped = wanted.replace(/[\\%_]/g, '\\$&')
    const [op, pattern] = random.pick([
      ['like', `%${escaped}%`],
      ['starts_with', `${escaped}%`],
      ['ends_with', `%${escaped}`],
    ] as const)
    const condition = compileFilter({ left: { type: 'field', field: 'name' }, op, right: wanted }, { definition, engine: 'postgres' })
    const { rows } = await sql`select name from (select word collate ${sql.id(collation)} as name from unnest(${texts}::text[]) as given(word)) as note
      where ${condition} is distinct from (name ilike ${pattern})`.execute(world.db)
    expect(rows, `${op} ${wanted}`).toEqual([])
  }
})
