import { expect } from 'vitest'
import { CLAIM, claimFlow, startFile } from '../support/flow-forms.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const at =
  (fieldKey = 'bill') =>
  async (world: World) => ({ params: { ...CLAIM, fieldKey, fileId: (await startFile(world, await claimFlow(world), 'bill', 'paid')).id } })

scenarios('flow.getStartFile', [
  {
    name: 'is there for whoever uploaded it, before it is sent',
    as: 'ben',
    given: at(),
    expect: { status: -1 },
    then: reply => expect([String(reply.raw), reply.headers['content-disposition']]).toEqual(['paid', expect.stringContaining('attachment')]),
  },
  { name: 'for nobody else, whoever it is', as: 'ann', given: at(), expect: { status: 404, code: 'file.unknown' } },
  { name: 'and not as another field', as: 'ben', given: at('photo'), expect: { status: 404, code: 'file.unknown' } },
])
