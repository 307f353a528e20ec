import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const body = { name: 'Workshop', company: 'ACME', email: 'Ann@example.test', apps: ['shop', 'shop'] }

scenarios('sync.addAccess', [
  {
    name: 'tells its key this once, and keeps a digest',
    as: 'sue',
    body,
    expect: { status: 0 },
    then: async (reply, world) => {
      const { token } = reply.data
      expect(token).toMatch(/^tsy_[\w-]{43}$/)
      const row = await world.db.selectFrom('sync_access').selectAll().executeTakeFirstOrThrow()
      expect(row).toMatchObject({ name: 'Workshop', company_id: world.ids.acme, person_id: world.ids.ann, apps: ['shop'] })
      expect(JSON.stringify([row, await world.db.selectFrom('audit').selectAll().execute()])).not.toContain(token)
    },
  },
  {
    name: 'knows organisations by their key',
    as: 'sue',
    body: { ...body, company: 'nowhere' },
    expect: { status: 422, code: 'sync.companyUnknown', errors: ['company'], stored: 'same' },
  },
  {
    name: 'lets members of the organisation write only',
    as: 'sue',
    body: { ...body, email: 'dee@example.test' },
    expect: { status: 422, code: 'sync.personUnknown', errors: ['email'], stored: 'same' },
  },
  {
    name: 'knows nobody who is not there',
    as: 'sue',
    body: { ...body, email: 'zoe@example.test' },
    expect: { status: 422, code: 'sync.personUnknown', errors: ['email'], stored: 'same' },
  },
  {
    name: 'knows apps by their key',
    as: 'sue',
    body: { ...body, apps: ['shop', 'other'] },
    expect: { status: 422, code: 'sync.appUnknown', errors: ['apps'], stored: 'same' },
  },
])
