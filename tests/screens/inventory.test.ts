// What the product documents ask of the shipped screens, entry by entry, read off the screens themselves.
import { evaluate } from 'amis-formula'
import { describe, expect, it } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
import { say } from '../../api/messages.ts'
import { ISSUES, TASK } from '../../api/server/services/release/index.ts'
import { type Node, nodesOf, nodesOfScreen, screens } from '../support/shipped.ts'

const routes = await screens.routes()
const routeOf = (path: string) => routes.find(route => route.path === path)

const field = (nodes: Node[], name: string) => nodes.find(node => node.name === name && /^(input|select|textarea|hidden)/.test(String(node.type))) as Node
const call = (id: string) => contracts.find(contract => contract.id === id) as (typeof contracts)[number]
const fieldsOf = (id: string) => Object.keys((call(id).schemas.body.properties as object) ?? {})

describe('setup pages', () => {
  it('setup.page-paths, setup.operators: each page has the path of its call and opens without a session', () => {
    for (const path of ['/install', '/upgrade-db', '/install-org', '/install-app', '/register-license']) expect(routeOf(path)?.access).toBe('anyone')
    for (const id of ['setup.submitInstall', 'setup.submitUpgradeDb', 'setup.submitAppInstall']) expect(call(id).access).toBe('setup')
  })

  it('setup.install, setup.entity-install-form, setup.install-submit-label: password, redirect and an install action', async () => {
    const nodes = await nodesOfScreen('setup.install')
    expect(field(nodes, 'dbpw')).toMatchObject({ type: 'input-password', required: true })
    expect(field(nodes, 'redirect').type).toBe('hidden')
    expect(nodes.find(node => node.type === 'submit')?.label).toBe('i18n:Install')
    expect(fieldsOf('setup.submitInstall')).toEqual(['dbpw', 'redirect'])
  })

  it('setup.upgrade-db: no password field, and a button that upgrades', async () => {
    const nodes = await nodesOfScreen('setup.upgrade-db')
    expect(nodes.some(node => node.type === 'input-password')).toBe(false)
    expect(nodes.find(node => node.type === 'submit')?.label).toBe('i18n:Upgrade')
  })

  it.each(['setup.install', 'setup.upgrade-db'])('setup.sql-view, setup.sql-view-present: %s folds the pending SQL and never sends it', async id => {
    const nodes = await nodesOfScreen(id)
    expect(nodes.find(node => node.type === 'collapse')).toMatchObject({ collapsed: true, visibleOn: '${upQuery}' })
    const form = nodes.find(node => node.type === 'form')
    expect(Object.keys(form?.api.data)).not.toContain('upQuery')
    expect(field(nodes, 'upQuery')).toBeUndefined()
  })

  it('setup.entity-org-install: name, email and an optional nick name; beside them where somebody wanted to go', () => {
    expect(fieldsOf('setup.submitOrgInstall')).toEqual(['name', 'email', 'redirect', 'nickName'])
    expect(call('setup.submitOrgInstall').schemas.body.required).toEqual(['name', 'email'])
  })

  it('setup.install-app, setup.entity-app-install, setup.package-password-optional: package, optional password, email, administrator’s password', async () => {
    const nodes = await nodesOfScreen('setup.install-app')
    expect(field(nodes, 'file')).toMatchObject({ accept: '.aisuda,.amis', drag: true, required: true })
    expect(field(nodes, 'password').required).toBeFalsy()
    expect(field(nodes, 'email').required).toBe(true)
    expect(field(nodes, 'adminPassword').visibleOn).toContain("ARRAYINCLUDES(config.authTypes, 'password')")
    expect(fieldsOf('setup.submitAppInstall')).toEqual(expect.arrayContaining(['email', 'password', 'adminPassword']))
    expect(Object.keys(call('setup.submitAppInstall').files ?? {})).toEqual(['file'])
  })

  it('setup.notice-601-clears, setup.app-install-flow: 601 is a soft state that the next change of any field clears', async () => {
    expect(call('setup.submitAppInstall').statuses).toContain(601)
    const nodes = await nodesOfScreen('setup.install-app')
    for (const name of ['file', 'password', 'email', 'adminPassword']) expect(JSON.stringify(field(nodes, name).onEvent), name).toContain('"notice"')
  })

  it('setup.release-after-install, setup.release-retry, setup.install-app-issues, setup.finish-target: released at once, again after the issues', async () => {
    const text = JSON.stringify((await screens.get('setup.install-app'))?.schema)
    expect(text).toContain('release/standalone')
    expect(text).toContain('release/checkFixed')
    const issues = (await nodesOfScreen('setup.install-app')).filter(node => node.actionType === 'dialog' || node.type === 'dialog')
    expect(issues.length).toBeGreaterThan(0)
    expect(text).toMatch(/"link":"[^"]*(accessUrl|\/company\/)/)
    // Whoever cancels there has a way on, and nothing says any more that it has to be pressed again.
    expect(text).toMatch(/"href":"[^"]*-dev\/admin\/release"/)
    expect(text).toContain('"installed":"${event.data.result.data}","notice":"","problem":""')
  })

  it('setup.entity-release-payload, setup.release-title-version: title and version come from the install answer', () => {
    expect(fieldsOf('setup.releaseStandalone').sort()).toEqual(['consts', 'from', 'issueId', 'issues', 'mode', 'tag', 'title', 'version'])
    expect(Object.keys(call('setup.submitAppInstall').schemas.response.properties as object)).toEqual(expect.arrayContaining(['version', 'title']))
  })
})

describe('organisation pages', () => {
  it('company.create, company.entity-create: name of 2 to 50 characters and one of twelve industries, the last is other', async () => {
    const nodes = await nodesOfScreen('company.create')
    expect(field(nodes, 'companyName').validations).toEqual({ minLength: 2, maxLength: 50 })
    const options = field(nodes, 'industry').options as Node[]
    expect(options).toHaveLength(12)
    expect(options.at(-1)?.value).toBe('other')
  })

  it('company.tip-number: the tip holds a 7', async () => {
    expect(JSON.stringify((await screens.get('company.create'))?.schema)).toMatch(/"subTitle":"[^"]*\b7\b/)
  })

  it('company.create-response: status 3 leads on in the development environment', async () => {
    expect(call('company.createCompany').statuses).toContain(3)
    expect(JSON.stringify((await screens.get('company.create'))?.schema)).toContain('?env=dev')
  })
})

describe('general pages', () => {
  it.each([
    ['general.not-found', '404'],
    ['general.forbidden', '403'],
    ['general.logout', ''],
  ])('general.error-pages, general.forbidden-page: %s says what it is and leads home', async (id, code) => {
    const nodes = await nodesOfScreen(id)
    if (code) expect(nodes.some(node => node.tpl === code)).toBe(true)
    expect(nodes.some(node => node.link === '/home' || node.href === '/home')).toBe(true)
  })

  it('general.logout: whoever is signed out is led to signing in again; home is there for everybody who may not be here', async () => {
    expect((await nodesOfScreen('general.logout')).some(node => node.link === '/login' && node.level === 'primary')).toBe(true)
    const homes = (await nodesOfScreen('general.forbidden')).filter(node => node.link === '/home').map(node => node.visibleOn)
    expect(homes).toEqual(['${user}', '${!user}'])
  })

  it('signin.email-before-code: a code is sent to nothing but what its field takes, on every screen', async () => {
    const wrong: string[] = []
    for (const id of await screens.ids())
      for (const form of (await nodesOfScreen(id)).filter(node => node.type === 'form')) {
        const inside = nodesOf(form.body)
        for (const code of inside.filter(node => node.type === 'tessera-send-code')) {
          const to = /^\$\{(\w+)\}$/.exec(String(code.account))?.[1]
          if (inside.some(node => node.name === to && String(node.type).startsWith('input-')) && code.checks !== to) wrong.push(`${id}: ${to}`)
        }
      }
    expect(wrong).toEqual([])
  })

  it('general.get-config, general.deploy-mode: one call gives every value that the screens depend on, to anybody', () => {
    expect(call('general.getConfig')).toMatchObject({ method: 'GET', path: '/api/config', access: 'anyone' })
    expect(Object.keys(call('general.getConfig').schemas.response.properties as object)).toEqual(
      expect.arrayContaining(['deployMode', 'cloudHosted', 'authTypes', 'siteName']),
    )
  })

  it('general.sign-out: a call of its own ends the session', () => {
    expect(call('general.signOut')).toMatchObject({ method: 'POST', path: '/api/logout', access: 'user' })
  })
})

it('preview.access: whoever has the link may open the preview; the framed page applies its own rights', () => {
  expect(routeOf('/preview/mobile')?.access).toBe('anyone')
})

describe('states of a publish', () => {
  const isOff = (node: Node | undefined, data: object) => !!evaluate(String(node?.disabledOn), data, { defaultFilter: 'raw' })
  const enumAt = (schema: unknown, ...path: string[]) => (path.reduce((at, name) => (at as Record<string, unknown>)[name], schema) as { enum: unknown[] }).enum

  it('publishDialog: no publish before the first data, none after a change of the tag, none beside another; issues open their dialog', async () => {
    const nodes = await nodesOfScreen('release.page')
    const publish = nodes.find(node => node.type === 'submit' && node.label === 'i18n:Publish' && String(node.disabledOn).includes('start'))
    const plan = { tag: 'qa', from: 'dev', models: 'apply', problems: [], gate: 'warn', failing: [] }
    const ready = { start: { tag: 'qa', from: 'dev' }, tag: 'qa', from: 'dev', withModels: true, inProgress: false, plan }
    expect(isOff(publish, ready), 'ready').toBe(false)
    expect(isOff(publish, { ...ready, start: null }), 'loading').toBe(true)
    expect(isOff(publish, { ...ready, tag: 'latest' }), 'the data is that of another tag').toBe(true)
    expect(isOff(publish, { ...ready, inProgress: true }), 'releaseInProgress').toBe(true)
    const opens = nodes.find(node => node.type === 'button' && node.label === 'i18n:Publish version' && node.disabledOn)
    expect([isOff(opens, { inProgress: true }), isOff(opens, { inProgress: false })]).toEqual([true, false])
    const form = nodes.find(node => node.type === 'form' && node.name === 'publish')
    const issues = form?.onEvent.submitSucc.actions[0]
    expect(issues).toMatchObject({
      actionType: 'dialog',
      expression: '${event.data.result.data.hasIssues}',
      dialog: { title: 'i18n:Issues exist, please handle first' },
    })
    expect(nodesOf(issues.dialog).find(node => node.name === 'releaseIssues')?.api.url).toMatch(/\/release\/checkFixed$/)
  })

  it('releaseTask: seven states, each by its number in what calls answer, and in words in the list', async () => {
    const states = { waiting: 0, running: 1, done: 2, failed: -1, timedOut: -2, cancelling: -3, cancelled: -4 }
    expect(TASK).toEqual(states)
    const task = ['properties', 'task', 'properties', 'status']
    expect(enumAt(call('release.get').schemas.response, ...task)).toEqual(Object.values(states))
    const words = (await nodesOfScreen('release.page')).find(node => node.type === 'mapping' && node.map?.['2'])?.map
    const told = (status: number, of: number) =>
      String(evaluate(words[status].tpl.replace('i18n:', ''), { task: { status: of, progress: 0, reason: '' } }, { defaultFilter: 'raw' }))
    expect([told(2, 0), told(2, 1), told(2, -3)]).toEqual(['Waiting', 'In progress', 'Being cancelled'])
    expect(told(1, 2)).toBe('Succeeded')
    expect([-1, -2, -4].map(of => told(-1, of).replace(/<[^>]*>/g, ''))).toEqual(['Failed', 'Timed out', 'Cancelled'])
  })

  it('releaseIssue: six types, each with its sentence in both languages and a part of the dialog; what is filled in is what checkFixed takes', async () => {
    const types = [
      'db_account',
      'db_not_exists',
      'has_un_serialized_model',
      'db_struct_not_match',
      'convert_soft_remove_to_hard_remove_confirm',
      'db_up_query_confirm',
    ]
    expect(Object.keys(ISSUES)).toEqual(types)
    for (const text of Object.values(ISSUES)) expect(say('zh-CN', text)).not.toBe(text)
    const nodes = await nodesOfScreen('release.page')
    const combo = nodes.find(node => node.type === 'combo' && node.name === 'issues')
    const parts = nodesOf(combo?.items).filter(node => node.visibleOn)
    const shown = (type: string) => parts.filter(node => String(node.visibleOn).includes(`'${type}'`))
    for (const type of types) expect(shown(type).length, type).toBeGreaterThan(0)
    const fields = ['sameAsDev', 'database', 'host', 'port', 'username', 'changePwd', 'password', 'createIfNotExists', 'ignoreDBNotExists']
    const confirms = ['ignoreAlterConfirm', 'confirmConvertSoftRemoveToHardRemove', 'confirmDBUpQuery']
    const taken = (call('release.checkFixed').schemas.body.properties as Record<string, { items: { properties: object } }>).issues?.items.properties
    for (const name of [...fields, ...confirms]) {
      expect(
        nodesOf(combo?.items).some(node => node.name === name),
        name,
      ).toBe(true)
      expect(Object.keys(taken ?? {}), name).toContain(name)
    }
  })
})
