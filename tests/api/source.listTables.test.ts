import { postgresDatabase, type ConnectionInput } from '../support/databases.ts'
import { builtinSource, DEV } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const database = await postgresDatabase()
let sourceId = ''
const given = async (world: World) => {
  if (!sourceId) {
    const input: ConnectionInput = await database.fresh()
    await database.run(input, 'create table customers (id serial primary key, name text, tags int[], photo bytea); create table loose (a integer)')
    sourceId = (await world.call('source.create', { as: 'ann', params: DEV, body: { key: 'outside', name: 'Outside', ...input } })).data.id
  }
  return { params: { ...DEV, sourceId } }
}

scenarios('source.listTables', [
  {
    name: 'tells tables, columns that no field can hold, and what stands against reading them',
    as: 'ann',
    given,
    expect: {
      status: 0,
      data: {
        items: [
          { name: 'customers', columns: 4, leftOut: ['tags', 'photo'], problem: '', model: '' },
          { name: 'loose', problem: 'noPrimaryKey' },
        ],
      },
    },
  },
  {
    name: 'is nothing for the built-in source',
    as: 'ann',
    given: async world => ({ params: { ...DEV, sourceId: await builtinSource(world) } }),
    expect: { status: 409, code: 'data.sourceBuiltin' },
  },
  { name: 'keeps a member without duties out', as: 'ben', given, expect: { status: 403, stored: 'same' } },
])
