// What the third product document asks of password reset and the icon gallery, entry by entry, read off the screens themselves.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Node, nodesOf, schemaOf, screens } from '../support/shipped.ts'

const routes = await screens.routes()

const page = await schemaOf('reset.page')
const all = nodesOf(page)
const form = (id: string) => all.find(node => node.type === 'form' && node.id === id) as Node
const fields = (id: string) => (form(id).body as Node[]).filter(node => node.name)
const fieldOf = (id: string, name: string) => fields(id).find(node => node.name === name) as Node

describe('password reset', () => {
  it('reset.page, reset.access: at /resetpwd, for whoever lost his password', () => {
    expect(routes.find(route => route.path === '/resetpwd')).toMatchObject({ screen: 'reset.page', layout: 'blank', access: 'anyone' })
  })

  it('reset.no-jump, reset.wizard: three steps that only lead on; the one in front is the form that is shown', () => {
    const steps = all.find(node => node.type === 'steps') as Node
    expect(steps.steps.map((one: Node) => [one.title, one.value])).toEqual([
      ['i18n:Verify account', 'verify'],
      ['i18n:New password', 'reset'],
      ['i18n:Done', 'done'],
    ])
    expect(steps.value).toBe('${step}')
    expect(all.find(node => node.type === 'service')?.data).toEqual({ step: 'verify' })
    expect([form('reset-verify').visibleOn, form('reset-password').visibleOn]).toEqual(["${step == 'verify'}", "${step == 'reset'}"])
    // Only an answer of the server sets the step.
    const moves = all.filter(node => node.actionType === 'setValue' && node.componentId === 'reset').map(node => node.args.value.step)
    expect(moves).toEqual(['reset', 'done', 'verify'])
  })

  it('reset.step-verify, reset.entity: account, graphical code, verification code', () => {
    expect(fields('reset-verify').map(node => node.name)).toEqual(['accountType', 'email', 'phone', 'graphCode', 'token', 'token'])
    expect(fieldOf('reset-verify', 'accountType').options.map((one: Node) => one.value)).toEqual(['email', 'phone'])
    expect(fieldOf('reset-verify', 'email')).toMatchObject({ type: 'input-email', required: true })
    expect(fieldOf('reset-verify', 'phone')).toMatchObject({ required: true })
    for (const token of fields('reset-verify').filter(node => node.name === 'token')) expect(token).toMatchObject({ type: 'tessera-send-code', required: true })
    expect(form('reset-verify').api.url).toBe('/VerifyAccount')
  })

  it('reset.graph-code: only when the phone has eleven digits', () => {
    expect(fieldOf('reset-verify', 'graphCode').visibleOn).toBe("${accountType == 'phone' && LEN(phone) == 11}")
  })

  it('reset.step-alert, reset.error-source: a warning by ?error=, one for expired and one for all else', () => {
    const alerts = all.filter(node => node.type === 'alert' && node.level === 'warning')
    expect(alerts.map(node => node.title)).toEqual(['i18n:The link has expired', 'i18n:Something went wrong, please verify again'])
    expect(alerts[0]?.visibleOn).toContain("query.error == 'expired'")
    expect(alerts[1]?.visibleOn).toContain("query.error && query.error != 'expired'")
  })

  it('reset.step-password, reset.passwords: both passwords, with the description of the configuration', () => {
    expect(fields('reset-password').map(node => [node.name, node.required])).toEqual([
      ['tokenNew', true],
      ['tokenRepeat', true],
    ])
    expect(fieldOf('reset-password', 'tokenNew').description).toContain('config.passwordHint')
    expect(fieldOf('reset-password', 'tokenRepeat').validations).toEqual({ equalsField: 'tokenNew' })
    expect(form('reset-password').api.url).toBe('/resetpwd')
  })

  it('reset.step-done: says so and leads to sign-in', () => {
    const done = all.find(node => node.visibleOn === "${step == 'done'}") as Node
    expect(nodesOf(done).find(node => node.actionType === 'link')?.link).toBe('/login')
  })

  it('reset.code-paths: the calls that the screen makes', () => {
    const urls = all.flatMap(node => (node.api?.url ? [node.api.url] : []))
    expect(urls).toEqual(['/VerifyAccount', '/sendEmailCode', '/sendPhoneCode', '/resetpwd'])
    expect(fieldOf('reset-verify', 'graphCode')).toMatchObject({ image: '/captcha', challenge: 'get:/captcha/challenge' })
  })

  it('sign-in leads there, where one signs in with a password', async () => {
    const signIn = nodesOf(await schemaOf('signin.page'))
    expect(signIn.find(node => node.link === '/resetpwd')).toMatchObject({ label: 'i18n:Forgot password?' })
  })
})

describe('icon gallery', () => {
  it('icon.gallery, icon.audience: at /icons, for everybody who is signed in, in the menu', async () => {
    expect(routes.find(route => route.path === '/icons')).toMatchObject({ screen: 'icon.gallery', layout: 'console', access: 'user' })
    expect((await schemaOf('icon.gallery')).body).toEqual({ type: 'tessera-icon-gallery' })
    const menus = JSON.parse(readFileSync(join(import.meta.dirname, '../../schemas/site.json'), 'utf8'))
    expect(menus.home.map((line: Node) => line.to)).toContain('/icons')
  })
})
