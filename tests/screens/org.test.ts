// What the third product document asks of the organisation's screens, entry by entry, read off the screens themselves.
import { describe, expect, it } from 'vitest'
import { type Node, nodesOf, schemaOf, screens } from '../support/shipped.ts'

const routes = await screens.routes()

const members = await schemaOf('org.members')
const positions = await schemaOf('org.positions')
const dialog = (root: unknown, title: string) => nodesOf(root).find(node => node.title === `i18n:${title}` && node.actions) as Node
const field = (root: unknown, name: string) => nodesOf(root).find(node => node.name === name && node.label) as Node
const texts = (root: unknown) => JSON.stringify(root)
const panel = (root: unknown) => nodesOf(root).find(node => node.type === 'tessera-tree-panel') as Node
const labels = (root: Node[]) => root.map(node => node.label)

describe('members and departments', () => {
  it('org.members, org.area: two tabs kept in the hash, for administrators of the organisation', () => {
    expect(members.body.tabs.map((tab: Node) => [tab.title, tab.hash])).toEqual([
      ['i18n:Internal organisation', 'internal'],
      ['i18n:External users', 'external'],
    ])
    expect(routes.find(route => route.path === '/company/:companyKey/admin/department')).toMatchObject({ screen: 'org.members', access: 'company.admin' })
  })

  it('org.internal, org.department-tree: the tree beside the members; ?department= selects', () => {
    expect(panel(members)).toMatchObject({ heading: 'i18n:Departments', selected: '${query.department}', address: '?department=${id}' })
    expect(panel(members).orderApi.url).toBe('/api/company/${companyKey}/department/saveOrder')
  })

  it('org.department-menu: add below, edit, delete with the reason why not', () => {
    expect(labels(panel(members).menu)).toEqual(['i18n:Add sub-department', 'i18n:Edit department', 'i18n:Delete department'])
    expect(panel(members).menu[2].reason).toContain('removable')
  })

  it('org.department-create, org.DEPARTMENT_NAME_MAX: name with counter, parent from the menu, code, manager', () => {
    const form = dialog(members, 'Add department')
    expect(field(form, 'name')).toMatchObject({ required: true, maxLength: 25, showCounter: true })
    expect(field(form, 'parentId')).toMatchObject({ required: true, clearable: false })
    expect(form.data.parentId).toBe('${event.data.id}')
    expect(field(form, 'code').required).toBeUndefined()
    expect(field(form, 'manager').clearable).toBe(true)
  })

  it('org.department-edit: the parent is hidden where there is none and never cleared, the code is read', () => {
    const form = dialog(members, 'Edit department')
    expect(field(form, 'parentId')).toMatchObject({ hiddenOn: '${!parentId}', clearable: false })
    expect(field(form, 'code').readOnly).toBe(true)
    expect(field(form, 'positionIds').multiple).toBe(true)
  })

  it('org.confirm-department, org.after-delete: asks first, then nothing is chosen', () => {
    const form = dialog(members, 'Delete department')
    expect(texts(form)).toContain('Delete the department ${event.data.name|html}?')
    expect(form.body.onEvent.submitSucc.actions[0]).toMatchObject({ actionType: 'choose', args: { id: '' } })
  })

  it('org.member-table, org.member-tag, org.PAGE_SIZE: columns, tags, a page size of one’s own', () => {
    const table = nodesOf(members).find(node => node.id === 'members') as Node
    expect(labels(table.columns.slice(0, 5))).toEqual(['i18n:Name|person', 'i18n:Email', 'i18n:Phone', 'i18n:Username', 'i18n:Department'])
    const tags = table.columns[0].body.slice(1).map((tag: Node) => [tag.tpl, tag.visibleOn])
    expect(tags).toEqual([
      ['i18n:Manager', '${isManager}'],
      ['i18n:Administrator', '${isLeader}'],
      ['i18n:Banned', '${disabled}'],
      ['i18n:Not joined yet', '${isPending}'],
    ])
    expect(table.footerToolbar).toContain('switch-per-page')
  })

  it('org.member-toolbar: search, members of departments below, add', () => {
    const names = nodesOf(nodesOf(members).find(node => node.id === 'members')?.filter).flatMap(node => node.name ?? [])
    expect(names).toEqual(['username', 'only', 'showDescendants'])
  })

  it('changes many members at once, over pages, after it has said what that does', () => {
    const table = nodesOf(members).find(node => node.id === 'members') as Node
    expect(table).toMatchObject({ keepItemSelectionOnPageChange: true, maxKeepItemSelectionLength: 500 })
    expect(table.headerToolbar[0]).toBe('bulkActions')
    const actions = table.bulkActions.map((button: Node) => [button.label, button.dialog.body.api.data.action])
    expect(actions).toEqual([
      ['i18n:Move selected', 'move'],
      ['i18n:Ban selected', 'ban'],
      ['i18n:Let selected in again', 'letIn'],
      ['i18n:Remove from department|many', 'leave'],
      ['i18n:Remove from organisation|many', 'remove'],
    ])
    for (const { dialog: asked } of table.bulkActions) {
      const preview = nodesOf(asked).find(node => String(node.api?.url).endsWith('/bulk/preview')) as Node
      expect(preview.api.data).toEqual(asked.body.api.data)
    }
  })

  it('is sorted by what it shows, and shows the columns that are chosen', () => {
    const table = nodesOf(members).find(node => node.id === 'members') as Node
    expect(table.columns.filter((column: Node) => column.sortable).map((column: Node) => column.name)).toEqual(['name', 'email', 'phone', 'username'])
    expect(table.columnsTogglable).toBe(true)
  })

  it('org.add-member-variant: the form of a new person with uic off, picking with it on', () => {
    const add = nodesOf(members).find(node => node.label === 'i18n:Add member') as Node
    expect(add.visibleOn).toBe('${!config.features.uic}')
    expect(['name', 'email', 'username', 'phone'].map(name => field(add, name)?.name)).toEqual(['name', 'email', 'username', 'phone'])
    expect(texts(nodesOf(members).find(node => node.label === 'i18n:Pick existing people'))).toContain('/candidates')
  })

  it('shows the effect before somebody is moved, banned or removed', () => {
    const asked = nodesOf(members).flatMap(node => (String(node.api?.url).includes('/effect?') ? [String(node.api.url).split('?')[1]] : []))
    expect(asked).toEqual([
      'action=move&departmentIds=${departmentIds}',
      'action=move&departmentId=${selected.id}&departmentIds=${to}',
      'action=ban',
      'action=remove&departmentId=${selected.id}',
      'action=remove',
    ])
  })

  it('shows the token of an identity provider once, with the address to give it', () => {
    const made = nodesOf(members).find(node => node.id === 'scim-made') as Node
    expect(texts(made)).toContain('it is shown this once')
    expect(nodesOf(made).find(node => node.actionType === 'copy')).toMatchObject({ content: '${made.token}' })
    expect(nodesOf(members).some(node => node.actionType === 'copy' && node.content === '${address}')).toBe(true)
    expect(texts(dialog(members, 'Revoke token'))).toContain('${name|html}')
  })

  it('org.external, org.external-app, org.DATE_FORMAT: info, app, search, reload, dates', () => {
    const tab = members.body.tabs[1]
    expect(nodesOf(tab).some(node => node.type === 'alert' && node.level === 'info')).toBe(true)
    const table = nodesOf(tab).find(node => node.id === 'visitors') as Node
    expect(table.api.data.appId).toBe('${appId}')
    expect(labels(table.columns.slice(0, 8))).toEqual(
      ['Nickname', 'Email', 'Phone', 'App', 'Registered', 'Last sign-in', 'State', 'Banned'].map(text => `i18n:${text}`),
    )
    expect(table.columns[4].tpl).toContain('YYYY-MM-DD HH')
    expect(texts(table.filter)).toContain('i18n:Reload')
  })

  it('org.external-user-info, org.confirm-external, org.external-remove: what is known, the switch, the question', () => {
    expect(field(dialog(members, 'User info'), 'name').type).toBe('static')
    expect(field(dialog(members, 'User info'), 'disabled').type).toBe('switch')
    expect(texts(dialog(members, 'Remove external user'))).toContain('Remove this external user from the current application?')
  })
})

describe('job position and rank', () => {
  it('org.positions: by category in the address, all of them at the root', () => {
    for (const path of ['/company/:companyKey/admin/position', '/company/:companyKey/admin/position/:groupId'])
      expect(routes.find(route => route.path === path)).toMatchObject({ screen: 'org.positions', access: 'company.admin' })
  })

  it('org.category-list, org.category-menu: search, All, order, edit and delete', () => {
    expect(panel(positions)).toMatchObject({
      searchLabel: 'i18n:Search categories',
      all: { label: 'i18n:All', address: '/company/${companyKey}/admin/position' },
    })
    expect(labels(panel(positions).menu)).toEqual(['i18n:Edit category', 'i18n:Delete category'])
  })

  it('org.category-form, org.CATEGORY_NAME, org.DESCRIPTION_MAX: 2 to 50, a sequence, 200', () => {
    for (const title of ['Add category', 'Edit category']) {
      const form = dialog(positions, title)
      expect(field(form, 'name')).toMatchObject({ required: true, minLength: 2, maxLength: 50 })
      expect(field(form, 'sequence').required).toBe(true)
      expect(field(form, 'description').maxLength).toBe(200)
    }
  })

  it('org.confirm-category, org.category-delete: names the category', () =>
    expect(texts(dialog(positions, 'Delete category'))).toContain('Delete the job category \\"${event.data.name|html}\\"?'))

  it('org.rank-table, org.rank-form, org.RANK_LEVEL: category, name, level 0 to 99999, description', () => {
    for (const title of ['Add position', 'Edit rank']) {
      const form = dialog(positions, title)
      expect(field(form, 'groupId').required).toBe(true)
      expect(field(form, 'name')).toMatchObject({ required: true, minLength: 2, maxLength: 50 })
      expect(field(form, 'level')).toMatchObject({ required: true, validations: { minimum: 0, maximum: 99_999 } })
      expect(field(form, 'description').maxLength).toBe(200)
    }
    const table = nodesOf(positions).find(node => node.id === 'ranks') as Node
    expect(table.columns[2]).toMatchObject({ label: 'i18n:Category', visibleOn: '${!selected}' })
  })

  it('org.confirm-rank, org.rank-delete: says that it cannot be recovered', () =>
    expect(texts(dialog(positions, 'Delete rank'))).toContain('It cannot be recovered.'))
})

it('org.prefix: every call of these screens is under the organisation’s address', () => {
  for (const screen of [members, positions])
    for (const node of nodesOf(screen))
      for (const key of ['api', 'initApi', 'source', 'orderApi', 'autoComplete']) {
        const url = typeof node[key] === 'string' ? node[key].replace(/^get:/, '') : node[key]?.url
        // A table that shows what is in reach names no address.
        if (url && !/^\$\{\w+\}$/.test(url)) expect(url).toMatch(/^\/api\/company\/\$\{companyKey\}\//)
      }
})

it('org.server-errors: what the server says is shown; no form keeps it to itself', () => {
  for (const screen of [members, positions])
    for (const form of nodesOf(screen).filter(node => node.type === 'form' && node.api)) {
      expect(form.api.silent).toBeUndefined()
      expect(form.messages.saveFailed).toBeUndefined()
    }
})
