import { expect } from 'vitest'
import { orderModel } from '../support/models.ts'
import { languages, say } from '../support/languages.ts'
import { addPage, DEV } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'

const order = orderModel()
const ask = {
  params: DEV,
  body: {
    schema: {
      type: 'page',
      body: [
        { type: 'button', label: 'Save', onClick: 'alert(1)' },
        { type: 'input-txt', name: 'a', label: 'A' },
      ],
    },
  },
}

scenarios('page.check', [
  {
    name: 'says what is wrong, in the reader’s language',
    as: 'ann',
    ...ask,
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 0, stored: 'same' },
    then: reply => {
      expect(reply.data.findings.map((found: any) => [found.path, found.code])).toEqual([
        ['body[1].type', 'type.unknown'],
        ['body[0].onClick', 'safety.script'],
      ])
      expect(reply.data.findings[0].message).toBe('没有组件“input-txt”（是否想写“input-text”？）')
    },
  },
  {
    name: 'is free in what it calls',
    as: 'ann',
    ...ask,
    body: { schema: { type: 'page', body: { type: 'service', api: 'get:/of/their/own', body: '${anything}' } } },
    expect: { status: 0, data: { findings: [] } },
  },
  {
    name: 'knows the models of the app',
    as: 'ann',
    given: async world => {
      await order.given(world)
      return { params: DEV, body: { schema: { type: 'page', body: { type: 'tessera-data-table', model: 'order', fields: ['title', 'amont'] } } } }
    },
    expect: { status: 0, stored: 'same' },
    then: reply => expect(reply.data.findings).toMatchObject([{ path: 'body.fields[1]', code: 'model.field', severity: 'error', values: { meant: 'amount' } }]),
  },
  {
    name: 'tells texts that are missing in languages of the app, with those that are in none',
    as: 'ann',
    given: async world => {
      await addPage(world, { name: 'Orders', path: '/orders', schema: { type: 'page', body: [{ type: 'button', label: 'Save' }] } })
      await languages(world, ['en-US', 'de', 'zh-CN'])
      await say(world, 'Save', 'Speichern')
      const body = [
        { type: 'button', label: 'Save' },
        { type: 'button', label: 'Save' },
        { type: 'tpl', tpl: 'Fresh' },
        { type: 'tpl', tpl: 'i18n:Own' },
        { type: 'tpl', tpl: '${amount}' },
      ]
      return { params: DEV, body: { schema: { type: 'page', body, texts: { de: { Own: 'Eigen' }, 'zh-CN': { Own: '自己' } } } } }
    },
    expect: { status: 0, stored: 'same' },
    then: reply =>
      expect(reply.data.findings.map(({ path, code, severity, message }: any) => [path, code, severity, message])).toEqual([
        ['body[0].label', 'text.missing', 'hint', '“Save” is not there in 简体中文'],
        ['body[2].tpl', 'text.missing', 'hint', '“Fresh” is in none of the languages Deutsch, 简体中文'],
      ]),
  },
  {
    name: 'takes a component that a script may bring for none of its own, and a slip of the pen for one',
    as: 'ann',
    given: async world => {
      const params = { companyKey: 'acme', appUrlKey: 'shop-dev' }
      await world.call('share.saveAppScripts', { as: 'ann', params, body: { aipageCustomComponentsSrc: 'https://cdn.example.test/hello.js' } })
      return { ...ask, body: { schema: { type: 'page', body: [{ type: 'hello-card' }, { type: 'input-txt' }] } } }
    },
    expect: { status: 0 },
    then: reply =>
      expect(reply.data.findings.map((found: any) => [found.path, found.severity, found.code])).toEqual([
        ['body[1].type', 'error', 'type.unknown'],
        ['body[0].type', 'hint', 'type.script'],
      ]),
  },
  { name: 'wants an object', as: 'ann', ...ask, body: { schema: [] }, expect: { status: 422, errors: ['schema'] } },
  { name: 'keeps a member out', as: 'ben', ...ask, expect: { status: 403 } },
  { name: 'keeps a stranger out', as: 'dee', ...ask, expect: { status: 403 } },
  { name: 'keeps out who is not signed in', ...ask, expect: { status: 401 } },
])
