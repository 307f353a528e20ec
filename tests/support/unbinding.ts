// Unbinding an email or a phone: the same story for both.
import { expect } from 'vitest'
import { bound, codeTo, personOf } from './account.ts'
import { otherCode } from './signin.ts'
import { type Scenario } from './scenarios.ts'
import type { World } from './world.ts'

/** What a call that unbinds is about; `id` is the rule that its success shows. */
export interface Unbinding {
  kind: 'email' | 'phone'
  id: string
  present: string
  other: string
}

/** Ben with it bound, and the code that was sent to it. */
export const boundWithCode =
  ({ kind, present }: Unbinding) =>
  async (world: World) => {
    await bound(world, 'ben', { [kind]: present })
    return { body: { [kind]: present, token: await codeTo(world, 'ben', kind, present) } }
  }

export function unbinding(story: Unbinding): Scenario[] {
  const { kind, id, present, other } = story
  const given = boundWithCode(story)
  const stillBound = async (_reply: unknown, world: World) => expect((await personOf(world, 'ben'))[kind]).toBe(present)
  return [
    { name: 'there is nothing to unbind', as: 'ben', body: { token: '123456' }, expect: { status: 409, code: 'account.notBound', stored: 'same' } },
    { name: 'i.token-required: wants the code', as: 'ben', body: {}, expect: { status: 422, errors: ['token'], stored: 'same' } },
    { name: 'keeps out who is not signed in', body: { token: '123456' }, expect: { status: 401, stored: 'same' } },
    {
      name: 'refuses a wrong code',
      as: 'ben',
      given: async world => ({ body: { token: otherCode((await given(world)).body.token) } }),
      expect: { status: 422, code: 'code.wrong', errors: ['token'] },
      then: stillBound,
    },
    {
      name: 'says that another one is bound by now',
      as: 'ben',
      given: async world => ({ body: { ...(await given(world)).body, [kind]: other } }),
      expect: { status: 422, code: 'account.other', errors: [kind], stored: 'same' },
    },
    {
      name: `${id}: unbinds it`,
      as: 'ben',
      given,
      expect: { status: 0 },
      then: async (_reply, world) => expect(await personOf(world, 'ben')).toMatchObject({ [kind]: '', [`${kind}_verified`]: false }),
    },
  ]
}
