// The connection test of sign-in: what it tells
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { SEARCHER } from '../support/peers/ldap.ts'

scenarios('signin.listMethods', [
  {
    name: 'tells every way to sign in with its settings, and no secret',
    as: 'sue',
    given: async world => {
      await world.running.services.signin.methods.save('ldap', { url: 'ldaps://ldap.example.test', bindPassword: SEARCHER.password }, world.ids.sue)
      await world.running.services.signin.methods.save('oauth', { clientSecret: 'client-secret-1' }, world.ids.sue)
    },
    expect: { status: 0, data: { total: 8 } },
    then: reply => {
      const { items } = reply.data
      expect(items.map((item: any) => item.kind)).toEqual(['password', 'ldap', 'email', 'weixin', 'sso', 'oauth', 'third', 'cas2'])
      expect(items.filter((item: any) => item.enabled).map((item: any) => item.kind)).toEqual(['password', 'email'])
      expect(items[0]).toMatchObject({ isLast: true, callback: '' })
      expect(items[1]).toMatchObject({ settings: { url: 'ldaps://ldap.example.test', filter: '(uid={username})' }, secretsKept: ['bindPassword'] })
      expect(items[5]).toMatchObject({ secretsKept: ['clientSecret'], callback: expect.stringMatching(/\/auth\/oauth\/callback$/) })
      expect(items.find((item: any) => item.kind === 'sso').callback).toMatch(/\/auth\/uuap\/callback$/)
      expect(JSON.stringify(reply.data)).not.toMatch(/search-secret-1|client-secret-1|s1\./)
    },
  },
  {
    name: 'names them in the language of the reader',
    as: 'sue',
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 0 },
    then: reply => expect(reply.data.items[1].name).toBe('目录服务（LDAP）'),
  },
  { name: 'takes no query', as: 'sue', query: { all: '1' }, expect: { status: 422, errors: ['all'], stored: 'same' } },
  { name: 'is not for owners of organisations', as: 'ann', expect: { status: 403, stored: 'same' } },
  { name: 'is not for visitors', expect: { status: 401, stored: 'same' } },
])
