import { expect } from 'vitest'
import { componentIn, DEV } from '../support/components.ts'
import { addPage } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'

const there: Record<string, string> = { ...DEV, componentId: '' }
scenarios('component.get', [
  {
    name: 'tells a component, where it is drawn, and the pages that show it',
    as: 'ann',
    params: there,
    given: async world => {
      Object.assign(there, { componentId: (await componentIn(world, undefined, { key: 'shown' })).componentId })
      await addPage(world, { name: 'Shows it', path: '/shows', schema: { type: 'page', body: { type: 'tessera-component', componentKey: 'shown' } } } as never)
      await addPage(world, {
        name: 'Shows another',
        path: '/other',
        schema: { type: 'page', body: { type: 'tessera-component', componentKey: 'shown_too' } },
      } as never)
    },
    expect: { status: 0, data: { key: 'shown', usedBy: [{ name: 'Shows it' }] } },
    then: reply => expect(reply.data.frame).toMatch(/^\/component-frame\/[\w.-]+\/$/),
  },
  { name: 'is for who works on the app', as: 'ben', params: there, expect: { status: 403 } },
])
