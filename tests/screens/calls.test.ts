// Screens and calls fit together: every address, field and row value that a screen names is in a contract, and no screen holds script.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCall, isAddressKey, readAddress } from '../../api/gate/addresses.ts'
import { createGate, paramsOf, type Finding } from '../../api/gate/index.ts'
import { contracts } from '../../api/generated/contract.ts'
import { renderers } from '../../api/generated/renderers.ts'
import type { Call } from '../../api/contract-schema.ts'
import { suffices } from '../../api/server/services/foundation/access/authority.ts'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'

const root = join(import.meta.dirname, '../..')
const screens = createShippedScreens(join(root, 'schemas'))
const ids = await screens.ids()

const gate = createGate(renderers)

describe('every screen', () => {
  it.each(ids)('%s names only calls, fields and rows that exist, and holds no script', async id => {
    const screen = await screens.get(id)
    const found = gate(screen?.schema, { profile: 'console', calls: contracts, params: paramsOf(await screens.routes(), id) })
    expect(found).toEqual([])
  })

  it.each(ids)('%s finds what a form was answered where it is', async id => {
    const text = JSON.stringify((await screens.get(id))?.schema)
    // The event of a form that was sent holds the whole envelope.
    expect(text.match(/event\.data\.result\.(?!data\b|msg\b|status\b)\w+/g)).toBeNull()
  })
})

/** What a screen loses when the place it is shown in changes it: too much to be done by whatever people of that place write. */
const LOST = [
  'app: permission.page cannot make role.resetMemberPassword',
  'app: release.page cannot make i.listGitAccounts',
  'app: runtime.permission-page cannot make role.resetMemberPassword',
  'app: share.list cannot make share.saveCompanyScripts',
  'company: release.page cannot make i.listGitAccounts',
]

describe('a screen changed in an organisation or an app', () => {
  it('may still make the calls that it makes as it is shipped', async () => {
    const at = { companyId: 'c', appId: 'a', tag: 'latest' }
    const lost = new Set<string>()
    for (const { screen: id, path } of await screens.routes()) {
      if (!id || !path.includes(':companyKey')) continue
      const inApp = path.includes(':appUrlKey')
      const walk = (node: unknown) => {
        if (!node || typeof node !== 'object') return
        for (const [key, value] of Object.entries(node)) {
          const address = isAddressKey(key) ? readAddress(key, value, String((node as { type?: unknown }).type ?? '')) : undefined
          const call = address && findCall(address, contracts).call
          const named = { company: { id: 'c' }, ...(inApp && { app: { id: 'a', companyId: 'c', tag: 'latest' } }) }
          for (const kind of inApp ? (['company', 'app'] as const) : (['company'] as const))
            if (call && !suffices({ kind, ...at }, call, named)) lost.add(`${kind}: ${id} cannot make ${call.id}`)
          walk(value)
        }
      }
      walk((await screens.get(id))?.schema)
    }
    expect([...lost].sort()).toEqual(LOST)
  })
})

describe('the check', () => {
  const closed = (properties: object, required: string[] = []) => ({ type: 'object', properties, required, additionalProperties: false })
  const call = (id: string, method: Call['method'], path: string, more: Partial<Call['schemas']> = {}, files?: Call['files']): Call => ({
    id,
    method,
    path,
    description: '',
    access: 'user',
    example: {},
    ...(files && { files, bodyKind: 'multipart' }),
    schemas: { params: closed({}), query: closed({}), body: closed({}), response: closed({}), ...more },
  })
  const row = closed({ key: { type: 'string' }, name: { type: 'string' } })
  const calls = [
    call('app.list', 'GET', '/api/company/{companyKey}/app', {
      query: closed({ page: {}, perPage: {}, keywords: {} }),
      response: closed({ items: { type: 'array', items: row }, total: {} }),
    }),
    call('app.create', 'POST', '/api/company/{companyKey}/app', { body: closed({ name: { type: 'string' }, key: { type: 'string' } }, ['name']) }),
    call('page.get', 'GET', '/api/company/{companyKey}/app/{appUrlKey}/page/{pageId}'),
    call('page.saveOrder', 'POST', '/api/company/{companyKey}/app/{appUrlKey}/page/saveOrder'),
    call('general.uploadImage', 'POST', '/api/upload/image', {}, { file: { extensions: ['.png'], maxBytes: 1 } }),
  ]
  const check = (screen: unknown): Finding[] => gate(screen, { profile: 'console', calls }).filter(found => found.severity === 'error')
  const only = (screen: unknown) => {
    const found = check(screen)
    expect(found).toHaveLength(1)
    return found[0]
  }

  it('lets a right screen pass', () => {
    expect(
      check({
        type: 'page',
        body: [
          {
            type: 'crud',
            api: 'get:/api/company/${companyKey}/app',
            filter: { body: [{ type: 'input-text', name: 'keywords' }] },
            columns: [{ name: 'name', type: 'tpl', tpl: '${name | upperCase} ${user.name}' }],
          },
          {
            type: 'form',
            api: { method: 'post', url: '/api/company/${companyKey}/app', data: { name: '${name}' } },
            body: [{ type: 'input-text', name: 'name' }],
          },
          { type: 'input-image', receiver: '/api/upload/image' },
        ],
      }),
    ).toEqual([])
  })

  it('finds an address that no call has, and the one that was meant', () => {
    expect(only({ type: 'page', body: [{ type: 'service', api: 'get:/api/company/${companyKey}/ap' }] })).toMatchObject({
      path: 'body[0].api',
      message: 'No call has the address /api/company/${companyKey}/ap (did you mean "/api/company/${companyKey}/app"?)',
    })
  })
  it('finds a wrong method', () => {
    expect(only({ type: 'service', api: 'put:/api/company/${companyKey}/app' })).toMatchObject({
      path: 'api',
      message: expect.stringContaining('GET, POST, not for PUT'),
    })
  })
  it('finds another host', () => {
    expect(only({ type: 'service', api: 'https://elsewhere.test/x' })?.message).toContain('another host')
  })
  it('finds a place that nothing provides', () => {
    expect(only({ type: 'service', api: '/api/company/${compnayKey}/app' })?.message).toBe(
      'Nothing provides ${compnayKey} of the address (did you mean "companyKey"?)',
    )
  })
  it('finds an unknown and a missing field of a form', () => {
    const problems = check({
      type: 'form',
      api: { url: '/api/company/${companyKey}/app', data: { nmae: '${nmae}' } },
      body: [{ type: 'input-text', name: 'nmae' }],
    })
    expect(problems).toMatchObject([
      { path: 'api.data.nmae', message: 'app.create takes no field "nmae" (did you mean "name"?)' },
      { path: 'api.data', message: 'app.create needs "name"' },
    ])
  })
  it('wants a form to say what it sends', () => {
    expect(only({ type: 'form', api: 'post:/api/company/${companyKey}/app', body: [] })?.message).toContain('states api.data')
  })
  it('finds a column and an expression that rows do not have', () => {
    const problems = check({ type: 'crud', api: '/api/company/${companyKey}/app', columns: [{ name: 'nam' }, { type: 'tpl', tpl: '${titel}' }] })
    expect(problems.map(p => p.path)).toEqual(['columns[0].name', 'columns[1].tpl'])
    expect(problems[0]?.message).toContain('did you mean "name"')
  })
  it('finds a filter that the call does not take', () => {
    expect(
      only({ type: 'crud', api: '/api/company/${companyKey}/app', filter: { body: [{ type: 'input-text', name: 'keyword' }] }, columns: [] }),
    ).toMatchObject({
      path: 'filter.body[0].name',
      message: 'app.list takes no query value "keyword" (did you mean "keywords"?)',
    })
  })
  it('finds an unknown component', () => {
    expect(only({ type: 'page', body: { type: 'inputtext' } })).toMatchObject({
      path: 'body.type',
      message: 'There is no component "inputtext" (did you mean "input-text"?)',
    })
  })
  it('prefers the literal address to a place', () => {
    expect(check({ type: 'nav', saveOrderApi: '/api/company/${companyKey}/app/${appUrlKey}/page/saveOrder' })).toEqual([])
  })

  it.each([
    [{ type: 'custom' }, 'type'],
    [{ type: 'button', onEvent: { click: { actions: [{ actionType: 'custom' }] } } }, 'onEvent.click.actions[0].actionType'],
    [{ type: 'service', api: { url: '/api/company/${companyKey}/app', adaptor: 'return payload' } }, 'api.adaptor'],
    [{ type: 'service', api: { url: '/api/company/${companyKey}/app', requestAdaptor: 'return api' } }, 'api.requestAdaptor'],
    [{ type: 'service', schemaApi: 'js:return {}' }, 'schemaApi'],
    [{ type: 'service', api: 'jsonp:/api/x' }, 'api'],
    [{ type: 'link', href: 'javascript:alert(1)' }, 'href'],
    [{ type: 'link', href: '\u0001javascript:alert(1)' }, 'href'],
    [{ type: 'tpl', tpl: '<% alert(1) %>' }, 'tpl'],
    [{ type: 'tpl', tpl: '<img src=x onerror=alert(1)>' }, 'tpl'],
    [{ type: 'html', html: '<script>alert(1)</script>' }, 'html'],
    [{ type: 'tpl', tpl: 'x', visibleOn: 'this.a' }, 'visibleOn'],
    [{ type: 'tpl', tpl: 'x', visibleOn: 'data.a == 1' }, 'visibleOn'],
    [{ type: 'formula', formula: 'a + 1' }, 'formula'],
    [{ type: 'chart', dataFilter: 'return config' }, 'dataFilter'],
    [{ type: 'chart', config: { tooltip: { formatter: 'function (p) { return p }' } } }, 'config.tooltip.formatter'],
    [{ type: 'tpl', tpl: '${cookie:token}' }, 'tpl'],
    [{ type: 'tpl', tpl: '${window:location}' }, 'tpl'],
    [{ type: 'tpl', tpl: 'x', className: 'a', classNameExpr: '<%= 1 %>' }, 'classNameExpr'],
  ])('refuses script: %j', (screen, path) => {
    expect(check(screen).map(p => p.path)).toContain(path)
  })

  it('finds nothing wrong in a good screen of 300 kB', () => {
    const body = Array.from({ length: 1500 }, (_, at) => ({
      type: 'input-text',
      name: `field${at}`,
      label: `i18n:Field ${at}`,
      visibleOn: '${companyKey}',
      description: 'x'.repeat(90),
    }))
    const screen = { type: 'page', body: [{ type: 'form', body }] }
    expect(JSON.stringify(screen).length).toBeGreaterThan(300_000)
    expect(check(screen)).toEqual([])
  })
})
