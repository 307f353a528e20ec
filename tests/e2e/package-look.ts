// A package is looked into before it comes in: one from a file, one of a template; only what was chosen is installed.
import { richPackage } from '../support/rich-package.ts'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const CUSTOMERS = { 'en-US': 'Customers', 'zh-CN': '客户' }

export function tellPackageLook(language: Language) {
  story('package-look', { language })
  const say = sayer(language, 'shell')

  journey(`${language}: a package is looked into, and a part of it installed`, async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    await page.setViewportSize({ width: 1280, height: 800 })
    const button = (name: string) => page.getByRole('button', { name: say(name), exact: true })
    const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${say(name)}`) })

    await page.goto(`${server.url}/company/${company}/app/warehouse-dev/design`)
    await button('Import amis files').first().click()
    await page.locator('input[type=file]').setInputFiles({ name: 'orders.amis', mimeType: 'application/octet-stream', buffer: await richPackage() })
    await button('Look inside').click()
    await page.getByText(say('Everything comes in: {count} parts', { count: 11 })).waitFor()
    await shot(`package-look-${language}-1-pages`)
    await tab('Data models').click()
    await page
      .getByText(say('Fields: {count}', { count: 2 }))
      .first()
      .click()
    await shot(`package-look-${language}-2-data`)
    await page.getByRole('tab', { name: /^SQL/ }).click()
    await page.getByText(/create table "app_[0-9a-f]{32}_dev"\."order"/).waitFor()
    await shot(`package-look-${language}-3-sql`)
    await tab('Roles and rights').click()
    await page.getByText(say('People who have not signed in'), { exact: true }).waitFor()
    await shot(`package-look-${language}-4-rights`)
    await tab('Scripts and addresses').click()
    await page.getByText('body[1].api.adaptor').waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(`package-look-${language}-5-findings`)
    await page.emulateMedia({ colorScheme: 'light' })
    await button('Choose none').click()
    await tab('Pages').click()
    await page.getByRole('checkbox', { name: 'Customers' }).check()
    await page.getByText(say('{chosen} of {count} parts chosen; {along} more come along', { chosen: 1, count: 11, along: 1 })).waitFor()
    await button('Import what is chosen').click()
    await page.getByText(say('Made: {count}', { count: 1 })).waitFor()
    await button('Done').click()

    await page.setViewportSize({ width: 390, height: 780 })
    await page.goto(`${server.url}/template/crm`)
    await page.getByRole('button', { name: say('Look inside'), exact: true }).click()
    await page.getByText(say('Nothing runs on its own'), { exact: true }).waitFor()
    await shot(`package-look-${language}-6-template-phone`)
    await page.setViewportSize({ width: 1280, height: 800 })
    await button('Choose none').click()
    await page.getByRole('checkbox', { name: CUSTOMERS[language], exact: true }).check()
    await shot(`package-look-${language}-7-template`)
    await page.getByRole('button', { name: sayer(language, 'template')('Install what is chosen'), exact: true }).click()
    await page.waitForURL(`${server.url}/app`)
  })
}
