// template.inspect: everybody who sees a template may look into its packages.
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const query = { id: 'crm', resourceUrl: '/template-files/crm/en-US/with-data.amis' }

scenarios('template.inspect', [
  {
    name: 'tells what is in a template, to people who are not signed in too',
    query,
    expect: {
      status: 0,
      stored: 'same',
      data: {
        isNew: true,
        app: { name: 'CRM' },
        models: [
          { key: 'customer', rows: 5, rowsPart: expect.stringMatching(/^rows:/) as string },
          { key: 'deal', rows: 6 },
        ],
        findings: [],
        conflicts: [],
        verdict: [{ level: 'good', text: 'Nothing runs on its own' }, { level: 'info' }],
      },
    },
  },
  {
    name: 'in the reader’s language, of the package that was asked for',
    as: 'ben',
    query: { ...query, resourceUrl: '/template-files/crm/zh-CN/without-data.amis' },
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 0, stored: 'same', data: { models: [{ rows: 0, rowsPart: '' }, { rows: 0 }], verdict: [{ text: '没有会自行运行的内容' }, {}] } },
  },
  {
    name: 'reads no package of elsewhere',
    query: { ...query, resourceUrl: 'http://127.0.0.1:1/a.amis' },
    expect: { status: 422, code: 'template.packageUnknown', errors: ['resourceUrl'] },
  },
  { name: 'knows no such template', query: { ...query, id: 'nothing' }, expect: { status: 404, code: 'template.unknown' } },
  { name: 'wants to know which package', query: { id: 'crm' }, expect: { status: 422, errors: ['resourceUrl'] } },
])
