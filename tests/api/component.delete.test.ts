import { componentIn, DEV } from '../support/components.ts'
import { scenarios } from '../support/scenarios.ts'

const there: Record<string, string> = { ...DEV, componentId: '' }
scenarios('component.delete', [
  {
    name: 'is for who works on the app',
    as: 'ben',
    params: there,
    given: async world => void Object.assign(there, { componentId: (await componentIn(world)).componentId }),
    expect: { status: 403, stored: 'same' },
  },
  { name: 'deletes a component with its versions', as: 'ann', params: there, expect: { status: 0 } },
  { name: 'says that there is none', as: 'ann', params: there, expect: { status: 404, code: 'resource.unknown', stored: 'same' } },
])
