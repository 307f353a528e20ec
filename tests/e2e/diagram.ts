// A flow drawn on the canvas: steps are put down, appended, connected, moved and taken away, cards show the same flow, and the mark of the canvas stays in view.
// flowDesign.designer: the diagram
import type { Page } from '@playwright/test'
import { journey, story } from './harness.ts'
import { modelOf } from './models-made.ts'
import { prepare } from './prepared.ts'
import { sayer, type Language } from './words.ts'

export function tellDiagram(language: Language) {
  story('diagram', { language })
  const word = sayer(language, 'tessera-flow-designer')

  journey(`${language}: a builder draws a flow as a diagram`, async ({ page, context, server, shot }) => {
    const { company } = await prepare(context)
    await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    const { send } = await modelOf(context, server, company, 'parcel', 'Parcel', [{ key: 'town', name: 'Town', type: 'text' }])
    const app = `/company/${company}/app/order_desk-dev`
    const definition = {
      model: 'main/parcel',
      nodes: [
        { id: 'start', kind: 'start', name: 'Start' },
        { id: 'check', kind: 'user', name: 'Check', approvers: { by: 'starter' }, empty: { then: 'nobody' } },
        { id: 'end', kind: 'end', name: 'End' },
      ],
      lines: [
        { id: 'a', from: 'start', to: 'check' },
        { id: 'b', from: 'check', to: 'end' },
      ],
    }
    const { id } = await send(`/api${app}/flow/design`, { key: 'parcels', name: 'Parcels', definition })
    await page.goto(`${server.url}${app}/design/flow/${id}`)
    const button = (name: string, values?: Record<string, string>) => page.getByRole('button', { name: word(name, values), exact: true })
    const paper = page.locator('.tes-canvas__paper')
    const shape = (at: string) => paper.locator(`[data-element-id="${at}"] .djs-hit, [data-element-id="${at}"]`).first()
    const shapes = paper.locator('.djs-shape:not([data-element-id$="_label"])')
    const name = page.locator('.tes-flow__panel input[name="name"]')
    const at = async (one: string, dx = 0, dy = 0) => {
      const box = await paper.locator(`[data-element-id="${one}"].djs-element > .djs-visual`).boundingBox()
      if (!box) throw new Error(`${one} is not drawn`)
      return { x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 + dy }
    }
    const click = async (target: Page, { x, y }: { x: number; y: number }) => target.mouse.click(x, y)
    await button('Diagram').click()
    await shape('check').waitFor()
    await shot(`diagram-${language}-a-drawn`)

    // A step is appended, named beside the canvas, and stands in the cards as well.
    await click(page, await at('check'))
    await page.locator('.tes-flow__panel input[name="name"]').waitFor()
    await button('Then: {name}', { name: word('Approval') }).click()
    await name.fill('Weigh')
    // Whoever presses another step right after typing has selected that one.
    await click(page, await at('check'))
    await page.locator('.tes-flow__panel input[name="name"][value="Check"]').waitFor()
    await paper.getByText('Weigh').waitFor()
    await shot(`diagram-${language}-b-appended`)
    // A gateway from the palette onto a line parts it.
    await paper
      .locator('.djs-palette')
      .getByRole('button', { name: word('Choice|flow'), exact: true })
      .click()
    const [check, end] = [await at('check'), await at('end')]
    await page.mouse.move((check.x + end.x) / 2, check.y, { steps: 5 })
    await shot(`diagram-${language}-c-placing`)
    await page.mouse.click((check.x + end.x) / 2, check.y)
    await paper.locator('.djs-shape[data-element-id^="Gateway_"]').first().waitFor()
    await button('Undo').click()
    await paper.locator('.djs-shape[data-element-id^="Gateway_"]').first().waitFor({ state: 'detached' })
    await button('Redo').click()
    await paper.locator('.djs-shape[data-element-id^="Gateway_"]').first().waitFor()
    // The start stays; what is selected goes with a key, and comes back.
    await click(page, await at('start'))
    await page.keyboard.press('Delete')
    await shape('start').waitFor()
    const many = await shapes.count()
    await click(page, await at('end'))
    await page.keyboard.press('Delete')
    await shapes.nth(many - 1).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await shapes.nth(many - 1).waitFor()
    // A time is put on the border of a step, with a step behind it; what is set of it stands beside.
    await click(page, await at('check'))
    await button('A time on its border').click()
    const border = paper.locator('.djs-shape[data-element-id^="Event_"]:not([data-element-id$="_label"])').first()
    await border.waitFor()
    const middle = async () => {
      const box = await border.locator('> .djs-visual').boundingBox()
      if (!box) throw new Error('the time is not drawn')
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    await click(page, await middle())
    await page.locator('.tes-flow__panel input[name="amount"]').fill('3')
    await button('Then: {name}', { name: word('Service|flow') }).click()
    await page.locator('.tes-flow__panel [name="do"], .tes-flow__panel .cxd-Select').first().waitFor()
    await button('A way for its errors').waitFor()
    await click(page, await middle())
    await page.locator('.tes-flow__panel input[name="amount"][value="3"]').waitFor()
    for (const one of ['Smaller', 'Larger', 'Show all of it']) await button(one).click()
    await shot(`diagram-${language}-d-choice`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(`diagram-${language}-e-dark`)
    await page.emulateMedia({ colorScheme: 'light' })
    // The mark of its makers is not covered by anything.
    const mark = paper.locator('.bjs-powered-by')
    const covered = await mark.evaluate(one => {
      const { left, top, width, height } = one.getBoundingClientRect()
      return [0.1, 0.5, 0.9].some(part => !one.contains(document.elementFromPoint(left + width * part, top + height / 2)))
    })
    if (covered) throw new Error('the mark of bpmn.io is covered')
    // A sub-process behind a step comes with a step of its own, and goes with one step back.
    const onward = button('Then: {name}', { name: word('Sub-process') })
    await paper.locator('.djs-shape').filter({ hasText: 'Weigh' }).last().click()
    await onward.click()
    const within = paper.locator('.djs-shape[data-element-id^="Activity_"]').filter({ hasText: word('Approval') })
    await within.first().waitFor()
    await shot(`diagram-${language}-f-subprocess`)
    await button('Undo').click()
    await within.first().waitFor({ state: 'detached' })
    await button('Cards').click()
    await page.locator('.tes-flow__face').filter({ hasText: 'Check' }).first().waitFor()
    await shot(`diagram-${language}-f-cards`)

    // A sub-process is put on a line of the saved flow, with a step in it and a message on its border, and stands in the diagram as well.
    page.once('dialog', ask => void ask.accept())
    await page.reload()
    await button('Cards').click()
    await page.locator('.tes-flow__face').filter({ hasText: 'Check' }).first().waitFor()
    await page.locator('.tes-flow__plus').first().click()
    await shot(`diagram-${language}-g-add`)
    await page.getByRole('menuitem', { name: new RegExp(word('Sub-process')) }).click()
    await name.fill('Customs')
    const held = page.locator('.tes-flow__inside')
    await held
      .getByRole('button', { name: new RegExp(word('Approval')) })
      .first()
      .waitFor()
    await page.locator('.tes-flow__face').filter({ hasText: 'Customs' }).click()
    await button('Add a message').click()
    await page.locator('.tes-flow__panel input[name="messageName"]').fill('cleared')
    await page.locator('.tes-flow__face').filter({ hasText: 'cleared' }).first().waitFor()
    await shot(`diagram-${language}-h-message`)
    await held.locator('.tes-flow__plus').last().click()
    await page.getByRole('menuitem', { name: new RegExp(word('Somebody is told')) }).click()
    await name.fill('Tell the sender')
    await shot(`diagram-${language}-i-inside`)
    await button('Diagram').click()
    const subprocess = paper.locator('.djs-shape[data-element-id^="step"]').filter({ hasText: 'Customs' }).first()
    await subprocess.waitFor()
    await shot(`diagram-${language}-j-subprocess`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(`diagram-${language}-k-subprocess-dark`)
    await page.emulateMedia({ colorScheme: 'light' })

    // From the palette onto a line comes one with its name and a step in it; what is behind makes room, also when it is drawn larger.
    page.once('dialog', ask => void ask.accept())
    await page.reload()
    await shape('check').waitFor()
    const [left, right] = [await at('check', 60), await at('end', -18)]
    const onLine = { x: (left.x + right.x) / 2, y: left.y }
    await paper
      .locator('.djs-palette')
      .getByRole('button', { name: word('Sub-process'), exact: true })
      .click()
    await page.mouse.move(onLine.x, onLine.y, { steps: 5 })
    await click(page, onLine)
    const put = paper.locator('.djs-shape[data-element-id^="Activity_"]')
    const inner = put.filter({ hasText: word('Approval') }).last()
    await inner.waitFor()
    await button('Show all of it').click()
    const corner = await paper.locator('.djs-resizer-se').boundingBox()
    if (!corner) throw new Error('a sub-process cannot be drawn larger')
    const [grip, before] = [{ x: corner.x + corner.width / 2, y: corner.y + corner.height / 2 }, await at('end')]
    await page.mouse.move(grip.x, grip.y)
    await page.mouse.down()
    await page.mouse.move(grip.x + 60, grip.y + 40, { steps: 5 })
    await page.mouse.up()
    if ((await at('end')).x < before.x + 20) throw new Error('what is behind a sub-process makes no room for it')
    await shot(`diagram-${language}-l-put`)
    // The canvas takes no press for a moment after something was drawn larger.
    await page.waitForTimeout(500)
    await inner.click()
    await page.locator('.tes-flow__panel .cxd-Select').first().click()
    await page.getByRole('option', { name: sayer(language, 'flow')('The starter'), exact: true }).click()
    await name.fill('Weigh')
    await paper.getByText('Weigh').waitFor()
    await button('Save and enable').click()
    await page.getByText(word('Saved and enabled')).first().waitFor()
    await shot(`diagram-${language}-l-enabled`)

    // Whoever has part in an instance sees where it stands.
    const { flowDataId: caseId } = await send(`/api${app}/flow/initiate/main:parcel?formView=parcels`, { town: 'Bern' })
    page.once('dialog', ask => void ask.accept())
    await page.goto(`${server.url}${app}/flow-case/${caseId}`)
    await page.getByText(sayer(language, 'flow')('Where it stands')).click()
    await page.locator('.tes-canvas__paper .tes-canvas-is-waiting[data-element-id="check"]').waitFor()
    await page.locator('.tes-canvas__paper .tes-canvas-is-passed[data-element-id="start"]').waitFor()
    await page.locator('.tes-flow-diagram li').getByText('Check').waitFor()
    await shot(`diagram-${language}-l-case`)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.tes-flow-diagram').scrollIntoViewIfNeeded()
    await shot(`diagram-${language}-m-case-narrow`)

    // It goes through the sub-process to its end.
    await page.setViewportSize({ width: 1280, height: 800 })
    for (const step of ['Check', 'Weigh']) {
      await page.goto(`${server.url}${app}/flow-case/${caseId}`)
      await page.getByText(`(${step})`).first().waitFor()
      await page.getByRole('button', { name: sayer(language, 'flow')('Approve'), exact: true }).click()
      await page.waitForURL('**/flow-task')
    }
    await page.goto(`${server.url}${app}/flow-case/${caseId}`)
    await page.locator('.t-dot.is-good').getByText(sayer(language, 'flow')('Approved'), { exact: true }).waitFor()
    await shot(`diagram-${language}-n-case-ended`)
  })
}
