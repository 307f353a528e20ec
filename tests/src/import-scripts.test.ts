// Scripts of pages of others and what an import writes in their place: both are run over the same answers, and give amis the same.
import { dataMapping, responseAdaptor, type ApiObject } from 'amis-core'
import { describe, expect, it } from 'vitest'
import { convert } from '../../api/server/services/packages/convert.ts'
import { actionsOf, answerOf, requestOf } from '../../api/server/services/packages/scripts.ts'
import { answered } from '../../src/amis/answers.ts'
import { PAGES_OF_OTHERS } from '../support/pages-of-others/index.ts'

const ROWS = [
  { id: 1, name: 'Ada', status: 'on', price: 3, tags: ['x'] },
  { id: 2, name: 'Bo', status: 'off', price: 0, tags: [] },
  { id: 3, status: 'on', item: 'own', msg: 'hi' },
]
const ANSWERS: Record<string, unknown>[] = [
  { status: 0, msg: '', data: { list: ROWS, items: ROWS, total: 3, page: { rows: ROWS, count: 9 } } },
  { code: 200, message: 'fine', result: { records: ROWS, total: 3 }, data: { list: [], total: 0 } },
  { code: 500, message: 'broken', data: null },
  { success: true, rows: ROWS, count: 3 },
  { success: false, errorMessage: 'no' },
  { status: 0, data: {} },
]
/** What amis has in the end; undefined where the script itself fails over such an answer. */
function amisHas(payload: unknown, make: (payload: never) => unknown) {
  let made
  try {
    made = make(JSON.parse(JSON.stringify(payload)) as never)
  } catch {
    return undefined
  }
  const { ok, status, msg, data } = responseAdaptor({ data: made } as never, {} as ApiObject)
  return JSON.parse(JSON.stringify({ ok, status, msg, data: data ?? null })) as unknown
}
const run = (source: string) =>
  // oxlint-disable-next-line no-new-func -- The scripts of this test, run as amis would.
  new Function('payload', source) as (payload: never) => unknown

const SAME = [
  'return {...payload, data: {items: payload.data.list, total: payload.data.total}}',
  'return { ...payload, data: { ...payload.data, items: payload.data.list } };',
  'payload.data.items = payload.data.list; return payload;',
  'payload.data = { items: payload.data.page.rows, total: payload.data.page.count }\nreturn payload',
  'const { data } = payload; return { status: 0, msg: "ok", data: { items: data.list, count: data.total } }',
  'const list = payload.data.list; return { ...payload, data: { items: list.filter(x => x.status === "on") } }',
  'return { ...payload, data: { options: payload.data.list.map(item => ({ label: item.name, value: item.id })) } }',
  'return { ...payload, data: { options: payload.data.list.map((one) => { return { label: one.name, value: one.id } }) } }',
  'return { ...payload, data: { items: payload.data.list.filter(x => x.price > 0).map(x => ({ id: x.id, on: x.status == "on" })) } }',
  'return { ...payload, data: { hasSome: payload.data.list.some(x => !x.name), first: payload.data.list.find(x => x.id === 2) } }',
  'return { status: payload.code === 200 ? 0 : payload.code, msg: payload.message, data: payload.result }',
  'payload.status = payload.code === 200 ? 0 : 1; payload.msg = payload.message; return payload',
  'if (payload.success) { payload.status = 0 } else { payload.status = 1 } return payload',
  'return { status: payload.success ? 0 : 1, msg: payload.errorMessage, data: { items: payload.rows, total: payload.count } }',
  'console.log(payload); return { status: 0, data: { items: payload.rows || [], total: payload.count || 0 } }',
  'return { ...payload, data: { text: payload.message + " (told)", one: 1, no: null, yes: true, words: "as they are" } }',
  'return {status: 0, data: {title: payload?.data?.page?.count}}',
]
/** The row has `item` as well, which a script does not give it. */
const MORE = [
  'return { ...payload, data: { items: payload.data.list.map(x => ({ ...x, label: x.name })) } }',
  'payload.data.list.forEach(row => { row.label = row.name; row.isOn = row.status === "on" }); return payload',
  'payload.data.list.forEach(row => { row.title = row.name })\nreturn { ...payload }',
]
const LEFT = [
  'return payload.data.list',
  'payload.data.items = payload.data.list; payload.data.count = payload.data.items; return payload',
  'return { ...payload, data: payload.data.list.reduce((a, b) => a + b.price, 0) }',
  'return { ...payload, data: { price: payload.data.total * 2 } }',
  'return { ...payload, data: { a: payload.data.total + payload.data.count } }',
  'return { ...payload, data: { a: JSON.parse(payload.data.text) } }',
  'return { ...payload, data: { a: moment(payload.data.day).format() } }',
  'return { data: { a: 1 }, ...payload }',
  'return { ...payload, data: { a: window.name } }',
  'return { ...payload, data: { a: payload.constructor("return 1")() } }',
  'for (const row of payload.data.list) row.a = 1; return payload',
  'fetch("/x"); return payload',
  'return { ...payload, [payload.key]: 1 }',
  'return await payload',
  'if (payload.success === false) payload.status = 1\nreturn payload',
  'return {',
  '',
  'api.url = "/other"; return payload',
  'let a = payload.data; a.items = []; return { ...payload, data: { b: a.items } }',
  'return { ...payload, data: { a: `${payload.data.total}` } }',
  `return {...payload, data: {a: '\${ls:token}'}}`,
  'x'.repeat(6000),
]

describe('an adaptor', () => {
  it.each(SAME)('gives amis the same as its mapping: %s', script => {
    const answer = answerOf(script)
    expect(answer).toBeDefined()
    const held = ANSWERS.flatMap(payload => {
      const [before, after] = [amisHas(payload, run(script)), amisHas(payload, one => answered(one, answer))]
      return before === undefined ? [] : [[before, after]]
    })
    expect(held.length).toBeGreaterThan(0)
    for (const [before, after] of held) expect(after).toEqual(before)
  })

  it.each(MORE)('gives each row the same fields: %s', script => {
    const answer = answerOf(script)
    const rowsOf = (one: unknown) => (one as { data: { items?: object[]; list?: object[] } }).data
    for (const payload of [ANSWERS[0]]) {
      const before = rowsOf(amisHas(payload, run(script)))
      const after = rowsOf(amisHas(payload, one => answered(one, answer)))
      for (const name of ['items', 'list'] as const) expect(after[name] ?? []).toMatchObject(before[name] ?? [])
    }
  })

  it.each(LEFT)('stays as it is where that is not certain: %s', script => {
    expect(answerOf(script)).toBeUndefined()
  })
})

describe('a page', () => {
  const page = (body: object) => ({ type: 'page', body })
  it('has the mapping in place of the script, and is told of it', () => {
    const schema = page({ type: 'crud', api: { method: 'get', url: '/api/x', adaptor: SAME[0] } })
    expect(convert(schema)).toEqual([
      { path: 'body.api.adaptor', from: SAME[0], to: '{"answer":{"&":"$$","data":{"items":"${data.list}","total":"${data.total}"}}}' },
    ])
    expect(schema).toEqual(
      page({ type: 'crud', api: { method: 'get', url: '/api/x', answer: { '&': '$$', data: { items: '${data.list}', total: '${data.total}' } } } }),
    )
  })

  it('keeps scripts beside a mapping of its own, and those that are not understood', () => {
    const schema = page({ type: 'crud', api: { url: '/api/x', adaptor: SAME[0], responseData: { a: '${b}' } }, source: { url: '/y', adaptor: LEFT[5] } })
    const before = structuredClone(schema)
    expect(convert(schema)).toEqual([])
    expect(schema).toEqual(before)
  })

  it('sends what its script added', () => {
    const script = 'return { ...api, data: { ...api.data, state: "new", owner: api.data.user.id }, headers: { ...api.headers, "X": "1" } }'
    expect(requestOf(script)).toEqual({ data: { '&': '$$', state: 'new', owner: '${user.id}' }, headers: { X: '1' } })
    const values = { name: 'Ada', user: { id: 7 } }
    expect(dataMapping(requestOf(script)?.data, values)).toEqual({ ...values, state: 'new', owner: 7 })
    const schema = page({ type: 'form', api: { method: 'post', url: '/api/x', requestAdaptor: script } })
    convert(schema)
    expect(schema.body).toEqual({
      type: 'form',
      api: { method: 'post', url: '/api/x', data: { '&': '$$', state: 'new', owner: '${user.id}' }, headers: { X: '1' } },
    })
    for (const left of ['return {...api, url: api.url + "?a=1"}', 'api.url = "x"; return api', 'return {...api, data: api.body}'])
      expect(requestOf(left)).toBeUndefined()
  })

  it('does what a script of a button did as actions', () => {
    const script = `doAction({ actionType: 'toast', args: { msg: event.data.name, level: 'info' } });
      if (event.data.count > 3) { doAction({ actionType: 'reload', componentId: 'list' }) }`
    const made = [
      { actionType: 'toast', args: { msg: '${event.data.name}', level: 'info' } },
      { actionType: 'reload', componentId: 'list', expression: '${event.data.count > 3}' },
    ]
    expect(actionsOf(script)).toEqual(made)
    const schema = page({
      type: 'button',
      label: 'Go',
      onEvent: {
        click: {
          actions: [
            { actionType: 'custom', script },
            { actionType: 'url', args: { url: '/x' } },
          ],
        },
      },
    })
    expect(convert(schema)).toHaveLength(1)
    expect((schema.body as { onEvent?: object }).onEvent).toEqual({ click: { actions: [...made, { actionType: 'url', args: { url: '/x' } }] } })
    for (const left of ['event.setData({a: 1})', 'doAction(x)', 'await 1', 'alert(1)', 'doAction({actionType: "custom", script: "x"})'])
      expect(actionsOf(left)).toBeUndefined()
  })
})

describe('a whole page of others', () => {
  it.each(PAGES_OF_OTHERS)('works without a script after the import, over its example answers too: $name', ({ schema, answers, scripts }) => {
    const page = structuredClone(schema)
    const made = convert(page)
    expect(made).toHaveLength(scripts)
    expect(JSON.stringify(page)).not.toMatch(/adaptor|requestAdaptor|"script"/i)
    expect(Object.keys(answers)).not.toHaveLength(0)
    for (const [path, examples] of Object.entries(answers)) {
      const one = made.find(conversion => conversion.path === path)
      const { answer } = JSON.parse(one?.to ?? '{}') as { answer?: unknown }
      expect(answer, path).toBeDefined()
      for (const payload of examples) {
        const before = amisHas(payload, run(one?.from ?? ''))
        expect(before, path).toBeDefined()
        expect(amisHas(payload, given => answered(given, answer))).toEqual(before)
      }
    }
  })
})
