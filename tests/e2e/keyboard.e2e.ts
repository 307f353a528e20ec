// Without a mouse: signing in and making an app.
import { expect, type Page } from '@playwright/test'
import { journey, story } from './harness.ts'
import { ADMIN, prepare } from './prepared.ts'

/** Presses Tab until what has the focus is called so. */
async function tabTo(page: Page, name: string, most = 60) {
  const seen: string[] = []
  for (let i = 0; i < most; i++) {
    const focused = await page.evaluate(() => {
      const at = document.activeElement as (HTMLElement & { labels?: NodeListOf<HTMLLabelElement> }) | null
      if (!at || at === document.body) return ''
      const by = document.getElementById(at.getAttribute('aria-labelledby') ?? '')?.textContent
      return (at.getAttribute('aria-label') ?? by ?? at.labels?.[0]?.textContent ?? at.textContent ?? '').replace(/\*$/, '').trim()
    })
    seen.push(focused)
    if (focused === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach "${name}"; it was at ${[...new Set(seen)].join(' | ')}`)
}

story('keyboard')

journey('signing in and making an app by keyboard alone', async ({ page, context, server }) => {
  const { company } = await prepare(context)
  await context.clearCookies()
  await page.goto(`${server.url}/login?redirect=${encodeURIComponent(`/company/${company}/app`)}`)
  await tabTo(page, 'User name or email')
  await page.keyboard.type(ADMIN.email)
  await page.keyboard.press('Tab')
  await tabTo(page, 'Password')
  await page.keyboard.type(ADMIN.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/company/${company}/app`)
  await page.getByRole('button', { name: 'New app', exact: true }).first().waitFor()

  await tabTo(page, 'New app')
  await page.keyboard.press('Enter')
  // The first field takes the focus by itself, a moment after the form is there.
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.type('By keyboard')
  await tabTo(page, 'Create app')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/by_keyboard-dev/design')
  await page.getByRole('heading', { name: 'This app has no pages yet' }).waitFor()
})
