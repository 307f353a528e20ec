// company.check-create, company.may-create
import { describe, expect, it } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld } from '../support/world.ts'

scenarios('company.checkCreate', [
  { name: 'says yes to everybody signed in', as: 'cyd', expect: { status: 0, data: { canCreate: true, msg: '' } } },
  { name: 'keeps out who is not signed in', expect: { status: 401 } },
  { name: 'takes no unknown field', as: 'cyd', query: { x: '1' }, expect: { status: 422, errors: ['x'] } },
])

describe('company.checkCreate where the operator limits it', () => {
  it('names the reason, and company.createCompany refuses with the same', async () => {
    for (const [companyCreation, person, allowed] of [
      ['super', 'ann', false],
      ['super', 'sue', true],
      ['off', 'sue', false],
    ] as const) {
      const world = await makeWorld({ companyCreation })
      const { canCreate, msg } = (await world.call('company.checkCreate', { as: person })).data
      expect(canCreate).toBe(allowed)
      const before = await world.stored()
      const made = await world.call('company.createCompany', { as: person, body: { companyName: 'New', industry: 'other' } })
      expect(made.status).toBe(allowed ? 0 : 403)
      if (!allowed) {
        expect(made.msg).toBe(msg)
        expect(await world.stored()).toBe(before)
        expect((await world.call('company.checkCreate', { as: person, headers: { 'accept-language': 'zh-CN' } })).data.msg).toMatch(/组织/)
      }
      await world.close()
    }
  })
})
