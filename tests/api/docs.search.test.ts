import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

scenarios('docs.search', [
  {
    name: 'finds sections, those that have the word in their heading first',
    query: { keywords: 'Members of a ROLE' },
    expect: { status: 0 },
    then: reply => expect(reply.data.items[0]).toMatchObject({ key: 'roles', anchor: 's-members-of-a-role', heading: 'Members of a role' }),
  },
  {
    name: 'in Chinese',
    query: { keywords: '行权限' },
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 0 },
    then: reply => expect(reply.data.items[0]).toMatchObject({ key: 'row-permissions', title: '行权限' }),
  },
  {
    name: 'wants every word',
    query: { keywords: 'members xyzzy' },
    expect: { status: 0, data: { items: [] } },
  },
  {
    name: 'shows the text around the word, as text',
    query: { keywords: 'SMTP_URL' },
    expect: { status: 0 },
    then: reply => {
      expect(reply.data.items.length).toBeGreaterThan(1)
      for (const { excerpt } of reply.data.items) expect(excerpt).not.toContain('<')
    },
  },
  { name: 'wants something to look for', query: { keywords: '' }, expect: { status: 422, stored: 'same' } },
])
