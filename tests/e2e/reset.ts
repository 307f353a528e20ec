// Somebody who lost his password, told once per language: by email, with the code out of a real mail, and by phone, with the browser's work in place
// of the picture.
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { journey, story } from './harness.ts'
import { field } from './newcomer.ts'
import { ADMIN, expectAccessible, prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const NEW = 'Better-2-horse!'
const PHONE = '13900000001'
const said: Record<Language, { wrong: string; mail: RegExp }> = {
  'en-US': { wrong: 'The verification code is not right', mail: /your password was changed/i },
  'zh-CN': { wrong: '验证码不正确', mail: /您的密码已修改/ },
}

/** A mail server on this machine that keeps what it is given. */
export async function mailServer() {
  const mails: { to: string; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let raw = ''
      stream.setEncoding('utf8')
      stream.on('data', (part: string) => (raw += part))
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), text: decoded(raw) })
        done()
      })
    },
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  // Nobody closes it; it must not keep the journeys from ending.
  server.server.unref()
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, mails }
}

/** A mail as its reader sees it: subject, an empty line, text. */
function decoded(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\n\n')
  const unfolded = head.replace(/\r\n\s+/g, ' ')
  const subject = (/^subject: (.*)$/im.exec(unfolded)?.[1] ?? '')
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?(.*?)\?=/gi, (_whole, text: string) => Buffer.from(text, 'base64').toString())
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_whole, text: string) => quoted(text.replaceAll('_', ' ')))
  if (/transfer-encoding: base64/i.test(unfolded)) return `${subject}\n\n${Buffer.from(body, 'base64').toString()}`
  return `${subject}\n\n${/transfer-encoding: quoted/i.test(unfolded) ? quoted(body) : body}`
}
const quoted = (text: string) =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

export async function until<T>(look: () => T | undefined | Promise<T | undefined>, what: string): Promise<T> {
  for (const end = Date.now() + 15_000; Date.now() < end; await new Promise(done => setTimeout(done, 200))) {
    const found = await look()
    if (found) return found
  }
  throw new Error(`${what} did not come`)
}

export function tellReset(language: Language) {
  let post: Awaited<ReturnType<typeof mailServer>>
  story('reset', {
    language,
    environment: async () => {
      post = await mailServer()
      return { SMTP_URL: post.url }
    },
  })
  const say = sayer(language, 'reset')
  const button = (page: Page, text: string, values = {}) => page.getByRole('button', { name: say(text, values), exact: true })
  const codeIn = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? '')?.[0]

  journey(`${language}: a new password by email`, async ({ page, context, browser, server }) => {
    const { company } = await prepare(context)
    const session = await (await context.request.get(`${server.url}/api/session`)).json()
    const departments = await (await context.request.get(`${server.url}/api/company/${company}/department`)).json()
    const invited = await context.request.post(`${server.url}/api/company/${company}/department/${departments.data.options[0].id}/users`, {
      headers: { 'x-csrf-token': session.data.csrfToken },
      data: { name: 'Bo', email: 'bo@example.test', phone: PHONE },
    })
    if ((await invited.json()).status !== 0) throw new Error(`not invited: ${await invited.text()}`)

    // Somebody else's browser, signed out, in the language of the story.
    const other = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: language })
    await other.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    await page.close()
    const lost = await other.newPage()
    const look = (name: string) => lost.screenshot({ path: `test-results/${name}.png` })
    await lost.goto(`${server.url}/login`)
    await button(lost, 'Forgot password?').waitFor()
    await look(`reset-${language}-1-sign-in`)
    await button(lost, 'Forgot password?').click()
    await lost.waitForURL('**/resetpwd')
    await lost.getByRole('heading', { name: say('Reset password') }).waitFor()
    const email = field(lost, say('Email'))
    await email.fill('nobody')
    await button(lost, 'Send code').click()
    await lost.getByText(say('Please enter a valid email')).waitFor()
    await email.fill(ADMIN.email)
    await button(lost, 'Send code').click()
    await lost.getByText(say('A code is on its way, if this account exists. It is valid for 10 minutes.')).waitFor()
    await lost.getByRole('button', { name: new RegExp(say('Again in {seconds} s', { seconds: '\\d+' })) }).waitFor()
    if (await lost.getByText(say('Please enter a valid email')).count()) throw new Error('what was wrong before is still said')
    await look(`reset-${language}-2-sent`)
    const code = await until(() => codeIn(post.mails.find(mail => mail.to === ADMIN.email && codeIn(mail.text))?.text), 'the code')
    const token = field(lost, say('Verification code'))
    await token.fill(code === '111111' ? '222222' : '111111')
    await button(lost, 'Next').click()
    await lost.getByText(said[language].wrong).waitFor()
    await token.fill(code)
    await button(lost, 'Next').click()
    await field(lost, say('New password')).waitFor()
    await look(`reset-${language}-3-password`)
    await field(lost, say('New password')).fill(NEW)
    await field(lost, say('New password again')).fill('Other-3-horse!')
    await button(lost, 'Set password').click()
    await lost.getByText(say('The two passwords differ')).waitFor()
    await field(lost, say('New password again')).fill(NEW)
    await button(lost, 'Set password').click()
    await lost.getByText(say('Your password is set')).waitFor()
    await look(`reset-${language}-4-done`)
    await until(() => post.mails.find(mail => mail.to === ADMIN.email && said[language].mail.test(mail.text)), 'the mail to the owner')
    // The administrator's own browser was signed in all the while.
    const after = await (await context.request.get(`${server.url}/api/session`)).json()
    if (after.data.user) throw new Error('the other session has not ended')
    await button(lost, 'Sign in').click()
    await lost.waitForURL('**/login')
    await field(lost, say('User name or email')).fill(ADMIN.email)
    await field(lost, say('Password')).fill(NEW)
    await button(lost, 'Sign in').click()
    await lost.waitForURL('**/home')
    await other.close()
  })

  journey(`${language}: a new password by phone, with the work of the browser in place of the picture`, async ({ page, context, server, shot }) => {
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    await context.request.post(`${server.url}/login`, { form: { username: ADMIN.email, password: NEW } })
    await page.goto(`${server.url}/resetpwd`)
    await page.getByText(say('Phone'), { exact: true }).click()
    const phone = field(page, say('Phone'))
    await phone.fill(PHONE.slice(0, 10))
    if (await page.getByRole('button', { name: say('Another picture') }).count()) throw new Error('a graphical code before the phone has 11 digits')
    await phone.fill(PHONE)
    const picture = page.getByRole('img', { name: say('Picture of letters and digits') })
    await until(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth > 0), 'the picture')
    await shot(`reset-${language}-5-picture`)
    await expectAccessible(page)
    const before = await picture.getAttribute('src')
    await button(page, 'Another picture').click()
    await until(async () => (await picture.getAttribute('src')) !== before || undefined, 'another picture')
    await button(page, 'I cannot read it: let my browser show that I am no program').click()
    await page.getByText(say('Done: no code needs to be typed')).waitFor()
    await shot(`reset-${language}-6-challenge`)
    await button(page, 'Send code').click()
    await page.getByText(say('The graphical code is right')).waitFor()
    const code = await until(async () => {
      const { data } = await (await context.request.get(`${server.url}/api/platform/outbox?kind=sms`)).json()
      if (!data.items.length) return undefined
      return codeIn((await (await context.request.get(`${server.url}/api/platform/outbox/${data.items[0].id}`)).json()).data.text)
    }, 'the text message')
    await field(page, say('Verification code')).fill(code)
    await button(page, 'Next').click()
    await field(page, say('New password')).fill(NEW)
    await field(page, say('New password again')).fill(NEW)
    await page.setViewportSize({ width: 390, height: 780 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(`reset-${language}-7-phone-dark`)
    // Taken by another window of the same browser: the proof is used up.
    const { csrfToken } = (await (await context.request.get(`${server.url}/api/session`)).json()).data
    const taken = await context.request.post(`${server.url}/resetpwd`, { headers: { 'x-csrf-token': csrfToken }, data: { tokenNew: NEW, tokenRepeat: NEW } })
    if (!taken.ok()) throw new Error(`the other window set no password: ${taken.status()}`)
    await button(page, 'Set password').click()
    await page.waitForURL('**/resetpwd?error=expired')
    await page.getByText(say('The link has expired')).waitFor()
    await shot(`reset-${language}-8-expired`)
    await page.goto(`${server.url}/resetpwd?error=other`)
    await page.getByText(say('Something went wrong, please verify again')).waitFor()
    // reset.brand: the brand leads to sign-in, and who is signed in goes on from there.
    if ((await page.locator('.t-blank-brand a').getAttribute('href')) !== '/login') throw new Error('the brand does not lead to sign-in')
    await page.locator('.t-blank-brand a').click()
    await page.waitForURL(url => !url.pathname.startsWith('/resetpwd'))
  })
}
