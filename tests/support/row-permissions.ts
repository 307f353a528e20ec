// A model with rows and rules for tests of row permissions. ann runs the place; ben is limited once given a role that manages data.
import { addDataRole } from './roles.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel } from './models.ts'
import type { World } from './world.ts'

export { DEV }
export const ORDERS = { ...DEV, dsKey: 'main', dmKey: 'order' }
export const LINES = { ...DEV, dsKey: 'main', dmKey: 'line' }

export const field = (name: string) => ({ type: 'field', field: name })
export const where = (left: string, op: string, right?: unknown) => ({
  conjunction: 'and',
  children: [{ left: field(left), op, ...(right !== undefined && { right }) }],
})

/** Orders with an owner and lines that belong to them; ben may manage data and no more. */
export async function makeOrders(world: World) {
  const sourceId = await builtinSource(world)
  const order = await makeModel(world, sourceId, 'order', [
    { key: 'title', type: 'text', name: 'Title' },
    { key: 'amount', type: 'integer', name: 'Amount' },
    { key: 'owner', type: 'user', name: 'Owner' },
  ])
  await makeModel(world, sourceId, 'line', [
    { key: 'text', type: 'text', name: 'Text' },
    { key: 'order', type: 'relationOne', name: 'Order', relation: { modelId: order.modelId } },
  ])
  await applyAll(world, sourceId)
  const role = await addDataRole(world, 'ben')
  const mine = await addRow(world, 'order', { title: "ben's", amount: 1, owner: world.ids.ben })
  const other = await addRow(world, 'order', { title: "ann's", amount: 5, owner: world.ids.ann })
  const third = await addRow(world, 'order', { title: 'nobody', amount: 9 })
  const line = await addRow(world, 'line', { text: 'of ann', order: other })
  return { sourceId, modelId: order.modelId, fields: order.fields, role, mine, other, third, line }
}
export type Orders = Awaited<ReturnType<typeof makeOrders>>

/** The body of a rule. */
export const rule = (users: { users?: string[]; roles?: string[] }, filters: object = {}, more: object = {}) => ({
  type: 'row' as const,
  name: 'Own orders',
  users,
  filters,
  ...more,
})

/** Adds a rule; answers its key. */
export async function addRule(world: World, body: ReturnType<typeof rule>, params: typeof ORDERS = ORDERS): Promise<string> {
  const reply = await world.call('rowPermission.createRowPermission', { as: 'ann', params, body })
  if (reply.status !== 0) throw new Error(`${reply.status} ${reply.msg} ${JSON.stringify(reply.errors)}`)
  return reply.data.key
}
export const dropRules = (world: World) => world.db.deleteFrom('row_permission').execute()

/** The same call by those whom it is not for: nothing answered, nothing changed. */
export const notForThem = (given: (world: World) => Promise<Record<string, any>>) =>
  (
    [
      [undefined, 401],
      ['ben', 403],
      ['cyd', 403],
      ['dee', 403],
    ] as const
  ).map(([as, status]) => ({ as, given, name: `keeps ${as ?? 'nobody'} out`, expect: { status, stored: 'same' as const } }))

/** Calls whose scope is missing, no scope at all, or of another organisation or app. */
export const scopeRefused = (given: (world: World) => Promise<Record<string, any>>) =>
  [
    ['empty', { 'x-company-key': '', 'x-app-key': '' }],
    ['without an app', { 'x-app-key': '' }],
    ['no key', { 'x-company-key': "acme' or 1=1--", 'x-app-key': 'shop-dev' }],
    ['of another organisation', { 'x-company-key': 'globex', 'x-app-key': 'shop-dev' }],
    ['of an app that is not there', { 'x-company-key': 'acme', 'x-app-key': 'nothing-dev' }],
  ].map(([name, headers]) => ({
    name: `a scope that is ${name as string} is refused`,
    as: 'ann' as const,
    given,
    headers: headers as Record<string, string>,
    expect: { status: name === 'of an app that is not there' ? 404 : 403, stored: 'same' as const },
  }))
