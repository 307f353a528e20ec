// A shop under random rules, for tests that hold what is told of its rows against a plain evaluation of them. The rows are few and made once; rules, hidden
// fields and questions are others each time, the same for the same number.
import { expect } from 'vitest'
import { addRow, applyAll, builtinSource, DEV, makeModel } from './models.ts'
import { setOverride } from './permissions.ts'
import { dice, type Dice } from './random.ts'
import { addDataRole, builtIn } from './roles.ts'
import { addRule, rule } from './row-permissions.ts'
import { makeWorld } from './world.ts'

/** Questions in all, of every kind together; each kind has as many under each of its rules. */
export const QUESTIONS = Number(process.env.ROUNDS ?? (process.env.TESSERA_FULL ? 900 : 300))
export const EACH = 10
/** The first set of rules: a run of very many can be told in several. */
export const FIRST = Number(process.env.ROUNDS_FROM ?? 0)

export type Value = string | number | null
export type Row = Record<string, Value>
export type Tree = { conjunction: 'and' | 'or'; not?: boolean; children: (Tree | Leaf)[] }
export type Leaf = { left: { type: 'field'; field: string }; op: string; right?: unknown }

const STATES = ['open', 'won', 'lost']
const LANDS = ['de', 'fr', 'it']
const PLACES = ['Bonn', 'bonn', 'Ulm', 'a%b', "O'Hara"]
const DAYS = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-28', '2026-07-01']
export const OF_SALE: Record<string, readonly Value[]> = { state: STATES, place: PLACES, pieces: [0, 1, 2, 3], day: DAYS }
export const OF_CUSTOMER: Record<string, readonly Value[]> = { land: LANDS, score: [1, 2, 3] }
export const month = (day: Value) => (day === null ? null : String(day).slice(0, 7))

export const leaf = (r: Dice, fields: Record<string, readonly Value[]>, before = ''): Leaf => {
  const key = r.pick(Object.keys(fields))
  const values = fields[key] as readonly Value[]
  const op = r.pick([
    'equal',
    'not_equal',
    'is_empty',
    'is_not_empty',
    'select_any_in',
    'select_not_any_in',
    ...(key === 'pieces' || key === 'score' || key === 'day' ? ['less', 'greater_or_equal', 'between'] : []),
    ...(key === 'place' ? ['like', 'starts_with', 'not_like'] : []),
  ])
  const right =
    op === 'is_empty' || op === 'is_not_empty'
      ? undefined
      : op === 'between' || /any_in/.test(op)
        ? [r.pick(values), r.pick(values)]
        : op === 'like'
          ? r.pick(['o', '%', 'N', "'"])
          : r.pick(values)
  return { left: { type: 'field', field: before + key }, op, ...(right !== undefined && { right }) }
}
export const tree = (r: Dice, one: () => Leaf, depth = 0): Tree => ({
  conjunction: r.pick(['and', 'or'] as const),
  ...(r.chance(0.25) && { not: true }),
  children: Array.from({ length: 1 + r.below(2) }, () => (depth < 1 && r.chance(0.3) ? tree(r, one, depth + 1) : one())),
})

/** What conditions say of a row, comparison by comparison. */
export function fits(node: Tree | Leaf, valueOf: (path: string) => Value): boolean {
  if ('children' in node) {
    const each = node.children.map(child => fits(child, valueOf))
    const all = node.conjunction === 'and' ? each.every(Boolean) : each.some(Boolean)
    return node.not ? !all : all
  }
  const value = valueOf(node.left.field)
  const { op } = node
  const right = node.right as Value & Value[]
  const among = Array.isArray(node.right) && node.right.includes(value)
  const isEmpty = value === null || value === ''
  const text = String(value).toLowerCase()
  switch (op) {
    case 'is_empty':
      return isEmpty
    case 'is_not_empty':
      return !isEmpty
    case 'equal':
      return value === right
    case 'not_equal':
      return value !== right
    case 'select_any_in':
      return !isEmpty && among
    case 'select_not_any_in':
      return isEmpty || !among
    case 'less':
      return value !== null && value < right
    case 'greater_or_equal':
      return value !== null && value >= right
    case 'between':
      return value !== null && value >= (right[0] as Value & string) && value <= (right[1] as Value & string)
    case 'like':
      return value !== null && text.includes(String(right).toLowerCase())
    case 'not_like':
      return value === null || !text.includes(String(right).toLowerCase())
    case 'starts_with':
      return value !== null && text.startsWith(String(right).toLowerCase())
    default:
      throw new Error(op)
  }
}

/** Begins the shop; `ben` has rules, `ann` makes what is asked. */
export async function randomSales() {
  const sales: Row[] = []
  const customers = new Map<string, Row>()
  const rules = { sale: '', customer: '' }
  /** Ids of fields by their paths. */
  const fieldIds = new Map<string, string>()
  const world = await makeWorld()
  const sourceId = await builtinSource(world)
  const choices = (values: string[]) => values.map(value => ({ value, label: value.toUpperCase() }))
  const customer = await makeModel(world, sourceId, 'customer', [
    { key: 'land', name: 'Land', type: 'enum', options: choices(LANDS) },
    { key: 'score', name: 'Score', type: 'integer' },
  ])
  const sale = await makeModel(world, sourceId, 'sale', [
    { key: 'state', name: 'State', type: 'enum', options: choices(STATES) },
    { key: 'place', name: 'Place', type: 'text' },
    { key: 'pieces', name: 'Pieces', type: 'integer' },
    { key: 'day', name: 'Day', type: 'date' },
    { key: 'customer', name: 'Customer', type: 'relationOne', relation: { modelId: customer.modelId } },
  ])
  await applyAll(world, sourceId)
  const back = { key: 'sales', name: 'Sales', type: 'relationMany', relation: { modelId: sale.modelId, field: 'customer' } }
  const added = await world.call('model.addField', { as: 'ann', params: { ...DEV, modelId: customer.modelId }, body: back })
  expect(added.msg).toBe('')
  await applyAll(world, sourceId)
  const role = await addDataRole(world, 'ben')
  for (const { key, definition } of await world.db.selectFrom('data_model').select(['key', 'definition']).execute())
    for (const field of (definition as { fields: { id: string; key: string }[] }).fields)
      fieldIds.set(key === 'sale' ? field.key : `customer.${field.key}`, field.id)
  const everybody = await builtIn(world, 'all-users')
  const r = dice(1)
  const some = (values: readonly Value[]): Value => (r.chance(0.2) ? null : r.pick(values))
  for (let n = 0; n < 6; n++) {
    const row: Row = { land: some(LANDS), score: some([1, 2, 3]) }
    customers.set(await addRow(world, 'customer', row), row)
  }
  for (let n = 0; n < 40; n++) {
    const row: Row = { ...Object.fromEntries(Object.entries(OF_SALE).map(([key, values]) => [key, some(values)])), customer: some([...customers.keys()]) }
    row.id = await addRow(world, 'sale', row)
    sales.push(row)
  }
  const keys = { sale: sale.modelId, customer: customer.modelId }
  for (const dmKey of ['sale', 'customer'] as const) {
    expect(keys[dmKey]).toBeTruthy()
    rules[dmKey] = await addRule(world, rule({ roles: [role] }), { ...DEV, dsKey: 'main', dmKey })
  }

  async function setRule(model: 'sale' | 'customer', filters: Tree) {
    const reply = await world.call('rowPermission.updateRowPermission', {
      as: 'ann',
      params: { ...DEV, dsKey: 'main', dmKey: model, key: rules[model] },
      body: rule({ roles: [role] }, filters),
    })
    expect(reply.msg + JSON.stringify(reply.errors)).toBe('{}')
  }
  return {
    world,
    sales,
    customers,
    /** Other rules for Ben, and a field that he may not see; answers which rows are left to him. */
    async begin(r: Dice, hideable: readonly string[], chance: number) {
      const ofSale = tree(r, () => leaf(r, OF_SALE))
      const ofCustomer = tree(r, () => leaf(r, OF_CUSTOMER))
      await setRule('sale', ofSale)
      await setRule('customer', ofCustomer)
      const hidden = r.chance(chance) ? r.pick(hideable) : undefined
      await world.db.deleteFrom('permission_override').where('kind', '=', 'field').execute()
      if (hidden) for (const id of [role, everybody]) await setOverride(world, id, 'field', fieldIds.get(hidden) as string, 'read', false)
      return {
        ofSale,
        ofCustomer,
        hidden,
        sales: sales.filter(row => fits(ofSale, key => row[key] ?? null)),
        customers: new Map([...customers].filter(([, row]) => fits(ofCustomer, key => row[key] ?? null))),
      }
    },
    /** Puts a definition into a query or an API that there is, or makes it. */
    async put(kind: 'query' | 'api', key: string, definition: object) {
      const saved = await world.db
        .updateTable('resource')
        .set({ definition: JSON.stringify(definition) })
        .where('key', '=', key)
        .where('kind', '=', kind)
        .executeTakeFirst()
      if (Number(saved.numUpdatedRows)) return
      const made = await world.call(kind === 'query' ? 'query.create' : 'api.create', { as: 'ann', params: DEV, body: { key, name: key, definition } as never })
      expect(made.msg + JSON.stringify(made.errors ?? {})).toBe('{}')
    },
  }
}
/** As many questions under the same rules at once, each with chances of its own. */
export const each = (seed: number, ask: (n: number, r: Dice) => Promise<void>) =>
  Promise.all(Array.from({ length: EACH }, (_, n) => ask(n, dice(seed * EACH + n))))
