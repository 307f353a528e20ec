// What document 1 asks of the user centre, read off its screens, its menu and its table of addresses.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { evaluate } from 'amis-formula'
import { describe, expect, it } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
import { folder, type Node, nodesOf, nodesOfScreen, screens } from '../support/shipped.ts'

const routes = await screens.routes()
const menu = (JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8')) as Record<string, Node[]>).user as Node[]
const routeOf = (path: string) => routes.find(route => route.path === path)
const call = (id: string) => contracts.find(contract => contract.id === id) as (typeof contracts)[number]
const bodyOf = (id: string) => Object.keys((call(id).schemas.body.properties as object) ?? {})

const field = (nodes: Node[], name: string) =>
  nodes.find(node => node.name === name && /^(input|select|textarea|static|radios|switch|tessera-send)/.test(String(node.type))) as Node
const dialogs = (nodes: Node[]) => nodes.filter(node => node.dialog).map(node => ({ button: node, dialog: node.dialog as Node }))
const dialogOf = (nodes: Node[], title: string) => dialogs(nodes).find(({ dialog }) => dialog.title === `i18n:${title}`) as { button: Node; dialog: Node }
const is = (expression: string, data: object) => !!evaluate(expression, data, { defaultFilter: 'raw' })
const offered = (config: object) => {
  const given = { deployMode: 'private', features: {}, disabledUserMenus: [], ...config }
  return menu.filter(line => is(line.visibleOn, { config: given })).map(line => line.to)
}

describe('addresses and menu', () => {
  it('i.index, i.root-redirect: /i leads to /i/profile', () => expect(routeOf('/i')?.redirect).toBe('/i/profile'))
  it('i.not-found, i.unknown-path: whatever else is below /i is the not-found page, in the frame of the user centre', () =>
    expect(routeOf('/i/*')).toMatchObject({ screen: 'general.not-found', layout: 'user', access: 'user' }))
  it('i.ordinary-users: every page is for people who are signed in', () => {
    for (const route of routes.filter(({ path }) => path.startsWith('/i/'))) expect(route, route.path).toMatchObject({ access: 'user', layout: 'user' })
  })
  it('i.side-menu, i.companies-menu: organisations only in saas mode', () => {
    expect(offered({})).not.toContain('/i/companies')
    expect(offered({ deployMode: 'saas' }).slice(0, 3)).toEqual(['/i/profile', '/i/companies', '/i/roles'])
  })
  it('i.menu-disabled-by-config: any of them can be switched off', () => {
    const all = { deployMode: 'saas', features: { standaloneGitPush: true } }
    for (const line of menu) expect(offered({ ...all, disabledUserMenus: [line.to.slice('/i/'.length)] }), line.to).not.toContain(line.to)
    expect(offered(all)).toEqual(menu.map(line => line.to))
  })
})

describe('pages', () => {
  it('i.profile: picture with crop, names, save; rows of email, phone and what is bound', async () => {
    const nodes = await nodesOfScreen('i.profile')
    expect(field(nodes, 'avatar')).toMatchObject({ type: 'input-image', crop: { aspectRatio: 1 }, receiver: '/api/upload/image' })
    expect(field(nodes, 'username')).toMatchObject({ required: true, maxLength: 50 })
    for (const name of ['name', 'nickName']) expect(field(nodes, name).type).toBe('input-text')
    expect(field(nodes, 'uid').type).toBe('static')
    expect(bodyOf('i.saveInfo').sort()).toEqual(['avatar', 'id', 'name', 'nickName', 'uid', 'username'])
    expect(nodes.find(node => node.id === 'profile')?.api.data).toMatchObject({ id: '${id}', uid: '${uid}', avatar: "${avatar || ''}" })
  })

  it('i.account-actions: unbound shows bind; bound shows change, where it is permitted, and unbind', async () => {
    const nodes = await nodesOfScreen('i.profile')
    for (const kind of ['email', 'phone']) {
      const shown = (title: string, data: object) => is(dialogOf(nodes, `${title} ${kind}`).button.visibleOn, data)
      for (const [verified, allowed, expected] of [
        [false, true, ['Bind']],
        [true, true, ['Change', 'Unbind']],
        [true, false, ['Unbind']],
      ] as const) {
        const data = { [kind]: 'x', [`${kind}Verified`]: verified, config: { accountChangeAllowed: allowed } }
        expect(['Bind', 'Change', 'Unbind'].filter(title => shown(title, data))).toEqual(expected)
      }
    }
  })

  it('i.email-bind, i.phone-bind, i.email-unbind, i.phone-unbind: the account and a required code with a button that sends it', async () => {
    const nodes = await nodesOfScreen('i.profile')
    for (const [kind, send] of [
      ['email', '/verifyEmail'],
      ['phone', '/verifyPhone'],
    ] as const)
      for (const title of ['Bind', 'Unbind']) {
        const parts = nodesOf(dialogOf(nodes, `${title} ${kind}`).dialog)
        expect(field(parts, 'token')).toMatchObject({ type: 'tessera-send-code', required: true, api: { url: send } })
        if (title === 'Bind') expect(field(parts, kind).required).toBe(true)
        else expect(field(parts, kind).type).toBe('static')
      }
  })

  it('i.email-change, i.phone-change: two steps; the second is reached when the first succeeded', async () => {
    const nodes = await nodesOfScreen('i.profile')
    for (const kind of ['email', 'phone']) {
      const parts = nodesOf(dialogOf(nodes, `Change ${kind}`).dialog)
      const forms = parts.filter(node => node.type === 'form')
      expect(forms.map(form => [form.api.url, form.visibleOn])).toEqual([
        ['/api/user/verifyAccount', '${step == 0}'],
        [`/api/user/bind${kind === 'email' ? 'Email' : 'Phone'}`, '${step == 1}'],
      ])
      expect(forms[0]?.onEvent.submitSucc.actions[0].args.value).toEqual({ step: 1 })
      expect(parts.filter(node => node.type === 'tessera-send-code')).toHaveLength(2)
      expect(parts.find(node => node.type === 'steps')?.steps).toHaveLength(2)
    }
  })

  it('i.email-unbind-cloud: unbinding the email waits for a verified phone on a cloud-hosted setup', async () => {
    const { button } = dialogOf(await nodesOfScreen('i.profile'), 'Unbind email')
    expect(is(button.disabledOn, { config: { cloudHosted: true }, phoneVerified: false })).toBe(true)
    expect(is(button.disabledOn, { config: { cloudHosted: true }, phoneVerified: true })).toBe(false)
    expect(is(button.disabledOn, { config: { cloudHosted: false }, phoneVerified: false })).toBe(false)
  })

  it('i.unbind-auth-confirm, i.auth-rows: what is bound is unbound after a question that names it', async () => {
    const { button, dialog } = dialogOf(await nodesOfScreen('i.profile'), 'Unbind account')
    expect(is(button.visibleOn, { authId: 'x' })).toBe(true)
    expect(is(button.visibleOn, { authId: '' })).toBe(false)
    expect(nodesOf(dialog).find(node => node.type === 'tpl')?.tpl).toContain('${what|html}')
  })

  it('i.companies, i.company-links, i.leave-owner, i.leave-confirm: name and key lead there; leaving is asked, and not for owners', async () => {
    const nodes = await nodesOfScreen('i.companies')
    for (const name of ['name', 'key']) expect(nodes.find(node => node.name === name && node.type === 'link')?.href).toBe('/company/${key}')
    const { button, dialog } = dialogOf(nodes, 'Leave organisation')
    expect(is(button.disabledOn, { isOwner: true })).toBe(true)
    expect(is(button.disabledOn, { isOwner: false })).toBe(false)
    expect(nodesOf(dialog).find(node => node.type === 'tpl')?.tpl).toContain('${name|html}')
  })

  it('i.roles: a list that nothing changes', async () => {
    const nodes = await nodesOfScreen('i.roles')
    expect(nodes.filter(node => node.type === 'button')).toEqual([])
    expect(nodes.find(node => node.type === 'crud')?.columns.map((column: Node) => column.name)).toEqual(['name', 'companyName', 'appName'])
  })

  it('i.password, i.password-original, i.password-hint, i.password-repeat: three fields; the present one only where there is one', async () => {
    const nodes = await nodesOfScreen('i.password')
    expect(field(nodes, 'originalPassword')).toMatchObject({ required: true, visibleOn: '${hasPassword}' })
    expect(field(nodes, 'password').description).toContain('config.passwordHint')
    expect(field(nodes, 'repeatPassword').validations).toEqual({ equalsField: 'password' })
    expect(bodyOf('i.changePassword')).toEqual(['id', 'originalPassword', 'password', 'repeatPassword'])
  })

  it('i.password-super: a notice in the place of the form', async () => {
    const nodes = await nodesOfScreen('i.password')
    const shown = (isPlatformSuper: boolean) =>
      nodes.filter(node => ['alert', 'form'].includes(node.type) && is(node.visibleOn, { isPlatformSuper })).map(node => node.type)
    expect(shown(true)).toEqual(['alert'])
    expect(shown(false)).toEqual(['form'])
  })
})

describe('developer', () => {
  it('i.developer: git accounts with their public keys to copy; add, edit and delete', async () => {
    const nodes = await nodesOfScreen('i.developer')
    const columns = nodes.find(node => node.name === 'git-accounts')?.columns as Node[]
    expect(columns.map(column => column.name ?? column.type)).toEqual(['gitUsername', 'gitEmail', 'protocolType', 'sshPublicKey', 'desc', 'operation'])
    expect(columns[3]?.copyable).toEqual({ content: '${sshPublicKey}' })
  })
  it('i.git-account-add, i.git-required, i.git-protocol, i.git-method: required fields, SSH alone, auto or hand', async () => {
    const parts = nodesOf(dialogOf(await nodesOfScreen('i.developer'), 'Add git account').dialog)
    for (const name of ['gitUsername', 'gitEmail', 'protocolType']) expect(field(parts, name).required, name).toBe(true)
    expect(field(parts, 'protocolType').options).toEqual([{ label: 'i18n:SSH', value: 'SSH' }])
    expect(field(parts, 'method')).toMatchObject({ value: 'auto', options: [{ value: 'auto' }, { value: 'hand' }] })
    for (const name of ['sshPublicKey', 'sshPrivateKey']) expect(field(parts, name).visibleOn).toBe("${method == 'hand'}")
  })
  it('i.git-account-edit: a switch for a new pair with auto; the private key is never sent back', async () => {
    const { dialog } = dialogOf(await nodesOfScreen('i.developer'), 'Edit git account')
    const parts = nodesOf(dialog)
    expect(field(parts, 'reGen').visibleOn).toBe("${method == 'auto'}")
    expect(field(parts, 'shownKey').type).toBe('static')
    expect(dialog.data.sshPrivateKey).toBe('')
  })
  it('i.git-account-delete: asked, with its name', async () => {
    const { dialog } = dialogOf(await nodesOfScreen('i.developer'), 'Delete git account')
    expect(nodesOf(dialog).find(node => node.type === 'tpl')?.tpl).toContain('${what|html}')
  })
})

describe('beyond the document', () => {
  it('security: what is shown once is not asked for again; removing asks for the password', async () => {
    const nodes = await nodesOfScreen('i.security')
    for (const title of ['Remove the code generator', 'Remove passkey', 'New recovery codes', 'Set up a code generator', 'Add a passkey'])
      expect(field(nodesOf(dialogOf(nodes, title).dialog), 'password'), title).toMatchObject({ required: true, visibleOn: '${hasPassword}' })
    expect(nodes.some(node => node.type === 'qrcode')).toBe(true)
  })
  it('security: recovery codes are copied a line each', async () => {
    const contents = (await nodesOfScreen('i.security')).filter(node => node.actionType === 'copy').map(node => String(node.content))
    const codes = contents.filter(content => content.includes('recoveryCodes'))
    expect(codes).toHaveLength(3)
    for (const content of codes) expect(evaluate(content, { recoveryCodes: ['A', 'B'] }, { defaultFilter: 'raw' })).toBe('A\nB')
  })
  it('the second proof at sign-in is shown only when it is owed', async () => {
    const nodes = await nodesOfScreen('signin.page')
    expect(nodes.find(node => node.id === 'second-factor')?.visibleOn).toBe("${query.next == 'second-factor'}")
  })
})
