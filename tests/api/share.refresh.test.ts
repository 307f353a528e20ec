import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { aPage, aShare } from '../support/shares.ts'
import { ask, aTemplate, LEVELS } from '../support/widget-templates.ts'
import type { World } from '../support/world.ts'

const given = async (world: World) => ({ params: { shareId: (await aShare(world)).id } })

scenarios('share.refresh', [
  {
    name: 'shows the page as it is saved now, under its present name',
    as: 'ann',
    given: async world => {
      const pageId = await aPage(world)
      const { id } = await aShare(world, { pageId })
      await world.call('page.update', { as: 'ann', params: { pageId }, body: { name: 'Renamed', schema: { type: 'page', body: 'new' } } })
      return { params: { shareId: id } }
    },
    expect: { status: 0, data: { name: 'Renamed', pageVersion: 2, currentVersion: 2, isBehind: false } },
  },
  {
    name: 'cannot where the page is gone; what was shared stays',
    as: 'ann',
    given: async world => {
      const pageId = await aPage(world)
      const { id, key } = await aShare(world, { pageId })
      await world.call('page.delete', { as: 'ann', params: { pageId } })
      expect((await world.call('share.getPage', { params: { key } })).status).toBe(0)
      return { params: { shareId: id } }
    },
    expect: { status: 422, code: 'share.noPage', stored: 'same' },
  },
  {
    name: 'shows a widget template as it is saved now, and says when it was saved again',
    as: 'ann',
    given: async world => {
      const templateId = await aTemplate(world, LEVELS.app)
      const { id } = await aShare(world, { templateId, content: 'widgetTpl', pageId: '' })
      await ask(world, LEVELS.app, 'updateTemplate', { params: { templateId }, body: { name: 'Renamed', body: { type: 'page', body: 'new' } } })
      expect((await world.call('share.get', { as: 'ann', params: { shareId: id } })).data).toMatchObject({ isBehind: true, templateId })
      return { params: { shareId: id } }
    },
    expect: { status: 0, data: { name: 'Renamed', pageVersion: 2, currentVersion: 2, isBehind: false } },
  },
  {
    name: 'keeps showing a template that is gone',
    as: 'ann',
    given: async world => {
      const templateId = await aTemplate(world, LEVELS.app)
      const { id, key } = await aShare(world, { templateId, content: 'widgetTpl', pageId: '' })
      await ask(world, LEVELS.app, 'deleteTemplate', { params: { templateId } })
      expect((await world.call('share.getWidgetTpl', { params: { key } })).status).toBe(0)
      return { params: { shareId: id } }
    },
    expect: { status: 422, code: 'share.noPage', stored: 'same' },
  },
  { name: 'answers unknown for what is not there', as: 'ann', params: { shareId: '01890000-0000-7000-8000-000000000001' }, expect: { status: 404 } },
  { name: 'keeps members out', as: 'ben', given, expect: { status: 403, stored: 'same' } },
  { name: 'keeps strangers out', given, expect: { status: 401, stored: 'same' } },
])
