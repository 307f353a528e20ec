import { expect } from 'vitest'
import { addRole, setList, setOverride } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import { aPage, SCHEMA } from '../support/shares.ts'
import { aTemplate, LEVELS, PANEL } from '../support/widget-templates.ts'

scenarios('share.create', [
  {
    name: 'shares a page as it is saved, under a link that nobody can guess',
    as: 'ann',
    given: async world => ({ body: { type: 1, pageId: await aPage(world), title: ' Orders ', expiresAt: '2999-01-01T00:00:00Z', password: 'open-sesame' } }),
    expect: { status: 0, data: { type: 1, title: 'Orders', pageVersion: 1, isProtected: true, state: 'open', expiresAt: '2999-01-01T00:00:00.000Z' } },
    then: ({ data }) => {
      expect(data.key).toMatch(/^[A-Za-z0-9_-]{22}$/)
      expect(data.link).toBe(`http://localhost:80/share/${data.key}`)
    },
  },
  {
    name: 'shares a document',
    as: 'abe',
    body: { type: 3, text: '<p>Hi</p>', title: 'Hi' },
    expect: { status: 0, data: { type: 3, name: 'Hi', pageId: null } },
  },
  {
    name: 'shares a template, under the address of its mode (share.mode)',
    as: 'ann',
    body: { content: 'widgetTpl', type: 5, schema: SCHEMA, name: 'Card' },
    expect: { status: 0, data: { content: 'widgetTpl', name: 'Card' } },
    then: ({ data }) => expect(data.address).toBe(`/share/${data.key}?shareMode=widgetTpl`),
  },
  {
    name: 'shares a widget template of the app, or one of a level above, as it is saved: widgetTemplate.audience',
    as: 'ann',
    given: async world => ({ body: { type: 1, content: 'widgetTpl', templateId: await aTemplate(world, LEVELS.company, { name: 'Card' }) } }),
    expect: { status: 0, data: { content: 'widgetTpl', name: 'Card', pageVersion: 1, currentVersion: 1, isBehind: false } },
    then: async ({ data }, world) => {
      const shown = await world.call('share.getWidgetTpl', { params: { key: data.key } })
      expect(JSON.parse(shown.data.schema)).toEqual(PANEL)
    },
  },
  {
    name: 'shares no template of another organisation',
    as: 'dee',
    params: { companyKey: 'globex', appUrlKey: 'theirs' },
    given: async world => {
      await world.call('app.create', { as: 'dee', params: { companyKey: 'globex' }, body: { name: 'Theirs', key: 'theirs', type: 1 } })
      return { body: { type: 1, templateId: await aTemplate(world, LEVELS.company) } }
    },
    expect: { status: 404, code: 'widgetTemplate.unknown', stored: 'same' },
  },
  {
    name: 'shares amis templates only',
    as: 'ann',
    given: async world => ({ body: { type: 1, templateId: await aTemplate(world, LEVELS.app, { widgetType: 2 }) } }),
    expect: { status: 422, errors: ['templateId'], stored: 'same' },
  },
  { name: 'wants a type that there is', as: 'ann', body: { type: 4 }, expect: { status: 422, errors: ['type'], stored: 'same' } },
  { name: 'wants a page', as: 'ann', body: { type: 1 }, expect: { status: 422, errors: ['pageId'], stored: 'same' } },
  {
    name: 'wants a page of this app',
    as: 'ann',
    body: { type: 1, pageId: '01890000-0000-7000-8000-000000000001' },
    expect: { status: 422, code: 'share.noSuchPage', stored: 'same' },
  },
  { name: 'wants a text', as: 'ann', body: { type: 2, text: '  ' }, expect: { status: 422, errors: ['text'], stored: 'same' } },
  {
    name: 'wants a time to come',
    as: 'ann',
    body: { type: 2, text: 'x', expiresAt: '2001-01-01T00:00:00Z' },
    expect: { status: 422, code: 'share.expiryPast', errors: ['expiresAt'], stored: 'same' },
  },
  { name: 'wants a date', as: 'ann', body: { type: 2, text: 'x', expiresAt: 'soon' }, expect: { status: 422, errors: ['expiresAt'], stored: 'same' } },
  { name: 'wants four characters of a password', as: 'ann', body: { type: 2, text: 'x', password: 'abc' }, expect: { status: 422, errors: ['password'] } },
  {
    name: 'takes no template with script in it',
    as: 'ann',
    body: { content: 'widgetTpl', type: 5, schema: { type: 'page', body: { type: 'custom', onMount: 'alert(1)' } } },
    expect: { status: 422, code: 'page.refused', stored: 'same' },
  },
  { name: 'keeps members out', as: 'ben', body: { type: 2, text: 'x' }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps other organisations out', as: 'dee', body: { type: 2, text: 'x' }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps strangers out', body: { type: 2, text: 'x' }, expect: { status: 401, stored: 'same' } },
  {
    name: 'lets somebody share who may publish, but no page that he may not edit',
    as: 'ben',
    given: async world => {
      const role = await addRole(world, 'Publishers', { users: [world.ids.ben] })
      for (const list of ['edit', 'publish', 'page:edit']) await setList(world, list, [role])
      const pageId = await aPage(world)
      expect((await world.call('share.create', { as: 'ben', body: { type: 1, pageId } })).status).toBe(0)
      await setOverride(world, role, 'page', pageId, 'edit', false)
      const { id } = (await world.call('share.create', { as: 'ann', body: { type: 1, pageId } })).data
      expect((await world.call('share.refresh', { as: 'ben', params: { shareId: id } })).http).toBe(403)
      return { body: { type: 1, pageId } }
    },
    expect: { status: 403, stored: 'same' },
  },
])
