// The screens of templates held against the product document.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Json = Record<string, any>
const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../schemas', file), 'utf8')) as Json
const screen = read('template/detail.json')
const found: Json[] = []
const walk = (node: unknown) => {
  if (Array.isArray(node)) return node.forEach(walk)
  if (!node || typeof node !== 'object') return
  found.push(node as Json)
  Object.values(node).forEach(walk)
}
walk(screen)
const button = (label: string, visibleOn: string) =>
  found.find(one => one.type === 'button' && one.label === `i18n:${label}` && one.visibleOn === visibleOn) as Json
const install = button('Install', '${user && companies.length}').dialog as Json
const field = (name: string) => (install.body.body as Json[]).find(one => one.name === name) as Json
const actions = read(install.body.onEvent.$include as string).submitSucc.actions as Json[]

describe('template.detail', () => {
  it('template.detail-fail-silent, template.load-failed: a failure is no error of the page: a line in its place, the way to the templates, and nothing of a template', () => {
    const service = screen.body as Json
    expect(service.api.silent).toBe(true)
    expect(service.showErrorMsg).toBe(false)
    expect(service.body.map((part: Json) => part.visibleOn)).toEqual(['${isMissing}', '${detail}'])
  })
  it('template.help-button: only where there is an address', () => expect(button('Help', '${helpUrl}')).toBeTruthy())
  it('template.install-or-login, template.login-redirect, template.install-signed-in: a visitor is led to sign in and back', () =>
    expect(button('Sign in to install', '${!user}').link).toBe("/login?redirect=${'/template/' + templateId|url_encode}"))
  it('template.no-organisation, template.install-organisation: a warning, cancel, or the start page', () => {
    const dialog = button('Install', '${user && !companies.length}').dialog as Json
    expect(dialog.actions.map((one: Json) => one.link ?? one.actionType)).toEqual(['cancel', '/home'])
  })
  it('template.install-dialog, template.company-required, template.name-required, template.keep-data-required', () => {
    expect(field('companyKey')).toMatchObject({ required: true, visibleOn: "${config.deployMode == 'saas'}" })
    expect(field('name').required).toBe(true)
    expect(field('keepExampleData').required).toBe(true)
    expect(install.data).toMatchObject({ name: '${detail.title}', keepExampleData: true })
  })
  it('template.resource-url: the package follows the choice, and the organisation stands in a header', () => {
    expect(install.body.api.data.resourceUrl).toBe('${(keepExampleData ? detail.aisuda_package_data_url : detail.aisuda_package_nodata_url)|raw}')
    expect(install.body.api.headers).toEqual({ 'X-Company-Key': '${companyKey}' })
  })
  it('template.record-fail-silent, template.after-import: told first, whatever comes of it; then the list of apps', () => {
    expect(actions[0]).toMatchObject({ actionType: 'ajax', ignoreError: true, api: { url: '/api/apptemplate/v2/record', silent: true } })
    expect(actions[0]?.api.data.userId).toBe('${user.id}')
    expect(actions.slice(1).map(one => [one.expression, one.args.link])).toEqual([
      ["${config.deployMode == 'saas'}", '/company/${companyKey}/app'],
      ["${config.deployMode != 'saas'}", '/app'],
    ])
  })
  it('template.ordinary-users: the pages are open to everybody', () => {
    const routes = JSON.parse(readFileSync(join(import.meta.dirname, '../../schemas/routes.json'), 'utf8')) as Json[]
    expect(routes.filter(route => String(route.screen).startsWith('template.')).map(route => route.access)).toEqual(['anyone', 'anyone'])
  })
})
