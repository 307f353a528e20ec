import { postgresDatabase, type ConnectionInput } from '../support/databases.ts'
import { builtinSource, DEV } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const database = await postgresDatabase()
let sourceId = ''
const given = async (world: World) => {
  if (!sourceId) {
    const input: ConnectionInput = await database.fresh()
    await database.run(input, 'create table customers (id serial primary key, name text); create table loose (a integer)')
    sourceId = (await world.call('source.create', { as: 'ann', params: DEV, body: { key: 'outside', name: 'Outside', ...input } })).data.id
  }
  return { params: { ...DEV, sourceId } }
}

scenarios('source.readTables', [
  {
    name: 'takes no table that cannot be read',
    as: 'ann',
    given,
    body: { tables: ['customers', 'loose'] },
    expect: { status: 422, errors: ['tables'], stored: 'same' },
  },
  { name: 'keeps a member without duties out', as: 'ben', given, body: { tables: ['customers'] }, expect: { status: 403, stored: 'same' } },
  { name: 'reads tables as models', as: 'ann', given, body: { tables: ['customers'] }, expect: { status: 0, data: { added: 1 } } },
  { name: 'reads none twice', as: 'ann', given, body: { tables: ['customers'] }, expect: { status: 0, data: { added: 0 } } },
  {
    name: 'is nothing for the built-in source',
    as: 'ann',
    given: async world => ({ params: { ...DEV, sourceId: await builtinSource(world) } }),
    body: { tables: ['customers'] },
    expect: { status: 409, stored: 'same' },
  },
])
