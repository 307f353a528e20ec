// The first app comes from a package: a visitor looks inside, takes a part of it, and the app is there.
import { richPackage } from '../support/rich-package.ts'
import { journey, story } from './harness.ts'
import { ADMIN, expectAccessible } from './prepared.ts'
import { sayer, type Language } from './words.ts'

export function tellInstallLook(language: Language) {
  story('install-look', { language, from: 'nothing' })
  const say = sayer(language, 'setup')
  const inside = sayer(language, 'shell')

  journey(`${language}: a package is looked into before it makes the first app`, async ({ page, context, server, shot }) => {
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    await page.setViewportSize({ width: 1280, height: 800 })
    const button = (name: string) => page.getByRole('button', { name: say(name), exact: true })

    await page.goto(`${server.url}/install-app`)
    await page.getByRole('heading', { name: say('Install an app'), exact: true }).waitFor()
    await page.locator('input[type=file]').setInputFiles({ name: 'orders.amis', mimeType: 'application/octet-stream', buffer: await richPackage() })
    await button('Look inside').waitFor()
    await expectAccessible(page)
    await button('Look inside').click()
    await page.getByText(inside('Everything comes in: {count} parts', { count: 14 })).waitFor()
    await shot(`install-look-${language}-1-inside`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('tab', { name: new RegExp(`^${inside('Scripts and addresses')}`) }).click()
    await page.getByText('body[1].api.adaptor').waitFor()
    await shot(`install-look-${language}-2-dark`)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 390, height: 780 })
    await page.getByRole('tab', { name: new RegExp(`^${inside('Pages')}`) }).click()
    await page.getByRole('button', { name: inside('Choose none'), exact: true }).click()
    await page.getByRole('checkbox', { name: 'Customers' }).check()
    await page.getByText(inside('{chosen} of {count} parts chosen; {along} more come along', { chosen: 1, count: 14, along: 1 })).waitFor()
    await shot(`install-look-${language}-3-phone`)
    await button('Take this choice').click()

    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('input[name=email]').fill(ADMIN.email)
    await page.locator('input[name=adminPassword]').fill(ADMIN.password)
    await shot(`install-look-${language}-4-chosen`)
    const answered = page.waitForResponse(answer => answer.url().endsWith('/api/runtime/v1/install'))
    await button('Install').click()
    const { status, msg } = (await (await answered).json()) as { status: number; msg: string }
    if (status !== 0) throw new Error(`the app was not installed: ${status} ${msg}`)
    // Only what was chosen came in.
    await page.waitForURL(url => !url.pathname.startsWith('/install-app'))
    await page.getByText('Customers').first().waitFor()
    if (await page.getByText('About', { exact: true }).count()) throw new Error('a page that was not chosen came in')
    await shot(`install-look-${language}-5-app`)
  })
}
