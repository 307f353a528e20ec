// Somebody's own account, told once per language: a picture with crop and a name, an email changed in two steps, another password, an organisation
// left; then a code generator, recovery codes and a passkey, each asked for at sign-in.
// i.index i.profile i.email-change i.phone-bind i.password i.companies i.leave-confirm i.roles
import { Secret, TOTP } from 'otpauth'
import type { Page } from '@playwright/test'
import { journey, story, type JourneyServer } from './harness.ts'
import { prepare } from './prepared.ts'
import { mailServer } from './reset.ts'
import { sayer, type Language } from './words.ts'

const PASSWORDS = ['Correct-1-horse!', 'Battery-2-stap!'] as const
const [BEN, NEW] = ['ben@example.test', 'ben@new.test'] as const

export function tellUserCentre(language: Language) {
  let post: Awaited<ReturnType<typeof mailServer>>
  story('user-centre', {
    language,
    environment: async () => {
      // An email counts as confirmed by a link only where the link came by mail.
      post = await mailServer()
      return { SMTP_URL: post.url }
    },
  })
  const say = sayer(language, 'i')
  const sign = sayer(language, 'signin')
  const shell = sayer(language, 'shell')
  const dialog = (page: Page) => page.getByRole('dialog').last()
  const button = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true })
  /** Passkeys belong to names, not to numbers. */
  const named = (server: JourneyServer) => server.url.replace('127.0.0.1', 'localhost')
  let base = ''

  /** The code, or the token of the invitation, in the next mail to somebody. */
  async function mailed(to: string): Promise<string> {
    for (const end = Date.now() + 20_000; Date.now() < end; await new Promise(done => setTimeout(done, 200))) {
      const at = post.mails.findIndex(mail => mail.to === to)
      const [mail] = at < 0 ? [] : post.mails.splice(at, 1)
      const found = mail && (/invitation\/([\w-]+)/.exec(mail.text)?.[1] ?? /\b\d{6}\b/.exec(mail.text)?.[0])
      if (found) return found
    }
    throw new Error(`nothing was sent to ${to}`)
  }
  const row = (page: Page, label: string) =>
    page
      .locator('.t-account-row')
      .filter({ hasText: say(label) })
      .first()
  const send = async (page: Page) => {
    await button(page, shell('Send code')).last().click()
    await page.getByRole('status').last().waitFor()
  }

  journey(`${language}: a profile with a picture; the email is changed in two steps`, async ({ page, context, browser, server, shot }) => {
    const admin = await browser.newContext()
    const { company } = await prepare(admin)
    base = server.url
    const { csrfToken } = (await (await admin.request.get(`${base}/api/session`)).json()).data
    const root = (await (await admin.request.get(`${base}/api/company/${company}/department`)).json()).data.options[0].id as string
    await admin.request.post(`${base}/api/company/${company}/department/${root}/users`, {
      headers: { 'x-csrf-token': csrfToken },
      data: { name: 'Ben Ode', email: BEN },
    })
    const token = await mailed(BEN)
    await context.request.post(`${base}/api/invitation/${token}`, { data: { password: PASSWORDS[0], repeat: PASSWORDS[0] } })

    await page.goto(`${base}/i`)
    if (language === 'zh-CN') await page.getByRole('button', { name: '中文' }).click()
    await page.getByRole('heading', { name: say('Profile'), exact: true }).waitFor()
    await page.waitForURL(/\/i\/profile$/)
    await page.locator('.t-avatar-field input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() })
    await page.locator('.cropper-container .cropper-crop-box').waitFor()
    await shot(`user-centre-${language}-1-crop`)
    const uploaded = page.waitForResponse(/\/api\/upload\/image/)
    await page.locator('.cxd-ImageControl-cropConfirm').click()
    await uploaded
    await page.getByRole('textbox', { name: say('Nickname') }).fill('Benny')
    const saved = page.waitForResponse(reply => reply.url().endsWith('/api/user/info') && reply.request().method() === 'POST')
    await button(page, say('Save')).click()
    if ((await (await saved).json()).status !== 0) throw new Error('the profile was not saved')
    await page.locator('.t-header img.t-avatar').waitFor()

    await row(page, 'Email')
      .getByRole('button', { name: say('Change'), exact: true })
      .click()
    await dialog(page).getByText(say('Verify the present one')).waitFor()
    await send(page)
    await dialog(page)
      .locator('input[name=token]')
      .fill(await mailed(BEN))
    await shot(`user-centre-${language}-2-verify`)
    await dialog(page)
      .getByRole('button', { name: say('Next'), exact: true })
      .click()
    await dialog(page).locator('input[name=email]').fill(NEW)
    await send(page)
    await dialog(page)
      .locator('input[name=token]')
      .fill(await mailed(NEW))
    await shot(`user-centre-${language}-3-bind`)
    await dialog(page)
      .getByRole('button', { name: say('Change'), exact: true })
      .click()
    await row(page, 'Email').getByText(NEW).waitFor()
    await shot(`user-centre-${language}-4-profile`)
  })

  journey(`${language}: another password; an organisation is left`, async ({ page, shot }) => {
    await page.goto(`${base}/i/password`)
    for (const [name, value] of [
      ['originalPassword', PASSWORDS[0]],
      ['password', PASSWORDS[1]],
      ['repeatPassword', PASSWORDS[0]],
    ] as const)
      await page.locator(`input[name=${name}]`).fill(value)
    await button(page, say('Change password')).click()
    await page.getByText(say('The two passwords differ')).first().waitFor()
    await shot(`user-centre-${language}-5-password`)
    await page.locator('input[name=repeatPassword]').fill(PASSWORDS[1])
    await button(page, say('Change password')).click()
    await page.waitForURL(/\/i\/profile$/)

    await page.goto(`${base}/i/companies`)
    await page.getByText('404').first().waitFor()
    // The same server as it is in saas mode, where organisations are offered.
    const pages = /\/(i\/\w+|api\/config)$/
    await page.route(pages, async route => {
      const reply = await route.fetch()
      await route.fulfill({ response: reply, body: (await reply.text()).replace('"deployMode":"private"', '"deployMode":"saas"') })
    })
    await page.goto(`${base}/i/roles`)
    await page.getByText('Northwind').first().waitFor()
    await page.goto(`${base}/i/companies`)
    await page.getByRole('link', { name: 'Northwind', exact: true }).first().waitFor()
    await shot(`user-centre-${language}-6-organisations`)
    await page.getByText(say('Leave'), { exact: true }).first().click()
    await dialog(page).getByText('Northwind').waitFor()
    await shot(`user-centre-${language}-7-leave`)
    await dialog(page)
      .getByRole('button', { name: say('Leave'), exact: true })
      .click()
    await page.getByText(say('You are in no organisation')).waitFor()
    await page.unroute(pages)
  })

  journey(`${language}: a second step at sign-in: generator, recovery code, passkey`, async ({ page, context, server, shot }) => {
    const url = named(server)
    const first = async () => {
      await page.goto(`${url}/login?redirect=/i/security`)
      await page.locator('input[name=username]').fill(NEW)
      await page.locator('input[name=password]').fill(PASSWORDS[1])
      await button(page, sign('Sign in')).click()
    }
    const leave = async () => {
      await button(page, shell('Your account')).click()
      await page.getByRole('menuitem', { name: shell('Sign out') }).click()
      await page.waitForURL(/\/logout$/)
    }
    const inside = () => page.getByText(say('Attempts to sign in')).waitFor()
    await page.goto(`${url}/login`)
    if (language === 'zh-CN') await page.getByRole('button', { name: '中文' }).click()
    await button(page, sign('Sign in')).waitFor()
    await first()
    await inside()
    const cdp = await context.newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true } as const
    await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } })

    await button(page, say('Set up')).click()
    await dialog(page).locator('input[type=password]').fill(PASSWORDS[1])
    await dialog(page)
      .getByRole('button', { name: say('Next'), exact: true })
      .click()
    await dialog(page).getByText(say('Scan the picture with the app, or type in this key:')).waitFor()
    const secret = (await dialog(page).locator('code').first().innerText()).trim()
    await shot(`second-factor-${language}-1-scan`)
    await dialog(page)
      .locator('input[name=code]')
      .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await dialog(page)
      .getByRole('button', { name: say('Switch on'), exact: true })
      .click()
    await dialog(page).getByText(say('I have kept them')).waitFor()
    const [recovery = ''] = await dialog(page).locator('.t-codes code').allInnerTexts()
    await shot(`second-factor-${language}-2-codes`)
    await dialog(page)
      .getByRole('button', { name: say('I have kept them'), exact: true })
      .click()
    await button(page, say('Add a passkey')).click()
    await dialog(page).locator('input[name=name]').fill('Laptop')
    await dialog(page).locator('input[type=password]').fill(PASSWORDS[1])
    await dialog(page)
      .getByRole('button', { name: say('Go on'), exact: true })
      .click()
    await page.getByText('Laptop').first().waitFor()
    await shot(`second-factor-${language}-3-security`)

    await leave()
    await first()
    await button(page, sign('Use a recovery code')).click()
    await page.locator('input[name=code]').fill('nonsense')
    await button(page, sign('Sign in')).click()
    await page.getByText(sayer(language)('The code is not right')).first().waitFor()
    await shot(`second-factor-${language}-4-recovery`)
    await page.locator('input[name=code]').fill(recovery)
    await button(page, sign('Sign in')).click()
    await inside()
    await page.getByText(say('${recoveryLeft} left', { recoveryLeft: 9 })).waitFor()

    await leave()
    await first()
    await button(page, sign('Use a passkey')).click()
    await button(page, sign('Use your passkey')).click()
    await inside()
    await page.getByText(say('Second step failed')).first().waitFor()
    await shot(`second-factor-${language}-5-after`)
  })
}
