// No list, picker, figure, search, export or history answers a row or a field that the rules refuse, on any kind of database: random rights by role, hidden
// fields and rules of rows, for members, people from outside and guests, held against rules that are told here a second time in the plainest way.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
import type { CallId } from '../../api/generated/calls.ts'
import { databasesBesideBuiltIn } from '../support/databases.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { addExternal, addRole, builtIn, letGuestsIn, setList, setOverride } from '../support/permissions.ts'
import { addRule, dropRules, rule } from '../support/row-permissions.ts'
import { makeWorld, type Person, type Reply, type World } from '../support/world.ts'

/** Many of them in `npm run verify:full`; the same first ones in every run. */
const ROUNDS = process.env.TESSERA_FULL ? 40 : 6

/** Small, and the same every time. */
let state = 11
const next = () => {
  state = (Math.imul(state, 1664525) + 1013904223) | 0
  return (state >>> 8) / 2 ** 24
}
const chance = (p: number) => next() < p
const below = (n: number) => Math.floor(next() * n)
const one = <T>(list: readonly T[]): T => list[below(list.length)] as T
const some = <T>(list: readonly T[], p: number): T[] => list.filter(() => chance(p))

type Json = Record<string, any>
type Id = string
type Name = 'box' | 'thing'
interface Kept {
  id: Id
  values: Json
}
/** The same models in each database, with the same rows, whose texts say what they are: row 7 of the things, its field `secret` is q-t07s-q. */
interface Place {
  key: string
  modelId: Record<Name, string>
  fieldId: Record<Name, Record<string, string>>
  rows: Record<Name, Kept[]>
}
const OPTIONS = ['new', 'open', 'done'].map(value => ({ value, label: value.toUpperCase() }))
const FIELDS: Record<Name, { key: string; type: string; [more: string]: unknown }[]> = {
  box: [
    { key: 'label', type: 'text' },
    { key: 'secret', type: 'text' },
    { key: 'owner', type: 'user' },
  ],
  thing: [
    { key: 'title', type: 'text' },
    { key: 'secret', type: 'text' },
    { key: 'notes', type: 'longText' },
    { key: 'amount', type: 'integer' },
    { key: 'state', type: 'enum', options: OPTIONS },
    { key: 'owner', type: 'user' },
  ],
}
const LETTER = { box: 'b', thing: 't' } as const
const TEXTS: Record<string, string> = { label: 'l', secret: 's', title: 't', notes: 'n' }
const WORD = /q-([bt])(\d\d)([a-z])-q/g
const word = (model: Name, row: number, field: string) => `q-${LETTER[model]}${String(row).padStart(2, '0')}${TEXTS[field]}-q`

let world: World
const places: Place[] = []
const roles: Record<string, string> = {}
const PEOPLE = ['ben', 'dee', 'cyd', undefined] as const
type Who = (typeof PEOPLE)[number]

beforeAll(async () => {
  world = await makeWorld()
  await world.db.insertInto('member').values({ company_id: world.ids.acme, user_id: world.ids.dee, role: 'member' }).execute()
  const external = await addExternal(world, 'cyd')
  for (const name of ['all-users', 'external-users', 'guest', 'admin'] as const) roles[name] = await builtIn(world, name)
  roles.a = await addRole(world, 'A', { users: [world.ids.ben] })
  roles.b = await addRole(world, 'B', { users: [world.ids.dee], roles: [roles.a] })
  roles.x = await addRole(world, 'X', { externals: [external] })
  await setList(world, 'read', Object.values(roles))
  for (const database of [undefined, ...(await databasesBesideBuiltIn())]) {
    const key = database?.name ?? 'main'
    const sourceId: string = database
      ? (await world.call('source.create', { as: 'ann', params: DEV, body: { key, name: key, ...(await database.fresh()) } })).data.id
      : await builtinSource(world)
    const box = await makeModel(world, sourceId, 'box', FIELDS.box)
    const thing = await makeModel(world, sourceId, 'thing', [...FIELDS.thing, { key: 'box', type: 'relationOne', relation: { modelId: box.modelId } }])
    const own = { ...DEV, modelId: thing.modelId }
    thing.fields.parent = (
      await world.call('model.addField', {
        as: 'ann',
        params: own,
        body: { key: 'parent', name: 'parent', type: 'relationOne', relation: { modelId: thing.modelId } },
      })
    ).data.id
    box.fields.things = (
      await world.call('model.addField', {
        as: 'ann',
        params: { ...DEV, modelId: box.modelId },
        body: { key: 'things', name: 'things', type: 'relationMany', relation: { modelId: thing.modelId, field: 'box' } },
      })
    ).data.id
    await applyAll(world, sourceId)
    const rows: Place['rows'] = { box: [], thing: [] }
    const add = async (model: Name, values: Json) => void rows[model].push({ id: await addRow(world, model, values, { dsKey: key }), values })
    for (let n = 0; n < 4; n++) await add('box', { label: word('box', n, 'label'), secret: word('box', n, 'secret'), owner: n % 2 ? world.ids.ben : null })
    for (let n = 0; n < 10; n++)
      await add('thing', {
        title: word('thing', n, 'title'),
        secret: word('thing', n, 'secret'),
        notes: n % 4 ? word('thing', n, 'notes') : null,
        amount: n % 5 ? 1000 + n * n : null,
        state: OPTIONS[n % 4]?.value ?? null,
        owner: [world.ids.ben, world.ids.dee, null][n % 3],
        box: n % 5 === 4 ? null : rows.box[n % 4]?.id,
        parent: n > 3 ? rows.thing[n % 4]?.id : null,
      })
    places.push({ key, modelId: { box: box.modelId, thing: thing.modelId }, fieldId: { box: box.fields, thing: thing.fields }, rows })
  }
}, 120_000)
afterAll(() => world?.close())

// ── The rules, once more

const builtIns = () => [roles['all-users'], roles['external-users'], roles.guest] as string[]
interface Policy {
  guests: boolean
  /** By model and right, or model and field: what is said of roles. */
  said: Map<string, Map<string, boolean>>
  rules: Record<Name, { users: string[]; roles: string[]; tree: Json }[]>
}
function heldBy(who: Who, { guests }: Policy): Set<string> {
  const held =
    {
      ben: [roles.a, roles.b, roles['all-users']],
      dee: [roles.b, roles['all-users']],
      cyd: [roles.x, roles['external-users']],
    }[who as 'ben'] ?? []
  return new Set([...held, ...(guests ? [roles.guest] : [])] as string[])
}
function may(who: Who, policy: Policy, what: string): boolean {
  const usual = what.endsWith(' read') ? [roles['all-users']] : what.includes(' field ') ? builtIns() : []
  return [...heldBy(who, policy)].some(role => policy.said.get(what)?.get(role) ?? usual.includes(role))
}
/** True, false, or undefined where there is nothing to compare. */
function holds(row: Json, node: Json, who: Who): boolean | undefined {
  if (node.children) {
    const each = (node.children as Json[]).map(child => holds(row, child, who))
    if (!each.length) return true
    const all =
      node.conjunction === 'and'
        ? each.includes(false)
          ? false
          : each.includes(undefined)
            ? undefined
            : true
        : each.includes(true)
          ? true
          : each.includes(undefined)
            ? undefined
            : false
    return node.not ? all !== true : all
  }
  const { op, right } = node as { op: string; right: any }
  const value = row[node.left.field] ?? null
  if (op === 'is_empty') return value === null
  if (op === 'is_not_empty') return value !== null
  const other = right?.field ? (who ? world.ids[who] : null) : right
  if (other === null) return op === 'not_equal'
  if (op === 'not_equal') return value !== other
  if (value === null) return undefined
  if (op === 'less') return value < other
  if (op === 'greater') return value > other
  if (op === 'like') return String(value).includes(other)
  return value === other
}
/** The rows of a model that somebody may see. */
function rowsFor(who: Who, policy: Policy, place: Place, model: Name): Kept[] {
  if (!may(who, policy, `${model} read`)) return []
  const held = heldBy(who, policy)
  const all = policy.rules[model]
  if (!all.length) return place.rows[model]
  const mine = all.filter(({ users, roles: of }) => (who && users.includes(world.ids[who])) || of.some(role => held.has(role)))
  return place.rows[model].filter(({ values }) => mine.some(({ tree }) => holds(values, tree, who) !== false && holds(values, tree, who) !== undefined))
}

// ── Random policies

const field = (name: string) => ({ type: 'field', field: name })
/** A condition on a model, the same in each database: of relations whether there is one. */
function leaf(model: Name): Json {
  const n = below(4)
  const shared = [
    () => ({ left: field('owner'), op: one(['equal', 'not_equal']), right: field('user.id') }),
    () => ({ left: field('secret'), op: one(['like', 'equal', 'not_equal']), right: word(model, n, 'secret') }),
  ]
  const own = {
    box: [() => ({ left: field('label'), op: 'like', right: `q-b0${n}` })],
    thing: [
      () => ({ left: field('amount'), op: one(['less', 'greater', 'equal', 'not_equal']), right: 1000 + below(5) * 9 }),
      () => ({ left: field('notes'), op: one(['is_empty', 'is_not_empty']) }),
      () => ({ left: field('state'), op: one(['equal', 'not_equal']), right: one(OPTIONS).value }),
      () => ({ left: field(one(['box', 'parent'])), op: one(['is_empty', 'is_not_empty']) }),
    ],
  }[model]
  return one<() => Json>([...shared, ...own])()
}
const tree = (model: Name, depth = 0): Json => ({
  conjunction: one(['and', 'or']),
  ...(chance(0.2) && { not: true }),
  children: Array.from({ length: 1 + below(2) }, () => (depth < 2 && chance(0.3) ? tree(model, depth + 1) : leaf(model))),
})
function randomPolicy(): Policy {
  const said: Policy['said'] = new Map()
  const say = (what: string, p: number) => {
    const of = new Map(some([...builtIns(), roles.a, roles.b, roles.x] as string[], p).map(role => [role, chance(0.6)]))
    if (of.size) said.set(what, of)
  }
  for (const model of ['box', 'thing'] as const) {
    said.set(`${model} read`, new Map([roles['external-users'], roles.guest, roles.x].map(role => [role as string, chance(0.75)])))
    if (chance(0.25)) say(`${model} read`, 0.4)
    say(`${model} exportRows`, 0.6)
    // Hidden from all, but perhaps from somebody.
    for (const key of keysOf(model))
      if (chance(0.3))
        said.set(
          `${model} field ${key}`,
          new Map([...builtIns().map(role => [role, false] as const), ...some([roles.a, roles.x] as string[], 0.3).map(role => [role, true] as const)]),
        )
  }
  const rulesOf = (model: Name) =>
    chance(0.25)
      ? []
      : Array.from({ length: 1 + below(3) }, () => {
          const users = some(['ben', 'dee'] as const, 0.2).map(who => world.ids[who])
          const given = some(Object.values(roles), 0.35)
          return {
            users,
            roles: users.length || given.length ? given : [one(Object.values(roles))],
            tree: chance(0.15) ? { conjunction: 'and', children: [] } : tree(model),
          }
        })
  return { guests: chance(0.7), said, rules: { box: rulesOf('box'), thing: rulesOf('thing') } }
}
const keysOf = (model: Name) => [...FIELDS[model].map(({ key }) => key), ...(model === 'thing' ? ['box', 'parent'] : ['things'])]

async function put({ guests, said, rules }: Policy) {
  await dropRules(world)
  await world.db.deleteFrom('permission_override').where('app_id', '=', world.ids.shop).execute()
  await letGuestsIn(world, guests)
  for (const place of places) {
    for (const [what, of] of said) {
      const [model, right, key] = what.split(' ') as [Name, string, string | undefined]
      for (const [role, allow] of of)
        await (key
          ? setOverride(world, role, 'field', place.fieldId[model][key] as string, 'read', allow)
          : setOverride(world, role, 'model', place.modelId[model], right, allow))
    }
    for (const model of ['box', 'thing'] as const)
      for (const [n, { users, roles: of, tree: filters }] of rules[model].entries())
        await addRule(world, rule({ users, roles: of }, filters, { name: `Rule ${n}` }), { ...DEV, dsKey: place.key, dmKey: model })
  }
}

// ── What is asked

/** Everything that answers rows or what is in them. */
const ASKED: CallId[] = [
  'data.listRows',
  'data.getRow',
  'data.listChoices',
  'data.listOptions',
  'data.listTotals',
  'data.listGroups',
  'data.exportRows',
  'data.getHistory',
  'data.listChanges',
]
/** Calls that answer no rows, what somebody did himself, or that change rows, with their tests beside them (row-rights, row-rules, row-rules-on-write). */
const ELSEWHERE =
  /^data\.(create|update|delete|restore|undo|upload|import|plan|confirm|cancel|download|retry|start|preview|listViews|listImport|getImport|getBulk|getChange|getFile|explain)/

it('speaks of every call that answers rows', () => {
  const all = contracts.filter(({ id, path }) => id.startsWith('data.') && path.includes('/model/{dmKey}')).map(({ id }) => id)
  expect(all.filter(id => !ASKED.includes(id as CallId) && !ELSEWHERE.test(id))).toEqual([])
})

/** When files were asked for: no more are made in a minute. */
const exported: number[] = []
const mayExport = () => exported.filter(when => when > Date.now() - 61_000).length < 30 && exported.push(Date.now())
let answered = 0
let refused = 0
async function check(who: Who, policy: Policy, place: Place, model: Name) {
  const seen = { box: rowsFor(who, policy, place, 'box'), thing: rowsFor(who, policy, place, 'thing') }
  // The things of a box are seen as the boxes of things are.
  const shows = (of: Name, key: string): boolean => may(who, policy, `${of} field ${key}`) && (key !== 'things' || may(who, policy, 'thing field box'))
  const params = { ...DEV, dsKey: place.key, dmKey: model }
  const isIn = may(who, policy, `${model} read`)
  const rows = seen[model]
  const all = place.rows[model]
  const idsOf = (list: readonly Kept[]) => list.map(({ id }) => id).sort()
  const about = (call: string, more: unknown) => JSON.stringify({ who: who ?? 'guest', place: place.key, model, call, more })

  /** Asks, and reads every word of the answer: none may be of a row or a field that is refused. */
  const ask = async (call: CallId, more: Json = {}, mayAnswer = true): Promise<Reply> => {
    const reply = await world.call(call, { as: who as Person | undefined, ...more, params: { ...params, ...more.params } })
    for (const [found, letter, number, of] of reply.raw.toString('utf8').matchAll(WORD)) {
      const named = letter === 'b' ? 'box' : 'thing'
      const key = Object.entries(TEXTS).find(([name, short]) => short === of && keysOf(named).includes(name))?.[0] as string
      const isSeen = seen[named].includes(place.rows[named][Number(number)] as Kept) && shows(named, key)
      expect(isSeen, `${about(call, more)} told ${found}`).toBe(true)
    }
    const isFine = call === 'data.exportRows' ? reply.http === 200 : reply.status === 0
    expect({ about: about(call, more), isFine, code: reply.code }).toEqual({ about: about(call, more), isFine: isIn && mayAnswer, code: reply.code })
    if (isFine) answered++
    else refused++
    return reply
  }

  // Lists: the rows, their fields, and what stands behind relations.
  const relations = model === 'box' ? ['things'] : ['box', 'parent'].filter(key => shows('thing', key))
  const list = await ask('data.listRows', { query: { perPage: 100, relations: relations.filter(key => shows(model, key)).join() } })
  if (list.status === 0) {
    expect(list.data.items.map((row: Json) => row.id).sort(), about('data.listRows', '')).toEqual(idsOf(rows))
    expect([
      list.data.total,
      list.data.items.flatMap((row: Json) => Object.keys(row).filter(key => keysOf(model).includes(key) && !shows(model, key))),
    ]).toEqual([rows.length, []])
    expect(list.data.fields.map((one: Json) => one.key).sort()).toEqual(
      keysOf(model)
        .filter(key => shows(model, key))
        .sort(),
    )
    for (const row of list.data.items as Json[]) {
      const of = (key: string) => (row._related?.[key] ?? []) as Json[] | Json
      if (model === 'box') {
        const mine = seen.thing.filter(({ values }) => values.box === row.id && shows('thing', 'box'))
        expect([...(of('things') as Json[])].map(({ id }) => id).sort(), about('related', row.id)).toEqual(shows('box', 'things') ? idsOf(mine) : [])
      }
      for (const key of model === 'thing' ? relations : []) {
        const { id } = of(key) as Json
        if (id) expect(idsOf(seen[key === 'box' ? 'box' : 'thing'])).toContain(id)
      }
    }
  }

  // Looked for, ordered and filtered by what may not be seen: nothing comes of it.
  const target = one(all)
  const at = all.indexOf(target)
  const key = one(keysOf(model).filter(name => TEXTS[name]))
  const words = word(model, at, key)
  const isFound = rows.includes(target) && shows(model, key)
  const found = await ask('data.listRows', { query: { keywords: words } })
  if (found.status === 0) expect(found.data.total, about('keywords', words)).toBe(isFound && target.values[key] ? 1 : 0)
  const condition = tree(model)
  const named = new Set([...JSON.stringify(condition).matchAll(/"left":\{"type":"field","field":"(\w+)"/g)].map(([, name]) => name as string))
  const filter = JSON.stringify(condition).replaceAll('{"type":"field","field":"user.id"}', JSON.stringify(who ? world.ids[who] : world.ids.ann))
  const isKnown = [...named].every(name => shows(model, name))
  const fits = rows.filter(({ values }) => holds(values, JSON.parse(filter), who) === true)
  const filtered = await ask('data.listRows', { query: { filter, perPage: 100 } }, isKnown)
  if (filtered.status === 0) expect(filtered.data.items.map((row: Json) => row.id).sort(), about('filter', filter)).toEqual(idsOf(fits))
  const orderBy = one(keysOf(model).filter(name => name !== 'things'))
  await ask('data.listRows', { query: { orderBy, perPage: 3 } }, shows(model, orderBy))

  // One row, and what happened to it.
  const { id } = one(all)
  const isSeen = idsOf(rows).includes(id)
  await ask('data.getRow', { params: { rowId: id }, query: { relations: relations.filter(name => shows(model, name)).join() } }, isSeen)
  if (who) {
    await ask('data.getHistory', { params: { rowId: id } }, isSeen)
    await ask('data.listChanges')
  }

  // Pickers: with everything said to be chosen already.
  const label = one(keysOf(model).filter(name => name !== 'things'))
  const value = one(['id', ...keysOf(model).filter(name => name !== 'things')])
  const parent = model === 'thing' && chance(0.3) ? 'parent' : ''
  const chosen = all.map(row => (value === 'id' ? row.id : row.values[value])).filter(one => one !== null && one !== undefined)
  const query = { selected: chosen.join(), perPage: 200, ...(value !== 'id' && { value }), ...(parent && { parent }), ...(chance(0.3) && { keywords: words }) }
  const isOffered = shows(model, label) && (value === 'id' || shows(model, value)) && (!parent || shows(model, parent))
  const options = await ask('data.listOptions', { params: { fieldKey: label }, query }, isOffered)
  if (options.status === 0 && label !== 'notes') {
    const flat = (list: Json[]): string[] => list.flatMap(one => [String(one.value), ...flat(one.children ?? [])])
    const expected = rows.map(row => (value === 'id' ? row.id : row.values[value])).filter(one => one !== null && one !== undefined)
    // Below each other only what fits the words is shown.
    if (!parent || !('keywords' in query))
      expect([...new Set(flat(options.data.options))].sort(), about('options', query)).toEqual([...new Set(expected.map(String))].sort())
  }
  for (const relation of model === 'thing' ? (['box', 'parent'] as const) : []) {
    const other = relation === 'box' ? 'box' : 'thing'
    const choices = await ask('data.listChoices', { params: { fieldKey: relation }, query: { selected: one(place.rows[other]).id } }, shows('thing', relation))
    if (choices.status === 0) for (const option of choices.data.options) expect(idsOf(seen[other]), about('choices', relation)).toContain(option.value)
  }

  // Figures: of the rows that may be seen, by fields that may.
  const measure = model === 'box' ? 'count' : one(['count', 'sum', 'avg', 'min', 'max'])
  const by = chance(0.7) ? one(keysOf(model).filter(name => name !== 'things' && name !== 'notes')) : ''
  const isTold = (!by || shows(model, by)) && (measure === 'count' || shows(model, 'amount'))
  const totals = await ask(
    'data.listTotals',
    { params: { measure }, query: { ...(by && { by, most: 200 }), ...(measure !== 'count' && { of: 'amount' }) } },
    isTold,
  )
  const figure = (list: readonly Kept[]) => {
    const numbers = list.map(({ values }) => values.amount).filter(one => typeof one === 'number') as number[]
    const sum = numbers.reduce((so, one) => so + one, 0)
    if (measure === 'count') return list.length
    const known: Json = { sum, avg: sum / numbers.length, min: Math.min(...numbers), max: Math.max(...numbers) }
    return numbers.length ? Math.round(known[measure] * 100) / 100 : null
  }
  const rounded = (number: number | null) => (number === null ? null : Math.round(number * 100) / 100)
  const groups = new Map<string, Kept[]>()
  for (const row of rows) groups.set(String(row.values[by] ?? null), [...(groups.get(String(row.values[by] ?? null)) ?? []), row])
  if (totals.status === 0) {
    const told = by ? Object.fromEntries(totals.data.items.map((item: Json) => [String(item.key), rounded(item.value)])) : rounded(totals.data.value)
    expect(told, about('totals', { measure, by })).toEqual(by ? Object.fromEntries([...groups].map(([group, of]) => [group, figure(of)])) : figure(rows))
  }
  if (by) {
    const figures = measure === 'count' ? '' : `amount:${measure}`
    const grouped = await ask('data.listGroups', { query: { by, perPage: 200, ...(figures && { figures }) } }, isTold)
    if (grouped.status === 0)
      expect(
        Object.fromEntries(grouped.data.items.map((item: Json) => [String(item.key), [item.count, ...item.figures.map(rounded)]])),
        about('groups', { figures, by }),
      ).toEqual(Object.fromEntries([...groups].map(([group, of]) => [group, [of.length, ...(figures ? [figure(of)] : [])]])))
  }

  // A file of the list.
  if (!mayExport()) return
  const file = await ask('data.exportRows', { query: { format: 'csv' } }, may(who, policy, `${model} exportRows`))
  if (file.http === 200) expect(file.raw.toString('utf8').split('\r\n').length - 2, about('export', '')).toBe(rows.length)
}

it(`no answer tells what is refused, over ${ROUNDS} sets of rules`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const policy = randomPolicy()
    await put(policy)
    for (const who of PEOPLE) {
      if (!who && !policy.guests) {
        expect((await world.call('data.listRows', { params: { ...DEV, dsKey: 'main', dmKey: 'thing' } })).http).toBe(401)
        continue
      }
      for (const model of ['box', 'thing'] as const)
        for (const place of process.env.TESSERA_FULL ? places : [places[(round + PEOPLE.indexOf(who)) % places.length] as Place])
          await check(who, policy, place, model)
    }
  }
  // Neither answer is rare, or the test would show little.
  expect(Math.min(answered, refused) / (answered + refused)).toBeGreaterThan(0.1)
}, 900_000)
