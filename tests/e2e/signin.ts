// Ways to sign in, told once per language: an administrator sets up a directory with the doctor, somebody signs in with it, another by a mailed code.
import type { BrowserContext, Page } from '@playwright/test'
import { BASE, ldapPeer, SEARCHER } from '../support/peers/ldap.ts'
import { journey, story } from './harness.ts'
import { field } from './newcomer.ts'
import { ADMIN, expectAccessible, prepare } from './prepared.ts'
import { mailServer, until } from './reset.ts'
import { sayer, type Language } from './words.ts'

export function tellSignin(language: Language) {
  let post: Awaited<ReturnType<typeof mailServer>>
  let peer: Awaited<ReturnType<typeof ldapPeer>>
  story('signin', {
    language,
    environment: async () => {
      post = await mailServer()
      peer = await ldapPeer()
      return { SMTP_URL: post.url }
    },
  })
  const say = sayer(language, 'platform')
  const atSignin = sayer(language, 'signin')
  const speak = (context: BrowserContext, url: string) => context.addCookies([{ name: 'tessera_locale', value: language, url }])

  journey(`${language}: a directory is set up, tried, switched on, and lets people in`, async ({ page, context, browser, server, shot }) => {
    await prepare(context)
    await speak(context, server.url)
    await page.goto(`${server.url}/platform/signin`)
    await page.getByRole('heading', { name: say('Sign-in methods') }).waitFor()
    const row = (name: string) => page.locator('tr', { hasText: say(name) })
    const inRow = (name: string, button: string) => row(name).getByRole('button', { name: say(button), exact: true })
    await row('Directory (LDAP)').waitFor()
    await shot(`signin-${language}-1-methods`)

    // The administrators' only way stays.
    if (
      !(await row('Code by email')
        .getByRole('button', { name: say('Switch off'), exact: true })
        .isEnabled())
    )
      throw new Error('email cannot be switched off')

    await inRow('Directory (LDAP)', 'Set up').click()
    const drawer = page.getByRole('dialog')
    // The form takes its first values over once the drawer has come in; what is typed before that is lost, and nobody types that fast.
    await page.locator('.cxd-Drawer-content.in, .cxd-Drawer-content--in, .cxd-Drawer-content').first().waitFor()
    await page.waitForTimeout(800)
    await drawer.locator('input[name=url]').fill(peer.url)
    await drawer.locator('input[name=bindDn]').fill(SEARCHER.dn)
    await drawer.locator('input[name=bindPassword]').fill('wrong')
    await drawer.locator('input[name=baseDn]').fill(BASE)
    await drawer.locator('input[name=baseDn]').press('Tab')
    await page.waitForTimeout(300)
    await drawer.getByRole('button', { name: say('Try it'), exact: true }).click()
    await drawer.getByText(say('It fails at: ${failedAt}', { failedAt: say('Account') })).waitFor()
    await shot(`signin-${language}-2-fails`)
    await drawer.locator('input[name=bindPassword]').fill(SEARCHER.password)
    await drawer.locator('input[name=trialName]').fill('lena')
    await drawer.locator('input[name=trialPassword]').fill('Lena-secret-1')
    await drawer.locator('input[name=trialPassword]').press('Tab')
    await drawer.getByRole('button', { name: say('Try it'), exact: true }).click()
    await drawer.getByText(say('It works.')).waitFor()
    await drawer.getByText('Lena Example').waitFor()
    await shot(`signin-${language}-3-works`)
    await drawer.getByText(say('May make one after a question'), { exact: true }).click()
    await page.getByText(say('Gets one at once'), { exact: true }).click()
    await drawer.getByRole('button', { name: say('Save'), exact: true }).click()
    await drawer.waitFor({ state: 'detached' })

    await inRow('Directory (LDAP)', 'Switch on').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Switch on'), exact: true })
      .click()
    await inRow('Directory (LDAP)', 'Switch off').waitFor()

    // What does not work is not switched on without insisting.
    await inRow('CAS 2.0', 'Switch on').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Switch on'), exact: true })
      .click()
    await page.getByRole('dialog').getByText(say('Switch it on although it does not work yet')).waitFor()
    await shot(`signin-${language}-4-refused`)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Cancel'), exact: true })
      .click()
    await inRow('CAS 2.0', 'Switch on').waitFor()

    const other = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: language })
    await speak(other, server.url)
    const lena = await other.newPage()
    await lena.goto(`${server.url}/login?redirect=%2Fapp&type=1`)
    const name = lena.locator('input[name=username]:visible')
    const password = lena.locator('input[type=password]:visible')
    await name.fill('lena')
    await password.fill('wrong')
    await lena.locator('button[type=submit]:visible').click()
    await lena.getByText(say('The name or the password is not right')).waitFor()
    await lena.screenshot({ path: `test-results/signin-${language}-5-ldap.png` })
    await password.fill('Lena-secret-1')
    await lena.locator('button[type=submit]:visible').click()
    await lena.waitForURL('**/app')
    await lena.getByRole('heading').first().waitFor()
    await other.close()
  })

  journey(`${language}: a code by email signs in`, async ({ browser, server }) => {
    const other = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: language })
    await speak(other, server.url)
    const page: Page = await other.newPage()
    const button = (text: string) => page.getByRole('button', { name: atSignin(text), exact: true })
    await page.goto(`${server.url}/login?type=2&redirect=%2Fapp`)
    await field(page, atSignin('Email')).fill('nobody')
    await button('Send code').click()
    await page.getByText(atSignin('Please enter a valid email')).first().waitFor()
    await field(page, atSignin('Email')).fill(ADMIN.email)
    await button('Send code').click()
    await page.getByText(atSignin('A code is on its way, if this account exists. It is valid for 10 minutes.')).waitFor()
    // The notice of the wrong email has gone by then.
    await page.locator('[class*=Toast-content]').first().waitFor({ state: 'detached' })
    await expectAccessible(page)
    await page.screenshot({ path: `test-results/signin-${language}-6-email.png` })
    const codeIn = (text = '') => /\b\d{6}\b/.exec(text)?.[0]
    const code = await until(() => codeIn(post.mails.find(mail => mail.to === ADMIN.email && codeIn(mail.text))?.text), 'the code')
    const token = field(page, atSignin('Verification code'))
    await token.fill(code === '111111' ? '222222' : '111111')
    await button('Sign in').click()
    await page.getByText(say('The verification code is not right')).first().waitFor()
    await token.fill(code)
    await button('Sign in').click()
    await page.waitForURL('**/app')
    await page.getByRole('heading').first().waitFor()
    await other.close()
    await peer.close()
  })
}
