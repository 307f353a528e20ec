// Themes of an app, told once per language: one is made of a ready one, its brand is changed while samples and pages follow, contrasts are mended, it is saved,
// and the running app of somebody else has it without a reload. theme.purpose theme.picker-options theme.color-editing theme.editor theme.header theme.nav-rail theme.global theme.component theme.code theme.right-panel
// theme.address-state theme.save-disabled theme.component-search theme.state-selector theme.settings theme.color-overwrite-confirm theme.routes theme.preview-button
import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const APP = 'order_desk'

type Shot = (name: string, page?: Page) => Promise<void>
/** A theme goes out as Design Tokens and as CSS and comes in again, colours come out of a picture; what is where is found, and what was done is told. */
async function tellExchange(page: Page, shot: Shot, language: Language, shell: (text: string, values?: Record<string, string | number>) => string) {
  const panel = page.locator('.tes-theme-panel')
  const pick = async (item: string) => {
    await page.getByRole('button', { name: shell('Import and export'), exact: true }).click()
    await page.getByRole('menuitem', { name: shell(item), exact: true }).click()
  }
  const taken = async (item: string) => {
    const file = page.waitForEvent('download')
    await pick(item)
    return readFileSync(await (await file).path(), 'utf8')
  }
  expect(await taken('Export CSS for amis')).toContain('--colors-brand-5: #8a2be2;')
  const tokens = JSON.parse(await taken('Export design tokens'))
  expect(tokens.color.brand['5'].$value.hex).toBe('#8a2be2')

  await pick('Import…')
  const dialog = page.getByRole('dialog')
  const file = (text: string) => ({ name: 'look.tokens.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await dialog.getByLabel(shell('File'), { exact: true }).setInputFiles(file('{ "a": 1,'))
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByRole('button', { name: shell('Take over'), exact: true })).toBeDisabled()
  tokens.border.radius['2'].$value.value = 11
  await dialog.getByLabel(shell('Or its text')).fill(JSON.stringify(tokens))
  await expect(dialog.getByText(/4px.*11px/)).toBeVisible()
  await shot(`themes-import-${language}`)
  await dialog.getByRole('button', { name: shell('Take over'), exact: true }).click()
  await expect(dialog).toHaveCount(0)

  await pick('From a picture…')
  const logo =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#fff"/><circle cx="20" cy="20" r="16" fill="#0f766e"/><rect width="9" height="9" fill="#c81e3c"/></svg>'
  await dialog.getByLabel(shell('Picture or logo')).setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) })
  await expect(dialog.getByRole('radio', { name: '#0f766e' })).toBeChecked()
  await dialog.getByRole('radio', { name: '#c81e3c' }).check()
  await shot(`themes-picture-${language}`)
  await dialog.getByRole('button', { name: shell('Take over'), exact: true }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: shell('Find'), exact: true }).click()
  await panel.getByLabel(shell('Value or token')).fill('#c81e3c')
  await panel.getByRole('button', { name: new RegExp(`^${shell('Brand')} · 5`) }).click()
  await panel.getByRole('button', { name: shell('Where is it used?'), exact: true }).click()
  await expect(panel.getByLabel(shell('Value or token'))).toHaveValue('--colors-brand-5')
  await panel.getByLabel(shell('Only what this theme sets')).check()
  await shot(`themes-find-${language}`)

  // The picture is taken back by the list of what was done; the version that is saved is looked at.
  await page.getByRole('button', { name: shell('History'), exact: true }).click()
  await panel.getByRole('button', { name: shell('{name} brought in', { name: shell('Theme') }), exact: true }).click()
  await expect(panel.getByText(/4px.*11px/).first()).toBeVisible()
  await panel.getByRole('button', { name: new RegExp(`^${shell('Version {version}', { version: 1 })}`) }).click()
  await expect(panel.getByRole('button', { name: shell('Take this version'), exact: true })).toBeEnabled()
  await panel.getByLabel(shell('Note of the next version')).fill('Violet')
  await shot(`themes-history-${language}`)
}

/** A component of amis is in a colour of the theme; what is there already changes to it over some frames. */
const painted = (what: Locator, color: string) =>
  expect
    .poll(() => what.evaluate(element => getComputedStyle(element).backgroundColor))
    .toBe(`rgb(${[1, 3, 5].map(at => parseInt(color.slice(at, at + 2), 16)).join(', ')})`)

/** While a colour is dragged a few variables are set at a few elements; what is seen then is what stays when it rests. */
async function dragShows(page: Page) {
  const told = await page.evaluate(async () => {
    const view = (document.querySelector('.tes-theme-frames iframe') as HTMLIFrameElement).contentWindow as Window & typeof globalThis
    const samples = view.document
    const swatch = document.querySelector('.tes-theme-panel input[type=color]') as HTMLInputElement
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)))
    const rest = (ms: number) => new Promise(done => setTimeout(done, ms))
    let changed = 0
    const wrong: string[] = []
    for (const [component, color] of [
      ['button', '#b3541e'],
      ['transfer', '#2e7d32'],
      ['tabs', '#6a1b9a'],
    ] as const) {
      const section = samples.querySelector(`[data-component=${component}]`) as HTMLElement
      section.scrollIntoView()
      for (let i = 0; i < 100 && section.classList.contains('is-far'); i++) await rest(50)
      await rest(700)
      const elements = [...section.querySelectorAll('.t-theme-sample, .t-theme-sample *')].filter(one => {
        const { top, bottom } = (one.closest('.t-theme-sample') as Element).getBoundingClientRect()
        return bottom > 0 && top < view.innerHeight
      })
      const read = () =>
        elements.flatMap(one =>
          ['', '::before', '::after'].map(pseudo => {
            const { color, backgroundColor, borderTopColor, borderBottomColor, fill, boxShadow } = view.getComputedStyle(one, pseudo || null)
            return [color, backgroundColor, borderTopColor, borderBottomColor, fill, boxShadow].join(' ')
          }),
        )
      const before = read()
      swatch.focus()
      write?.call(swatch, color)
      swatch.dispatchEvent(new InputEvent('input', { bubbles: true }))
      await frame()
      const during = read()
      // It is a change of the document then, and what moves to a colour has arrived.
      await rest(900)
      read().forEach((now, i) => {
        if (now !== before[i]) changed++
        if (now !== during[i]) wrong.push(`${component}: ${elements[Math.floor(i / 3)]?.className} ${during[i]} => ${now}`)
      })
    }
    view.scrollTo(0, 0)
    return { changed, wrong: wrong.slice(0, 5) }
  })
  expect(told).toEqual({ changed: expect.any(Number), wrong: [] })
  expect(told.changed).toBeGreaterThan(20)
}

export function tellThemes(language: Language) {
  story('themes', { language })
  const say = sayer(language, 'theme')
  const shell = sayer(language, 'shell')
  const button = (page: Page, text: string) => page.getByRole('button', { name: shell(text), exact: true })
  const variable = (page: Page, name: string) => page.evaluate(token => getComputedStyle(document.documentElement).getPropertyValue(token).trim(), name)

  journey(
    `${language}: an author changes the look of an app, and those who have it open see it`,
    async ({ page, context, server, shot }) => {
      const { company } = await prepare(context)
      await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
      const app = `/company/${company}/app/${APP}-dev`
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${server.url}${app}/design/theme`)
      await expect(page.getByText(say('No themes yet'))).toBeVisible()
      await shot(`themes-empty-${language}`)
      await page
        .getByRole('button', { name: say('New theme'), exact: true })
        .first()
        .click()
      const drawer = page.locator('.cxd-Drawer-content').last()
      await drawer.getByRole('textbox').first().fill('Shop look')
      await drawer.getByText(say('Evergreen')).click()
      const brand = drawer.locator('.cxd-ColorPicker-input')
      await brand.fill('#14705A')
      await brand.press('Enter')
      await drawer.locator('.cxd-Drawer-footer .cxd-Button--primary').click()

      await expect(page.getByRole('heading', { level: 1, name: 'Shop look' })).toBeVisible({ timeout: 30_000 })
      await expect(button(page, 'Save')).toBeDisabled()
      const frame = page.frameLocator('.tes-theme-frames iframe').first()
      // The frame loads every component of amis before it draws.
      await expect(frame.locator('.cxd-Button--primary').first()).toBeVisible({ timeout: 30_000 })
      await shot(`themes-global-${language}`)

      // The brand: its fifth step opens a form, and the samples follow at once.
      await page.getByRole('button', { name: `${shell('Brand')} 5, #14705a` }).click()
      const panel = page.locator('.tes-theme-panel')
      await panel.getByLabel(shell('Main colour'), { exact: true }).waitFor()
      if (language === 'en-US') {
        await dragShows(page)
        // Steps of one field are taken back as one.
        await page.locator('.tes-theme-bar .tes-icon-button').nth(2).click()
        await expect(button(page, 'Save')).toBeDisabled()
      }
      await panel.getByLabel(shell('Main colour'), { exact: true }).fill('#8a2be2')
      await expect(page.getByRole('button', { name: `${shell('Brand')} 5, #8a2be2` })).toBeVisible()
      await expect.poll(() => frame.locator(':root').evaluate(root => getComputedStyle(root).getPropertyValue('--colors-brand-5').trim())).toBe('#8a2be2')
      await expect(button(page, 'Save')).toBeEnabled()
      await shot(`themes-brand-${language}`)

      // Taken back and done again by keys.
      await page.locator('.tes-theme-rail button').first().focus()
      await page.keyboard.press('Control+z')
      await expect(button(page, 'Save')).toBeDisabled()
      await page.keyboard.press('Control+Shift+z')
      await expect(button(page, 'Save')).toBeEnabled()

      // A press on a sample opens its part from here too.
      await frame.locator('.cxd-Alert--success').first().click()
      await expect(panel.locator('#theme-part')).toHaveValue('level.success')
      await page.locator('.tes-theme-rail button').first().click()

      for (const tab of ['Fonts', 'Borders', 'Spacing', 'Shadows']) {
        await page.getByRole('tab', { name: shell(tab), exact: true }).click()
        await expect(page).toHaveURL(/nav=global&tab=(font|border|space|shadow)/)
        await page.locator('.tes-theme-tokens button.tes-theme-entry').last().click()
        await expect(panel.getByRole('textbox').first()).toBeVisible()
        await shot(`themes-${tab.toLowerCase()}-${language}`)
      }
      // A value that does not fit is told and not taken.
      await page.getByRole('tab', { name: shell('Fonts'), exact: true }).click()
      await page.locator('.tes-theme-entry', { hasText: '13px' }).first().click()
      await panel.getByLabel(shell('Value')).fill('99px')
      await expect(panel.getByText(shell('Font size must be between 12 and 48, in px or em'))).toBeVisible()
      await panel.getByLabel(shell('Value')).fill('15px')
      await expect.poll(() => frame.locator(':root').evaluate(root => getComputedStyle(root).getPropertyValue('--fonts-size-7').trim())).toBe('15px')

      // Components: searched, one is chosen, a press on its sample opens the part.
      await page.locator('.tes-theme-rail button').nth(1).click()
      await page.getByRole('searchbox').fill(shell('Alert'))
      await page
        .locator('.tes-theme-entry', { hasText: shell('Alert') })
        .first()
        .click()
      await expect(page).toHaveURL(/nav=component&tab=alert/)
      await frame.locator('.cxd-Alert--danger').first().click()
      await expect(panel.locator('#theme-part')).toHaveValue('level.danger')
      // What it may be is put into the list when one goes there.
      await panel.getByLabel(shell('Background'), { exact: true }).focus()
      await panel.getByLabel(shell('Background'), { exact: true }).selectOption('var(--colors-error-9)'.slice(4, -1))
      await expect
        .poll(() => frame.locator(':root').evaluate(root => getComputedStyle(root).getPropertyValue('--alert-level-danger-bg-color').trim()))
        .not.toBe('')
      await shot(`themes-component-${language}`)
      await page.getByRole('searchbox').fill('')
      await page
        .locator('.tes-theme-entry', { hasText: shell('Button') })
        .first()
        .click()
      await panel.getByRole('button', { name: shell('Hover'), exact: true }).click()
      await button(page, 'Add type').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: shell('Add'), exact: true }).click()
      await expect(dialog.getByText(shell('Please enter a label'))).toBeVisible()
      await dialog.getByLabel(shell('Label')).fill('Sale')
      await dialog.getByLabel(shell('Token')).fill('sale')
      await dialog.getByRole('button', { name: shell('Add'), exact: true }).click()
      await expect(panel.locator('#theme-part')).toHaveValue('type.sale.{state}')
      // It is among the samples at once, and in sight.
      await expect(frame.locator('[data-look=hover] .cxd-Button--sale')).toBeInViewport()
      await shot(`themes-button-${language}`)
      // On a phone what is set stands under what it is set at.
      await page.setViewportSize({ width: 390, height: 860 })
      await expect(page.locator('.tes-theme-list')).toBeHidden()
      await expect(page.locator('.tes-theme-frames iframe')).toBeInViewport({ ratio: 0.9 })
      await shot(`themes-phone-${language}`)
      await page.setViewportSize({ width: 1440, height: 900 })
      // What a rename takes along is told before.
      await expect(panel.getByText(shell('Nothing else in this theme names it.'))).toBeVisible()
      await panel.getByRole('textbox', { name: shell('Token'), exact: true }).fill('offer')
      await panel.getByRole('button', { name: shell('Rename'), exact: true }).click()
      await expect(panel.locator('#theme-part')).toHaveValue('type.offer.{state}')

      // CSS of one's own, with its mistakes at their line.
      await page.locator('.tes-theme-rail button').nth(2).click()
      await page.locator('#theme-code').fill('.cxd-Panel {\n  background: url(https://a.test/x);\n}')
      await expect(page.getByText(shell('Line {line}, column {column}', { line: 2, column: 3 }))).toBeVisible()
      await page.locator('#theme-code').fill('.cxd-Panel { border-width: 2px }')

      // Texts that are hard to read are mended together.
      await button(page, 'Contrast').click()
      await shot(`themes-contrast-${language}`)
      await panel.locator('.tes-theme-findings .tes-link').first().click()
      await expect(panel.locator('#theme-part')).toBeVisible()
      await button(page, 'Contrast').click()
      await panel.getByRole('button', { name: new RegExp(`^${shell('Repair all {count}', { count: '\\d+' })}$`) }).click()
      await expect(panel.getByText(shell('Every text is read well, in light and in dark.'))).toBeVisible()

      await tellExchange(page, shot, language, shell)
      // Dark, after a question; and taken back.
      await button(page, 'Theme settings').click()
      await panel.getByLabel(shell('Dark mode')).click()
      await expect(page.getByText(shell('The existing colours will be overwritten; continue?'))).toBeVisible()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: shell('Overwrite'), exact: true })
        .click()
      await expect(frame.locator(':root')).toHaveClass(/is-dark/)
      await shot(`themes-dark-${language}`)
      await page.locator('.tes-theme-bar .tes-icon-button').nth(2).click()
      await expect(frame.locator(':root')).not.toHaveClass(/is-dark/)

      // A page of the app instead of samples.
      const shown = page.locator('.tes-theme-tools select')
      await shown.selectOption({ index: 1 })
      await expect(frame.locator('.t-app-page')).toBeVisible({ timeout: 30_000 })
      await expect.poll(() => frame.locator(':root').evaluate(root => getComputedStyle(root).getPropertyValue('--colors-brand-5').trim())).toBe('#8a2be2')
      await shot(`themes-page-${language}`)
      // As a role of the app: the frame says so with every call, and the server answers what the role may have.
      const asRole = page.waitForRequest(request => request.url().includes('/runtime/site') && request.headers()['x-tessera-role'] !== undefined)
      await page.getByLabel(shell('Seen as')).selectOption({ index: 1 })
      await asRole
      await expect(frame.locator('.t-app-page')).toBeVisible({ timeout: 30_000 })
      await expect.poll(() => frame.locator(':root').evaluate(root => getComputedStyle(root).getPropertyValue('--colors-brand-5').trim())).toBe('#8a2be2')
      await page.getByLabel(shell('Seen as')).selectOption('')

      // Kept aside, saved, in use: another window of the running app has it at once.
      await button(page, 'Preview').click()
      await expect(page.getByText(shell('Draft saved')).last()).toBeVisible()
      await button(page, 'Save').click()
      await expect(button(page, 'Save')).toBeDisabled()
      const other = await context.newPage()
      await other.goto(`${server.url}/company/${company}/app/${APP}`)
      await expect(other.locator('.t-app-page')).toBeVisible({ timeout: 30_000 })
      expect(await variable(other, '--colors-brand-5')).toBe('#2468f2')
      await page.getByRole('link', { name: shell('Back to themes') }).click()
      await page.getByRole('button', { name: say('Use'), exact: true }).click()
      await page.locator('.cxd-Modal').last().locator('.cxd-Modal-footer .cxd-Button--primary').click()
      await expect.poll(() => variable(other, '--colors-brand-5'), { timeout: 5000 }).toBe('#8a2be2')
      await shot(`themes-list-${language}`)
      await shot(`themes-running-${language}`, other)
      // In the document that the server sends, so that no other look is seen first; the console keeps its own.
      expect(await (await context.request.get(`${server.url}/company/${company}/app/${APP}`, { headers: { accept: 'text/html' } })).text()).toContain(
        'data-app-theme="',
      )
      expect(await variable(page, '--colors-brand-5')).toBe('#2468f2')

      // The console is shown in the platform's theme, from the first paint on, and in none in safe mode; apps without a theme of their own follow it.
      await page.getByRole('button', { name: say('Stop using'), exact: true }).click()
      await page.locator('.cxd-Modal').last().locator('.cxd-Modal-footer .cxd-Button--primary').click()
      await expect.poll(() => variable(other, '--colors-brand-5'), { timeout: 5000 }).toBe('#2468f2')
      await page.goto(`${server.url}/platform/theme`)
      await page
        .getByRole('button', { name: say('New theme'), exact: true })
        .first()
        .click()
      await drawer.getByRole('textbox').first().fill('House look')
      await drawer.getByText(say('Evergreen')).click()
      await drawer.locator('.cxd-Drawer-footer .cxd-Button--primary').click()
      await expect(page.getByRole('heading', { level: 1, name: 'House look' })).toBeVisible({ timeout: 30_000 })
      const evergreen = await page
        .locator('.tes-theme-scale button')
        .nth(4)
        .evaluate(step => (step as HTMLElement).title.replace(/^.* /, ''))
      await page.locator('.tes-theme-tools select').selectOption('/preview/screen/signin.page?version=shipped')
      await expect(frame.locator('.cxd-Form').first()).toBeVisible({ timeout: 30_000 })
      await painted(frame.locator('.cxd-Button--primary').first(), evergreen)
      await shot(`themes-platform-${language}`)
      await page.getByRole('link', { name: shell('Back to themes') }).click()
      await page.getByRole('button', { name: say('Use'), exact: true }).click()
      await page.locator('.cxd-Modal').last().locator('.cxd-Modal-footer .cxd-Button--primary').click()
      await expect.poll(() => variable(page, '--colors-brand-5'), { timeout: 5000 }).toBe(evergreen)
      await expect.poll(() => variable(other, '--colors-brand-5'), { timeout: 5000 }).toBe(evergreen)
      await painted(page.locator('.cxd-Button--primary').first(), evergreen)
      await shot(`themes-console-${language}`)
      // What is painted first has the look already: the file stands in the document and holds the paint until it is there.
      const first = await context.newPage()
      await first.addInitScript(() => {
        new PerformanceObserver(list => {
          for (const { name } of list.getEntries())
            if (name === 'first-paint') Object.assign(window, { firstLook: getComputedStyle(document.documentElement).getPropertyValue('--t-brand').trim() })
        }).observe({ type: 'paint', buffered: true })
      })
      for (const address of ['/home', `/company/${company}/app/${APP}`]) {
        await first.goto(`${server.url}${address}`)
        await expect.poll(() => first.evaluate(() => (window as unknown as { firstLook?: string }).firstLook)).toBe(evergreen)
      }
      await first.goto(`${server.url}/home?safe=1`)
      await expect(first.locator('main')).toBeVisible()
      expect(await variable(first, '--colors-brand-5')).toBe('#2468f2')
      await first.close()

      // Of an organisation: its apps follow the default.
      await page.goto(`${server.url}/company/${company}/admin/theme`)
      await page
        .getByRole('button', { name: say('New theme'), exact: true })
        .first()
        .click()
      await drawer.getByRole('textbox').first().fill('Company look')
      await drawer.locator('.cxd-Drawer-footer .cxd-Button--primary').click()
      await expect(page.getByRole('heading', { level: 1, name: 'Company look' })).toBeVisible({ timeout: 30_000 })
      const harbour = await page
        .locator('.tes-theme-scale button')
        .nth(4)
        .evaluate(step => (step as HTMLElement).title.replace(/^.* /, ''))
      await page.getByRole('link', { name: shell('Back to themes') }).click()
      await page.getByRole('button', { name: say('Use'), exact: true }).click()
      await page.locator('.cxd-Modal').last().locator('.cxd-Modal-footer .cxd-Button--primary').click()
      await expect.poll(() => variable(other, '--colors-brand-5'), { timeout: 5000 }).toBe(harbour)
      await shot(`themes-company-${language}`)
      await other.close()
    },
    { seconds: 240 },
  )
}
