// Somebody from outside, told once per language: an administrator lets people register, a visitor does so with the code out of a real mail, uses the app,
// and is sent out when banned.
import { journey, story } from './harness.ts'
import { field } from './newcomer.ts'
import { expectAccessible, prepare } from './prepared.ts'
import { mailServer, until } from './reset.ts'
import { tellSites } from './sites.ts'
import { sayer, type Language } from './words.ts'

const VISITOR = 'vic@outside.test'

export function tellOutsiders(language: Language) {
  let post: Awaited<ReturnType<typeof mailServer>>
  story('outsiders', {
    language,
    environment: async () => {
      post = await mailServer()
      return { SMTP_URL: post.url }
    },
  })
  const say = sayer(language, 'external')

  journey(`${language}: somebody registers, sees a row, and is banned`, async ({ page, context, browser, server, shot }) => {
    const { company } = await prepare(context)
    const session = await (await context.request.get(`${server.url}/api/session`)).json()
    const headers = { 'x-csrf-token': session.data.csrfToken as string }
    const ask = async (method: 'GET' | 'POST', path: string, data?: object) => {
      const reply = await (await context.request.fetch(`${server.url}/api${path}`, { method, headers, ...(data && { data }) })).json()
      if (reply.status) throw new Error(`${path}: ${JSON.stringify(reply)}`)
      return reply.data
    }
    // An app with a page of rows, which external users may open and view.
    const app = `/company/${company}/app/order_desk-dev`
    const source = (await ask('GET', `${app}/source`)).options[0].id as string
    const { id: model } = await ask('POST', `${app}/source/${source}/model`, { key: 'visit', name: 'Visits' })
    await ask('POST', `${app}/model/${model}/field`, { key: 'title', name: 'Title', type: 'text' })
    const { hash } = await ask('POST', `${app}/source/${source}/plan`, {})
    await ask('POST', `${app}/source/${source}/apply`, { hash })
    const rows = { type: 'crud', api: 'get:${dataApi}/main/model/visit', columns: [{ name: 'title', label: 'Title' }] }
    const schema = { type: 'page', title: 'Visits', toolbar: { type: 'tpl', tpl: 'Hello ${user.name|html}' }, body: rows }
    await ask('POST', `${app}/page`, { name: 'Visits', path: '/visits', kind: 'page', schema })
    const roles = (await ask('GET', `${app}/acl/roles`)).items as { value: string; type: number; isAppGuest: boolean }[]
    const outside = roles.find(role => role.type > 0 && !role.isAppGuest)?.value
    const { ownerOption: _, ...form } = await ask('GET', `${app}/acl/form`)
    const withOutside = (kind: { read: string[] }) => ({ ...kind, read: [...kind.read, outside] })
    await ask('POST', `${app}/acl/form`, {
      ...form,
      readAcl: [...form.readAcl, outside],
      pageAcl: withOutside(form.pageAcl),
      modelAcl: withOutside(form.modelAcl),
    })
    await ask('POST', `${app}/release`, { title: 'With visits', tag: 'latest', from: 'dev', mode: 1 })
    await ask('POST', `/resource/${company}/order_desk/source/main/model/visit`, { title: 'Tuesday at nine' })

    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${server.url}${app}/admin/external#registration`)
    await page.getByText(say('Anybody'), { exact: true }).click()
    await page.getByRole('button', { name: say('Save'), exact: true }).click()
    await page.getByText(say('Saved'), { exact: true }).waitFor()
    await page.getByText(`/external/${company}/order_desk`).waitFor()
    await shot(`outsiders-${language}-1-registration`)

    const other = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: language })
    await other.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    const visitor = await other.newPage()
    const look = (name: string) => visitor.screenshot({ path: `test-results/outsiders-${language}-${name}.png` })
    await visitor.goto(`${server.url}/external/${company}/order_desk`)
    await field(visitor, say('Email')).fill(VISITOR)
    await visitor.getByRole('button', { name: say('Send code'), exact: true }).click()
    const code = await until(() => /\b\d{6}\b/.exec(post.mails.find(mail => mail.to === VISITOR)?.text ?? '')?.[0], 'the code')
    await field(visitor, say('Verification code')).fill(code)
    await field(visitor, say('Your name')).fill('Vic')
    await look('2-door')
    await expectAccessible(visitor)
    await visitor.getByRole('button', { name: say('Sign in'), exact: true }).click()
    await visitor.waitForURL(`**/company/${company}/app/order_desk**`)
    await visitor.goto(`${server.url}/company/${company}/app/order_desk/visits`)
    await visitor.getByText('Tuesday at nine').waitFor()
    // Pages know who is there.
    await visitor.getByText('Hello Vic').waitFor()
    await look('3-app')

    await page.goto(`${server.url}${app}/admin/external#people`)
    await page.reload()
    await page.getByText(VISITOR, { exact: true }).waitFor()
    await shot(`outsiders-${language}-4-people`)
    await page.getByRole('button', { name: say('Ban'), exact: true }).click()
    const dialog = page.getByRole('dialog').last()
    await dialog.getByText(say('Ban ${name}? The sign-in ends at once.', { name: 'Vic' })).waitFor()
    await shot(`outsiders-${language}-5-ban`)
    await dialog.getByRole('button').last().click()
    await page.getByText(say('Banned'), { exact: true }).waitFor()

    await visitor.reload()
    await visitor.getByText('Tuesday at nine').waitFor({ state: 'detached' })
    await visitor.waitForURL(url => !url.pathname.startsWith(`/company/${company}/app/order_desk/visits`))
    await visitor.waitForLoadState('networkidle')
    await look('6-out')
    await other.close()
  })

  tellSites(language)
}
