import { expect } from 'vitest'
import { CLAIM, claimFlow } from '../support/flow-forms.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const at =
  (fieldKey: string, start?: object) =>
  async (world: World): Promise<{ params: Record<string, string>; query: Record<string, string> }> => ({
    params: { ...CLAIM, fieldKey },
    query: { formView: await claimFlow(world, start ? { start } : {}) },
  })
const names = (reply: { data: any }) => reply.data.options.map(({ label }: { label: string }) => label).toSorted()

scenarios('flow.listStartChoices', [
  {
    name: 'what a relation can name, for who has no right on its model',
    as: 'ben',
    given: at('shop'),
    expect: { status: 0 },
    then: reply => expect(names(reply)).toEqual(['North', 'South']),
  },
  {
    name: 'and of a field of a list',
    as: 'ben',
    given: async world => {
      const ask = await at('items.from')(world)
      return { ...ask, query: { ...ask.query, keywords: 'sou' } }
    },
    expect: { status: 0 },
    then: reply => expect(names(reply)).toEqual(['South']),
  },
  { name: 'not where the start only reads it', as: 'ben', given: at('shop', { shop: 'read' }), expect: { status: 403 } },
  { name: 'not of a list that the start hides', as: 'ben', given: at('items.from', { shop: 'write' }), expect: { status: 403 } },
  { name: 'not of a field that names nothing', as: 'ben', given: at('title'), expect: { status: 422, errors: ['fieldKey'] } },
  { name: 'not of the rows that name a claim', as: 'ben', given: at('items.claim'), expect: { status: 422, errors: ['fieldKey'] } },
])
