import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { aGroup, aTemplate, LEVELS, PANEL } from '../support/widget-templates.ts'

const params = LEVELS.app.params

scenarios('widgetTemplate.listComponents', [
  {
    name: 'answers the enabled amis templates of all levels with their schemas and groups',
    as: 'ann',
    params,
    given: async world => {
      await aTemplate(world, LEVELS.platform, { name: 'Platform' })
      await aTemplate(world, LEVELS.company, { name: 'Company', type: await aGroup(world, LEVELS.company, 'Cards') })
      await aTemplate(world, LEVELS.app, { name: 'App' })
      await aTemplate(world, LEVELS.app, { name: 'Disabled', status: 0 })
      await aTemplate(world, LEVELS.app, { name: 'Phone', widgetType: 2 })
    },
    expect: { status: 0 },
    then: ({ data }) => {
      const items = data.items as { name: string; groupName: string; schema: object; preview: string }[]
      expect(items.map(({ name }) => name).sort()).toEqual(['App', 'Company', 'Platform'])
      expect(items.find(({ name }) => name === 'Company')).toMatchObject({ groupName: 'Cards', schema: PANEL, preview: expect.stringMatching(/^data:image/) })
    },
  },
  { name: 'shows nothing of other organisations', as: 'ann', params: { companyKey: 'globex', appUrlKey: 'shop-dev' }, expect: { status: 403 } },
  { name: 'takes no query', as: 'ann', params, query: { x: 1 }, expect: { status: 422, stored: 'same' } },
  { name: 'is for who edits the app', as: 'ben', params, expect: { status: 403, stored: 'same' } },
  { name: 'wants somebody signed in', params, expect: { status: 401, stored: 'same' } },
])
