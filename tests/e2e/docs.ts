// The documentation as a visitor reads it, told once per language: first text, search, headings, next, drawer on a phone, an address that is not there.
// docs.index docs.viewer docs.nav docs.nav-drawer docs.toc docs.pager docs.not-found docs.readers
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const TITLES = {
  'en-US': { first: 'What Tessera is', second: 'Install and set up', roles: 'Roles', built: 'Built-in roles' },
  'zh-CN': { first: 'Tessera 是什么', second: '安装与初始化', roles: '角色', built: '内置角色' },
}

export function tellDocs(language: Language) {
  story('docs', { language })
  const say = sayer(language)
  const titles = TITLES[language]

  journey(`${language}: a visitor reads the documentation`, async ({ browser, context, server }) => {
    await prepare(context)
    const visitor = await browser.newContext({ locale: language, viewport: { width: 1280, height: 800 } })
    const page = await visitor.newPage()
    const picture = (name: string) => page.screenshot({ path: `test-results/docs-${language}-${name}.png` })
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
    try {
      await page.goto(`${server.url}/docs`)
      await page.waitForURL(/\/docs\/welcome$/)
      await heading(titles.first).waitFor()
      await picture('1-first')
      await page
        .getByRole('navigation', { name: say('Previous and next') })
        .getByRole('link', { name: titles.second })
        .click()
      await heading(titles.second).waitFor()
      await page.waitForURL(/\/docs\/install$/)

      await page.getByRole('searchbox').fill(titles.built)
      await page.getByRole('list', { name: say('Search results') }).waitFor()
      await picture('2-search')
      await page.getByRole('link', { name: `${titles.roles} › ${titles.built}` }).click()
      await heading(titles.roles).waitFor()
      await page.waitForFunction(text => document.activeElement?.textContent === text, titles.built)
      await page
        .getByRole('navigation', { name: say('On this page') })
        .getByRole('link', { name: titles.built })
        .waitFor()
      await page.goBack()
      await heading(titles.second).waitFor()

      await page.goto(`${server.url}/docs/nothing`)
      await heading(say('Not found')).waitFor()

      await page.setViewportSize({ width: 390, height: 780 })
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.getByRole('button', { name: say('Documents'), exact: true }).click()
      const drawer = page.getByRole('dialog', { name: say('Documents') })
      await drawer.waitFor()
      await picture('3-drawer')
      await drawer.getByRole('link', { name: titles.roles, exact: true }).click()
      await heading(titles.roles).waitFor()
      await drawer.waitFor({ state: 'hidden' })
      await picture('4-phone')
    } finally {
      await visitor.close()
    }
  })
}
