// Signing in at another place, told once per language: an OpenID provider with binding, a CAS server, the QR code of WeChat. The peers are real
// ones on this machine.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createSecrets } from '../../api/server/services/foundation/secrets.ts'
import { casPeer } from '../support/peers/cas.ts'
import { oauthPeer } from '../support/peers/oauth.ts'
import { CLIENT_ID, CLIENT_SECRET, openidPeer } from '../support/peers/openid.ts'
import { APP_ID, APP_SECRET, weixinPeer } from '../support/peers/weixin.ts'
import { journey, story, type JourneyServer } from './harness.ts'
import { field } from './newcomer.ts'
import { ADMIN, expectAccessible, prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const PHONE = '13900000001'

/** Sets a way to sign in and switches it on, as an administrator does on the screen. */
async function setMethod({ dataDir }: JourneyServer, kind: string, settings: object, secrets: Record<string, string> = {}) {
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8')
  const db = new pg.Client({ host: join(dataDir, 'socket'), user: 'tessera', password, database: 'tessera' })
  await db.connect()
  const { seal } = createSecrets({ config: { secretKey: '', dataDir } as never })
  const sealed = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, seal(value)]))
  await db.query(
    `insert into signin_method (kind, enabled, settings, secrets) values ($1, true, $2, $3)
     on conflict (kind) do update set enabled = true, settings = excluded.settings, secrets = excluded.secrets`,
    [kind, settings, sealed],
  )
  await db.end()
}

async function until<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  for (const end = Date.now() + 15_000; Date.now() < end; await new Promise(done => setTimeout(done, 200))) {
    const found = await look()
    if (found) return found
  }
  throw new Error(`${what} did not come`)
}

/** The newest code in the administrator's outbox. */
const codeOf = (context: BrowserContext, { url }: JourneyServer, kind: 'mail' | 'sms', to: string) =>
  until(async () => {
    const { data } = await (await context.request.get(`${url}/api/platform/outbox?kind=${kind}`)).json()
    const item = data.items.find((one: { recipient: string }) => one.recipient === to)
    const text: string = item ? (await (await context.request.get(`${url}/api/platform/outbox/${item.id}`)).json()).data.text : ''
    return /\b\d{6}\b/.exec(text)?.[0]
  }, `the code to ${to}`)

export function tellElsewhere(language: Language) {
  story('elsewhere', { language })
  const say = sayer(language, 'bind')
  const button = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true })
  const look = (page: Page, name: string) => page.screenshot({ path: `test-results/elsewhere-${language}-${name}.png` })
  /** Somebody else's browser, in the language of the story. */
  async function visitor(browser: Browser, { url }: JourneyServer): Promise<Page> {
    const other = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: language })
    await other.addCookies([{ name: 'tessera_locale', value: language, url }])
    return other.newPage()
  }
  let company = ''
  /** Waits for a path; the address of the sign-in page may name the same one as where it leads. */
  const arrived = (page: Page, path: string) => page.waitForURL(url => url.pathname === path)

  // signin.redirect-oauth, signin.links, bind.bind-or-register, bind.choice, bind.token-dialog, bind.bind, bind.alert, bind.pair-visible
  journey(
    `${language}: signs in with OpenID, binds the account that was there and its phone, and signs out there as well`,
    async ({ context, browser, server }) => {
      company = (await prepare(context)).company
      const peer = await openidPeer(server.url, {
        ada: { name: 'Ada Elsewhere', email: ADMIN.email, email_verified: true },
        nora: { name: 'Nora New', email: 'nora@example.test', email_verified: true },
      })
      const settings = { label: 'Example Identity', issuer: peer.issuer, clientId: CLIENT_ID, bindKey: ['phone'], companyKey: company, signOut: true }
      await setMethod(server, 'oauth', settings, { clientSecret: CLIENT_SECRET })
      const page = await visitor(browser, server)
      await page.goto(`${server.url}/login?redirect=/company/${company}`)
      await page.getByRole('link', { name: 'Example Identity', exact: true }).click()
      await page.getByRole('link', { name: 'Ada Elsewhere' }).click()

      await page.waitForURL('**/bind-or-register?userId=*')
      const account = page.getByRole('radio', { name: 'Ada' })
      await account.waitFor()
      if ((await account.getAttribute('aria-checked')) !== 'true') throw new Error('bind.first-preselected: the first account is not chosen')
      await page.getByText('a••@example.test').waitFor()
      await button(page, say('Create a new user')).waitFor()
      await expectAccessible(page)
      await look(page, '1-choice')
      await button(page, say('Verify')).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(say('Enter verification code')).waitFor()
      await look(page, '2-token')
      await button(page, say('Cancel')).click()
      await dialog.waitFor({ state: 'hidden' })
      // bind.verify-countdown, bind.verify-button
      const counting = page.getByRole('button', { name: new RegExp(sayer(language)('Again in {seconds} s', { seconds: '\\d+' })) })
      await counting.waitFor()
      if (await counting.isEnabled()) throw new Error('bind.verify-countdown: another code can be asked for at once')
      await look(page, '3-counting')
      const code = await codeOf(context, server, 'mail', ADMIN.email)
      await button(page, say('Enter the code')).click()
      const token = field(page, say('Verification code'))
      await token.fill(code === '111111' ? '222222' : '111111')
      await button(page, say('Confirm')).click()
      await page.getByText(sayer(language)('The verification code is not right')).first().waitFor()
      await token.fill(code)
      await button(page, say('Confirm')).click()

      await page.waitForURL('**/bind?bindKey=phone*')
      await page.getByText(say('Please bind your phone number to go on.')).waitFor()
      if (await field(page, say('Email')).count()) throw new Error('bind.pair-visible: the email is asked for as well')
      await field(page, say('Phone number')).fill('12345678901')
      await button(page, say('Bind and go on')).click()
      await page.getByText(say('Please enter a valid phone number')).waitFor()
      await field(page, say('Phone number')).fill(PHONE)
      await button(page, sayer(language)('Send code')).click()
      const phoneCode = await codeOf(context, server, 'sms', PHONE)
      await field(page, say('Verification code')).fill(phoneCode)
      await expectAccessible(page)
      await look(page, '4-bind')
      await button(page, say('Bind and go on')).click()
      await arrived(page, `/company/${company}`)

      await button(page, sayer(language)('Your account')).click()
      await page.getByRole('menuitem', { name: sayer(language)('Sign out') }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL('**/logout*')
      await page.getByText(sayer(language, 'general')('You are signed out')).waitFor()

      // bind.create-user, bind.create-allowed: somebody whom nobody here can be.
      await page.goto(`${server.url}/login`)
      await page.getByRole('link', { name: 'Example Identity', exact: true }).click()
      await page.getByRole('link', { name: 'Nora New' }).click()
      await page.waitForURL('**/bind-or-register?userId=*')
      await page.getByText('Nora New').waitFor()
      if (await page.getByRole('radio').count()) throw new Error('there are accounts to choose from')
      const waiting = page.url()
      await page.setViewportSize({ width: 390, height: 780 })
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.locator('html.is-dark').waitFor()
      await look(page, '5-create-phone-dark')
      await expectAccessible(page)
      await button(page, say('Create a new user')).click()
      await page.waitForURL('**/bind?bindKey=phone*')
      await page.goto(waiting)
      await page.getByText(say('This sign-in is over')).waitFor()
      await look(page, '6-over')
      await page.goto(`${server.url}/bind`)
      await page.getByText(say('There is nothing to bind here.')).waitFor()
      if (await button(page, say('Bind and go on')).count()) throw new Error('bind.submit-visible: something can be bound')
      await page.context().close()
      await peer.close()
    },
  )

  // signin.redirect-cas2, signin.keep-query, signin.links
  journey(`${language}: signs in with CAS 2.0, single sign-on and OAuth 2.0; a used ticket is told on the sign-in page`, async ({ browser, server }) => {
    const peer = await casPeer({ user: 'carla', attributes: { cn: 'Carla' } })
    peer.asks = true
    await setMethod(server, 'cas2', { label: 'Example CAS', serverUrl: peer.address, creation: 'auto', companyKey: company })
    const page = await visitor(browser, server)
    await page.goto(`${server.url}/login?redirect=/company/${company}`)
    await page.getByRole('link', { name: 'Example CAS', exact: true }).click()
    await page.getByRole('heading', { name: 'Example CAS' }).waitFor()
    const back = page.waitForRequest(request => request.url().includes('/auth/cas2/callback'))
    await page.getByRole('link', { name: 'Sign in as carla' }).click()
    await arrived(page, `/company/${company}`)
    const used = (await back).url()
    await page.context().clearCookies({ name: 'tessera_session' })
    await page.goto(used)
    await page.waitForURL('**/login?problem=signin.stateUnknown')
    await page.getByText(sayer(language, 'signin')('This sign-in took too long or was begun in another browser. Begin again.')).waitFor()
    await look(page, '7-cas-problem')

    // signin.redirect-uuap, signin.sso: the same protocol, as a view of its own.
    await setMethod(server, 'sso', { label: 'Example SSO', serverUrl: peer.address, creation: 'auto', companyKey: company })
    await page.goto(`${server.url}/login?type=4&redirect=/company/${company}`)
    await page.getByRole('link', { name: 'Example SSO', exact: true }).click()
    await page.getByRole('link', { name: 'Sign in as carla' }).click()
    await arrived(page, `/company/${company}`)

    // signin.redirect-third
    const third = await oauthPeer({ id: 4711, name: 'Tom Third' })
    const addresses = { authorizationEndpoint: `${third.address}/authorize`, tokenEndpoint: `${third.address}/token`, userinfoEndpoint: `${third.address}/me` }
    const claims = { subjectClaim: 'data.id', nameClaim: 'data.name' }
    await setMethod(
      server,
      'third',
      { label: 'Example Third', ...addresses, ...claims, clientId: 'tessera', creation: 'auto', companyKey: company },
      { clientSecret: 'third-secret' },
    )
    await page.context().clearCookies({ name: 'tessera_session' })
    await page.goto(`${server.url}/login?redirect=/company/${company}`)
    await page.getByRole('link', { name: 'Example Third', exact: true }).click()
    await arrived(page, `/company/${company}`)
    await third.close()
    await page.context().close()
    await peer.close()
  })

  // signin.redirect-weixin, signin.weixin, signin.weixin-frame, signin.weixin-reveal
  journey(`${language}: signs in with the QR code of WeChat in its frame`, async ({ browser, server }) => {
    const peer = await weixinPeer({ openid: 'o6_bmjrPTlm6_2sgVt7hMZOPfL2M', nickname: '小明' })
    const settings = { appId: APP_ID, pageGateway: peer.address, apiGateway: peer.address, creation: 'auto', companyKey: company }
    await setMethod(server, 'weixin', settings, { appSecret: APP_SECRET })
    const page = await visitor(browser, server)
    await page.goto(`${server.url}/login?type=3&redirect=/company/${company}`)
    const code = page.frameLocator('iframe').frameLocator('iframe').getByRole('img', { name: 'QR' })
    await code.waitFor()
    await page.locator('.tes-qr-frame.is-shown').waitFor()
    await look(page, '8-weixin')
    peer.phone = 'scanned'
    await arrived(page, `/company/${company}`)
    await look(page, '9-in')
    await page.context().close()
    await peer.close()
  })
}
