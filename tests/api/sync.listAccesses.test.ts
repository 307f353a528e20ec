import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { accessIn } from '../support/two-servers.ts'

let token = ''
scenarios('sync.listAccesses', [
  {
    name: 'tells who may write where, and no key',
    as: 'sue',
    given: async world => void (token = await accessIn(world, { apps: ['shop'] })),
    expect: { status: 0, data: { total: 1, items: [{ name: 'Workshop', company: 'acme', companyName: 'Acme', person: 'Ann', apps: ['shop'], usedAt: null }] } },
    then: reply => expect(reply.raw.toString()).not.toContain(token),
  },
])
