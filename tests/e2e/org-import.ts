// Bulk import in a browser, told once per language: org.import org.import-file org.IMPORT_TYPE org.import-visible org.download-import-template
// org.import-departments: the template, files that are refused, a plan looked at, an import of thousands with its progress, the sheet of errors.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { filled, sheetsOf, type Rows } from '../support/imports.ts'
import { journey, story } from './harness.ts'
import { prepare, type Prepared } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const MANY = 3000
const many: Rows = {
  departments: Array.from({ length: 20 }, (_, n) => [`Division ${n}`, `d${n}`]),
  members: Array.from({ length: MANY }, (_, n) => [`Person ${n}`, `person${n}@example.test`, '', '', `Division ${n % 20}`]),
}
const few: Rows = {
  departments: [['Sales', 'sales', 'eve@example.test'], ['Sales / East'], ['Nowhere / West']],
  members: [
    ['Eve Example', 'eve@example.test', 'eve', '138 0000 0000', 'Sales'],
    ['Fay', 'fay@example.test', '', '', 'Sales / East; sales'],
    ['Ada', 'ada@example.test'],
    ['No Email', 'not an email'],
    ['Gil', 'gil@example.test', '', 'call me', 'Nowhere'],
  ],
}

export function tellImport(language: Language) {
  story('org-import', { language })
  const say = sayer(language, 'org')
  const button = (scope: Page | Locator, text: string) => scope.getByRole('button', { name: say(text), exact: true })
  const drawer = (page: Page) => page.getByRole('dialog').last()
  /** What the tabs of a plan say: created, changed, unchanged, errors. */
  const counts = async (page: Page) => (await drawer(page).getByRole('tab').allInnerTexts()).map(text => Number(/\d+/.exec(text)?.[0]))
  let at: Prepared

  async function open(page: Page) {
    await page.getByRole('heading', { name: say('Members and departments') }).waitFor()
    await page.getByRole('treeitem', { name: /^Northwind/ }).waitFor()
    await page.waitForLoadState('networkidle')
    await button(page, 'More').first().click()
    await page.locator('.tes-tree__wide:visible').getByText(say('Import from a file'), { exact: true }).click()
    await button(drawer(page), 'Check the file').waitFor()
  }
  const choose = (page: Page, name: string, buffer: Buffer) =>
    drawer(page)
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: name.endsWith('.xlsx') ? XLSX : 'text/plain', buffer })
  async function download(page: Page, text: string) {
    const [file] = await Promise.all([page.waitForEvent('download'), button(drawer(page), text).click()])
    return { name: file.suggestedFilename(), sheets: await sheetsOf(await readFile((await file.path()) as string)) }
  }
  const expect = (what: string, is: unknown, should: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(should)) throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`)
  }

  journey(`${language}: the template is downloaded; what is no .xlsx of ours is refused at the field`, async ({ page, context, server, shot }) => {
    at = await prepare(context)
    await page.goto(`${server.url}/company/${at.company}/admin/department`)
    if (language === 'zh-CN') {
      await page.getByRole('treeitem', { name: /^Northwind/ }).waitFor()
      await page.getByRole('button', { name: '中文' }).click()
    }
    await open(page)
    await shot(`org-import-${language}-1-choose`)
    const template = await download(page, 'Download template')
    expect(
      'sheets of the template',
      Object.keys(template.sheets),
      language === 'en-US' ? ['Departments', 'Members', 'How to fill in'] : ['部门', '成员', '填写说明'],
    )

    await button(drawer(page), 'Check the file').click()
    await drawer(page).getByText(say('Please choose an .xlsx file')).first().waitFor()
    await choose(page, 'people.xlsx', Buffer.from('name,email'))
    await button(drawer(page), 'Check the file').click()
    await drawer(page)
      .getByText(language === 'en-US' ? 'This is no .xlsx file' : '这不是 .xlsx 文件')
      .waitFor()
    await shot(`org-import-${language}-2-refused`)
    await page.keyboard.press('Escape')
  })

  journey(`${language}: the plan shows what each row does; confirming writes it; errors come back as a sheet`, async ({ page, server, shot }) => {
    await page.goto(`${server.url}/company/${at.company}/admin/department`)
    await open(page)
    await choose(page, 'people.xlsx', await filled(few))
    await button(drawer(page), 'Check the file').click()
    await drawer(page).getByText('Sales / East', { exact: true }).waitFor()
    expect('counts', await counts(page), [4, 0, 1, 3])
    await shot(`org-import-${language}-3-plan`)
    await drawer(page)
      .getByRole('tab', { name: say('Errors ${plan.total.error}').replace(/\$.*/, '3') })
      .click()
    await drawer(page).getByText('Nowhere / West').waitFor()
    await shot(`org-import-${language}-4-errors`)
    const errors = await download(page, 'Download errors')
    expect('rows with reasons', Object.values(errors.sheets)[0]?.length, 4)

    await drawer(page)
      .getByRole('button', {
        name: say("Import ${plan.total.create + plan.total.change} ${plan.total.create + plan.total.change == 1 ? 'row' : 'rows'}")
          .replace(/\$\{[^}]*\? [^}]*\}/, 'rows')
          .replace(/\$\{[^}]*\}/, '4'),
      })
      .click()
    await drawer(page).getByText(say('The import is done'), { exact: true }).waitFor()
    await shot(`org-import-${language}-5-done`)
    await button(drawer(page), 'Done').click()

    // What was imported is found again.
    await open(page)
    const done = drawer(page).locator('tbody tr').filter({ hasText: 'people.xlsx' })
    await done
      .getByText(say('Done: ${total.create} created, ${total.change} changed').replace('${total.create}', '4').replace('${total.change}', '0'))
      .waitFor()
    await shot(`org-import-${language}-5-earlier`)
    await button(done, 'Open').click()
    await drawer(page).getByText(say('The import is done'), { exact: true }).waitFor()
    await button(drawer(page), 'Done').click()
    await page.getByRole('treeitem', { name: /^Sales/ }).click()
    await page.locator('tbody tr').filter({ hasText: 'Eve Example' }).waitFor()
    await shot(`org-import-${language}-6-members`)
  })

  journey(
    `${language}: thousands of rows show how far they are`,
    async ({ page, server, shot }) => {
      await page.goto(`${server.url}/company/${at.company}/admin/department`)
      await open(page)
      await choose(page, 'many.xlsx', await filled(many))
      await button(drawer(page), 'Check the file').click()
      await drawer(page).getByRole('tab').first().waitFor()
      expect('counts', await counts(page), [MANY + 20, 0, 0, 0])
      await drawer(page)
        .getByRole('button', { name: new RegExp(String(MANY + 20)) })
        .click()
      const bar = drawer(page).locator('.cxd-Progress')
      await bar.waitFor()
      await shot(`org-import-${language}-7-progress`)
      await drawer(page).getByText(say('The import is done'), { exact: true }).waitFor({ timeout: 60_000 })
      await button(drawer(page), 'Done').click()
      await page.getByRole('treeitem', { name: /^Division 7/ }).waitFor()
    },
    { seconds: 180 },
  )
}
