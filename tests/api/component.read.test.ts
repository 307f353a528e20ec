import { expect } from 'vitest'
import { componentIn, DECLARED, DEV } from '../support/components.ts'
import { builtIn, setOverride } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

let id = ''
const at = { ...DEV, componentKey: 'shown' }
scenarios('component.read', [
  {
    name: 'tells whoever may open the app what a page needs to show it',
    as: 'ben',
    params: at,
    given: async world => void (id = (await componentIn(world, undefined, { key: 'shown' })).componentId),
    expect: { status: 0, data: { key: 'shown', height: 0, minHeight: 20, maxHeight: 2000, props: DECLARED.props, events: DECLARED.events } },
    then: async (reply, world) => {
      // What a package of others brings may be anything; it is shown as far as it can be.
      await world.db
        .updateTable('resource')
        .set({ definition: JSON.stringify({ props: 'x', bundle: { file: '/api/file/x' } }) })
        .where('id', '=', id)
        .execute()
      const damaged = await world.call('component.read', { as: 'ben', params: at })
      expect(damaged.data).toMatchObject({ key: 'shown', props: [], events: [], frame: '' })
      expect(reply.data.frame).toMatch(/^\/component-frame\//)
    },
  },
  { name: 'says that there is none', as: 'ben', params: { ...DEV, componentKey: 'other' }, expect: { status: 404, code: 'component.unknown' } },
  {
    name: 'is for who may view the component',
    as: 'ben',
    params: at,
    given: async world => void (await setOverride(world, await builtIn(world, 'all-users'), 'component', id, 'read', false)),
    expect: { status: 403, code: 'permission.denied' },
  },
])
