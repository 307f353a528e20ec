// What pages hear of changed rows, held against a slow and plain reading of the rules: random conditions, random changes, several of them told together.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RawBuilder } from 'kysely'
import { compileFilter } from '../../api/server/services/data/rows/filter.ts'
import { STATE, whatIsSeen } from '../../api/server/services/data/rows/live/seen.ts'
import type { Model } from '../../api/server/services/data/types.ts'
import type { Store } from '../../api/server/services/data/sources/connections.ts'
import { dice } from '../support/random.ts'
import { makeOrders, ORDERS } from '../support/row-permissions.ts'
import { makeWorld, type Reply, type World } from '../support/world.ts'

/** Conditions that are asked about each batch of changes, and batches. */
const [CONDITIONS, BATCHES] = process.env.TESSERA_FULL ? [1000, 100] : [300, 30]
const { chance, below, pick } = dice(16)

type Values = { title: string | null; amount: number | null; owner: string | null }
type Row = Values & { id: string }
type Rows = ReadonlyMap<string, Row>

let world: World
let model: Model
let store: Store
let fields: Record<string, string>
beforeAll(async () => {
  world = await makeWorld()
  ;({ fields } = await makeOrders(world))
  const scope = { companyId: world.ids.acme, appId: world.ids.shop, tag: 'dev' }
  model = await world.running.services.data.models.applied(scope, 'main', 'order')
  store = await world.running.services.data.sources.storeOf(scope, model.source)
}, 60_000)
afterAll(() => world?.close())

/** A condition as the server reads it, and what it comes to for a row: nothing where a comparison has no answer. */
interface Condition {
  tree: object
  holds(row: Row): boolean | null
}
const field = (name: string) => ({ type: 'field', field: name })
function leaf(): Condition {
  return pick([
    () => {
      const [op, right] = [pick(['less', 'greater', 'equal', 'not_equal'] as const), below(8)]
      const compare = {
        less: (n: number) => n < right,
        greater: (n: number) => n > right,
        equal: (n: number) => n === right,
        not_equal: (n: number) => n !== right,
      }
      return {
        tree: { left: field('amount'), op, right },
        holds: ({ amount }: Row) => (amount === null ? (op === 'not_equal' ? true : null) : compare[op](amount)),
      }
    },
    () => {
      const [name, op] = [pick(['amount', 'owner'] as const), pick(['is_empty', 'is_not_empty'] as const)]
      return { tree: { left: field(name), op }, holds: (row: Row) => (row[name] === null) === (op === 'is_empty') }
    },
    () => {
      const [op, right] = [pick(['like', 'starts_with', 'equal'] as const), pick(['Ben', 'x', 'e'])]
      const low = right.toLowerCase()
      const compare = {
        like: (t: string) => t.toLowerCase().includes(low),
        starts_with: (t: string) => t.toLowerCase().startsWith(low),
        equal: (t: string) => t === right,
      }
      return { tree: { left: field('title'), op, right }, holds: ({ title }: Row) => (title === null ? null : compare[op](title)) }
    },
    () => {
      const [op, right] = [pick(['equal', 'not_equal'] as const), pick(['ann', 'ben'] as const)]
      return {
        tree: { left: field('owner'), op, right: world.ids[right] },
        holds: ({ owner }: Row) => (op === 'not_equal' ? owner !== world.ids[right] : owner === null ? null : owner === world.ids[right]),
      }
    },
  ])()
}
function condition(depth = 0): Condition {
  if (depth === 2 || chance(0.4)) return leaf()
  const [conjunction, not] = [pick(['and', 'or'] as const), chance(0.25)]
  const children = Array.from({ length: 1 + below(3) }, () => condition(depth + 1))
  return {
    tree: { conjunction, ...(not && { not }), children: children.map(one => one.tree) },
    holds(row) {
      const all = children.map(one => one.holds(row))
      const decides = conjunction === 'or'
      const found = all.includes(decides) ? decides : all.includes(null) ? null : !decides
      return not ? found !== true : found
    },
  }
}
const grouped = (one: Condition): Condition => ('conjunction' in one.tree ? one : { ...one, tree: { conjunction: 'and', children: [one.tree] } })

const fine = (reply: Reply) => {
  expect(reply.status, `${reply.msg} ${JSON.stringify(reply.errors)}`).toBe(0)
  return reply.data
}
const rowsNow = async (): Promise<Rows> => {
  const { items } = fine(await world.call('data.listRows', { as: 'ann', params: ORDERS, query: { perPage: 100 } }))
  return new Map((items as Row[]).map(({ id, title, amount, owner }) => [id, { id, title, amount, owner }]))
}
const someValues = (): Values => ({
  title: pick([null, 'Ben', 'xylophone', 'Eve', 'x']),
  amount: pick([null, below(8)]),
  owner: pick([null, world.ids.ann, world.ids.ben]),
})
const partOf = (values: Values) => {
  const part = Object.fromEntries(Object.entries(values).filter(() => chance(0.5)))
  return Object.keys(part).length ? part : values
}
/** Does something; answers false where there was nothing to do. */
async function change(rows: Rows): Promise<boolean> {
  const ids = [...rows.keys()]
  const call = world.call
  if (ids.length < 4 || (chance(0.25) && ids.length < 12)) fine(await call('data.createRow', { as: 'ann', params: ORDERS, body: someValues() }))
  else if (chance(0.15)) fine(await call('data.deleteRows', { as: 'ann', params: { ...ORDERS, rowIds: pick(ids) } }))
  else if (chance(0.2)) {
    const { items } = fine(await call('data.listChanges', { as: 'ann', params: ORDERS })) as { items: { id: string; isUndone: boolean }[] }
    const last = items.find(one => !one.isUndone)
    return !!last && (await call('data.undoChange', { as: 'ann', params: { ...ORDERS, changeId: last.id } })).status === 0
  } else if (chance(0.35))
    fine(
      await call('data.updateRows', {
        as: 'ann',
        params: ORDERS,
        body: { ids: [...new Set([pick(ids), pick(ids), pick(ids)])], values: partOf(someValues()) },
      }),
    )
  else fine(await call('data.updateRow', { as: 'ann', params: { ...ORDERS, rowId: pick(ids) }, body: partOf(someValues()) }))
  return true
}
const changesSince = async (after: string) =>
  (await world.pool.query<{ id: string }>('select id from row_change where model_id = $1 and id > $2 order by id', [model.id, after])).rows.map(row => row.id)

/** Keys of what differs between two states of a row; undefined for one that came or went. */
const differing = (before: Row | undefined, after: Row | undefined) =>
  before && after ? (['title', 'amount', 'owner'] as const).filter(key => before[key] !== after[key]) : undefined

it('no page is told of a row, or of a change of one, that its rules or fields keep back; every other is told', async () => {
  let last = (await changesSince('00000000-0000-0000-0000-000000000000')).at(-1) as string
  const count = { told: 0, silent: 0, ids: 0 }
  for (let batch = 0; batch < BATCHES; batch++) {
    const states: Rows[] = [await rowsNow()]
    for (let n = 1 + below(4); n > 0; n--) {
      await change(states.at(-1) as Rows)
      states.push(await rowsNow())
    }
    const changes = await changesSince(last)
    if (!changes.length) continue
    last = changes.at(-1) as string
    const asked = Array.from({ length: CONDITIONS }, () => {
      const hidden = chance(0.3) ? [pick(['title', 'amount', 'owner'] as const)] : []
      return { ...grouped(condition()), hidden }
    })
    const limits = asked.map(({ tree, hidden }) => ({
      condition: compileFilter(tree, { definition: model.definition, engine: 'postgres' }, { table: STATE }) as RawBuilder<boolean>,
      hidden: new Set(hidden.map(key => fields[key] as string)),
    }))
    const told = await whatIsSeen(world.db as never, store, model, changes, limits, { named: true })
    const now = states.at(-1) as Rows
    for (const [at, { tree, holds, hidden }] of asked.entries()) {
      const isSeen = (row: Row | undefined) => !!row && holds(row) === true
      let isTold = false
      const ids = new Set<string>()
      for (const [step, after] of states.entries()) {
        const before = states[step - 1]
        if (!before) continue
        for (const id of new Set([...before.keys(), ...after.keys()])) {
          const keys = differing(before.get(id), after.get(id))
          if (keys && keys.every(key => hidden.includes(key as never))) continue
          if (isSeen(before.get(id)) || isSeen(now.get(id))) isTold = true
          if (isSeen(now.get(id))) ids.add(id)
        }
      }
      expect({ batch, tree, hidden, ...told[at], ids: [...(told[at]?.ids ?? [])].sort() }).toEqual({ batch, tree, hidden, isTold, ids: [...ids].sort() })
      if (isTold) count.told++
      else count.silent++
      count.ids += ids.size
    }
  }
  expect(Math.min(count.told, count.silent, count.ids)).toBeGreaterThan((CONDITIONS * BATCHES) / 100)
}, 120_000)
