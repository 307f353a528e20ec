// The screens of widget templates against the product document: what is there at each level, limits, sentences, what is closed to whom.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'

type Json = Record<string, any>
const screens = createShippedScreens(join(import.meta.dirname, '../../schemas'))
const get = async (id: string) => (await screens.get(id))?.schema as Json
const routes = await screens.routes()

/** Every object of a schema that fits. */
function all(node: unknown, fits: (one: Json) => boolean, found: Json[] = []): Json[] {
  if (Array.isArray(node)) node.forEach(item => all(item, fits, found))
  else if (node && typeof node === 'object') {
    if (fits(node as Json)) found.push(node as Json)
    Object.values(node).forEach(item => all(item, fits, found))
  }
  return found
}
const LEVELS = [
  ['widgetTemplate.manager', '/platform/admin/widget-template', '/api/widgetTemplate', "'/platform/widget-template/edit/' + id"],
  [
    'widgetTemplate.manager-company',
    '/company/:companyKey/widget-template',
    '/api/company/${companyKey}/widgetTemplate',
    "'/company/' + companyKey + '/widget-template/edit/' + id",
  ],
  [
    'widgetTemplate.manager-app',
    '/company/:companyKey/app/:appUrlKey/design/widget-template',
    '/api/company/${companyKey}/app/${appUrlKey}/widgetTemplate',
    "'/design/widget-template/edit/' + id",
  ],
] as const

describe.each(LEVELS)('%s', (id, path, api, edit) => {
  const url = (one: Json) => String(one.api?.url ?? one.api ?? '')
  const titled = async (title: string) => all(await get(id), one => one.title === `i18n:${title}`)
  const fields = (one: Json) =>
    Object.fromEntries(all(one.body, field => typeof field.name === 'string' && field.type !== 'form').map(field => [field.name, field]))

  it('has its address, which alone at the platform contains admin/widget-template: widgetTemplate.admin-path', () => {
    expect(routes.find(route => route.screen === id)?.path).toBe(path)
    expect(path.includes('admin/widget-template')).toBe(id === 'widgetTemplate.manager')
  })

  it('filters, sorts and pages both views alike: widgetTemplate.cards, widgetTemplate.list, widgetTemplate.view', async () => {
    const views = all(await get(id), one => one.type === 'crud')
    expect(views.map(view => [view.mode ?? 'table', view.perPage, view.api.url])).toEqual([
      ['cards', 30, `${api}/list`],
      ['table', 30, `${api}/list`],
    ])
    expect(views.map(view => view.visibleOn)).toEqual(["${query.view != 'list'}", "${query.view == 'list'}"])
    for (const view of views) {
      const [keywords, status, framework, sort] = view.filter.body
      expect([keywords.name, status.name, framework.name, sort.name]).toEqual(['keywords', 'status', 'framework', 'sortBy'])
      expect(status.options.map((one: Json) => one.value)).toEqual([1, 0])
      expect(framework.options.map((one: Json) => one.value)).toEqual([0, 1, 2, 3, 4])
      expect(sort.options).toHaveLength(6)
      // Those of a higher level cannot be chosen, and what is for many waits for a choice.
      expect(view.itemCheckableOn).toBe('${!readOnly}')
      expect(view.bulkActions.every((one: Json) => one.requireSelected !== false)).toBe(true)
    }
    const [cards, list] = views as [Json, Json]
    expect(cards.card.mutedOn).toBe('${readOnly}')
    expect(cards.card.hint).toMatch(/From the platform.*From the organisation/)
    expect(list.columns.map((one: Json) => one.name ?? '')).toEqual(['name', 'groupName', 'widgetType', 'status', 'createdAt', 'updatedAt', ''])
    expect(JSON.stringify([cards.card.links, list.columns]).split(edit)).toHaveLength(4)
  })

  it('groups are added, changed and deleted, those of other levels and used ones not: widgetTemplate.group-nav, widgetTemplate.group-create, widgetTemplate.group-edit, widgetTemplate.group-delete', async () => {
    const [panel] = all(await get(id), one => one.type === 'tessera-tree-panel')
    expect([panel?.api.url, panel?.all.label, panel?.addLabel]).toEqual([`${api}/group`, 'i18n:All templates', 'i18n:Add group'])
    expect(panel?.menu.map((one: Json) => one.event)).toEqual(['edit', 'remove'])
    expect(panel?.menu[0].reason).toContain('readOnly')
    // Groups of one name are told apart by their level.
    expect(JSON.stringify(panel?.api)).toContain("' (platform)' : ' (organisation)'")
    expect(panel?.menu[1].reason).toMatch(/readOnly.*isUsed/)
    for (const title of ['New group', 'Edit group']) {
      const [dialog] = await titled(title)
      const { name, description } = fields(dialog as Json)
      expect([name.required, name.maxLength, description.maxLength]).toEqual([true, 8, 100])
    }
    const [deletion] = await titled('Delete group')
    expect(JSON.stringify(deletion)).toContain('event.data.name')
  })

  it('a template is made and its particulars changed: widgetTemplate.create, widgetTemplate.info, widgetTemplate.card-release-size', async () => {
    const [creation] = await titled('New template')
    const [info] = await titled('Template info')
    for (const dialog of [creation, info] as Json[]) {
      const { name, type, code, widgetType, custom_preview_img, description, status } = fields(dialog)
      expect([name.required, name.maxLength, name.validationErrors.matchRegexp]).toEqual([true, 12, expect.stringContaining('Chinese character')])
      expect(type.source.url).toBe(`${api}/group/current`)
      expect([code.visibleOn, code.maxLength]).toEqual(['${hasCode}', 30])
      expect(widgetType.options).toHaveLength(5)
      expect([custom_preview_img.maxSize, description.maxLength, status.trueValue, status.falseValue]).toEqual([1_048_576, 100, 1, 0])
      expect(all(dialog, one => one.visibleOn === '${widgetType == 4}')[0]?.body).toBe('i18n:Keep the released card under 1 MB.')
    }
    expect(fields(creation as Json).widgetType.disabled).toBeUndefined()
    expect(fields(info as Json).widgetType.disabled).toBe(true)
    expect((info as Json).body.initApi).toBe(`get:${api}/data/\${id}`)
  })

  it('names what is deleted: widgetTemplate.delete-confirm, widgetTemplate.bulk-delete-confirm, widgetTemplate.confirm-delete', async () => {
    const [one] = await titled('Delete template')
    expect(JSON.stringify(one)).toContain('Delete template ${name|html}?')
    const [many] = await titled('Delete templates')
    expect(JSON.stringify(many)).toContain('${items.length}')
    expect(JSON.stringify(many)).toContain('one => one.name')
  })

  it('is imported and exported as .amis: widgetTemplate.import', async () => {
    const [dialog] = await titled('Import templates')
    expect(fields(dialog as Json).file).toMatchObject({ required: true, accept: '.amis', maxSize: 20_971_520 })
    const downloads = all(await get(id), one => one.actionType === 'download').map(url)
    expect(new Set(downloads)).toEqual(new Set([`get:${api}/exportWidgetTpl`, `get:${api}/exports/\${ids}`, `get:${api}/exports/\${id}`]))
  })
})
