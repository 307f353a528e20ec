// What the second product document asks of the screens of roles, permissions and settings, entry by entry, read off the screens themselves.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SHOWN_KINDS } from '../../api/server/services/foundation/access/words.ts'
import { describe, expect, it } from 'vitest'
import { type Node, nodesOf, schemaOf, screens } from '../support/shipped.ts'

const routes = await screens.routes()

const page = await schemaOf('permission.page')
const runtime = await schemaOf('runtime.permission-page')
const settings = await schemaOf('appSetting.page')
const byId = (root: unknown, id: string) => nodesOf(root).find(node => node.id === id) as Node
const titled = (root: unknown, title: string) => nodesOf(root).find(node => node.title === `i18n:${title}`) as Node
const labelled = (root: unknown, label: string) => nodesOf(root).find(node => node.label === `i18n:${label}` && node.type === 'button') as Node
const texts = (root: unknown) => JSON.stringify(root)
const fieldsOf = (root: unknown) => nodesOf(root).filter(node => node.type === 'select' && String(node.name).includes('Acl'))
const route = (path: string) => routes.find(one => one.path === `/company/:companyKey/app/:appUrlKey/admin/${path}`)

describe('permissions of an app', () => {
  it('permission.page permission.role-tab permission.config-tab: two tabs kept in the hash, for those who configure permissions', () => {
    expect(page.body.tabs.map((tab: Node) => [tab.title, tab.hash])).toEqual([
      ['i18n:Roles', 'role'],
      ['i18n:Permission config', 'app'],
    ])
    expect(route('permission')).toMatchObject({ screen: 'permission.page', access: 'app.adminRole' })
    // amis tells the tabs around of a mistake in a field, by the number of the tab within: the hidden one keeps the numbers apart.
    const inner = nodesOf(page).find(node => node.tabsMode === 'vertical') as Node
    expect(inner.tabs.map((tab: Node) => tab.hash)).toEqual([undefined, 'app', 'default', 'resouce'])
    expect(inner.tabs[0].visible).toBe(false)
  })

  it('permission.app-subtab permission.acl-form-required: access and every feature list are required, the other duties are not', () => {
    const fields = fieldsOf(byId(page, 'acl-app'))
    expect(fields.filter(field => !field.required).map(field => field.name)).toEqual(
      ['edit', 'adminRole', 'publish', 'delete', 'dataManage', 'flowManage', 'viewLog', 'sync'].map(duty => `${duty}Acl`),
    )
    expect(fields.filter(field => field.required)).toHaveLength(11)
    expect(fields.every(field => field.multiple)).toBe(true)
    expect(fields.find(field => field.required)?.validationErrors.isRequired).toBe('i18n:Please choose at least one role')
  })

  it('permission.default-subtab permission.default-owner permission.default-owner-option: all required, the owner among the choices', () => {
    const fields = fieldsOf(byId(page, 'acl-default'))
    expect(fields).toHaveLength(36)
    expect(fields.every(field => field.required && field.source.includes('ownerOption'))).toBe(true)
    expect(fields.filter(field => field.name.startsWith('roleAcl')).map(field => field.name)).toEqual(['roleAcl.edit', 'roleAcl.delete'])
    // Kinds without a screen: nothing is asked about them.
    expect([...new Set(fields.map(field => field.name.split('.')[0]))]).toEqual(SHOWN_KINDS.map(kind => `${kind}Acl`))
  })

  it('what a change does is shown before it is saved', () => {
    for (const id of ['acl-app', 'acl-default']) expect(texts(byId(page, id))).toContain('/acl/whatIf')
    expect(texts(byId(runtime, 'runtime-acl'))).toContain('/acl/whatIf')
  })
})

describe('roles', () => {
  const list = byId(page, 'roles')

  it('role.list: searched and paged, three operations in 200 pixels, each disabled with its reason', () => {
    expect(list.columns.at(-1)).toMatchObject({ type: 'operation', width: 200 })
    expect(list.columns.at(-1).buttons.map((button: Node) => [button.label, button.disabledTip])).toEqual([
      ['i18n:Members', '${membersReason}'],
      ['i18n:Edit', '${editReason}'],
      ['i18n:Delete', '${deleteReason}'],
    ])
    expect(texts(list.api)).toContain('keywords')
  })

  it('role.create-dialog role.create-visible role.type-visible: for those who may; the type where the app has visitors', () => {
    expect(labelled(list, 'Create role').visibleOn).toBe('${app.perms.createRole}')
    const fields = nodesOf(titled(list, 'Create role')).filter(node => node.name && node.label)
    expect(fields.map(field => field.name)).toEqual(['name', 'type', 'description'])
    expect(fields[0]?.required).toBe(true)
    expect(fields[2]).toMatchObject({ maxLength: 200, showCounter: true })
  })

  it('role.edit-dialog role.edit-locks: the name locked for built-in roles, the type read-only', () => {
    const fields = nodesOf(titled(list, 'Edit role')).filter(node => node.name && node.label)
    expect(fields.find(field => field.name === 'name')?.disabledOn).toBe('${isBultin}')
    expect(fields.find(field => field.name === 'type')?.disabled).toBe(true)
  })

  it('role.delete-rule: asks, and names the role', () => {
    expect(texts(titled(list, 'Delete role'))).toContain('Sure to delete role ${name|html}?')
  })

  it('role.remove-selected-rule role.remove-employee-rule role.reset-password-rule: ask before the call', () => {
    expect(texts(list)).toContain('Sure to remove the selected users?')
    expect(texts(list)).toContain('Confirm to remove this employee?')
    expect(texts(list)).toContain('Reset the password to the initial password?')
  })

  it('role.members-drawer: users, departments and included roles for internal roles, external users for external ones', () => {
    const tabs = nodesOf(labelled(list, 'Members').drawer).filter(node => node.type === 'tabs')
    expect(tabs.map(one => [one.visibleOn, one.tabs.map((tab: Node) => tab.title)])).toEqual([
      ['${roleType == 0}', ['i18n:People', 'i18n:Departments', 'i18n:Included roles']],
      ['${roleType == 1}', ['i18n:External users']],
    ])
  })

  it('role.add-user-empty role.add-external-placeholder role.add-external-empty: the texts of an empty result', () => {
    expect(texts(list)).toContain("User not found, make sure the user has been added to the platform's organisation structure")
    expect(texts(list)).toContain('Enter account name or phone')
    expect(texts(list)).toContain('Make sure the visitor has registered')
  })
})

describe('runtime permissions', () => {
  it('runtime.permission-page runtime.role-tab runtime.permission-config-tab: the same roles, and the lists of the environment', () => {
    expect(runtime.body.tabs.map((tab: Node) => tab.hash)).toEqual(['role', 'permission', 'resource'])
    expect(byId(runtime, 'roles').columns).toEqual(byId(page, 'roles').columns)
    expect(route('runtime-permission')).toMatchObject({ screen: 'runtime.permission-page' })
  })

  it('runtime.acl-required runtime.view-log-standalone runtime.read-options: all but the last required, the log hidden where the app stands alone', () => {
    const fields = fieldsOf(byId(runtime, 'runtime-acl'))
    expect(fields.map(field => [field.name, field.required ?? false])).toEqual([
      ...['read', 'edit', 'adminRole', 'createRole', 'dataManage', 'flowManage', 'viewLog'].map(duty => [`${duty}Acl`, true]),
      ['resourceAcl', false],
    ])
    expect(fields.find(field => field.name === 'viewLogAcl')?.hiddenOn).toBe('${standalone}')
    expect(fields.map(field => field.source)).toEqual(['${roles}', ...Array.from({ length: 7 }, () => '${internalRoles}')])
  })
})

describe('settings of an app', () => {
  it('appSetting.page appSetting.envs-tab appSetting.env-name appSetting.env-syntax: variables in capitals, told how they are written', () => {
    expect(settings.body.tabs[0].hash).toBe('envs')
    const name = nodesOf(byId(settings, 'envs')).find(node => node.name === 'var') as Node
    expect(name).toMatchObject({ required: true, validations: { matchRegexp: '/^[A-Z0-9_-]+$/' } })
    expect(name.validationErrors.matchRegexp).toBe('i18n:Variable name must be upper case')
    expect(route('setting')).toMatchObject({ screen: 'appSetting.page', access: 'app.edit' })
  })

  it('appSetting.admin-menu: each line for those who may, permissions by environment', () => {
    const menu = JSON.parse(readFileSync(join(import.meta.dirname, '../../schemas/site.json'), 'utf8')).app as Node[]
    const line = (label: string) => menu.find(one => one.label === `i18n:${label}`)?.visibleOn
    expect(line('Permissions')).toBe("${app.perms.adminRole && app.tag == 'dev'}")
    expect(line('Runtime permissions')).toBe("${(app.perms.resourceAcl || app.perms.edit) && app.tag != 'dev'}")
    expect(line('Settings')).toBe('${app.perms.edit}')
  })
})
