// Changes of rows, told once per language: a field of many rows after a look at what that does, back again, deletion and undo, the history of a row;
// thousands of rows, which tell how far they are.
import { journey, story } from './harness.ts'
import { modelOf } from './models-made.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

/** Rows that are neither changed nor taken back with the answer. */
const MANY = 2500

export function tellRowChanges(language: Language) {
  story('row-changes', { language })
  const say = sayer(language, 'data')

  journey(`${language}: many rows are changed, deleted and taken back, and a row tells its history`, async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    const app = `/company/${company}/app/order_desk-dev`
    const session = await (await context.request.get(`${server.url}/api/session`)).json()
    const send = async (path: string, data: object, method = 'POST', more: Record<string, string> = {}) => {
      const reply = await (
        await context.request.fetch(`${server.url}/api${path}`, { method, data, headers: { 'x-csrf-token': session.data.csrfToken, ...more } })
      ).json()
      if (reply.status) throw new Error(`${path}: ${JSON.stringify(reply)}`)
      return reply.data
    }
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    const sources = await (await context.request.get(`${server.url}/api${app}/source`)).json()
    const [builtIn] = sources.data.options
    const { id } = await send(`${app}/source/${builtIn.id}/model`, { key: 'order', name: 'Orders' })
    const field = (body: object) => send(`${app}/model/${id}/field`, body)
    await field({ key: 'title', name: 'Title', type: 'text', required: true })
    await field({
      key: 'status',
      name: 'Status',
      type: 'enum',
      options: [
        { value: 'new', label: 'Fresh' },
        { value: 'paid', label: 'Paid' },
      ],
    })
    await field({ key: 'amount', name: 'Amount', type: 'decimal', precision: 10, scale: 2 })
    await field({ key: 'due', name: 'Due', type: 'datetime' })
    const { hash } = await send(`${app}/source/${builtIn.id}/plan`, {})
    await send(`${app}/source/${builtIn.id}/apply`, { hash })
    const rows = `/resource/${company}/order_desk-dev/source/${builtIn.key ?? 'main'}/model/order`
    const ids: string[] = []
    for (const title of ['Anvil', 'Bellows', 'Chisel', 'Drill'])
      ids.push((await send(rows, { title, status: 'new', amount: '12.50', due: '2026-03-01T08:00:00.000Z' })).id as string)
    await send(`${rows}/${ids[0]}`, { status: 'paid', amount: '20.00' }, 'PUT')

    const roles = await (await context.request.get(`${server.url}/api${app}/acl/roles`)).json()
    // The rows that Ada would see if she did not manage the app.
    const everybody = roles.data.items.find((one: { label: string }) => ['All users', say('All users')].includes(one.label)).value as string
    const paid = { left: { type: 'field', field: 'status' }, op: 'select_equals', right: 'paid' }
    await send(
      `/resource/v2/acl/model/main/order`,
      {
        type: 'row',
        name: 'Paid only',
        permissions: ['SELECT'],
        users: { roles: [everybody], users: [] },
        filters: { conjunction: 'and', children: [paid] },
      },
      'POST',
      { 'X-Company-Key': company, 'X-App-Key': 'order_desk-dev' },
    )
    await page.goto(`${server.url}${app}/admin/data/${builtIn.id}/${id}`)
    const row = (title: string) => page.locator('.t-data-rows tbody tr', { hasText: title })
    const dialog = page.locator('.cxd-Modal-content').last()
    const tick = async (...titles: string[]) => {
      for (const title of titles) await row(title).getByRole('checkbox').click()
    }
    await row('Drill').waitFor()
    await shot(`row-changes-${language}-1-table`)

    // A field of three rows: the look says that only two of them become different.
    await tick('Anvil', 'Bellows', 'Chisel')
    await page.getByRole('button', { name: say('Edit a field'), exact: true }).click()
    await dialog.locator('.cxd-Select').first().click()
    await page.locator('.cxd-Select-menu').getByText('Status', { exact: true }).click()
    await dialog.locator('.cxd-Select').nth(1).click()
    await page.locator('.cxd-Select-menu').getByText('Paid', { exact: true }).click()
    await dialog.getByText(say('{count} rows will be different', { count: 2 })).waitFor()
    await shot(`row-changes-${language}-2-preview`)
    await dialog.getByRole('button', { name: say('Change rows'), exact: true }).click()
    const notice = page.locator('.tes-data-done')
    await notice.getByText(say('{count} rows were changed', { count: 2 })).waitFor()
    await row('Chisel').getByText('Paid').waitFor()
    await shot(`row-changes-${language}-3-done`)
    await notice.getByRole('button', { name: say('Undo'), exact: true }).click()
    await notice.getByText(say('{count} rows were taken back.', { count: 2 })).waitFor()
    await row('Chisel').getByText('Fresh').waitFor()

    // Deleted, and brought back from the list of recent changes but for what was changed since.
    await tick('Chisel', 'Drill')
    await page
      .locator('.t-data-rows')
      .getByRole('button', { name: say('Delete'), exact: true })
      .first()
      .click()
    await dialog.getByText('Drill, Chisel').or(dialog.getByText('Chisel, Drill')).waitFor()
    await shot(`row-changes-${language}-4-delete`)
    await dialog.getByRole('button', { name: say('Delete'), exact: true }).click()
    await notice.getByText(say('{count} rows were deleted', { count: 2 })).waitFor()
    await row('Drill').waitFor({ state: 'detached' })
    await page.locator('.tes-data-more button').first().click()
    await page.locator('.tes-data-menu').getByText(say('Recent changes'), { exact: true }).click()
    const drawer = page.locator('.cxd-Drawer-content').last()
    await drawer
      .getByRole('button', { name: say('Undo'), exact: true })
      .first()
      .waitFor()
    await shot(`row-changes-${language}-5-recent`)
    await drawer
      .getByRole('button', { name: say('Undo'), exact: true })
      .first()
      .click()
    await dialog.getByText(say('{still} of {count} rows are taken back', { still: 2, count: 2 })).waitFor()
    await shot(`row-changes-${language}-6-undo`)
    await dialog.getByRole('button', { name: say('Undo'), exact: true }).click()
    await row('Drill').waitFor()
    await drawer
      .getByRole('button', { name: say('Close'), exact: true })
      .last()
      .click()
    await drawer.waitFor({ state: 'detached' })

    // The history of a row, and back to how it began.
    await row('Anvil')
      .getByRole('button', { name: say('More'), exact: true })
      .click()
    await page.locator('.cxd-DropDown-menu').getByText(say('History'), { exact: true }).click()
    await drawer.getByText(say('Added|row').split('|')[0] as string).waitFor()
    await shot(`row-changes-${language}-7-history`)
    await drawer
      .getByRole('button', { name: say('Put back'), exact: true })
      .last()
      .click()
    await page
      .locator('.cxd-Modal-content')
      .last()
      .getByRole('button', { name: /^(OK|Confirm|确认|确定)$/ })
      .click()
    await drawer
      .locator('.tes-change')
      .first()
      .getByText(say('Put back|row').split('|')[0] as string)
      .waitFor()
    await shot(`row-changes-${language}-8-put-back`)
    await drawer
      .getByRole('button', { name: say('Close'), exact: true })
      .last()
      .click()
    await row('Anvil').getByText('12.50').waitFor()

    // Why somebody sees the row: told of him and of the rules of the model.
    await row('Anvil')
      .getByRole('button', { name: say('More'), exact: true })
      .click()
    await page.locator('.cxd-DropDown-menu').getByText(say('Who sees this row'), { exact: true }).click()
    // A menu that was opened while the drawer was still moving closes again.
    const choose = async (nth: number, text: string) => {
      const option = page.locator('.cxd-Select-menu').getByText(text).first()
      for (let tries = 0; tries < 5; tries++) {
        await drawer.locator('.cxd-Select').nth(nth).click()
        const chosen = await option.click({ timeout: 4000 }).then(
          () => true,
          () => false,
        )
        if (chosen) return
      }
      throw new Error(`${text} could not be chosen`)
    }
    await choose(0, 'Ada')
    await drawer.locator('.t-verdict').getByText(say('Platform administrators may do everything')).waitFor()
    await drawer.getByText('Paid only').waitFor()
    await drawer.getByText(say('Does not fit'), { exact: true }).waitFor()
    await shot(`row-changes-${language}-9-access`)

    // The same from the side of the rules: a person and a row are chosen.
    await page.goto(`${server.url}${app}/admin/perm-model/row?dsKey=main&dmKey=order&modelName=Orders`)
    await page.getByRole('button', { name: say('Why?'), exact: true }).click()
    await choose(0, 'Ada')
    await choose(1, 'Drill')
    await drawer.locator('.t-verdict').getByText(say('Platform administrators may do everything')).waitFor()
    await drawer.getByText('Paid only').waitFor()
    await shot(`row-changes-${language}-10-why`)
  })

  journey(`${language}: thousands of rows are changed and taken back`, async ({ page, context, server, shot }) => {
    const session = await (await context.request.get(`${server.url}/api/session`)).json()
    const company = session.data.companies[0].key as string
    const at = await modelOf(context, server, company, 'part', 'Parts', [
      { key: 'number', name: 'Number', type: 'text', required: true },
      { key: 'stock', name: 'Stock', type: 'integer' },
    ])
    const lines = ['Number,Stock', ...Array.from({ length: MANY }, (_, n) => `P-${n},5`)]
    const into = `${server.url}/api/resource/${company}/order_desk-dev/source/main/model/part/import`
    const headers = { 'x-csrf-token': session.data.csrfToken }
    const given = async (path: string, more: object) => (await (await context.request.post(`${into}${path}`, { headers, ...more })).json()).data
    const read = await given('', { multipart: { file: { name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) } } })
    await given(`/${read.id}/plan`, { data: { mode: 'insert', fields: ['number', 'stock'] } })
    const state = async () => (await (await context.request.get(`${into}/${read.id}`)).json()).data.state as string
    const wait = async (wanted: string) => {
      for (const end = Date.now() + 60_000; (await state()) !== wanted; await new Promise(done => setTimeout(done, 200)))
        if (Date.now() > end) throw new Error(`the rows are not ${wanted}`)
    }
    await wait('planned')
    await given(`/${read.id}/confirm`, { data: {} })
    await wait('done')

    await page.goto(at.address)
    const table = page.locator('.t-data-rows')
    const dialog = page.locator('.cxd-Modal-content').last()
    const count = MANY.toLocaleString('en')
    await table
      .locator('tbody')
      .getByText(`P-${MANY - 1}`, { exact: true })
      .waitFor()
    await table.locator('thead').getByRole('checkbox').click()
    await page.getByRole('button', { name: say('Choose all {count} that match', { count }), exact: true }).click()
    await shot(`row-changes-${language}-11-all`)
    await page.getByRole('button', { name: say('Edit a field'), exact: true }).click()
    await dialog.locator('.cxd-Select').first().click()
    await page.locator('.cxd-Select-menu').getByText('Stock', { exact: true }).click()
    await dialog.locator('.cxd-Number input').fill('7')
    await dialog.getByText(say('{count} rows will be different', { count })).waitFor()
    await shot(`row-changes-${language}-12-preview`)
    await dialog.getByRole('button', { name: say('Change rows'), exact: true }).click()
    // A quick machine is done before there is a progress to be shown.
    const notice = page.locator('.tes-data-done')
    const changed = notice.getByText(say('{count} rows were changed', { count }))
    await dialog.getByText(say('Changing {count} rows …', { count })).or(changed).first().waitFor()
    await shot(`row-changes-${language}-13-changing`)
    await changed.waitFor({ timeout: 60_000 })
    const first = table.locator('tbody tr', { hasText: `P-${MANY - 1}` })
    await first.getByText('7', { exact: true }).waitFor()
    await notice.getByRole('button', { name: say('Undo'), exact: true }).click()
    const back = notice.getByText(say('{count} rows were taken back.', { count }))
    await notice.getByText(say('Taking {count} rows back …', { count })).or(back).first().waitFor()
    await shot(`row-changes-${language}-14-undoing`)
    await back.waitFor({ timeout: 60_000 })
    await first.getByText('5', { exact: true }).waitFor()
    await shot(`row-changes-${language}-15-undone`)
  })
}
