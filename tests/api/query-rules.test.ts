// No query tells a row, field or count that the rules refuse: random rules and queries, held against a plain evaluation of the rows themselves.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { dice, type Dice } from '../support/random.ts'
import { setOverride } from '../support/permissions.ts'
import { addDataRole, builtIn } from '../support/roles.ts'
import { addRule, rule } from '../support/row-permissions.ts'
import { makeWorld, type World } from '../support/world.ts'

/** Of rules, and of queries under each of them. */
const ROUNDS = Number(process.env.TESSERA_QUERY_ROUNDS ?? 40)
const QUERIES = 10

type Value = string | number | null
type Row = Record<string, Value>
type Tree = { conjunction: 'and' | 'or'; not?: boolean; children: (Tree | Leaf)[] }
type Leaf = { left: { type: 'field'; field: string }; op: string; right?: unknown }

const STATES = ['open', 'won', 'lost']
const LANDS = ['de', 'fr', 'it']
const PLACES = ['Bonn', 'bonn', 'Ulm', 'a%b', "O'Hara"]
const DAYS = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-28', '2026-07-01']
const OF_SALE: Record<string, readonly Value[]> = { state: STATES, place: PLACES, pieces: [0, 1, 2, 3], day: DAYS }
const OF_CUSTOMER: Record<string, readonly Value[]> = { land: LANDS, score: [1, 2, 3] }

let world: World
let role = ''
let everybody = ''
const sales: Row[] = []
const customers = new Map<string, Row>()
const rules = { sale: '', customer: '' }
/** Ids of fields by their paths. */
const fieldIds = new Map<string, string>()

beforeAll(async () => {
  world = await makeWorld()
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
  role = await addDataRole(world, 'ben')
  for (const { key, definition } of await world.db.selectFrom('data_model').select(['key', 'definition']).execute())
    for (const field of (definition as { fields: { id: string; key: string }[] }).fields)
      fieldIds.set(key === 'sale' ? field.key : `customer.${field.key}`, field.id)
  everybody = await builtIn(world, 'all-users')
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
}, 120_000)
afterAll(() => world?.close())

const leaf = (r: Dice, fields: Record<string, readonly Value[]>, before = ''): Leaf => {
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
const tree = (r: Dice, one: () => Leaf, depth = 0): Tree => ({
  conjunction: r.pick(['and', 'or'] as const),
  ...(r.chance(0.25) && { not: true }),
  children: Array.from({ length: 1 + r.below(2) }, () => (depth < 1 && r.chance(0.3) ? tree(r, one, depth + 1) : one())),
})

/** What conditions say of a row, comparison by comparison. */
function fits(node: Tree | Leaf, valueOf: (path: string) => Value): boolean {
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

async function setRule(model: 'sale' | 'customer', filters: Tree) {
  const reply = await world.call('rowPermission.updateRowPermission', {
    as: 'ann',
    params: { ...DEV, dsKey: 'main', dmKey: model, key: rules[model] },
    body: rule({ roles: [role] }, filters),
  })
  expect(reply.msg + JSON.stringify(reply.errors)).toBe('{}')
}

const month = (day: Value) => (day === null ? null : String(day).slice(0, 7))
const PATHS = ['state', 'place', 'pieces', 'day', 'customer.land', 'customer.score']

/** Saves a query as it is, and asks it as somebody with rules. */
async function asked(key: string, definition: object) {
  const saved = await world.db.selectFrom('resource').select('id').where('key', '=', key).executeTakeFirst()
  if (saved)
    await world.db
      .updateTable('resource')
      .set({ definition: JSON.stringify(definition) })
      .where('id', '=', saved.id)
      .execute()
  else expect((await world.call('query.create', { as: 'ann', params: DEV, body: { key, name: key, definition } })).msg).toBe('')
  return world.call('query.run', { as: 'ben', params: { ...DEV, queryKey: key } })
}

it(`${ROUNDS * QUERIES} random queries over relations to many tell each row once`, { timeout: 3_600_000 }, async () => {
  const GROUPS = ['land', 'score', 'sales.state', 'sales.pieces', 'sales.day']
  for (let round = 0; round < ROUNDS; round++) {
    const r = dice(5000 + round)
    const [ofSale, ofCustomer] = [tree(r, () => leaf(r, OF_SALE)), tree(r, () => leaf(r, OF_CUSTOMER))]
    await setRule('sale', ofSale)
    await setRule('customer', ofCustomer)
    const hidden = r.chance(0.3) ? r.pick(['state', 'pieces', 'day', 'customer.land', 'customer']) : undefined
    await world.db.deleteFrom('permission_override').where('kind', '=', 'field').execute()
    if (hidden) for (const id of [role, everybody]) await setOverride(world, id, 'field', fieldIds.get(hidden) as string, 'read', false)
    const seenCustomers = [...customers].filter(([, row]) => fits(ofCustomer, key => row[key] ?? null)).map(([id, row]) => ({ id, ...row }) as Row)
    const seenSales = sales.filter(row => fits(ofSale, key => row[key] ?? null))
    const salesOf = (row: Row) => seenSales.filter(({ customer }) => customer === row.id)
    /** Each condition on related rows is whether there is one that fits. */
    const fitsOne = (node: Tree | Leaf, row: Row): boolean => {
      if ('children' in node) {
        const each = node.children.map(child => fitsOne(child, row))
        const all = node.conjunction === 'and' ? each.every(Boolean) : each.some(Boolean)
        return node.not ? !all : all
      }
      const { field } = node.left
      if (field === 'sales') return salesOf(row).length > 0 === (node.op === 'is_not_empty')
      if (field.startsWith('sales.')) return salesOf(row).some(one => fits(node, path => one[path.slice('sales.'.length)] ?? null))
      return fits(node, path => row[path] ?? null)
    }
    const anyLeaf = () =>
      r.chance(0.2)
        ? { left: { type: 'field' as const, field: 'sales' }, op: r.pick(['is_empty', 'is_not_empty']) }
        : r.chance(0.6)
          ? leaf(r, OF_SALE, 'sales.')
          : leaf(r, OF_CUSTOMER)
    for (let n = 0; n < QUERIES; n++) {
      const paths = r.some(GROUPS, 0.35).slice(0, 3)
      const filter = r.chance(0.6) ? tree(r, anyLeaf) : undefined
      const only = r.chance(0.4) ? tree(r, anyLeaf) : undefined
      const definition = {
        model: 'main/customer',
        ...(filter && { filter }),
        groups: paths.map((path, at) => ({ key: `g${at}`, path, ...(path === 'sales.day' && { unit: 'month' }) })),
        measures: [
          { key: 'n', measure: 'count', ...(only && { filter: only }) },
          { key: 'score', measure: 'sum', path: 'score' },
          { key: 'sales', measure: 'count', path: 'sales', ...(only && { filter: only }) },
          { key: 'pieces', measure: 'sum', path: 'sales.pieces' },
          { key: 'most', measure: 'max', path: 'sales.pieces' },
        ],
      }
      const related = paths.filter(path => path.startsWith('sales.'))
      const told = (path: string, value: Value) => (path === 'sales.day' ? month(value) : value)
      const plain = new Map<string, { row: Row; sales: Row[] }[]>()
      for (const row of seenCustomers) {
        if (filter && !fitsOne(filter, row)) continue
        // Once in each group that it has a related row for; in the empty one where it has none.
        const own = new Map<string, Row[]>()
        for (const one of salesOf(row)) {
          const at = JSON.stringify(related.map(path => told(path, one[path.slice('sales.'.length)] ?? null)))
          own.set(at, [...(own.get(at) ?? []), one])
        }
        if (!own.size) own.set(JSON.stringify(related.map(() => null)), [])
        for (const [values, list] of own) {
          const left = JSON.parse(values) as Value[]
          const line = JSON.stringify(paths.map(path => (path.startsWith('sales.') ? (left.shift() ?? null) : (row[path] ?? null))))
          plain.set(line, [...(plain.get(line) ?? []), { row, sales: list }])
        }
      }
      if (!paths.length && !plain.size) plain.set('[]', [])
      const expected = [...plain].map(([line, list]) => {
        const scores = list.flatMap(({ row }) => row.score ?? []) as number[]
        const pieces = list.flatMap(one => one.sales.flatMap(sale => sale.pieces ?? [])) as number[]
        const kept = list.filter(({ row }) => !only || fitsOne(only, row))
        const sum = (numbers: number[]) => (numbers.length ? numbers.reduce((a, b) => a + b, 0) : null)
        return JSON.stringify([
          ...JSON.parse(line),
          kept.length,
          sum(scores),
          kept.flatMap(one => one.sales).length,
          sum(pieces),
          pieces.length ? Math.max(...pieces) : null,
        ])
      })
      const reply = await asked('to_many', definition)
      const where = `round ${round}, query ${n}: ${JSON.stringify({ ofSale, ofCustomer, hidden, definition })}`
      const uses = (path: string) => JSON.stringify(definition).includes(`"${path}"`)
      const isRefused =
        hidden &&
        (hidden === 'customer'
          ? /"sales(\.\w+)?"/.test(JSON.stringify(definition).replace('"key":"sales"', ''))
          : uses(hidden.includes('.') ? (hidden.split('.')[1] as string) : `sales.${hidden}`))
      if (isRefused) {
        expect([reply.status, reply.code, reply.data], where).toEqual([403, 'query.fieldRefused', {}])
        continue
      }
      expect(reply.status, reply.msg + where).toBe(0)
      const items = reply.data.items as Row[]
      expect(items.map(({ _labels, ...row }) => JSON.stringify(Object.values(row))).sort(), where).toEqual(expected.sort())
      const line = items.length ? r.pick(items) : undefined
      if (!line || n > 2) continue
      const at = Object.fromEntries(paths.map((_, place) => [`g${place}`, line[`g${place}`]]))
      const behind = await world.call('query.listRows', {
        as: 'ben',
        params: { ...DEV, queryKey: 'to_many' },
        query: { at: JSON.stringify(at), perPage: '100' },
      })
      expect((behind.data.items as Row[]).map(({ id }) => id).sort(), where).toEqual(
        (plain.get(JSON.stringify(Object.values(at))) ?? []).map(({ row }) => row.id).sort(),
      )
    }
  }
})

it(`${ROUNDS * QUERIES} random queries under ${ROUNDS} random rules tell what a plain evaluation tells`, { timeout: 3_600_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const r = dice(1000 + round)
    const ofSale = tree(r, () => leaf(r, OF_SALE))
    const ofCustomer = tree(r, () => leaf(r, OF_CUSTOMER))
    await setRule('sale', ofSale)
    await setRule('customer', ofCustomer)
    // Somebody who is not let see a field is told so, and hears nothing of what it says.
    const hidden = r.chance(0.4) ? r.pick(PATHS) : undefined
    await world.db.deleteFrom('permission_override').where('kind', '=', 'field').execute()
    if (hidden) for (const id of [role, everybody]) await setOverride(world, id, 'field', fieldIds.get(hidden) as string, 'read', false)
    const seenCustomers = new Map([...customers].filter(([, row]) => fits(ofCustomer, key => row[key] ?? null)))
    const seen = sales.filter(row => fits(ofSale, key => row[key] ?? null))
    const valueOf = (row: Row) => (path: string) => {
      const [key, of] = path.split('.') as [string, string | undefined]
      return of ? (seenCustomers.get(String(row[key]))?.[of] ?? null) : (row[key] ?? null)
    }
    for (let n = 0; n < QUERIES; n++) {
      const paths = r.some(PATHS, 0.3).slice(0, 3)
      const filter = r.chance(0.6) ? tree(r, () => (r.chance(0.4) ? leaf(r, OF_CUSTOMER, 'customer.') : leaf(r, OF_SALE))) : undefined
      const only = r.chance(0.4) ? tree(r, () => (r.chance(0.4) ? leaf(r, OF_CUSTOMER, 'customer.') : leaf(r, OF_SALE))) : undefined
      const measured = r.pick(['pieces', 'customer.score'])
      const definition = {
        model: 'main/sale',
        ...(filter && { filter }),
        groups: paths.map((path, at) => ({ key: `g${at}`, path, ...(path === 'day' && { unit: 'month' }) })),
        measures: [
          { key: 'n', measure: 'count', ...(only && { filter: only }) },
          { key: 's', measure: 'sum', path: measured },
          { key: 'm', measure: 'max', path: measured },
          { key: 'd', measure: 'distinct', path: 'customer.land' },
        ],
      }
      const plain = new Map<string, Row[]>()
      for (const row of seen) {
        if (filter && !fits(filter, valueOf(row))) continue
        const line = JSON.stringify(paths.map(path => (path === 'day' ? month(valueOf(row)(path)) : valueOf(row)(path))))
        plain.set(line, [...(plain.get(line) ?? []), row])
      }
      if (!paths.length && !plain.size) plain.set('[]', [])
      const figures = (rows: Row[]) => {
        const numbers = rows.map(row => valueOf(row)(measured)).filter(value => value !== null) as number[]
        return [
          rows.filter(row => !only || fits(only, valueOf(row))).length,
          numbers.length ? numbers.reduce((a, b) => a + b, 0) : null,
          numbers.length ? Math.max(...numbers) : null,
          new Set(rows.flatMap(row => valueOf(row)('customer.land') ?? [])).size,
        ]
      }
      const expected = [...plain].map(([line, rows]) => JSON.stringify([...JSON.parse(line), ...figures(rows)])).sort()
      const saved = await world.db.selectFrom('resource').select('id').where('key', '=', 'asked').executeTakeFirst()
      if (!saved) {
        const made = await world.call('query.create', { as: 'ann', params: DEV, body: { key: 'asked', name: 'Asked', definition } })
        expect(made.msg).toBe('')
      } else
        await world.db
          .updateTable('resource')
          .set({ definition: JSON.stringify(definition) })
          .where('id', '=', saved.id)
          .execute()
      const reply = await world.call('query.run', { as: 'ben', params: { ...DEV, queryKey: 'asked' } })
      const told = `round ${round}, query ${n}: ${JSON.stringify({ ofSale, ofCustomer, definition })}`
      if (hidden && JSON.stringify(definition).includes(`"${hidden}"`)) {
        expect([reply.status, reply.code, reply.data], told).toEqual([403, 'query.fieldRefused', {}])
        continue
      }
      expect(reply.status, reply.msg + told).toBe(0)
      const items = reply.data.items as Row[]
      expect(items.map(({ _labels, ...row }) => JSON.stringify(Object.values(row))).sort(), told).toEqual(expected)
      // The rows behind a line are those of the plain evaluation, too.
      const line = items.length ? r.pick(items) : undefined
      if (!line || n > 2) continue
      const at = Object.fromEntries(paths.map((_, place) => [`g${place}`, line[`g${place}`]]))
      const behind = await world.call('query.listRows', { as: 'ben', params: { ...DEV, queryKey: 'asked' }, query: { at: JSON.stringify(at), perPage: '100' } })
      expect((behind.data.items as Row[]).map(({ id }) => id).sort(), told).toEqual(
        (plain.get(JSON.stringify(Object.values(at))) ?? []).map(({ id }) => id).sort(),
      )
    }
  }
})
