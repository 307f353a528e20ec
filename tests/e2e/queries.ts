// The dashboard of a shop, told once per language: a query is made beside what it answers, a page shows it as charts, a click leads to the rows, and the
// figures follow what somebody else changes. query.page query.edit query.getSource query.preview query.run query.listRows query.export
import { expect, type Page } from '@playwright/test'
import { journey, story } from './harness.ts'
import { modelOf } from './models-made.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

const APP = 'order_desk'
const MONTHS = ['01', '02', '03', '04', '05']

export function tellQueries(language: Language) {
  story('queries', { language })
  const say = sayer(language, 'query')
  const button = (page: Page, text: string) => page.getByRole('button', { name: say(text), exact: true })

  async function saved(page: Page) {
    await button(page, 'Save').click()
    await page
      .locator('.cxd-Toast--success, .toast-success')
      .or(page.getByText(say('Saved'), { exact: true }))
      .first()
      .waitFor()
  }

  journey(`${language}: a query is made, shown on a page, and follows its rows`, async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    const team = await modelOf(context, server, company, 'team', 'Teams', [{ key: 'title', name: 'Title', type: 'text' }])
    const sale = await modelOf(context, server, company, 'sale', 'Sales', [
      { key: 'state', name: 'State', type: 'enum', options: ['open', 'won'].map(value => ({ value, label: value.toUpperCase() })) },
      { key: 'amount', name: 'Amount', type: 'decimal', precision: 10, scale: 2, format: 'currency', currency: 'EUR' },
      { key: 'day', name: 'Day', type: 'date' },
      { key: 'team', name: 'Team', type: 'relationOne', relation: { modelId: team.id } },
    ])
    await team.extend([{ key: 'sales', name: 'Their sales', type: 'relationMany', relation: { modelId: sale.id, field: 'team' } }])
    const north = await team.add({ title: 'North' })
    for (const [at, month] of MONTHS.entries())
      await sale.add({ state: at % 2 ? 'won' : 'open', amount: 10 * (at + 1), day: `2026-${month}-15`, ...(at < 2 && { team: north }) })

    await page.goto(`${server.url}/company/${company}/app/${APP}-dev/design/query`)
    await page.getByText(say('No queries yet')).waitFor()
    await button(page, 'New query').first().click()
    const form = page.locator('.cxd-Drawer-content').last()
    await form.locator('input[name="name"]').fill('Sales by month')
    await expect(form.locator('input[name="key"]')).toHaveValue(/sales/i)
    await form.locator('.cxd-Select').click()
    await page
      .getByRole('option', { name: 'Sales' })
      .or(page.locator('.cxd-Select-option', { hasText: 'Sales' }))
      .first()
      .click()
    await form.getByRole('button', { name: say('Create'), exact: true }).click()
    await page.waitForURL(/design\/query\/[0-9a-f-]{36}/)

    // Its first figure is how many rows there are; then by month.
    await page.locator('.tes-chart').getByText('5', { exact: true }).first().waitFor()
    await button(page, 'Add group').last().click()
    await page.locator('.t-query__form .cxd-Combo-item .cxd-Select').first().click()
    await page.locator('.cxd-Select-option', { hasText: 'Day' }).first().click()
    await button(page, 'Table').click()
    await page.locator('.tes-chart tbody tr').nth(4).waitFor()
    await shot(`queries-${language}-1-made`)
    await saved(page)

    const schema = {
      type: 'page',
      body: [
        { type: 'tessera-chart', query: 'sales_by_month', kind: 'bar', title: 'Months' },
        { type: 'tessera-chart', query: 'sales_by_month', kind: 'table', title: 'Lines' },
      ],
    }
    const { items } = (await (await context.request.get(`${server.url}/api/company/${company}/app/${APP}-dev/query`)).json()).data
    const text = JSON.stringify(schema).replaceAll('sales_by_month', items[0].key)
    await sale.send(`/api/company/${company}/app/${APP}-dev/page`, { name: 'Dashboard', path: '/sales', kind: 'page', schema: JSON.parse(text) })
    await page.goto(`${server.url}/company/${company}/app/${APP}-dev/sales`)
    await page.locator('.tes-chart__picture svg path').first().waitFor({ state: 'attached' })
    const lines = page.locator('.tes-chart').nth(1)
    await expect(lines.locator('tbody tr')).toHaveCount(5)
    await shot(`queries-${language}-2-page`)

    // Somebody else adds a sale: the figure follows by itself.
    await sale.add({ state: 'won', amount: 5, day: '2026-03-20' })
    await expect(lines.locator('tbody tr').nth(2).locator('td').last()).toHaveText('2', { timeout: 5000 })
    await lines.locator('tbody tr').nth(2).getByRole('button').click()
    const rows = page.locator('.cxd-Drawer-content').last()
    await expect(rows.locator('tbody tr')).toHaveCount(2)
    await shot(`queries-${language}-3-rows`)
    await page.keyboard.press('Escape')

    const [picture] = await Promise.all([page.waitForEvent('download'), page.locator('.tes-chart__tools button').nth(1).click()])
    expect(picture.suggestedFilename()).toBe('Months.png')
    const [sheet] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Excel' }).first().click()])
    expect(sheet.suggestedFilename()).toMatch(/\.xlsx$/)

    // Rows that name a row are counted and summed beside it.
    const ofTeams = { model: 'main/team', groups: [{ path: 'title' }], measures: [{ measure: 'count' }] }
    const queries = `/api/company/${company}/app/${APP}-dev/query`
    const { id } = await sale.send(queries, { key: 'teams', name: 'Teams', definition: ofTeams })
    await page.goto(`${server.url}/company/${company}/app/${APP}-dev/design/query/${id}`)
    await button(page, 'Table').click()
    const cells = page.locator('.tes-chart tbody tr').first().locator('td')
    await expect(cells).toHaveText(['North', '1'])
    const figure = page.locator('.t-query__form .cxd-Combo').nth(1).locator('.cxd-Combo-item').first()
    const choose = async (label: string, option: string) => {
      await figure
        .locator('.cxd-Form-item', { hasText: say(label) })
        .locator('.cxd-Select')
        .click()
      await page.locator('.cxd-Select-option', { hasText: option }).last().click()
    }
    await choose('Counts', 'Their sales')
    await expect(cells).toHaveText(['North', '2'])
    await page.locator('.tes-chart thead').getByText('Their sales').waitFor()
    await shot(`queries-${language}-7-related`)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await figure.scrollIntoViewIfNeeded()
    await shot(`queries-${language}-8-phone`)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await choose('Shows', say('Sum'))
    await choose('Of the field', 'Their sales · Amount')
    await expect(cells.last()).toContainText('30')
    // Another count begins with the rows themselves.
    await choose('Shows', say('Number of rows'))
    await expect(cells).toHaveText(['North', '1'])
    await choose('Counts', 'Their sales')
    await saved(page)
    const kept = (await (await context.request.get(`${server.url}${queries}/${id}`)).json()).data
    expect(kept.definition.measures).toEqual([{ key: 'count', measure: 'count', path: 'sales' }])
  })

  journey(
    `${language}: somebody who may write SQL makes a query in it, and its readers are told whose rights it has`,
    async ({ page, context, server, shot }) => {
      const { company } = await prepare(context)
      await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
      const parcel = await modelOf(context, server, company, 'parcel', 'Parcels', [{ key: 'town', name: 'Town', type: 'text' }])
      for (const town of ['Bonn', 'Bonn', 'Ulm']) await parcel.add({ town })
      const designer = `${server.url}/company/${company}/app/${APP}-dev/design/query`
      await page.goto(designer)
      await button(page, 'New query').first().click()
      const form = page.locator('.cxd-Drawer-content').last()
      await form.locator('input[name="name"]').fill('Parcels by town')
      await form.getByText(say('In SQL'), { exact: true }).click()
      await form.getByText(say('SQL runs with the rights of the app: everybody who may see the query gets the same figures, made of all rows.')).waitFor()
      await form.locator('.cxd-Select').last().click()
      await page.locator('.cxd-Select-option').first().click()
      await form.getByRole('button', { name: say('Create'), exact: true }).click()
      await page.waitForURL(/design\/query\/[0-9a-f-]{36}/)
      await page
        .locator('.cxd-Alert')
        .getByText(
          say(
            'Runs with the rights of the app: everybody who may see this query gets the same figures, made of all rows. Permissions on rows and fields do not narrow it.',
          ),
        )
        .waitFor()
      await page.getByText(say('Tables and columns')).click()
      await page.locator('.t-query__table code', { hasText: 'parcel' }).waitFor()
      await page.getByText(say('Tables and columns')).click()
      async function write(text: string) {
        await page.locator('.monaco-editor:visible').first().click()
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.insertText(text)
      }
      await write('select pg_sleep(60) as n')
      await page.getByRole('alert').filter({ hasText: 'pg_sleep' }).waitFor()
      await shot(`queries-${language}-4-refused`)
      await write('select town, count(*) as parcels from parcel where town <> {{not}} group by town order by town')
      await page.getByRole('alert').filter({ hasText: 'not' }).waitFor()
      await page.getByText(say('More: columns, limit, parameters')).click()
      await button(page, 'Add parameter').click()
      await page.locator('.t-query__form input[name="key"]').first().fill('not')
      await page.locator('.t-query__form input[name="default"]').fill('Ulm')
      await expect(page.locator('.tes-chart tbody tr')).toHaveCount(1)
      // Its columns are known once it is saved.
      await saved(page)
      const columns = page.locator('.t-query__form .cxd-Combo').first().locator('.cxd-Combo-item')
      await expect(columns).toHaveCount(2)
      await columns.nth(1).locator('input[name="label"]').fill('Boxes')
      await page.locator('.tes-chart thead').getByText('Boxes').waitFor()
      await page.locator('.t-query__result button').first().click()
      await page.locator('.tes-chart__picture svg path').first().waitFor({ state: 'attached' })
      await shot(`queries-${language}-5-sql`)
      await button(page, 'Save').click()
      await page
        .locator('.cxd-Toast--success, .toast-success')
        .or(page.getByText(say('Saved'), { exact: true }))
        .first()
        .waitFor()
      await page.goto(designer)
      await page.getByText('SQL · main').waitFor()
      const { items } = (await (await context.request.get(`${server.url}/api/company/${company}/app/${APP}-dev/query`)).json()).data
      const { key } = items.find((one: { name: string }) => one.name === 'Parcels by town')
      const schema = { type: 'page', body: { type: 'tessera-chart', query: key, kind: 'table' } }
      await parcel.send(`/api/company/${company}/app/${APP}-dev/page`, { name: 'Parcels', path: '/parcels', kind: 'page', schema })
      await page.goto(`${server.url}/company/${company}/app/${APP}-dev/parcels`)
      await expect(page.locator('.tes-chart tbody tr')).toHaveText(/Bonn.*2/)
      await page.locator('.tes-chart__cut').waitFor()
      await shot(`queries-${language}-6-page`)
    },
  )
}
