// Rows of a model for tests of what happened to them.
import { addRow, applyAll, builtinSource, DEV, makeModel } from './models.ts'
import type { World } from './world.ts'

export const ORDERS = { ...DEV, dsKey: 'main', dmKey: 'order' }

const TITLES = [
  ['First', 3],
  ['Second', 1],
  ['Third', 2],
] as const

/** A model of orders with three rows; answers the ids of the rows, the first one first. */
export async function makeOrders(world: World): Promise<string[]> {
  const sourceId = await builtinSource(world)
  await makeModel(world, sourceId, 'order', [
    { key: 'title', type: 'text', name: 'Title', required: true },
    { key: 'amount', type: 'integer', name: 'Amount' },
    { key: 'number', type: 'autoNumber', name: 'Number' },
    {
      key: 'status',
      type: 'enum',
      name: 'Status',
      options: [
        { value: 'new', label: 'New' },
        { value: 'paid', label: 'Paid' },
      ],
    },
  ])
  await applyAll(world, sourceId)
  const ids: string[] = []
  for (const [title, amount] of TITLES) ids.push(await addRow(world, 'order', { title, amount, status: 'new' }))
  return ids
}

/** What the rows hold, without what says who changed them when. */
export async function ordersIn(world: World): Promise<Record<string, unknown>[]> {
  const app = world.ids.shop.replaceAll('-', '')
  return (await world.pool.query(`select id, title, amount, number, status from app_${app}_dev."order" order by id`)).rows
}

/** The ids of three orders, of which one was changed and all were paid together, and that last change. */
export async function makeChangedOrders(world: World) {
  const ids = await makeOrders(world)
  await world.call('data.updateRow', { as: 'ann', params: { ...ORDERS, rowId: ids[0] as string }, body: { amount: 30 } })
  const changeId: string = (await world.call('data.updateRows', { as: 'ann', params: ORDERS, body: { ids, values: { status: 'paid' } } })).data.changeId
  return { ids, changeId }
}

/** For a file of scenarios: a smaller model of orders with three rows, made when the first scenario asks for it. */
export function smallOrders() {
  const orders = {
    sourceId: '',
    /** Of the third row. */
    rowId: '',
    async ready(world: World) {
      if (!orders.sourceId) {
        orders.sourceId = await builtinSource(world)
        await makeModel(world, orders.sourceId, 'order', [
          { key: 'title', type: 'text', name: 'Title', required: true },
          { key: 'amount', type: 'integer', name: 'Amount' },
        ])
        await applyAll(world, orders.sourceId)
        for (const [title, amount] of TITLES) orders.rowId = await addRow(world, 'order', { title, amount })
      }
      return { params: ORDERS as Record<string, string> }
    },
    /** What the rows hold, which is no part of the system tables. */
    async rows(world: World) {
      const app = world.ids.shop.replaceAll('-', '')
      return (await world.pool.query(`select title, amount from app_${app}_dev."order" order by id`)).rows
    },
  }
  return orders
}
