// An operator's story, told once per language: a column renamed and one added while the console runs, a screen broken and saved by the fallback,
// the version before restored, the change exported as a file.
// screen.list screen.getDraft screen.saveDraft screen.check screen.publish screen.events screen.report screen.listVersions screen.restore screen.export
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { openZip } from '../../api/server/services/foundation/archives/zip.ts'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const SCREEN = 'platform.outbox'
const RECIPIENT: Record<Language, string> = { 'en-US': 'Recipient', 'zh-CN': '收信人' }
const TRIES: Record<Language, string> = { 'en-US': 'Tries', 'zh-CN': '尝试次数' }
const NOTE: Record<Language, string> = { 'en-US': 'Asked for by the help desk', 'zh-CN': '客服要求' }

type Json = Record<string, any>
const shipped = () => JSON.parse(readFileSync(new URL('../../schemas/platform/outbox.json', import.meta.url), 'utf8')) as Json

export function tellOperator(language: Language) {
  story('operator', { language })
  const say = sayer(language)
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: say(text), exact: true })
  const header = (page: Page, text: string) => page.locator('th').getByText(text, { exact: true }).first()
  const mistakes = (page: Page) => page.locator('.tes-findings__head:visible .tes-dot.is-error')
  /** Another console of the same person, open all the time. */
  let other: Page

  async function publish(page: Page, sentence: string) {
    // The draft goes out with all that was typed.
    await page.getByText(new RegExp(say('Draft saved {time}', { time: '' }).trim())).waitFor()
    await button(page, 'Publish').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(sentence).first().waitFor()
    await dialog.getByRole('textbox', { name: say('Note') }).fill(NOTE[language])
    await button(dialog, 'Publish to everybody').click()
    await dialog.waitFor({ state: 'detached' })
  }
  async function openJson(page: Page, url: string) {
    await page.goto(`${url}/platform/screens/${SCREEN}`)
    await page.getByText('JSON', { exact: true }).first().click()
    await page.locator('.monaco-editor .view-line:visible').first().waitFor()
  }
  /** As from the clipboard: what is typed, the editor would complete with brackets of its own. */
  async function paste(page: Page, content: Json) {
    await page.locator('.monaco-editor:visible').first().click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.evaluate(
      text => {
        const data = new DataTransfer()
        data.setData('text/plain', text)
        document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      },
      JSON.stringify(content, null, 2),
    )
  }

  journey(`${language}: a column is renamed in the editor, and another console shows it without a reload`, async ({ page, context, server, shot }) => {
    await prepare(context)
    await page.goto(`${server.url}/home`)
    if (language === 'zh-CN') await page.getByRole('button', { name: '中文' }).click()
    await page.getByRole('link', { name: say('Platform screens'), exact: true }).click()
    await page.getByPlaceholder(say('Search by name, id or address')).fill('outbox')
    const row = page.locator('tbody tr').filter({ hasText: SCREEN })
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' })
    await shot(`operator-${language}-1-list`)

    other = await context.newPage()
    await other.goto(`${server.url}/platform/outbox`)
    await header(other, say('To')).waitFor()

    await row
      .getByRole('link', { name: say('Edit'), exact: true })
      .or(row.getByRole('button', { name: say('Edit'), exact: true }))
      .click()
    await page.waitForURL(`**/platform/screens/${SCREEN}`)
    const canvas = page.locator('.ae-Preview-body, .ae-Preview').first()
    await canvas.getByText(say('To'), { exact: true }).first().click()
    // In the panel of properties.
    const heading = page.locator(`input[value="${say('To')}"]`).first()
    await heading.waitFor()
    // The panel of amis-editor fills itself once more in the moment after it opened.
    await page.waitForTimeout(500)
    await heading.fill(RECIPIENT[language])
    await shot(`operator-${language}-2-editor`)
    await publish(page, RECIPIENT[language])
    await header(other, RECIPIENT[language]).waitFor({ timeout: 5000 })
    await shot(`operator-${language}-3-published`)
  })

  journey(`${language}: a field is added as JSON; the gate names the one that the call does not answer`, async ({ page, server, shot }) => {
    await openJson(page, server.url)
    const content = shipped()
    const columns = content.body.columns as Json[]
    columns[1]!.label = RECIPIENT[language]
    columns.splice(4, 0, { name: 'attemps', label: TRIES[language] })
    await paste(page, content)
    await mistakes(page).waitFor()
    await page.locator('.tes-findings__head:visible').click()
    await page
      .locator('.tes-findings:visible li')
      .getByText(/attemps.*attempts/)
      .first()
      .waitFor()
    await shot(`operator-${language}-4-mistake`)
    columns[4]!.name = 'attempts'
    await paste(page, content)
    await mistakes(page).waitFor({ state: 'detached' })
    await publish(page, TRIES[language])
    await header(other, TRIES[language]).waitFor({ timeout: 5000 })
  })

  journey(`${language}: a screen that asks without end gives way to the last good one, and the inbox tells`, async ({ page, server, shot }) => {
    await openJson(page, server.url)
    const content = shipped()
    content.body = {
      type: 'service',
      name: 'again',
      api: '/api/platform/outbox',
      body: { type: 'tpl', tpl: '${total}' },
      onEvent: { fetchInited: { actions: [{ actionType: 'reload', componentName: 'again' }] } },
    }
    await paste(page, content)
    await page.locator('.monaco-editor:visible').getByText('fetchInited').first().waitFor()
    await publish(page, 'again')
    await other.locator('.t-stand-in').waitFor({ timeout: 20_000 })
    await header(other, TRIES[language]).waitFor()
    await shot(`operator-${language}-5-fallback`, other)
    await page.goto(`${server.url}/platform/inbox`)
    await page.getByText(SCREEN).first().waitFor()
    await shot(`operator-${language}-6-inbox`)
  })

  journey(`${language}: the first change is restored from the history, and exported`, async ({ page, server, shot }) => {
    await page.goto(`${server.url}/platform/screens/${SCREEN}/history?version=1`)
    await page.getByText(NOTE[language]).first().waitFor()
    await shot(`operator-${language}-7-history`)
    await page.getByRole('button', { name: say('Restore version ${version}', { version: 1 }), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(TRIES[language]).first().waitFor()
    await shot(`operator-${language}-8-restore`)
    await button(dialog, 'Restore').click()
    await header(other, TRIES[language]).waitFor({ state: 'detached', timeout: 5000 })
    await header(other, RECIPIENT[language]).waitFor()

    await page.goto(`${server.url}/platform/screens`)
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export changed').click()])
    const zip = await openZip(await download.path())
    const file = zip.entries.get('schemas/platform/outbox.json')
    if (!file) throw new Error(`the export holds ${[...zip.entries.keys()].join(', ')}`)
    const exported = JSON.parse((await file.read(1_000_000)).toString()) as Json
    zip.close()
    const expected = shipped()
    expected.body.columns[1].label = RECIPIENT[language]
    if (JSON.stringify(exported) !== JSON.stringify(expected)) throw new Error('the exported file is not the shipped one with the new label')
  })
}
