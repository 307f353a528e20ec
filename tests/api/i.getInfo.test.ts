// i.get-info, i.entity-profile
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { scenarios } from '../support/scenarios.ts'

scenarios('i.getInfo', [
  {
    name: 'i.get-info: tells who one is, with everything of the profile (i.entity-profile)',
    as: 'ann',
    expect: {
      status: 0,
      data: { username: 'ann', name: 'Ann', nickName: '', avatar: '', email: 'ann@example.test', emailVerified: false, phone: '', phoneVerified: false },
    },
    then: (reply, world) => {
      expect(reply.data).toMatchObject({ id: world.ids.ann, uid: world.ids.ann, hasPassword: true, isPlatformSuper: false })
      expect(reply.data.authInfo).toMatchObject({ weixin: { kind: 'weixin', authId: '' }, bce: { kind: 'bce', authId: '' } })
      expect(JSON.stringify(reply.data)).not.toMatch(/argon2/)
    },
  },
  {
    name: 'i.auth-rows: what is bound has an authId; what is switched off and not bound is no row',
    as: 'ben',
    given: async world => {
      await world.db
        .insertInto('identity')
        .values({ id: uuidv7(), user_id: world.ids.ben, kind: 'third', issuer: 'https://cloud.example.test', subject: '7', name: 'Ben at the cloud' })
        .execute()
      await world.running.services.signin.methods.setEnabled('weixin', true, null)
    },
    expect: { status: 0 },
    then: reply => {
      expect(reply.data.authInfo.bce).toMatchObject({ name: 'Ben at the cloud', address: '' })
      expect(reply.data.authInfo.bce.authId).toMatch(/^[0-9a-f-]{36}$/)
      expect(reply.data.accounts.map((one: { kind: string; address: string }) => [one.kind, one.address])).toEqual([
        ['weixin', '/auth/weixin'],
        ['bce', ''],
      ])
    },
  },
  { name: 'tells a super user that he is one', as: 'sue', expect: { status: 0, data: { isPlatformSuper: true } } },
  { name: 'takes no other person', as: 'ben', query: { id: 'x' }, expect: { status: 422, errors: ['id'], stored: 'same' } },
  { name: 'i.ordinary-users: is for people who are signed in', expect: { status: 401, stored: 'same' } },
])
