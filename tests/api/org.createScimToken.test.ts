import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('org.createScimToken', [
  {
    name: 'makes a token that works at once, and is kept as a hash alone',
    as: 'abe',
    body: { name: ' Entra ID ', days: 365, invites: false },
    expect: { status: 0, data: { token: expect.stringMatching(/^scim_[\w-]{43}$/) } },
    then: async ({ data }, world) => {
      const reply = await world.running.app.inject({ url: '/scim/v2/acme/Users', headers: { authorization: `Bearer ${data.token}` } })
      expect(reply.statusCode).toBe(200)
      const row = await world.db.selectFrom('scim_token').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow()
      expect(row).toMatchObject({ name: 'Entra ID', ending: data.token.slice(-4), invites: false, created_by: world.ids.abe })
      expect(Math.round((row.expires_at!.getTime() - Date.now()) / 86_400_000)).toBe(365)
      const all = await world.pool.query('select t::text as text from scim_token t union all select a::text from audit a')
      for (const { text } of all.rows) expect(text).not.toContain(data.token)
    },
  },
  {
    name: 'without more than a name it never expires and sends mails',
    as: 'ann',
    body: { name: 'Okta' },
    expect: { status: 0 },
    then: async ({ data }, world) => {
      const row = await world.db.selectFrom('scim_token').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow()
      expect(row).toMatchObject({ expires_at: null, invites: true })
    },
  },
  { name: 'needs a name', as: 'ann', body: { name: ' ' }, expect: { status: 422, errors: ['name'], stored: 'same' } },
  { name: 'refuses another time than those offered', as: 'ann', body: { name: 'x', days: 5 }, expect: { status: 422, errors: ['days'], stored: 'same' } },
  {
    name: 'stops at twenty',
    as: 'ann',
    body: { name: 'One more' },
    given: async world => {
      for (let n = 0; n < 20; n++)
        await world.running.services.scim.tokens.create(world.ids.acme, { name: `${n}` }, { id: world.ids.ann, locale: 'en-US' }).catch(() => {})
    },
    expect: { status: 409, code: 'org.scimTokensMax', stored: 'same' },
  },
  ...notForThem({ body: { name: 'Entra ID' } }),
])
