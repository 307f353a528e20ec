// The ledger of screens: differences by node, patches, sentences, three-way rebase, restore of one node.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  apply,
  compare,
  describe as tell,
  diff,
  rebase,
  restoreNode,
  sentenceText,
  toTree,
  treeJson,
  type Json,
  type JsonObject,
} from '../../api/ledger/index.ts'
import { say } from '../../api/messages.ts'
import { KINDS, SENTENCES } from '../../api/ledger/describe.ts'

const column = (name: string, label = name[0]?.toUpperCase() + name.slice(1)): JsonObject => ({ name, label })
const field = (name: string, more: JsonObject = {}): JsonObject => ({ type: 'input-text', name, label: name, ...more })
const page = (...body: Json[]): JsonObject => ({ type: 'page', title: 'Orders', body })
const list = (...columns: Json[]): JsonObject => ({ type: 'crud', api: 'get:/api/orders', columns })
const form = (...body: Json[]): JsonObject => ({ type: 'form', title: 'Edit', api: 'post:/api/orders', body })
const button = (label: string, more: JsonObject = {}): JsonObject => ({ type: 'button', label, ...more })

const sentences = (a: JsonObject, b: JsonObject) => tell(compare(toTree(a), toTree(b))).map(one => sentenceText(one))

const ABC = page(list(column('id'), column('name'), column('status')))

/** Name, before, after, the kinds of steps in the patch, the sentences. */
const CASES: [string, JsonObject, JsonObject, string, string[]][] = [
  ['nothing changed', ABC, ABC, '', []],
  ['nothing but the order of properties changed', { type: 'page', title: 'A' }, { title: 'A', type: 'page' }, '', []],
  ['a column moves to the front', ABC, page(list(column('status'), column('id'), column('name'))), 'move', ['column Status moved from 3 to 1']],
  [
    'columns are turned round',
    page(list(column('a'), column('b'), column('c'), column('d'))),
    page(list(column('d'), column('c'), column('b'), column('a'))),
    'move move move',
    ['column D moved from 4 to 1', 'column C moved from 3 to 2', 'column B moved from 2 to 3'],
  ],
  ['a label changes', page(button('Save')), page(button('Store')), 'set', ['label of button Save changed from “Save” to “Store”']],
  ['a field is renamed', page(form(field('a', { label: 'A' }))), page(form(field('b', { label: 'A' }))), 'set', ['name of field A changed from “a” to “b”']],
  [
    'an address changes',
    page(list(column('id'))),
    page({ ...list(column('id')), api: 'get:/api/bills' }),
    'set',
    ['api of the list changed from “get:/api/orders” to “get:/api/bills”'],
  ],
  [
    'an address becomes an object',
    page(list(column('id'))),
    page({ ...list(column('id')), api: { method: 'get', url: '/api/orders' } }),
    'unset shape insert',
    ['api of the list changed'],
  ],
  [
    'a value within an api object changes',
    page({ ...list(), api: { url: '/api/a', data: { x: 1 } } }),
    page({ ...list(), api: { url: '/api/a', data: { x: 2 } } }),
    'set',
    ['api of the list changed'],
  ],
  [
    'an event gets an action',
    page(button('Go', { onEvent: { click: { actions: [] } } })),
    page(button('Go', { onEvent: { click: { actions: [{ actionType: 'reload', componentId: 'x' }] } } })),
    'insert',
    ['onEvent of button Go changed'],
  ],
  [
    'a field is added between two',
    page(form(field('a'), field('c'))),
    page(form(field('a'), field('b'), field('c'))),
    'insert',
    ['field b added to form Edit'],
  ],
  ['a field is removed', page(form(field('a'), field('b'), field('c'))), page(form(field('a'), field('c'))), 'remove', ['field b removed from form Edit']],
  [
    'a form is wrapped in a panel',
    page(form(field('a'))),
    page({ type: 'panel', title: 'Box', body: [form(field('a'))] }),
    'insert move',
    ['part Box added to page Orders', 'form Edit moved from page Orders into part Box'],
  ],
  [
    'a form is unwrapped',
    page({ type: 'panel', title: 'Box', body: [form(field('a'))] }),
    page(form(field('a'))),
    'remove move',
    ['part Box removed from page Orders', 'form Edit moved from part Box into page Orders'],
  ],
  [
    'a wrapped form changes too',
    page(form(field('a'), field('b'))),
    page({ type: 'panel', title: 'Box', body: [form(field('a'), field('c'))] }),
    'insert move set set',
    [
      'part Box added to page Orders',
      'form Edit moved from page Orders into part Box',
      'name of field b changed from “b” to “c”',
      'label of field b changed from “b” to “c”',
    ],
  ],
  [
    'a field moves to another form',
    page(form(field('a'), field('b')), { ...form(field('c')), title: 'Other' }),
    page(form(field('a')), { ...form(field('c'), field('b')), title: 'Other' }),
    'move',
    ['field b moved from form Edit into form Other'],
  ],
  [
    'a button moves from the toolbar into the body',
    { ...page(form(field('a'))), toolbar: [button('New')] },
    { ...page(form(field('a')), button('New')), toolbar: [] },
    'move',
    ['button New moved from page Orders into page Orders'],
  ],
  [
    'two containers change places, one in the other',
    page({ type: 'panel', title: 'Out', body: [{ type: 'panel', title: 'In', body: [field('a')] }] }),
    page({ type: 'panel', title: 'In', body: [{ type: 'panel', title: 'Out', body: [field('a')] }] }),
    'set set',
    ['title of part Out changed from “Out” to “In”', 'title of part In changed from “In” to “Out”'],
  ],
  [
    'one of several equal siblings goes',
    page({ type: 'divider' }, field('a'), { type: 'divider' }, { type: 'divider' }),
    page({ type: 'divider' }, field('a'), { type: 'divider' }),
    'remove',
    ['part divider removed from page Orders'],
  ],
  ['an equal sibling is added', page(button('Go'), button('Go')), page(button('Go'), button('Go'), button('Go')), 'insert', ['button Go added to page Orders']],
  [
    'the type of a field changes',
    page(form(field('a', { label: 'A' }))),
    page(form({ ...field('a', { label: 'A' }), type: 'textarea' })),
    'set',
    ['field A changed from type input-text to textarea'],
  ],
  [
    'one object becomes a list',
    { type: 'page', body: form(field('a')) },
    { type: 'page', body: [form(field('a')), button('Go')] },
    'shape insert',
    ['button Go added to the page'],
  ],
  ['a property goes', page({ ...list(), syncLocation: false }), page(list()), 'unset', ['syncLocation of the list removed']],
  ['a property comes', page(list()), page({ ...list(), perPage: 50 }), 'set', ['perPage of the list added']],
  ['texts in a list change', page('hello', form()), page('good day', form()), 'set', ['text “hello” changed to “good day”']],
  [
    'an explicit id follows a node that is renamed and moved',
    page(form({ ...field('a'), id: 'u:1' }), { type: 'panel', body: [] }),
    page(form(), { type: 'panel', body: [{ ...field('z', { label: 'Z' }), id: 'u:1' }] }),
    'move set set',
    ['field Z moved from form Edit into part panel', 'name of field a changed from “a” to “z”', 'label of field a changed from “a” to “Z”'],
  ],
  [
    'a list of values changes as one',
    page(field('a', { value: ['x', 'y'] })),
    page(field('a', { value: ['y', 'x', 'z'] })),
    'set',
    ['value of field a changed'],
  ],
  [
    'an option is added',
    page({ type: 'select', name: 's', options: [{ label: 'A', value: 'a' }] }),
    page({
      type: 'select',
      name: 's',
      options: [
        { label: 'A', value: 'a' },
        { label: 'B', value: 'b' },
      ],
    }),
    'insert',
    ['option B added to field s'],
  ],
  ['everything goes', ABC, { type: 'page' }, 'remove unset shape', ['the list removed from page Orders', 'title of page Orders removed']],
]

describe('a difference by node', () => {
  it.each(CASES)('%s', (_name, a, b, steps, told) => {
    const patch = diff(a, b)
    expect(apply(patch, a)).toEqual(b)
    expect(patch.map(step => step.op).sort()).toEqual(steps.split(' ').filter(Boolean).sort())
    expect(sentences(a, b)).toEqual(told)
  })

  it('speaks Chinese, and every sentence and kind has its words', () => {
    const a = ABC
    const b = page(list(column('status'), column('id'), column('name')))
    const [first] = tell(compare(toTree(a), toTree(b)), 'zh-CN', text => (text === 'Status' ? '状态' : text))
    expect(sentenceText(first!, 'zh-CN')).toMatch(/状态.*3.*1/)
    expect([...Object.values(SENTENCES), ...Object.values(KINDS).flat()].filter(text => say('zh-CN', text) === text)).toEqual([])
  })

  it('refuses a patch that belongs to another screen', () => {
    expect(() => apply(diff(ABC, page(list(column('id')))), page(button('Go')))).toThrow('does not fit')
    expect(() => toTree(JSON.parse('{"__proto__": {"a": 1}}'))).toThrow('__proto__')
  })
})

describe('node ids', () => {
  const idOf = (screen: JsonObject, wanted: string) => [...toTree(screen).byId.values()].find(node => node.props.get('name') === wanted)?.id

  it('are the same at every load, and every node has its own', () => {
    const ids = [...toTree(ABC).byId.keys()]
    expect([...toTree(structuredClone(ABC)).byId.keys()]).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('stay through reordering, new siblings and other labels', () => {
    const changed = page(button('New'), list(column('status', 'State of it'), column('more'), column('id')))
    expect(idOf(changed, 'status')).toBe(idOf(ABC, 'status'))
    expect(idOf(changed, 'id')).toBe(idOf(ABC, 'id'))
  })

  it('are the explicit ones where the JSON has them', () => {
    expect(toTree(page({ ...field('a'), id: 'u:abc' }, { ...field('b'), id: 'u:abc' })).byId.has('u:abc')).toBe(true)
    expect(toTree(page({ ...field('a'), id: 'u:abc' }, { ...field('b'), id: 'u:abc' })).byId.has('u:abc~2')).toBe(true)
  })
})

/** A small generator of random numbers, so that a failure comes again. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

function randomEdit(screen: JsonObject, roll: (sides: number) => number): JsonObject {
  const copy = structuredClone(screen)
  const lists: Json[][] = []
  const objects: JsonObject[] = []
  const walk = (value: Json) => {
    if (Array.isArray(value)) {
      if (value.every(item => typeof item === 'object' && item !== null && !Array.isArray(item))) lists.push(value)
      value.forEach(walk)
    } else if (value && typeof value === 'object') {
      objects.push(value)
      Object.values(value).forEach(walk)
    }
  }
  walk(copy)
  if (!lists.length) lists.push((copy.body = []))
  const some = <T>(of: T[]) => of[roll(of.length)] as T
  for (let times = 1 + roll(6); times > 0; times--) {
    const from = some(lists)
    const to = some(lists)
    const owner = some(objects)
    const keys = Object.keys(owner)
    switch (roll(9)) {
      case 0:
        if (from.length > 1) from.splice(roll(from.length), 0, ...from.splice(roll(from.length), 1))
        break
      case 1:
        from.splice(roll(from.length + 1), 0, field(`f${roll(1000)}`))
        break
      case 2:
        if (from.length) from.splice(roll(from.length), 1)
        break
      case 3: {
        const moved = from.splice(roll(from.length), 1)[0]
        // Not into itself: its JSON would be gone.
        if (moved !== undefined && !JSON.stringify(moved).includes(JSON.stringify(to))) to.push(moved)
        break
      }
      case 4:
        if (from.length) from.push({ type: 'panel', body: [from.splice(roll(from.length), 1)[0] as Json] })
        break
      case 5:
        owner[some(keys.length ? keys : ['x'])] = some<Json>([1, 'text', null, [1, 2], [], { a: 1 }, [{ type: 'tpl', tpl: 'hi' }], false])
        break
      case 6:
        if (owner !== copy && keys.length) delete owner[some(keys)]
        break
      case 7:
        owner[`k${roll(5)}`] = some<Json>(['v', { deep: { er: [1] } }, ['a', { type: 'button', label: 'B' }]])
        break
      default:
        if (from.length) from.push(structuredClone(from[roll(from.length)] as Json))
    }
  }
  return copy
}

const folder = join(import.meta.dirname, '../../schemas')
const shipped = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => /^\w+\/[\w-]+\.json$/.test(name) && !/zh-CN|fragments/.test(name))
  .map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as JsonObject)

describe('over random edits', () => {
  const rounds = Array.from({ length: 400 }, (_, seed) => seed)

  it('a patch makes exactly the edited screen of the first one', () => {
    for (const seed of rounds) {
      const roll = dice(seed)
      const a = randomEdit(shipped[seed % shipped.length]!, roll)
      const b = randomEdit(randomEdit(a, roll), roll)
      expect(apply(diff(a, b), a), `seed ${seed}`).toEqual(b)
      expect(apply(JSON.parse(JSON.stringify(diff(a, b))), a), `seed ${seed}, through JSON`).toEqual(b)
      expect(diff(b, structuredClone(b))).toEqual([])
      expect(() => sentences(a, b)).not.toThrow()
    }
  })

  it('a rebase where one side changed nothing is the other side', () => {
    for (const seed of rounds) {
      const roll = dice(seed + 10_000)
      const a = shipped[seed % shipped.length]!
      const b = randomEdit(a, roll)
      expect(rebase(a, b, a)).toEqual({ result: b, conflicts: [] })
      expect(rebase(a, a, b)).toEqual({ result: b, conflicts: [] })
      expect(rebase(a, b, structuredClone(b)).result, `seed ${seed}`).toEqual(b)
    }
  })

  it('a rebase of two edited sides ends, and keeps every node in one place', () => {
    for (const seed of rounds) {
      const roll = dice(seed + 20_000)
      const a = shipped[seed % shipped.length]!
      const { result, conflicts } = rebase(a, randomEdit(a, roll), randomEdit(a, roll))
      expect(treeJson(toTree(result))).toEqual(result)
      // Decided for one side, a conflict is gone.
      const choices = Object.fromEntries(conflicts.map(one => [one.key, 'theirs' as const]))
      expect(() => rebase(a, result, a, choices)).not.toThrow()
    }
  })
})

describe('a rebase', () => {
  const base = page(list(column('id'), column('name'), column('status')), form(field('a'), field('b')))
  const edit = (change: (screen: any) => void) => {
    const copy = structuredClone(base)
    change(copy)
    return copy
  }

  it('keeps what both sides did at different nodes', () => {
    const ours = edit(screen => (screen.body[0].columns[1].label = 'Our name'))
    const theirs = edit(screen => {
      screen.body[0].columns.reverse()
      screen.body[1].body.push(field('c'))
    })
    const { result, conflicts } = rebase(base, ours, theirs)
    expect(conflicts).toEqual([])
    expect(result).toEqual({ ...theirs, body: [list(column('status'), column('name', 'Our name'), column('id')), form(field('a'), field('b'), field('c'))] })
  })

  it('follows a node that the other side has wrapped', () => {
    const ours = edit(screen => (screen.body[1].title = 'Ours'))
    const theirs = edit(screen => (screen.body[1] = { type: 'panel', body: [screen.body[1]] }))
    expect(rebase(base, ours, theirs)).toMatchObject({ conflicts: [], result: { body: [{}, { type: 'panel', body: [{ type: 'form', title: 'Ours' }] }] } })
  })

  it('keeps what both add at the same place, and the same thing once', () => {
    const ours = edit(screen => screen.body[1].body.push(field('x'), field('same')))
    const theirs = edit(screen => screen.body[1].body.push(field('y'), field('same')))
    const { result, conflicts } = rebase(base, ours, theirs)
    expect(conflicts).toEqual([])
    expect((result as any).body[1].body.map((one: any) => one.name).sort()).toEqual(['a', 'b', 'same', 'x', 'y'])
  })

  it('lists a property that both changed, and takes the side that is chosen', () => {
    const ours = edit(screen => (screen.body[0].columns[1].label = 'Ours'))
    const theirs = edit(screen => (screen.body[0].columns[1].label = 'Theirs'))
    const { result, conflicts } = rebase(base, ours, theirs)
    expect(conflicts).toMatchObject([{ kind: 'value', prop: 'label', base: 'Name', ours: 'Ours', theirs: 'Theirs' }])
    expect(result).toEqual(ours)
    expect(rebase(base, ours, theirs, { [conflicts[0]!.key]: 'theirs' })).toEqual({ result: theirs, conflicts: [] })
    expect(rebase(base, ours, theirs, { [conflicts[0]!.key]: 'ours' })).toEqual({ result: ours, conflicts: [] })
  })

  it('lists what one removed and the other changed', () => {
    const without = edit(screen => screen.body[0].columns.splice(2, 1))
    const changed = edit(screen => (screen.body[0].columns[2].label = 'State'))
    const gone = rebase(base, without, changed)
    expect(gone.conflicts).toMatchObject([{ kind: 'removedByUs' }])
    expect(gone.result).toEqual(without)
    const kept = rebase(base, changed, without)
    expect(kept.conflicts).toMatchObject([{ kind: 'removedByThem' }])
    expect(kept.result).toEqual(changed)
    expect(rebase(base, changed, without, { [kept.conflicts[0]!.key]: 'theirs' })).toEqual({ result: without, conflicts: [] })
  })

  it('lists a node that both moved to different containers', () => {
    const ours = edit(screen => (screen.toolbar = screen.body[1].body.splice(0, 1)))
    const theirs = edit(screen => screen.body.push(screen.body[1].body.splice(0, 1)[0]))
    const { conflicts, result } = rebase(base, ours, theirs)
    expect(conflicts).toMatchObject([{ kind: 'moved' }])
    expect(result).toEqual(ours)
  })

  it('lists two containers that were moved into each other', () => {
    const two = page({ type: 'panel', title: 'A', body: [field('a')] }, { type: 'panel', title: 'B', body: [field('b')] })
    const ours = structuredClone(two) as any
    ours.body[1].body.push(ours.body.shift())
    ours.body[0].body[0].label = 'still there'
    const theirs = structuredClone(two) as any
    theirs.body[0].body.push(theirs.body.pop())
    const { result, conflicts } = rebase(two, ours, theirs)
    expect(conflicts).toMatchObject([{ kind: 'loop' }])
    expect(JSON.stringify(result)).toContain('still there')
  })
})

describe('restore of one node', () => {
  const older = page(list(column('id'), column('name'), column('status')), form(field('a')))
  const current = page(form(field('a', { required: true })), list(column('status', 'State'), column('id')), button('New'))
  const id = (screen: JsonObject, name: string) => [...toTree(screen).byId.values()].find(node => node.props.get('name') === name)!.id

  it('brings back its properties and leaves the rest as it is now', () => {
    expect(restoreNode(current, older, id(older, 'status'))).toEqual(
      page(form(field('a', { required: true })), list(column('status'), column('id')), button('New')),
    )
  })

  it('brings back a node that is gone, behind the one it stood behind', () => {
    expect(restoreNode(current, older, id(older, 'name'))).toEqual(
      page(form(field('a', { required: true })), list(column('status', 'State'), column('id'), column('name')), button('New')),
    )
  })

  it('takes the id of today too, and says when there is nothing to bring back', () => {
    expect(restoreNode(current, older, id(current, 'a'))).toMatchObject({ body: [form(field('a')), {}, {}] })
    expect(() => restoreNode(current, older, 'nowhere')).toThrow('no node')
  })
})
