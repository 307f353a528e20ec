import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { HELLO } from '../support/screens.ts'

const body = { screenId: 'general.forbidden', schema: { type: 'page', body: { type: 'crud', api: 'get:/api/nowhere', title: 'i18n:Nobody said this' } } }

scenarios('screen.check', [
  {
    name: 'finds nothing in a right screen',
    as: 'sue',
    body: { screenId: 'general.forbidden', schema: { ...HELLO, title: '', body: [] } },
    expect: { status: 0, data: { findings: [] } },
  },
  {
    name: 'says what is wrong, where, and how bad it is',
    as: 'sue',
    body,
    expect: { status: 0, stored: 'same' },
    then: reply =>
      expect(reply.data.findings.map((found: any) => [found.path, found.severity, found.code])).toEqual([
        ['body.api', 'error', 'call.unknown'],
        ['body.title', 'warning', 'text.untranslated'],
      ]),
  },
  {
    name: 'says it in the reader’s language',
    as: 'sue',
    body,
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 0 },
    then: reply => expect(reply.data.findings[0].message).toContain('没有地址为 /api/nowhere 的接口'),
  },
  {
    name: 'takes the words that a screen brings, and holds them to what the texts are held to that they stand for',
    as: 'sue',
    body: {
      screenId: 'general.forbidden',
      schema: {
        ...HELLO,
        title: 'i18n:Our tools',
        body: [{ type: 'tpl', tpl: 'i18n:Our people' }],
        texts: { 'zh-CN': { 'Our tools': '我们的工具', 'Our people': '${name | raw}<img src=x onerror=alert(1)>' } },
      },
    },
    expect: { status: 0 },
    then: reply => expect(reply.data.findings.map((found: any) => [found.path, found.severity, found.code])).toEqual([['body[0].tpl', 'error', 'safety.html']]),
  },
  { name: 'says which field is missing', as: 'sue', body: { screenId: 'nothing' }, expect: { status: 422, errors: ['schema', 'screenId'], stored: 'same' } },
  {
    name: 'takes no screen over 2 MB',
    as: 'sue',
    body: { ...body, schema: { body: '订'.repeat(800_000) } },
    expect: { status: 422, code: 'page.schemaTooLarge', errors: ['schema'] },
  },
  { name: 'checks for an organisation as well', as: 'ann', query: { companyKey: 'acme' }, body, expect: { status: 0 } },
  {
    name: 'finds what a screen may not do at the level that it is changed at',
    as: 'ann',
    query: { companyKey: 'acme' },
    body: { screenId: 'general.forbidden', schema: { ...HELLO, initApi: 'post:/api/screen/grant' } },
    expect: { status: 0 },
    then: reply => expect(reply.data.findings).toContainEqual(expect.objectContaining({ path: 'initApi', severity: 'error', code: 'reach.call' })),
  },
  { name: 'keeps a member out', as: 'ben', query: { companyKey: 'acme' }, body, expect: { status: 403 } },
  { name: 'keeps an owner of an organisation out of the platform’s', as: 'ann', body, expect: { status: 403 } },
  { name: 'keeps out who is not signed in', body, expect: { status: 401 } },
])
