// A template from the gallery to the running app, told once per language; a visitor is led to sign in and back.
// template.detail template.install-dialog template.install-or-login template.login-redirect template.after-import
import { journey, story } from './harness.ts'
import { ADMIN, prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const CRM = { 'en-US': { title: 'CRM', deal: 'Support contract 2027' }, 'zh-CN': { title: '客户管理', deal: '2027 年服务合同' } }

export function tellTemplates(language: Language) {
  story('templates', { language })
  const say = sayer(language, 'template')
  const crm = CRM[language]

  journey(`${language}: a template is found, installed and used`, async ({ browser, context, server }) => {
    const { company } = await prepare(context)
    const visitor = await browser.newContext({ locale: language, viewport: { width: 1280, height: 800 } })
    const page = await visitor.newPage()
    try {
      await page.goto(`${server.url}/templates`)
      await page.getByRole('link', { name: crm.title, exact: true }).first().waitFor()
      await page.screenshot({ path: `test-results/templates-${language}-1-gallery.png` })
      await page.getByPlaceholder(say('Search templates')).fill('xyzzy')
      await page.getByText(say('No template fits. Try other words or another tag.')).waitFor()
      await page.getByPlaceholder(say('Search templates')).fill(crm.title)
      await page.getByRole('link', { name: crm.title, exact: true }).last().click()
      await page.waitForURL(/\/template\/crm$/)
      await page.getByRole('heading', { level: 1, name: crm.title }).waitFor()
      // A small picture is shown in place of the large one.
      const large = page.locator('.t-template-large img')
      const before = await large.getAttribute('src')
      await page.locator('.t-template-thumbs .t-template-thumb').nth(1).click()
      await page.waitForFunction(src => document.querySelector('.t-template-large img')?.getAttribute('src') !== src, before)
      await page.screenshot({ path: `test-results/templates-${language}-2-detail.png` })

      await page.getByRole('button', { name: say('Sign in to install') }).click()
      await page.waitForURL(/\/login\?redirect=/)
      await page.locator('input[name=username]').fill(ADMIN.email)
      await page.locator('input[name=password]').fill(ADMIN.password)
      await page.locator('input[name=password]').press('Enter')
      await page.waitForURL(/\/template\/crm$/)
      await page.getByRole('button', { name: say('Install'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[name=name]').fill('Our CRM')
      await page.screenshot({ path: `test-results/templates-${language}-3-dialog.png` })
      await dialog.getByRole('button', { name: say('Install'), exact: true }).click()
      await page.waitForURL(`${server.url}/app`)
      await page.getByText('Our CRM', { exact: true }).first().waitFor()

      await page.goto(`${server.url}/company/${company}/app/our_crm/deals`)
      await page.getByText(crm.deal).waitFor()
      await page.screenshot({ path: `test-results/templates-${language}-4-app.png` })
    } finally {
      await visitor.close()
    }
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    const again = await context.newPage()
    await again.setViewportSize({ width: 390, height: 780 })
    await again.emulateMedia({ colorScheme: 'dark' })
    await again.goto(`${server.url}/template/crm`)
    await again.getByText({ 'en-US': 'Installed 1 time', 'zh-CN': '已安装 1 次' }[language]).waitFor()
    await again.screenshot({ path: `test-results/templates-${language}-5-phone.png` })
    await again.close()
  })
}
