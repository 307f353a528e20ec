// Editors of an app's templates at an address without the app: widgetTemplate.editor-url
import { scenarios } from '../support/scenarios.ts'
import { aTemplate, LEVELS, NOWHERE } from '../support/widget-templates.ts'
import type { World } from '../support/world.ts'

const given = async (world: World) => ({ params: { templateId: await aTemplate(world, LEVELS.app) } })

scenarios('widgetTemplate.locateTemplate', [
  { name: 'finds the app of a template', as: 'ann', given, expect: { status: 0, data: { companyKey: 'acme', appUrlKey: 'shop-dev' } } },
  {
    name: 'knows none that belongs to no app',
    as: 'ann',
    given: async world => ({ params: { templateId: await aTemplate(world, LEVELS.company) } }),
    expect: { status: 404 },
  },
  { name: 'knows none that is not there', as: 'ann', params: { templateId: NOWHERE }, expect: { status: 404 } },
  { name: 'refuses what is no id', as: 'ann', params: { templateId: 'x' }, expect: { status: 404 } },
  { name: 'tells nothing to who may not edit the app', as: 'ben', given, expect: { status: 404, stored: 'same' } },
  { name: 'tells nothing to people of other organisations', as: 'dee', given, expect: { status: 404, stored: 'same' } },
  { name: 'wants somebody signed in', given, expect: { status: 401, stored: 'same' } },
])
