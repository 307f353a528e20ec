// What an import writes in another way means the same as before, and what may not is left as it is.
import { evaluate } from 'amis-formula'
import { describe, expect, it } from 'vitest'
import { convert } from '../../api/server/services/packages/convert.ts'

const page = (body: unknown) => ({ type: 'page', body })
const converted = (body: object) => {
  const schema = page(body) as { body: Record<string, unknown> }
  const told = convert(schema)
  return { body: schema.body, told }
}
const DATA = [
  {},
  { a: 1, b: 'x', c: { d: [1, 2] }, items: [{ id: 1, on: true }], flag: false, 'a-b': 3 },
  { a: '1', b: '', c: { d: [] }, items: [], flag: true },
  { a: 0, b: 'y', c: {}, items: [{ id: 2, on: false }, { id: 3 }] },
]

describe('a text that only shows values is written with ${…}', () => {
  it.each([
    ['<%= data.a %>', '${a | raw}'],
    ['<%- data.b %>', '${b}'],
    ['Hello <%- data.b %>, <%= this.c.d %>!', 'Hello ${b}, ${c.d | raw}!'],
    ["<%= data.a == 1 ? 'one' : 'other' %>", "${((a == 1) ? 'one' : 'other') | raw}"],
    ["<%- data.flag && data.a > 1 || 'no' %>", "${(flag && (a > 1)) || 'no'}"],
    ['<%- data.c.d[0] %>', '${c.d[0]}'],
    ["<%- data['b'] %>", '${b}'],
  ])('%s', (from, to) => {
    const { body, told } = converted({ type: 'tpl', tpl: from })
    expect(body.tpl).toBe(to)
    expect(told).toEqual([{ path: 'body.tpl', from, to }])
  })

  it.each([
    '<% if (data.a) { %>x<% } %>',
    '<%= data.a + 1 %>',
    '<%= formatDate(data.a) %>',
    '<%= data.items.map(i => i.id) %>',
    "<%= data['a-b'] %>",
    '<%= Math.PI %>',
    "<%= data.a == 'it\\'s' %>",
    '<%= data.a %> and ${b}',
    '<%= data %>',
    '<%= data.a',
    '<%= data[data.b] %>',
    '<%= typeof data.a %>',
  ])('and stays as it is otherwise: %s', tpl => {
    const { body, told } = converted({ type: 'tpl', tpl })
    expect([body.tpl, told]).toEqual([tpl, []])
  })
})

describe('a condition that cannot be read here', () => {
  it.each([
    ['this.items.some(i => i.on)', '${ARRAYSOME(items, i => i.on)}'],
    ['data.items.every((i) => i.id > 1 && i.on === false)', '${items && ARRAYEVERY(items, i => (i.id > 1) && (i.on === false))}'],
    ['c.d.some(x => x == a)', '${ARRAYSOME(c.d, x => x == a)}'],
  ])('is written as one that can: %s', (from, to) => {
    const { body } = converted({ type: 'tpl', tpl: 'x', visibleOn: from })
    expect(body.visibleOn).toBe(to)
  })

  it.each(['this.a > 1', '!items.some(i => i.on)', 'items.some(function (i) { return i.on })', 'items.some(i => i.names.map(n => n))', 'new Date() > a'])(
    'or left as it is: %s',
    visibleOn => expect(converted({ type: 'tpl', tpl: 'x', visibleOn }).told).toEqual([]),
  )
})

it('an adaptor that hands on what it got is left out, another one stays', () => {
  const { body, told } = converted({
    type: 'service',
    api: { url: '/x', adaptor: 'return payload;', requestAdaptor: 'return {...api}' },
    schemaApi: { url: '/y', adaptor: 'return {...payload, status: +payload.code}' },
  })
  expect(body).toEqual({ type: 'service', api: { url: '/x' }, schemaApi: { url: '/y', adaptor: 'return {...payload, status: +payload.code}' } })
  expect(told.map(({ path, to }) => [path, to])).toEqual([
    ['body.api.adaptor', ''],
    ['body.api.requestAdaptor', ''],
  ])
})

it('data of the page stays what it was', () => {
  const { told } = converted({ type: 'service', data: { tpl: '<%= data.a %>', adaptor: 'return payload' }, body: [] })
  expect(told).toEqual([])
})

it('means the same for any data', () => {
  const sources = [
    'data.a',
    "data.a == 1 ? 'one' : 'other'",
    "data.flag && data.a > 1 || 'no'",
    'data.a === 1',
    "data.b !== 'x' && !data.flag",
    'data.a >= 1',
    'data.c && data.c.d && data.c.d[0]',
    'data.items && data.items[0] && data.items[0].id',
  ]
  const wrong: unknown[] = []
  for (const source of sources) {
    const { body } = converted({ type: 'tpl', tpl: `<%- ${source} %>` })
    // oxlint-disable-next-line no-new-func -- what amis would make of it where scripts may run
    const before = new Function('data', `return ${source}`) as (data: object) => unknown
    for (const data of DATA) {
      const is = evaluate(String(body.tpl), data)
      if (String(is ?? '') !== String(before(data) ?? '')) wrong.push([source, data, before(data), is])
    }
  }
  for (const [source, question] of [
    ['items.some(i => i.on)', 'some'],
    ['items.every(i => i.id > 1)', 'every'],
  ] as const) {
    const { body } = converted({ type: 'tpl', tpl: 'x', visibleOn: source })
    // oxlint-disable-next-line no-new-func -- the same
    const before = new Function('items', `return ${source}`) as (items: unknown) => unknown
    for (const data of DATA) {
      const was = 'items' in data ? before(data.items) : false
      const is = evaluate(String(body.visibleOn), data)
      if (!!is !== was) wrong.push([question, data, was, is])
    }
  }
  expect(wrong).toEqual([])
})
