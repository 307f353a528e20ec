// workingCopy.bringRows: rows of dev come into a copy on demand, for those who may take them out; what is in the copy already stays.
import { expect } from 'vitest'
import { sql } from 'kysely'
import { applyAll, builtinSource, makeModel } from '../support/models.ts'
import { DEV } from '../support/pages.ts'
import { builtIn, letManageData, setList, setOverride } from '../support/permissions.ts'
import { rule, where } from '../support/row-permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'
import { idIn, letDevelop, makeCopy, refusals } from '../support/working-copies.ts'

const ask = { as: 'ann' as const }
let customer: Awaited<ReturnType<typeof makeModel>>
let order: Awaited<ReturnType<typeof makeModel>>
let copy: Awaited<ReturnType<typeof makeCopy>>

const add = async (world: World, model: string, row: Record<string, unknown>, params: Record<string, string> = DEV) => {
  const reply = await world.call('data.createRow', { as: 'ann', params: { ...params, dsKey: 'main', dmKey: model }, body: row })
  if (reply.status) throw new Error(`${reply.code} ${reply.msg} ${JSON.stringify(reply.errors)}`)
  return reply.data.id as string
}
const rowsIn = async (world: World, model: string, params: Record<string, string>) =>
  (await world.call('data.listRows', { as: 'ann', params: { ...params, dsKey: 'main', dmKey: model }, query: { perPage: 100 } })).data.items

scenarios('workingCopy.bringRows', [
  {
    ...ask,
    name: 'copies the rows of chosen models with what they name, under the ids that they have',
    given: async world => {
      const source = await builtinSource(world)
      customer = await makeModel(world, source, 'customer', [{ key: 'name', type: 'text' }])
      order = await makeModel(world, source, 'order', [
        { key: 'title', type: 'text' },
        { key: 'customer', type: 'relationOne', relation: { modelId: customer.modelId } },
        { key: 'before', type: 'relationOne', relation: { modelId: customer.modelId } },
      ])
      await applyAll(world, source)
      const ada = await add(world, 'customer', { name: 'Ada' })
      await add(world, 'order', { title: 'First', customer: ada })
      await add(world, 'order', { title: 'Second' })
      copy = await makeCopy(world, 'With rows')
      expect(await rowsIn(world, 'order', copy.params)).toEqual([])
      return { params: { ...DEV, copyId: copy.id }, body: { models: [order.modelId, customer.modelId] } }
    },
    expect: { status: 0, data: { rows: 3 } },
    then: async (reply, world) => {
      expect(reply.data.items).toMatchObject([
        { name: 'customer', rows: 1, isCut: false },
        { name: 'order', rows: 2 },
      ])
      const [there, here] = [await rowsIn(world, 'order', DEV), await rowsIn(world, 'order', copy.params)]
      expect(here.map((one: { id: string }) => one.id).toSorted()).toEqual(there.map((one: { id: string }) => one.id).toSorted())
      expect(here.filter((one: { customer: unknown }) => one.customer)).toHaveLength(1)
    },
  },
  {
    ...ask,
    name: 'leaves what is in the copy as it is, and adds what came since',
    given: async world => {
      const [first] = await rowsIn(world, 'customer', copy.params)
      const params = { ...copy.params, dsKey: 'main', dmKey: 'customer', rowId: first.id }
      expect((await world.call('data.updateRow', { as: 'ann', params, body: { name: 'Changed here' } })).status).toBe(0)
      await add(world, 'customer', { name: 'Bob' })
      return { params: { ...DEV, copyId: copy.id }, body: { models: [customer.modelId] } }
    },
    expect: { status: 0, data: { rows: 1 } },
    then: async (_reply, world) => {
      expect((await rowsIn(world, 'customer', copy.params)).map((one: { name: string }) => one.name).toSorted()).toEqual(['Bob', 'Changed here'])
      // Nothing went the other way.
      expect((await rowsIn(world, 'customer', DEV)).map((one: { name: string }) => one.name).toSorted()).toEqual(['Ada', 'Bob'])
    },
  },
  {
    ...ask,
    name: 'knows no model of elsewhere',
    given: async world => ({ params: { ...DEV, copyId: copy.id }, body: { models: [await idIn(world, copy.id, customer.modelId)] } }),
    expect: { status: 422, code: 'release.modelUnknown', errors: ['rows'], stored: 'same' },
  },
  ...refusals({ body: { models: ['01890000-0000-7000-8000-00000000000a'] } }),
  {
    ...ask,
    as: 'ben',
    name: 'is for those who may take data out of the app',
    given: async world => {
      await letDevelop(world, 'Developers', [world.ids.ben])
      copy = await makeCopy(world, 'Bens', 'ben')
      return { params: { ...DEV, copyId: copy.id }, body: { models: [customer.modelId] } }
    },
    expect: { status: 403, code: 'release.dataForbidden', stored: 'same' },
  },
  {
    ...ask,
    as: 'ben',
    name: 'brings the rows alone that the rules of the app let somebody see',
    given: async world => {
      const role = await letDevelop(world, 'Keepers', [world.ids.ben])
      await letManageData(world, [role])
      await setList(world, 'model:read', [role])
      const params = { ...DEV, dsKey: 'main', dmKey: 'customer' }
      const body = rule({ roles: [role] }, where('name', 'equal', 'Bob'))
      const made = await world.call('rowPermission.createRowPermission', { as: 'ann', params, body })
      expect(made.msg + JSON.stringify(made.errors)).toBe('{}')
      copy = await makeCopy(world, 'Bens two', 'ben')
      return { params: { ...DEV, copyId: copy.id }, body: { models: [customer.modelId] } }
    },
    expect: { status: 0, data: { rows: 1 } },
    then: async (_reply, world) => expect((await rowsIn(world, 'customer', copy.params)).map((one: { name: string }) => one.name)).toEqual(['Bob']),
  },
  {
    ...ask,
    as: 'ben',
    name: 'brings no model of which somebody may not see all fields',
    given: async world => {
      await setOverride(world, await builtIn(world, 'all-users'), 'field', customer.fields.name as string, 'read', false)
      const { role_id } = await world.db
        .selectFrom('role_member')
        .innerJoin('role', 'role.id', 'role_member.role_id')
        .select('role_id')
        .where('role.app_id', '=', world.ids.shop)
        .where('role.name', '=', 'Keepers')
        .executeTakeFirstOrThrow()
      await setOverride(world, role_id, 'field', customer.fields.name as string, 'read', false)
      return { params: { ...DEV, copyId: copy.id }, body: { models: [customer.modelId] } }
    },
    expect: { status: 403, code: 'data.copyForbidden', stored: 'same' },
  },
  {
    ...ask,
    name: 'ends at a bound, and says so',
    given: async world => {
      const { definition } = await world.db.selectFrom('data_applied').select('definition').where('model_id', '=', customer.modelId).executeTakeFirstOrThrow()
      const { table } = definition as { table: string }
      const schema = (
        await sql<{ name: string }>`select table_schema as name from information_schema.tables where table_name = ${table}`.execute(world.db)
      ).rows.find(({ name }) => name.includes(world.ids.shop.replaceAll('-', '')) || name.includes(world.ids.shop))
      await sql`insert into ${sql.table(`${schema?.name}.${table}`)} (id) select gen_random_uuid() from generate_series(1, 10001)`.execute(world.db)
      copy = await makeCopy(world, 'Many')
      return { params: { ...DEV, copyId: copy.id }, body: { models: [customer.modelId] } }
    },
    expect: { status: 0, data: { rows: 10_000 } },
    then: reply => expect(reply.data.items).toMatchObject([{ isCut: true }]),
  },
])
