// What a merge of two states that come from one has to hold, whatever was changed in them: thousands of pairs by chance. `TESSERA_PAIRS` says how many.
import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/ledger/index.ts'
import {
  chosenParts,
  compareContents,
  followersOf,
  mergeContents,
  mergeOrder,
  placeInTheme,
  shownInTheme,
  threeWay,
  type Content,
  type Decisions,
  type ThreeWay,
} from '../../api/server/services/release/index.ts'
import { newTheme, withValue } from '../../api/theme/document.ts'
import { rescaled, withBrand } from '../../api/theme/recolor.ts'
import { dice } from '../support/random.ts'
import { bodies, changed, randomState } from '../support/random-states.ts'

const PAIRS = Number(process.env.TESSERA_PAIRS ?? 200)
const LONG = 3 * 3_600_000
type Json = Record<string, any>

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!value || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, inOrder(one)]))
}
/** A state as people see it: pages in their order, each with what is in it. */
function seen({ pages, design }: Content, together: ThreeWay['pages'] = new Map()): Json {
  const rank = (id: string) =>
    Object.entries(pages)
      .filter(([, one]) => one.parentId === pages[id]?.parentId)
      .sort(([a, x], [b, y]) => x.sort - y.sort || (a < b ? -1 : 1))
      .findIndex(([other]) => other === id)
  const bodyOf = (hash: string | null): JsonObject | null => (hash === null ? null : (together.get(hash) ?? bodies.of(hash)))
  const shown = Object.fromEntries(Object.entries(pages).map(([id, { hash, sort: _sort, ...one }]) => [id, { ...one, at: rank(id), body: bodyOf(hash) }]))
  const sorted = (list: unknown[] = []) => {
    const told = new Map(list.map(one => [one, JSON.stringify(inOrder(one))]))
    return list.toSorted((a, b) => (told.get(a)! < told.get(b)! ? -1 : 1))
  }
  const { data, permissions, resources, texts, themes, chosenTheme } = design as NonNullable<typeof design>
  return inOrder({
    pages: shown,
    data: { sources: sorted(data.sources), models: sorted(data.models) },
    permissions: Object.fromEntries(
      // Who stands in a list stands in no order.
      Object.entries(permissions).map(([name, list]) => [
        name,
        sorted((list as Json[]).map(one => ({ ...one, ...(one.roles && { roles: sorted(one.roles) }), ...(one.roleIds && { roleIds: sorted(one.roleIds) }) }))),
      ]),
    ),
    resources: sorted(resources),
    texts,
    themes: sorted(themes),
    chosenTheme,
  }) as Json
}
/** Every value of a state by where it stands; what stands in a list is told by its id. */
function leaves(value: unknown, at = '', found = new Map<string, string>()): Map<string, string> {
  const named = (one: unknown, n: number) =>
    one && typeof one === 'object'
      ? ((one as Json).id ?? (one as Json).token ?? (one as Json).list ?? `${(one as Json).roleId} ${(one as Json).option} ${(one as Json).allow}`)
      : n
  if (Array.isArray(value) && value.every(one => one && typeof one === 'object')) value.forEach((one, n) => leaves(one, `${at}/${named(one, n)}`, found))
  else if (value && typeof value === 'object' && !Array.isArray(value)) for (const [key, one] of Object.entries(value)) leaves(one, `${at}/${key}`, found)
  else found.set(at, JSON.stringify(value))
  return found
}
const merge = (base: Content, mine: Content, theirs: Content, decisions: Decisions = {}) => {
  const result = threeWay({ base, mine, theirs }, bodies.of, decisions)
  return { ...result, seen: seen(result.content, result.pages) }
}
/** Told in full only where they differ: there are many pairs. */
const alike = (one: unknown, other: unknown, at = '') => {
  if (JSON.stringify(one) !== JSON.stringify(other)) expect(one, at).toEqual(other)
}
const deciding = (conflicts: ThreeWay['conflicts'], side: 'mine' | 'theirs') => Object.fromEntries(conflicts.map(({ key }) => [key, side]))

/** Two states that come from one, with what a merge makes of them: made once for all that has to hold of it. */
const pairOf = (seed: number) => {
  const roll = dice(seed)
  const base = randomState(roll)
  const [a, b] = [changed(base, roll, 'a', 1 + roll.below(5)), changed(base, roll, 'b', 1 + roll.below(5))]
  return { base, a, b, merged: merge(base, a, b), seenA: seen(a) }
}
type Pair = ReturnType<typeof pairOf>

const HOLDS: Record<string, (pair: Pair) => void> = {
  'release.copies-property: one side alone is that side, both alike are that, and each without a question': ({ base, a, seenA }) => {
    for (const [mine, theirs] of [
      [a, base],
      [base, a],
      [a, a],
    ] as const) {
      const { seen: came, conflicts } = merge(base, mine, theirs)
      alike(conflicts, [])
      alike(came, seenA)
    }
  },

  'comes to the same whichever side is called which, decided for the same one': ({ base, a, b, merged: one }) => {
    const two = merge(base, b, a)
    expect(one.conflicts.length).toBe(two.conflicts.length)
    if (!one.conflicts.length) alike(one.seen, two.seen)
    // Parts of pages that are decided may stand in another order; the rest is the same.
    else if (one.conflicts.every(({ node }) => !node))
      expect(merge(base, a, b, deciding(one.conflicts, 'theirs')).seen).toEqual(merge(base, b, a, deciding(two.conflicts, 'mine')).seen)
  },

  'leaves what neither side touched, and loses no change of one side alone': ({ base, a, b, seenA, merged: { seen: came, conflicts } }) => {
    const told = new Set(conflicts.map(({ part }) => part.slice(part.indexOf(' ') + 1)))
    const [was, mine, theirs, is] = [seen(base), seenA, seen(b), came].map(one =>
      leaves({
        ...one,
        pages: Object.fromEntries(Object.entries(one.pages as Json).map(([id, { at: _at, body, ...page }]) => [id, { ...page, title: body?.title }])),
      }),
    ) as [Map<string, string>, Map<string, string>, Map<string, string>, Map<string, string>]
    const looks = [a, b].flatMap(({ design }) => design?.themes?.find(one => one.isDefault)?.id ?? [])
    const isAsked = told.has('shown') || looks.some(id => told.has(id))
    for (const at of new Set([...was.keys(), ...mine.keys(), ...theirs.keys()])) {
      const [x, y, z] = [was.get(at), mine.get(at), theirs.get(at)]
      if (is.get(at) === x && x === y && y === z) continue
      if ([...told].some(id => id && (at.includes(`/${id}`) || id.includes('['))) || at.includes('/roles') || at.includes('/roleIds') || at.includes('Ids'))
        continue
      // Which theme is shown is one question, whatever it is said by; the answer keeps that theme.
      if (isAsked && (at.endsWith('/isDefault') || at === '/chosenTheme' || looks.some(id => at.startsWith(`/themes/${id}/`)))) continue
      if (x === y && y === z) alike(is.get(at), x, at)
      else if (x === y) alike(is.get(at), z, at)
      else if (x === z) alike(is.get(at), y, at)
    }
    // Nothing is made up either.
    for (const at of is.keys()) alike(was.has(at) || mine.has(at) || theirs.has(at), true, at)
  },

  'is what the engine makes of one side with all that differs': ({ a, merged: { content, pages, seen: wanted } }) => {
    const parts = compareContents(a, content).flatMap(({ name, parts: list }) => list.map(({ id }) => `${name} ${id}`))
    const { next, problems } = mergeContents(a, content, chosenParts(parts))
    // Roles and sources are not taken away, and addresses may be taken twice: that is told, and not written.
    if (problems.length) return
    const made = seen(next, pages)
    for (const name of ['pages', 'themes', 'chosenTheme']) alike(made[name], wanted[name], name)
  },
}

describe('merging two states that come from one', () => {
  /** The first pair that each does not hold for, by its seed. */
  const broken = new Map<string, Error>()
  beforeAll(() => {
    for (let seed = 1; seed <= PAIRS; seed++) {
      const pair = pairOf(seed)
      for (const [name, holds] of Object.entries(HOLDS))
        try {
          holds(pair)
        } catch (error) {
          if (!broken.has(name)) broken.set(name, new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error }))
        }
    }
  }, LONG)

  it.each(Object.keys(HOLDS))('%s', name => {
    const error = broken.get(name)
    if (error) throw error
  })

  it(
    'an order holds what each side moved, and is the same from both',
    () => {
      for (let seed = 1; seed <= PAIRS; seed++) {
        const roll = dice(seed)
        const base = Array.from({ length: 1 + roll.below(7) }, (_, n) => `${n}`)
        const other = (who: string) => {
          const list = roll.some(base, 0.85)
          for (let n = roll.below(3); n > 0; n--) list.splice(roll.below(list.length + 1), 0, `${who}${n}`)
          if (list.length > 1 && roll.chance(0.5)) list.splice(roll.below(list.length), 0, ...list.splice(roll.below(list.length), 1))
          return list
        }
        const [a, b] = [other('a'), other('b')]
        const kept = new Set([...a, ...b].filter(id => !base.includes(id) || (a.includes(id) && b.includes(id))))
        const both = mergeOrder(base, a, b, kept)
        expect(both, String(seed)).toEqual(mergeOrder(base, b, a, kept))
        expect(both.toSorted(), String(seed)).toEqual([...kept].toSorted())
        expect(mergeOrder(base, a, base, new Set(a)), String(seed)).toEqual(a)
        expect(mergeOrder(base, base, a, new Set(a)), String(seed)).toEqual(a)
      }
    },
    LONG,
  )
})

// Appsmith #17033: a page is one large JSON, so that two changes of it cannot be put together. Appsmith #35825: one list names all pages, so that two new
// pages always collide.
describe('what cannot happen here', () => {
  const page = (name: string, body: unknown[], sort: number) => ({
    kind: 'page' as const,
    name,
    path: `/${name}`,
    parentId: null,
    icon: '',
    link: '',
    visible: true,
    sort,
    hash: bodies.hash({ type: 'page', title: name, body }),
  })
  const tpl = (id: string, more: object = {}) => ({ type: 'tpl', id, tpl: id, ...more })
  const base: Content = { pages: { p: page('p', [tpl('one'), tpl('two')], 0) }, design: null }

  it('release.copies-page: two people who change different parts of one page are asked nothing, and both are in it', () => {
    const mine: Content = { ...base, pages: { p: page('p', [tpl('one', { className: 'red' }), tpl('two')], 0) } }
    const theirs: Content = { ...base, pages: { p: page('p', [tpl('one'), tpl('two', { hidden: true }), tpl('three')], 0) } }
    const { conflicts, seen: came } = merged(mine, theirs)
    expect(conflicts).toEqual([])
    expect(came.p.body.body).toEqual([tpl('one', { className: 'red' }), tpl('two', { hidden: true }), tpl('three')])
  })

  it('release.copies-pages: two new pages in two copies are two pages, in one order', () => {
    const mine: Content = { ...base, pages: { ...base.pages, x: page('x', [], 1) } }
    const theirs: Content = { ...base, pages: { ...base.pages, y: page('y', [], 1) } }
    for (const { conflicts, seen: came } of [merged(mine, theirs), merged(theirs, mine)]) {
      expect(conflicts).toEqual([])
      expect(Object.entries(came).map(([id, one]) => [id, (one as Json).at])).toEqual([
        ['p', 0],
        ['x', 1],
        ['y', 2],
      ])
    }
  })

  it('a property that both changed is one question, with both values', () => {
    const mine: Content = { ...base, pages: { p: page('p', [tpl('one', { tpl: 'Mine' }), tpl('two')], 0) } }
    const theirs: Content = { ...base, pages: { p: page('p', [tpl('one', { tpl: 'Theirs' }), tpl('two', { hidden: true })], 0) } }
    const { conflicts } = merged(mine, theirs)
    expect(conflicts).toMatchObject([{ part: 'page p', base: 'one', mine: 'Mine', theirs: 'Theirs', decided: undefined }])
    const decided = merged(mine, theirs, { [conflicts[0]?.key ?? '']: 'theirs' })
    expect(decided.seen.p.body.body).toEqual([tpl('one', { tpl: 'Theirs' }), tpl('two', { hidden: true })])
    expect(decided.conflicts).toMatchObject([{ decided: 'theirs' }])
    expect(merged(mine, theirs, { 'page p': 'theirs' }).seen.p.body.body).toEqual([tpl('one', { tpl: 'Theirs' }), tpl('two', { hidden: true })])
    expect(merged(mine, theirs, { 'page p': 'mine' }).seen.p.body.body).toEqual([tpl('one', { tpl: 'Mine' }), tpl('two')])
  })

  it('another brand on both sides is one question, with the colour of each; what only one side set stays', () => {
    const design = (document: ReturnType<typeof newTheme>): Content => ({
      pages: {},
      design: {
        data: { sources: [], models: [] },
        permissions: { roles: [], lists: [], overrides: [], options: [], rowRules: [] },
        themes: [{ id: 't', isDefault: true, document }],
      },
    })
    const start = newTheme('T')
    const [mine, theirs] = [withBrand(start, '#0f766e'), withValue(withBrand(start, '#b4492a'), 'global.borders.radius.1.value', '9px')]
    const { conflicts, content } = threeWay({ base: design(start), mine: design(mine), theirs: design(theirs) }, bodies.of, {})
    const of = (one: unknown) => shownInTheme(one)
    // Links and what else follows the brand on both sides go with it.
    expect(conflicts.map(one => [placeInTheme(one.at, [start]), of(one.base), of(one.mine), of(one.theirs)])).toEqual([
      ['--colors-brand-*', '#2468f2', '#0f766e', '#b4492a'],
    ])
    expect(followersOf(mine, theirs)).toEqual(expect.arrayContaining(['--colors-link-*', '--colors-info-*']))
    const decided = threeWay({ base: design(start), mine: design(mine), theirs: design(theirs) }, bodies.of, { [conflicts[0]?.key ?? '']: 'theirs' })
    expect(decided.content.design?.themes?.[0]?.document.global.colors).toEqual(theirs.global.colors)
    // A colour that one side took away from its brand is a question of its own.
    const apart = withValue(theirs, 'global.colors.functional.4.body', rescaled(theirs.global.colors.functional[4]!, '#123456', false).body)
    expect(threeWay({ base: design(start), mine: design(mine), theirs: design(apart) }, bodies.of, {}).conflicts).toHaveLength(2)
    const [theme] = content.design?.themes ?? []
    expect(theme?.document.global.colors.brand).toEqual(mine.global.colors.brand)
    expect(theme?.document.global.borders.radius[1]?.value).toBe('9px')
  })

  function merged(mine: Content, theirs: Content, decisions: Decisions = {}) {
    const result = threeWay({ base, mine, theirs }, bodies.of, decisions)
    const design = { data: { sources: [], models: [] }, permissions: { roles: [], lists: [], overrides: [], options: [], rowRules: [] } }
    return { conflicts: result.conflicts, seen: seen({ ...result.content, design }, result.pages).pages as Json }
  }
})
