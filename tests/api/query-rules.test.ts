// No query, chart or API tells a row, field or count that the rules refuse: random rules and questions, held against a plain evaluation of the rows themselves.
// What pages hear of changes is held in live-rows-properties.test.ts. ROUNDS=100000 asks as many questions; with ROUNDS_FROM in several runs.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEV } from '../support/models.ts'
import { dice, type Dice } from '../support/random.ts'
import {
  EACH,
  each,
  FIRST,
  fits,
  leaf,
  month,
  OF_CUSTOMER,
  OF_SALE,
  QUESTIONS,
  randomSales,
  tree,
  type Leaf,
  type Row,
  type Tree,
  type Value,
} from '../support/random-sales.ts'
import type { World } from '../support/world.ts'

/** Of rules, for each kind of question. */
const ROUNDS = Math.ceil(QUESTIONS / 3 / EACH)
const LONG = { timeout: 12 * 3_600_000 }

let world: World
let shop: Awaited<ReturnType<typeof randomSales>>
beforeAll(async () => {
  shop = await randomSales()
  world = shop.world
}, 120_000)
afterAll(() => world?.close())

const PATHS = ['state', 'place', 'pieces', 'day', 'customer.land', 'customer.score']

/** Asks as somebody with rules what is saved as a query. */
async function asked(n: number, definition: object) {
  await shop.put('query', `asked${n}`, definition)
  return world.call('query.run', { as: 'ben', params: { ...DEV, queryKey: `asked${n}` } })
}

it(`${ROUNDS * EACH} random queries over relations to many tell each row once`, LONG, async () => {
  const GROUPS = ['land', 'score', 'sales.state', 'sales.pieces', 'sales.day']
  for (let round = FIRST; round < FIRST + ROUNDS; round++) {
    const seen = await shop.begin(dice(5000 + round), ['state', 'pieces', 'day', 'customer.land', 'customer'], 0.3)
    const { hidden } = seen
    const under = { ofSale: seen.ofSale, ofCustomer: seen.ofCustomer, hidden }
    const seenCustomers = [...seen.customers].map(([id, row]) => ({ id, ...row }) as Row)
    const salesOf = (row: Row) => seen.sales.filter(({ customer }) => customer === row.id)
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
    await each(5000 + round, async (n, r) => {
      const anyLeaf = () =>
        r.chance(0.2)
          ? { left: { type: 'field' as const, field: 'sales' }, op: r.pick(['is_empty', 'is_not_empty']) }
          : r.chance(0.6)
            ? leaf(r, OF_SALE, 'sales.')
            : leaf(r, OF_CUSTOMER)
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
      const reply = await asked(n, definition)
      const where = `round ${round}, query ${n}: ${JSON.stringify({ ...under, definition })}`
      const uses = (path: string) => JSON.stringify(definition).includes(`"${path}"`)
      const isRefused =
        hidden &&
        (hidden === 'customer'
          ? /"sales(\.\w+)?"/.test(JSON.stringify(definition).replace('"key":"sales"', ''))
          : uses(hidden.includes('.') ? (hidden.split('.')[1] as string) : `sales.${hidden}`))
      if (isRefused) {
        expect([reply.status, reply.code, reply.data], where).toEqual([403, 'query.fieldRefused', {}])
        return
      }
      expect(reply.status, reply.msg + where).toBe(0)
      const items = reply.data.items as Row[]
      expect(items.map(({ _labels, ...row }) => JSON.stringify(Object.values(row))).sort(), where).toEqual(expected.sort())
      const line = items.length ? r.pick(items) : undefined
      if (!line || n > 2) return
      const at = Object.fromEntries(paths.map((_, place) => [`g${place}`, line[`g${place}`]]))
      const behind = await world.call('query.listRows', {
        as: 'ben',
        params: { ...DEV, queryKey: `asked${n}` },
        query: { at: JSON.stringify(at), perPage: '100' },
      })
      expect((behind.data.items as Row[]).map(({ id }) => id).sort(), where).toEqual(
        (plain.get(JSON.stringify(Object.values(at))) ?? []).map(({ row }) => row.id).sort(),
      )
    })
  }
})

it(`${ROUNDS * EACH} random queries under ${ROUNDS} random rules tell what a plain evaluation tells`, LONG, async () => {
  for (let round = FIRST; round < FIRST + ROUNDS; round++) {
    // Somebody who is not let see a field is told so, and hears nothing of what it says.
    const seen = await shop.begin(dice(1000 + round), PATHS, 0.4)
    const { hidden } = seen
    const under = { ofSale: seen.ofSale, ofCustomer: seen.ofCustomer, hidden }
    const valueOf = (row: Row) => (path: string) => {
      const [key, of] = path.split('.') as [string, string | undefined]
      return of ? (seen.customers.get(String(row[key]))?.[of] ?? null) : (row[key] ?? null)
    }
    await each(1000 + round, async (n, r) => {
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
      for (const row of seen.sales) {
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
      const reply = await asked(n, definition)
      const told = `round ${round}, query ${n}: ${JSON.stringify({ ...under, definition })}`
      if (hidden && JSON.stringify(definition).includes(`"${hidden}"`)) {
        expect([reply.status, reply.code, reply.data], told).toEqual([403, 'query.fieldRefused', {}])
        return
      }
      expect(reply.status, reply.msg + told).toBe(0)
      const items = reply.data.items as Row[]
      expect(items.map(({ _labels, ...row }) => JSON.stringify(Object.values(row))).sort(), told).toEqual(expected)
      // The rows behind a line are those of the plain evaluation, too.
      const line = items.length ? r.pick(items) : undefined
      if (!line || n > 2) return
      const at = Object.fromEntries(paths.map((_, place) => [`g${place}`, line[`g${place}`]]))
      const behind = await world.call('query.listRows', {
        as: 'ben',
        params: { ...DEV, queryKey: `asked${n}` },
        query: { at: JSON.stringify(at), perPage: '100' },
      })
      expect((behind.data.items as Row[]).map(({ id }) => id).sort(), told).toEqual(
        (plain.get(JSON.stringify(Object.values(at))) ?? []).map(({ id }) => id).sort(),
      )
    })
  }
})

/** A list of rows with conditions, words, an order and a page; and what it comes to. */
function anyList(r: Dice) {
  const filter = r.chance(0.7) ? tree(r, () => leaf(r, OF_SALE)) : undefined
  const keywords = r.chance(0.3) ? r.pick(['o', 'BON', '%', "'", 'zzz']) : ''
  const orderBy = r.chance(0.4) ? r.pick(['state', 'pieces', 'day']) : undefined
  const [page, perPage] = r.chance(0.3) ? [1 + r.below(3), 1 + r.below(9)] : [1, 100]
  return {
    names: [...new Set([...JSON.stringify(filter ?? {}).matchAll(/"field":"(\w+)"/g)].map(([, key]) => key as string)), ...(orderBy ? [orderBy] : [])],
    part: {
      source: 'main',
      model: 'sale',
      operation: 'list',
      ...(filter && { filter: JSON.stringify(filter) }),
      ...(keywords && { keywords }),
      ...(orderBy && { orderBy, orderDir: r.pick(['asc', 'desc'] as const) }),
      page: String(page),
      perPage: String(perPage),
    },
    page,
    perPage,
    isIn: (row: Row, hidden: string | undefined) =>
      (!filter || fits(filter, key => row[key] ?? null)) &&
      (!keywords ||
        ['place', 'state'].some(
          key =>
            key !== hidden &&
            String(row[key] ?? '')
              .toLowerCase()
              .includes(keywords.toLowerCase()),
        )),
  }
}

it(`${ROUNDS * EACH} random calls of APIs over models and queries tell no more than a plain evaluation`, LONG, async () => {
  for (let round = FIRST; round < FIRST + ROUNDS; round++) {
    const seen = await shop.begin(dice(9000 + round), ['state', 'place', 'pieces', 'day', 'customer'], 0.5)
    const { hidden } = seen
    const visible = new Set(seen.sales.map(({ id }) => id))
    await each(9000 + round, async (n, r) => {
      // Kept answers are one person's under one set of rules.
      const limits = { perMinute: 6000, ...(r.chance(0.3) && { cacheSeconds: 60 }) }
      const call = (apiKey: string, parameters: object = {}) => world.call('api.call', { as: 'ben', params: { ...DEV, apiKey }, body: { parameters } })
      const told = (more: object) => `round ${round}, call ${n}: ${JSON.stringify({ ofSale: seen.ofSale, ofCustomer: seen.ofCustomer, hidden, ...more })}`
      const plainly = (row: Row) =>
        Object.fromEntries(['id', ...Object.keys(OF_SALE), 'customer'].flatMap(key => (key === hidden ? [] : [[key, row[key] ?? null]])))

      if (r.chance(0.25)) {
        // One row, by its id.
        await shop.put('api', `row${n}`, {
          type: 'model',
          parameters: [{ key: 'id', type: 'text' }],
          model: { source: 'main', model: 'sale', operation: 'get', id: '{{id}}' },
          limits,
        })
        const row = r.pick(shop.sales)
        const reply = await call(`row${n}`, { id: row.id })
        if (visible.has(row.id as string)) expect(reply.data, told({ row })).toMatchObject(plainly(row))
        else expect([reply.code, reply.data], told({ row })).toEqual(['data.rowUnknown', {}])
        if (hidden) expect(reply.data, told({ row })).not.toHaveProperty(hidden)
        return
      }
      if (r.chance(0.35)) {
        // A query by an API: the same as the query itself, refused where it is.
        const path = r.pick(['state', 'place', 'pieces', 'day'])
        const filter = tree(r, () => leaf(r, OF_SALE))
        const definition = {
          model: 'main/sale',
          filter,
          groups: [{ key: 'g', path, ...(path === 'day' && { unit: 'month' }) }],
          measures: [{ key: 'n', measure: 'count' }],
        }
        await shop.put('query', `behind${n}`, definition)
        await shop.put('api', `asks${n}`, { type: 'query', query: { key: `behind${n}` }, limits: { perMinute: 6000 } })
        const reply = await call(`asks${n}`)
        if (hidden && JSON.stringify(definition).includes(`"${hidden}"`))
          return void expect([reply.status, reply.code, reply.data], told(definition)).toEqual([403, 'query.fieldRefused', {}])
        const counts = new Map<string, number>()
        for (const row of seen.sales) {
          if (!fits(filter, key => row[key] ?? null)) continue
          const group = JSON.stringify(path === 'day' ? month(row.day ?? null) : (row[path] ?? null))
          counts.set(group, (counts.get(group) ?? 0) + 1)
        }
        expect(reply.msg, told(definition)).toBe('')
        const items = reply.data.items as Row[]
        return void expect(new Map(items.map(({ g, n: count }) => [JSON.stringify(g), count])), told(definition)).toEqual(counts)
      }
      const { part, names, page, perPage, isIn } = anyList(r)
      await shop.put('api', `list${n}`, { type: 'model', model: part, limits })
      const reply = await call(`list${n}`)
      if (hidden && names.includes(hidden)) return void expect([reply.status, reply.data], told(part)).toEqual([422, {}])
      expect(reply.msg, told(part)).toBe('')
      const expected = seen.sales.filter(row => isIn(row, hidden))
      const items = reply.data.items as (Row & { _labels: object })[]
      expect(reply.data.total, told(part)).toBe(expected.length)
      expect(items.length, told(part)).toBe(Math.max(0, Math.min(perPage, expected.length - (page - 1) * perPage)))
      const byId = new Map(expected.map(row => [row.id, row]))
      for (const item of items) {
        const row = byId.get(item.id as string)
        expect(row && plainly(row), told(part)).toEqual(Object.fromEntries(Object.keys(plainly(row as Row)).map(key => [key, item[key]])))
        if (hidden) expect(item, told(part)).not.toHaveProperty(hidden)
      }
      if (perPage === 100) expect(new Set(items.map(({ id }) => id)), told(part)).toEqual(new Set(byId.keys()))
    })
  }
})
