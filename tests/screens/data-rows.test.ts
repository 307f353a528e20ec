// What the second product document asks of row permissions and of data management, read off the screens themselves.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'

type Node = Record<string, any>
const screens = createShippedScreens(join(import.meta.dirname, '../../schemas'))
const routes = await screens.routes()
const schemaOf = async (id: string) => (await screens.get(id))?.schema as Node
const models = await schemaOf('rowPermission.app-permission-page')
const rows = await schemaOf('rowPermission.row-page')
const data = await schemaOf('data.page')
const route = (end: string) => routes.find(one => one.path === `/company/:companyKey/app/:appUrlKey/${end}`)

/** Every object below one, itself included. */
const all = (node: unknown): Node[] =>
  Array.isArray(node) ? node.flatMap(all) : typeof node === 'object' && node ? [node as Node, ...Object.values(node).flatMap(all)] : []
const scope = { 'X-Company-Key': '${companyKey}', 'X-App-Key': '${appUrlKey}' }

describe('row permissions', () => {
  const overlay = (title: string) => all(rows).find(one => one.title === `i18n:${title}` && one.body?.type === 'form') as Node
  const fields = (title: string) => overlay(title).body.body.map(({ name }: Node) => name)

  it('rowPermission.app-permission-page rowPermission.model-tab: the models with name, key and data source, searched by word', () => {
    expect(route('admin/perm-model')).toMatchObject({ screen: 'rowPermission.app-permission-page', access: 'app.adminRole' })
    const [tab] = models.body.tabs
    expect(tab.title).toBe('i18n:Data permission')
    expect(tab.body.filter.body.map(({ name }: Node) => name)).toEqual(['keywords'])
    expect(tab.body.columns.map(({ name }: Node) => name).slice(0, 3)).toEqual(['modelName', 'dmKey', 'dsKey'])
  })

  it('rowPermission.row-route: a model leads to its rows, with both keys and its name in the query', () => {
    const { href } = models.body.tabs[0].body.columns[0]
    expect(href).toMatch(/\/admin\/perm-model\/row\?dsKey=\$\{dsKey\}&dmKey=\$\{dmKey\}&modelName=\$\{modelName\|url_encode\}$/)
    expect(route('admin/perm-model/row')).toMatchObject({ screen: 'rowPermission.row-page', access: 'app.adminRole' })
  })

  it('the history of row permissions is that of the permissions, and opens from both pages', async () => {
    for (const page of [models, rows])
      expect(page.toolbar).toMatchObject([{ actionType: 'link', link: '/company/${companyKey}/app/${appUrlKey}/admin/permission?history=1' }])
    const { actions } = (await schemaOf('permission.page')).onEvent.init
    expect(actions.find(({ expression }: Node) => expression === '${query.history}').drawer.title).toBe('i18n:History of permissions')
  })

  it('rowPermission.row-page: the way back, search over the loaded list, and its columns', () => {
    const [breadcrumb, list] = rows.body
    expect(breadcrumb.items[0].href).toMatch(/admin\/perm-model$/)
    expect(breadcrumb.items[1].label).toContain('query.modelName')
    const table = list.body.find(({ type }: Node) => type === 'table')
    expect(table.source).toMatch(/keywords.*one\.name \+ ' ' \+ one\.desc/)
    expect(table.columns.map(({ name }: Node) => name).filter(Boolean)).toEqual(['name', 'desc', 'people', 'permissions'])
  })

  it('rowPermission.list-row-permissions: the app stands in the headers, and only rules of rows are asked for', () => {
    expect(rows.body[1].api).toMatchObject({
      method: 'get',
      url: '/api/resource/v2/acl/model/${query.dsKey}/${query.dmKey}',
      headers: scope,
      data: { type: 'row' },
    })
  })

  it('rowPermission.create-dialog: name and somebody are required, what it is about is chosen, conditions over the fields', () => {
    expect(fields('Create row permission')).toEqual(['name', 'desc', 'roleIds', 'people', 'permissions', 'filters'])
    const [name, , roles] = overlay('Create row permission').body.body
    expect(name.required).toBe(true)
    expect(roles.requiredOn).toBe('${COUNT(people) == 0}')
    expect(overlay('Create row permission').body.api).toMatchObject({ method: 'post', headers: scope, data: { type: 'row', permissions: '${permissions}' } })
    const about = overlay('Create row permission').body.body.find(({ name: one }: Node) => one === 'permissions')
    expect(about).toMatchObject({ required: true, value: ['SELECT'] })
    expect(about.options.map(({ value }: Node) => value)).toEqual(['SELECT', 'INSERT', 'UPDATE', 'DELETE'])
    const filters = overlay('Create row permission').body.body.at(-1)
    expect(filters).toMatchObject({ type: 'condition-builder', source: { url: '/api/resource/v2/acl/model/${query.dsKey}/${query.dmKey}/conditionSource' } })
  })

  it('rowPermission.edit-dialog: the same fields and rules, filled', () => {
    expect(fields('Edit row permission')).toEqual(fields('Create row permission'))
    expect(overlay('Edit row permission').data).toMatchObject({
      name: '${name}',
      people: '${people}',
      roleIds: '${users.roles}',
      permissions: '${permissions}',
    })
    expect(overlay('Edit row permission').body.api).toMatchObject({ method: 'put', data: { type: 'row', permissions: '${permissions}' } })
  })

  it('rowPermission.delete-confirm rowPermission.delete-row-permission: asks first, and not where the rule came with the app', () => {
    const button = all(rows).find(one => one.label === 'i18n:Delete' && one.actionType === 'dialog') as Node
    expect(button.disabledOn).toBe('${baseAcl}')
    expect(button.dialog.body.api).toMatchObject({ method: 'delete', url: '/api/resource/v2/acl/model/${query.dsKey}/${query.dmKey}/${key}', headers: scope })
    expect(button.dialog.actions.map(({ label }: Node) => label)).toEqual(['i18n:Cancel', 'i18n:Delete'])
  })
})

describe('data management', () => {
  const links = all(data).filter(one => one.actionType === 'link')

  it('data.page: sources and models beside the table of the model, for those with the duty', () => {
    expect(route('admin/data/:dsId/:mId')).toMatchObject({ screen: 'data.page', access: 'app.dataManage' })
    expect(all(data).some(one => one.type === 'select' && one.source === '${sources}')).toBe(true)
    expect(all(data).some(one => one.type === 'each' && one.source === '${models}')).toBe(true)
    expect(all(data).find(one => one.type === 'tessera-data-table')?.address).toMatch(/^\/api\/resource\/\$\{companyKey\}\/\$\{appUrlKey\}\/source\//)
  })

  it('data.route-fallback: a source or a model that is not there gives way to the first one, in place of the address', () => {
    const corrections = links.filter(one => one.args?.replace)
    expect(corrections.map(({ args }) => args.link.split('/admin/data/')[1])).toEqual([
      '${event.data.responseData.sources[0].id}/default',
      '${dsId}/${event.data.responseData.models[0].id}',
    ])
  })

  it('data.source-change: another source is a step of its own, to its first model', () => {
    const change = links.find(one => one.args?.link.includes('${event.data.value}')) as Node
    expect(change.args).toEqual({ link: '/company/${companyKey}/app/${appUrlKey}/admin/data/${event.data.value}/default' })
  })

  it('dataManagement data.source-unsynced data.model-empty data.unsynced data.empty-models: what there is to say where there is no table, and the way to the models for who may change them', () => {
    const empty = all(data).filter(one => one.className === 'tes-empty')
    expect(empty.map(({ body }) => body[0].tpl)).toEqual(['i18n:Data source not synced, cannot manage data', 'i18n:Model empty, no data'])
    expect(empty[0]?.visibleOn).toContain('!ARRAYFILTER(sources, one => one.id == dsId)[0].synchronized')
    expect(empty[1]?.visibleOn).toContain('COUNT(models) == 0')
    const inDev = "${app.perms.edit && app.tag == 'dev'}"
    for (const { body } of empty) {
      const buttons = body.filter(({ type }: Node) => type === 'button')
      expect(buttons[0]).toMatchObject({ link: '/company/${companyKey}/app/${appUrlKey}/design/model/${dsId}', visibleOn: inDev })
      for (const one of buttons) expect(one.visibleOn).toContain('app.perms.edit')
      // Whoever cannot do it is told who can.
      expect(body.some(({ type, visibleOn }: Node) => type === 'tpl' && visibleOn?.includes('!'))).toBe(true)
    }
    // The models of an environment come from development.
    expect(empty[1]?.body.at(-1).link).toBe('/company/${companyKey}/app/${app.key}-dev/design/model')
  })
})
