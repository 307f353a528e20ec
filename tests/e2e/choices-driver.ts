// Opens the choices of the console's screens in a browser, chooses and saves. The ways come from tests/support/choices.ts; nothing here knows a screen.
import type { Locator, Page, Request } from '@playwright/test'
import { marked, type Choice, type Step } from '../support/choices.ts'
import type { Node } from '../support/shipped.ts'

/** A text that the types of fields take; each is another one, since many have to be unique. */
let made = 0
function textFor(name: string): string {
  made++
  if (/email/i.test(name)) return `made${made}@example.test`
  if (/phone/i.test(name)) return `1380000${String(made).padStart(4, '0')}`
  if (/version/i.test(name)) return `9.0.${made}`
  if (/password|secret/i.test(name)) return `Correct-${made}-horse!`
  if (/path|url|address/i.test(name)) return `/made${made}`
  if (/key|code|username|database|schema/i.test(name)) return `made${made}`
  return `Made-${made}`
}

export interface Saved {
  method: string
  url: string
  status: number
  envelope: { status?: number; msg?: string; errors?: Record<string, string> }
  text: string
}

/** The traffic of a page with the server: what was sent, and when nothing is on its way. */
function watchTraffic(page: Page) {
  const open = new Set<Request>()
  const counts = (request: Request) => /\/api\//.test(request.url()) && !/\/events(\?|$)/.test(request.url())
  let answers: Promise<Saved>[] = []
  page.on('request', request => void (counts(request) && open.add(request)))
  page.on('requestfinished', request => void open.delete(request))
  page.on('requestfailed', request => void open.delete(request))
  page.on('response', response => {
    const request = response.request()
    if (!counts(request)) return
    answers.push(
      response.json().then(
        (envelope: Saved['envelope']) => ({
          method: request.method(),
          url: decodeURIComponent(request.url()),
          status: response.status(),
          envelope,
          text: request.postData() ?? '',
        }),
        () => ({ method: request.method(), url: request.url(), status: response.status(), envelope: {}, text: '' }),
      ),
    )
  })
  /** The page has drawn what it has, and nothing in it waits to be done. */
  const idle = () => page.evaluate(() => new Promise<void>(done => requestIdleCallback(() => done(), { timeout: 5000 }))).catch(() => undefined)
  return {
    /** Waits until nothing was asked for a moment, and what was answered is drawn: how long that takes is the machine's. */
    async quiet(moment = 80) {
      const end = Date.now() + 30_000
      for (let still = 0; still < moment && Date.now() < end;) {
        await new Promise(done => setTimeout(done, 20))
        still = open.size ? 0 : still + 20
        if (still < moment) continue
        await idle()
        if (open.size) still = 0
      }
    },
    /** What was answered since the last time. */
    async taken(): Promise<Saved[]> {
      const all = await Promise.all(answers)
      answers = []
      return all
    },
  }
}

/** The value that the form holds for a control, as amis knows it. */
const valueOf = (control: Locator, name: string): Promise<unknown> =>
  control.evaluate((element, wanted) => {
    const key = Object.keys(element).find(one => one.startsWith('__reactFiber$'))
    let fiber = key && (element as unknown as Record<string, any>)[key]
    for (let up = 0; fiber && up < 80; up++, fiber = fiber.return) {
      const props = fiber.memoizedProps
      if (props?.name === wanted && props.formItem) return props.formItem.tmpValue as unknown
    }
    return undefined
  }, name)

/** Every single value that a control holds. */
const partsOf = (value: unknown): string[] => {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value)) return value.flatMap(partsOf)
  if (typeof value === 'object') return Object.values(value).flatMap(partsOf)
  return String(value).split(',')
}

export type Driver = ReturnType<typeof createDriver>

export function createDriver(page: Page, url: string, say: (english: string) => string) {
  const traffic = watchTraffic(page)
  const dialogs = page.locator('.cxd-Modal:visible, .cxd-Drawer:visible')
  const top = async (): Promise<Locator> => ((await dialogs.count()) ? dialogs.last() : page.locator('body'))
  const label = (text: string) => say(text.replace(/^i18n:/, '')).replace(/\|\w+$/, '')

  /** Begins on a light screen that has no choices; from there the console goes on without loading a page. */
  async function begin() {
    await page.route('**/api/screen/*', async route => {
      if (route.request().method() !== 'GET' || /\/screen\/(events|list)\b/.test(route.request().url())) return route.fallback()
      const answer = await route.fetch()
      const envelope = (await answer.json().catch(() => undefined)) as { data?: { schema?: unknown } } | undefined
      if (!envelope?.data?.schema) return route.fulfill({ response: answer })
      return route.fulfill({ response: answer, json: { ...envelope, data: { ...envelope.data, schema: marked(envelope.data.schema) } } })
    })
    page.setDefaultTimeout(20_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${url}/i/roles`, { timeout: 60_000 })
    await page.locator('#main').waitFor({ timeout: 60_000 })
    await traffic.quiet()
  }

  async function go(address: string) {
    await page.evaluate(to => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, address)
    await traffic.quiet(150)
  }

  /** To be where nothing was done yet. */
  async function visit(address: string) {
    const closed = await closeAll().then(
      () => true,
      () => false,
    )
    if (!closed) {
      await page.goto(`${url}/i/roles`, { timeout: 60_000 })
      await page.locator('#main').waitFor({ timeout: 60_000 })
    }
    // A screen that keeps what is sought in its address is the same screen without it.
    if (new URL(page.url()).pathname === address.split(/[?#]/)[0]) await go('/i/roles')
    await go(address)
  }
  const isAt = (address: string) => {
    const { pathname, search } = new URL(page.url())
    return pathname + search === address
  }

  async function closeAll() {
    await shut()
    for (let tries = 0; tries < 6; tries++) {
      const count = await dialogs.count()
      if (!count) return
      const close = dialogs.last().locator('.cxd-Modal-close:visible, .cxd-Drawer-close:visible').first()
      if ((await close.count()) && tries % 2 === 0) await close.click({ timeout: 1000 }).catch(() => undefined)
      else await page.keyboard.press('Escape')
      for (let waits = 0; waits < 20 && (await dialogs.count()) >= count; waits++) await page.waitForTimeout(25)
    }
    throw new Error('a dialog does not close')
  }

  const shown = (mark: string) => page.locator(`.${mark}:visible`)
  const usable = (mark: string) => page.locator(`.${mark}:visible:not(.is-disabled):not([disabled])`)
  /** Whether it comes: a page that still has something to do is waited for besides. */
  async function appears(locator: Locator, seconds = 3): Promise<boolean> {
    const comes = () =>
      locator
        .first()
        .waitFor({ timeout: seconds * 1000 })
        .then(
          () => true,
          () => false,
        )
    if (await comes()) return true
    await traffic.quiet(200)
    return locator.first().isVisible()
  }

  /** A line of the menu of a tree, at the first node that offers it. */
  async function fromTree(step: Step) {
    const name = label(step.label ?? '')
    const items = page.locator('.tes-tree-panel [role=treeitem]')
    await items.first().waitFor()
    const button = page.locator('.tes-tree__panel > header').getByRole('button', { name, exact: true })
    if (await button.count()) return button.first().click()
    const count = await items.count()
    for (const at of [1, 2, 0, ...Array.from({ length: 12 }, (_, one) => one + 3)].filter(one => one < count)) {
      await items.nth(at).hover()
      const more = items.nth(at).getByRole('button').last()
      if (!(await more.count())) continue
      await more.click()
      const line = page.getByRole('menuitem', { name, exact: true })
      if ((await line.count()) && (await line.getAttribute('aria-disabled')) !== 'true') return line.click()
      await page.keyboard.press('Escape')
    }
    throw new Error(`no node offers "${name}"`)
  }

  /** What is done to several is offered when one is ticked: the first that may be. */
  async function tick() {
    const place = await top()
    const boxes = place.getByRole('checkbox', { disabled: false })
    // Above the rows of a table is a box for all of them, and switches beside it.
    const inRows = place.locator('tbody').getByRole('checkbox', { disabled: false })
    if (!(await appears((await place.locator('tbody').count()) ? inRows : boxes))) throw new Error('nothing can be ticked')
    const box = ((await inRows.count()) ? inRows : boxes).first()
    if (await box.isChecked()) return
    // As somebody does who has no mouse.
    await box.focus()
    await page.keyboard.press('Space')
    if (!(await box.isChecked())) throw new Error('what is ticked by keyboard is not')
  }

  async function take(step: Step, row: number | string = 0) {
    const scope = typeof row === 'string' ? page.locator('tr, .tes-tile, .cxd-ListItem', { hasText: row }).first() : page
    const nth = async (locator: Locator) => locator.nth(typeof row === 'string' ? 0 : Math.min(row, (await locator.count()) - 1))
    if (step.does === 'tab') {
      const tab = shown(step.mark).last()
      if (!(await appears(tab))) throw new Error('its tab is not shown')
      if (!/is-active/.test((await tab.getAttribute('class')) ?? '')) {
        await tab.click()
        await traffic.quiet()
      }
      return
    }
    if (step.does === 'unfold') {
      const folded = page.locator(`.${step.mark}:visible:not(.is-active) > .cxd-Collapse-header`).last()
      // Values that arrive draw a form anew, folded as it began.
      for (let tries = 0; tries < 3 && (await folded.count()); tries++) {
        await traffic.quiet()
        await folded.click()
        // It slides open by script; what is in it is pressed when it stands.
        await appears(page.locator(`.${step.mark}.is-active`))
        await traffic.quiet()
      }
      return
    }
    if (/-bulkActions-\d+$/.test(step.mark)) await tick()
    const before = await dialogs.count()
    const press = async () => {
      if (step.does === 'send') {
        if (!step.label) throw new Error(`the event ${step.event} of ${step.type} has no button`)
        return fromTree(step)
      }
      if (step.menu && !(await shown(step.mark).count())) {
        const opener = scope.locator(`.${step.menu} button:not([disabled]):visible`)
        if (!(await appears(opener))) throw new Error('the menu of its button is not shown')
        await (await nth(opener)).click()
      }
      const buttons = step.menu ? usable(step.mark) : scope.locator(`.${step.mark}:visible:not(.is-disabled):not([disabled])`)
      if (!(await appears(buttons))) throw new Error((await shown(step.mark).count()) ? 'its button cannot be used' : 'its button is not shown')
      await (step.menu ? buttons.first() : await nth(buttons)).click()
    }
    const opens = async (seconds: number) => {
      for (const end = Date.now() + seconds * 1000; Date.now() < end; await page.waitForTimeout(30)) if ((await dialogs.count()) > before) return true
      return false
    }
    await press()
    // What arrives between the press and the release of a button draws it anew, and nobody has clicked.
    if (!(await opens(5))) {
      await traffic.quiet(200)
      if ((await dialogs.count()) <= before) await press()
      if (!(await opens(10))) throw new Error('its button opens nothing')
    }
    await traffic.quiet()
  }

  const popover = page.locator('.cxd-PopOver:visible, .cxd-Select-menu:visible').last()
  /** What a control offers, opened where it has to be. */
  async function open(choice: Pick<Choice, 'type'>, control: Locator): Promise<Locator> {
    switch (choice.type) {
      case 'radios':
      case 'checkboxes':
        return control.locator('.cxd-Checkbox')
      case 'button-group-select':
        return control.locator('.cxd-ButtonGroup button, .cxd-ButtonGroup .cxd-Button')
      case 'list-select':
        return control.locator('.cxd-ListControl-item')
      case 'input-tree':
        return control.locator('.cxd-Tree-itemText')
      case 'tree-select':
        await unroll(control.locator('.cxd-ResultBox, .cxd-TreeSelect').first())
        return listed(popover.locator('.cxd-Tree-itemText'))
      default:
        await unroll(control.locator('.cxd-Select, .cxd-ResultBox').first())
        return listed(popover.locator('.cxd-Select-option:not(.cxd-Select-noResult)'))
    }
  }
  /** By its arrow, since a name in between may be taken away by a click. */
  async function unroll(box: Locator) {
    const arrow = box.locator('.cxd-Select-arrow, .cxd-ResultBox-pc-arrow').first()
    // What slides or is drawn anew while it is pressed is tried again as a whole.
    await ((await arrow.count()) ? arrow : box).click({ timeout: 8000 })
  }
  /** A list that opens is drawn first and placed then; one that offers nothing says so. */
  async function listed(options: Locator) {
    if (await appears(popover)) {
      await traffic.quiet(60)
      await appears(options.or(popover.locator('.cxd-Select-noResult, .cxd-Tree-placeholder')))
    }
    return options
  }
  async function textsOf(options: Locator): Promise<string[]> {
    for (let tries = 0; ; tries++) {
      const texts = (await options.allInnerTexts()).map(text => text.trim().split('\n')[0] ?? '')
      // Nothing of a list has a text until it is placed.
      if (texts.some(Boolean) || !texts.length || tries > 20) return texts
      await page.waitForTimeout(100)
    }
  }

  /** Chooses an option, by its place; a list of several closes only when it is told to. */
  async function choose(choice: Choice, options: Locator, at: number) {
    const option = options.nth(at)
    await option.scrollIntoViewIfNeeded({ timeout: 2000 }).catch(() => undefined)
    await option.click()
    await traffic.quiet(40)
    await shut()
  }
  /** Closes the list of a control; some close by a click beside them alone. */
  async function shut() {
    for (let tries = 0; tries < 4 && (await popover.count()); tries++) {
      const overlay = page.locator('.cxd-PopOver-overlay').last()
      if (tries < 2 && (await overlay.count())) await overlay.click({ position: { x: 2, y: 2 }, force: true, timeout: 500 }).catch(() => undefined)
      else await page.keyboard.press('Escape')
      for (let waits = 0; waits < 8 && (await popover.count()); waits++) await page.waitForTimeout(25)
    }
  }

  /** The place of the first option that may be chosen and is not yet; a place below zero is counted from the end. */
  async function firstFree(options: Locator, from = 0): Promise<number> {
    return options.evaluateAll((elements, begin) => {
      const least = begin < 0 ? elements.length + begin : begin
      const isOff = (one: Element) =>
        one.matches('.is-disabled, [disabled]') || Boolean(one.closest('.is-disabled')) || Boolean(one.querySelector('input:disabled'))
      const isOn = (one: Element) => {
        const whole = one.closest('.cxd-Tree-itemLabel') ?? one
        return whole.matches('.is-active, .is-checked, .is-current') || Boolean(whole.querySelector('input:checked, .cxd-Checkbox--checked'))
      }
      const free = elements.findIndex((one, at) => at >= least && !isOff(one) && !isOn(one))
      return free >= 0 ? free : elements.findIndex(one => !isOff(one))
    }, from)
  }

  /** What a control shows as chosen. */
  const chosenTexts = async (control: Locator) =>
    (
      await control
        .locator('.cxd-Select-value, .cxd-ResultBox-value, .cxd-Select-valueLabel, .cxd-ResultBox-singleValue, .cxd-Checkbox:has(:checked)')
        .filter({ visible: true })
        .allInnerTexts()
    ).map(text => text.trim())

  /** What of an option is written into another value of the form when it is chosen. */
  const standsFor = ({ node: { autoFill } }: Choice, name: string): string | undefined =>
    /^\$\{(\w+)\}$/.exec(String((autoFill as Node | undefined)?.[name] ?? ''))?.[1]
  /** Brings about that a condition holds, as far as it compares a choice of the same form with a value, or what such a choice stands for. */
  async function satisfy(conditions: string[], siblings: Choice[]) {
    for (const condition of conditions)
      for (const alternative of condition.split('||')) {
        const [, name, compared, value] = /(\w[\w.]*) ([!=])==? '?([\w-]+)'?/.exec(alternative) ?? []
        if (!name) continue
        const isMeant = (one: Node, of: Choice) => (String(of.name === name ? one.value : one[standsFor(of, name) as string]) === value) === (compared === '=')
        const sibling = siblings.find(one => one.name === name) ?? siblings.find(one => standsFor(one, name))
        const offered = sibling?.node.options as Node[] | undefined
        const option = sibling && offered?.find(one => isMeant(one, sibling))
        if (!sibling || !option) continue
        const control = shown(sibling.mark).last()
        if (!(await control.count())) continue
        const options = await open(sibling, control)
        // Not every one of them may be offered here.
        const at = (await textsOf(options)).indexOf(label(String(option.label)))
        await choose(sibling, options, at < 0 ? (offered?.indexOf(option) ?? 0) : at)
        break
      }
  }

  /** A control that is shown and takes nothing. */
  const isOff = async (control: Locator) => (await control.locator('.cxd-Select.is-disabled, .cxd-ResultBox.is-disabled').count()) > 0

  return {
    page,
    dialogs,
    isOff,
    begin,
    visit,
    isAt,
    go,
    closeAll,
    take,
    open,
    choose,
    firstFree,
    textsOf,
    chosenTexts,
    shut,
    satisfy,
    valueOf,
    partsOf,
    top,
    shown,
    usable,
    appears,
    traffic,
    textFor,
    label,
  }
}
