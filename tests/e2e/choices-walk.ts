// Walks the choices of screens: each is opened, what it offers has words, the first is chosen, and what was chosen is saved.
import type { Locator } from '@playwright/test'
import type { Route } from '../../api/server/services/screen/shipped.ts'
import { NAMES_IT, type Choice, type Deletion, type Step } from '../support/choices.ts'
import type { Node } from '../support/shipped.ts'
import type { Driver, Saved } from './choices-driver.ts'
import { wordless } from './choices-words.ts'
import type { ChoicesWorld } from './choices-world.ts'

export interface Exception {
  /** Beginning of the ids of the choices it is for. */
  of: string
  reason: string
  /** What is left out: all of it, that it offers something, or that it is saved. */
  but: 'opened' | 'filled' | 'saved'
}

export interface Known {
  exceptions: readonly Exception[]
  /** Rows of lists whose dialog is opened, where it is not any of the first. */
  rows: readonly { of: string; row: string }[]
  /** What a field of text has to be filled with, by the beginning of the form's id, where it cannot be anything. */
  texts: readonly { of: string; name: string; text: string }[]
  /** What the address of a screen needs after its path. */
  queries: Record<string, string>
  /** Names in the address of a screen that mean something else elsewhere. */
  params: Record<string, Record<string, string>>
  /** What deletes and is not looked at here, by the beginning of its id. */
  deletions: readonly { of: string; reason: string }[]
  /** Where it is that something can be deleted, by the beginning of its id: another row, a query, another name in the address. */
  places: readonly { of: string; row?: string; query?: string; params?: Record<string, string> }[]
  /** Types of ours that draw lists of choices themselves, and the buttons that lead to them. */
  own: readonly { type: string; screen: string; press: readonly string[]; query?: string }[]
}

export interface Told {
  opened: string[]
  saved: string[]
  /** By id: why it was not reached, or what is wrong. */
  unreached: Map<string, string>
  wrong: string[]
}

/** The address of a screen in the seeded world; undefined where it has none that a person who is signed in can open. */
export function addressOf(
  choice: Pick<Choice, 'screen' | 'conditions'>,
  routes: Route[],
  { params }: ChoicesWorld,
  { queries, params: own }: Known,
): string | undefined {
  const route = routes.find(one => one.screen === choice.screen && !one.path.includes('*'))
  if (!route) return undefined
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => own[choice.screen]?.[name] ?? params[name] ?? '')
  const asked = /query\.(\w+) == '(\w+)'/.exec(choice.conditions.join())
  const query = [queries[choice.screen] ?? '', asked && !choice.conditions.join().includes('!(') ? `${asked[1]}=${asked[2]}` : ''].filter(Boolean).join('&')
  return query ? `${path}?${query}` : path
}

/** The same of where something can be deleted. */
export function placeOf({ id, screen, conditions }: Pick<Deletion, 'id' | 'screen' | 'conditions'>, routes: Route[], world: ChoicesWorld, known: Known) {
  const { query, params } = known.places.find(({ of }) => id.startsWith(of)) ?? {}
  const filled = query?.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => world.params[name] ?? '')
  return addressOf({ screen, conditions }, routes, world, {
    ...known,
    queries: { ...known.queries, ...(filled && { [screen]: filled }) },
    params: { ...known.params, ...(params && { [screen]: params }) },
  })
}

const wayOf = (way: Step[]) => way.map(step => `${step.mark}${step.event ?? ''}`).join('>')
/** Steps that open the last dialog; tabs inside of it come after. */
const entry = (way: Step[]) => way.slice(0, way.findLastIndex(step => step.does === 'press' || step.does === 'send') + 1)

export interface Group {
  address: string | undefined
  choices: Choice[]
}

/** Choices that are in the same form, or beside each other in the same place. */
export function groupsOf(choices: Choice[], addressFor: (choice: Choice) => string | undefined): Group[] {
  const groups = new Map<string, Group>()
  for (const choice of choices) {
    const address = addressFor(choice)
    const key = [choice.screen, address, choice.form?.id ?? '', wayOf(entry(choice.way))].join(' ')
    const group = groups.get(key) ?? { address, choices: [] }
    group.choices.push(choice)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const isFilled = (node: Node) => /^input-(text|email|password|number)$|^textarea$/.test(String(node.type))
/** Fields of a form that have to be filled, without those of dialogs that open from it. */
function requiredIn(node: unknown, found: Node[] = []): Node[] {
  if (Array.isArray(node)) node.forEach(item => requiredIn(item, found))
  else if (node && typeof node === 'object') {
    const part = node as Node
    if ((part.required === true || part.requiredOn) && isFilled(part)) found.push(part)
    for (const [key, value] of Object.entries(part)) if (!/^(dialog|drawer|onEvent|data)$/.test(key)) requiredIn(value, found)
  }
  return found
}

const reasonOf = (error: unknown) => (error as Error).message.split('\n').slice(0, 9).join(' ')

const methodOf = (api: unknown): string =>
  (typeof api === 'string' ? (/^(\w+):/.exec(api)?.[1] ?? 'get') : String((api as Node | undefined)?.method ?? 'get')).toUpperCase()
const urlOf = (api: unknown): string => (typeof api === 'string' ? api.replace(/^\w+:/, '') : String((api as Node | undefined)?.url ?? ''))
/** Whether a request went to the address that a form names. */
function isTo(api: unknown, { method, url }: Saved): boolean {
  const pattern = urlOf(api)
    .split('?')[0]
    ?.replaceAll(/\$\{[^}]*\}/g, '\0')
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('\0', '[^?]*')
  return method === methodOf(api) && new RegExp(`${pattern}(\\?|$)`).test(url)
}

interface Options {
  /** A text that is not in the language of the console. */
  isForeign?: (text: string) => boolean
  note?: (line: string) => void
}

export async function walk(driver: Driver, groups: Group[], known: Known, { isForeign, note = () => undefined }: Options = {}): Promise<Told> {
  const told: Told = { opened: [], saved: [], unreached: new Map(), wrong: [] }
  const { page, traffic } = driver
  const wrong = (text: string) => {
    told.wrong.push(text)
    note(`    WRONG ${text}`)
  }
  const excused = (id: string, but: Exception['but']) => known.exceptions.some(one => one.but === but && id.startsWith(one.of))
  /** Walks a way; where something was left open by what came before, once more from the beginning. */
  async function enter(address: string, way: Step[], row: number | string = 0, afresh = false) {
    const walkIn = async (fresh: boolean) => {
      if (fresh || !driver.isAt(address)) await driver.visit(address)
      else await driver.closeAll()
      for (const step of way) await driver.take(step, step.inRow ? row : 0)
    }
    await walkIn(afresh).catch(error => {
      if (afresh || row) throw error
      return walkIn(true)
    })
  }

  /** What a control shows as chosen and has no words; names come a moment after the ids that they stand for. */
  async function unnamedIn(control: Locator): Promise<string[]> {
    for (let tries = 0; ; tries++) {
      const unnamed = (await driver.chosenTexts(control)).filter(text => text && wordless(text))
      if (!unnamed.length || tries > 50) return unnamed
      await page.waitForTimeout(100)
    }
  }

  /** Opens one control where it stands, looks at its words and chooses. */
  async function tryOut(choice: Choice, siblings: Choice[], from = 0): Promise<void> {
    for (const step of choice.way.slice(entry(choice.way).length)) await driver.take(step)
    let control = driver.shown(choice.mark).last()
    if (choice.conditions.length && !(await driver.appears(control, 0.3))) await driver.satisfy(choice.conditions, siblings)
    control = driver.shown(choice.mark).last()
    if (!(await driver.appears(control))) throw new Error('it is not shown')
    for (const text of await unnamedIn(control)) wrong(`${choice.id}: "${text}", which is chosen, is ${wordless(text)}`)
    // What is settled for good is only read.
    if (choice.node.disabled === true) {
      if (!(await driver.chosenTexts(control)).some(Boolean)) wrong(`${choice.id}: nothing is chosen, and nothing can be`)
      told.opened.push(choice.id)
      return
    }
    // A form that loads what it begins with takes nothing yet.
    for (const end = Date.now() + 10_000; await driver.isOff(control);) {
      if (Date.now() > end) throw new Error('it cannot be used')
      await page.waitForTimeout(100)
    }
    let options = await driver.open(choice, control)
    let texts = await driver.textsOf(options)
    // A list that asks for what it offers while it opens may come late.
    for (let tries = 0; tries < 3 && !texts.length && sourceOf(choice); tries++) {
      await driver.shut()
      await traffic.quiet(300)
      options = await driver.open(choice, control)
      texts = await driver.textsOf(options)
    }
    note(`    ${choice.name} (${choice.type}): ${texts.length} ${JSON.stringify(texts.slice(0, 3))}`)
    if (!texts.length) {
      await driver.shut()
      if (!excused(choice.id, 'filled')) wrong(`${choice.id}: nothing is offered`)
      told.opened.push(choice.id)
      return
    }
    for (const text of texts) {
      const problem = wordless(text) ?? (isForeign?.(text) ? 'not translated' : undefined)
      if (problem) wrong(`${choice.id}: "${text}" is ${problem}`)
    }
    told.opened.push(choice.id)
    const free = await driver.firstFree(options, from)
    if (free < 0) {
      await driver.shut()
      return
    }
    await driver.choose(choice, options, free)
  }

  async function fill({ id, node }: NonNullable<Choice['form']>, scope: Locator) {
    for (const field of requiredIn(node)) {
      const input = scope.locator(`[data-amis-name="${String(field.name)}"] :is(input, textarea):visible`).first()
      if (!(await input.count()) || (await input.inputValue())) continue
      const given = known.texts.find(one => id.startsWith(one.of) && one.name === field.name)?.text
      await input.fill(given ?? (field.type === 'input-number' ? '1' : driver.textFor(`${field.name} ${field.type}`)))
    }
  }

  for (const { address, choices } of groups) {
    const [first] = choices as [Choice]
    const live = choices.filter(one => !excused(one.id, 'opened'))
    if (!live.length) continue
    if (!address) {
      for (const one of live) told.unreached.set(one.id, 'its screen has no address')
      continue
    }
    note(`${Math.round(performance.now() / 100) / 10} ${address} ${wayOf(first.way).slice(-120)}`)
    const chosen = new Set<Choice>()
    const reached = new Set<Choice>()
    const reasons = new Map<Choice, string>()
    // What the first row of a list does not have, another one may.
    const named = known.rows.find(one => first.id.startsWith(one.of))?.row
    for (const row of named ? [named] : entry(first.way).some(step => step.inRow) ? [0, 1, 2] : [0]) {
      if (live.every(one => reached.has(one))) break
      chosen.clear()
      try {
        await enter(address, entry(first.way), row)
      } catch (error) {
        for (const one of live) reasons.set(one, reasonOf(error))
        continue
      }
      await traffic.taken()
      for (const choice of live)
        try {
          chosen.add(choice)
          // What arrives while a form is used may draw it anew.
          await tryOut(choice, choices).catch(async error => {
            if (!/Timeout/.test(reasonOf(error))) throw error
            note(`    AGAIN ${reasonOf(error)}`)
            await driver.shut()
            await tryOut(choice, choices)
          })
          reached.add(choice)
        } catch (error) {
          chosen.delete(choice)
          reasons.set(choice, reasonOf(error))
          await driver.shut()
        }
    }
    for (const one of live)
      if (!reached.has(one)) {
        told.unreached.set(one.id, reasons.get(one) ?? '')
        note(`    UNREACHED ${one.name}: ${reasons.get(one)}`)
      }
    const { form } = first
    if (!form || !chosen.size) continue
    await save(address, live, form, chosen).catch(error => wrong(`${form.id}: ${reasonOf(error)}`))
  }
  return told

  async function save(address: string, live: Choice[], form: NonNullable<Choice['form']>, chosen: Set<Choice>) {
    if (excused(form.id, 'saved')) return
    const scope = await driver.top()
    if (!form.isFilter && !form.node.api) return
    if (form.node.api) await fill(form, scope)
    const values = new Map<Choice, unknown>()
    // One choice may have hidden another, or emptied it.
    const readValues = async () => {
      for (const one of chosen) {
        const control = driver.shown(one.mark).last()
        values.set(one, (await control.count()) ? await driver.valueOf(control, one.name) : undefined)
      }
    }
    let instead: string[] = []
    const send = async () => {
      const submit = scope.locator('button[type=submit]:visible:not([disabled])').last()
      // What is told or tried before it is saved has a button that sends it later.
      const later = scope.locator(':is(.t-save-bar, .cxd-Modal-footer, .cxd-Drawer-footer) button.cxd-Button--primary:visible:not([disabled])')
      const save = ((await submit.count()) ? submit : later).last()
      const before = await driver.dialogs.count()
      if (await save.count()) await save.click({ timeout: 3000 }).catch(() => undefined)
      // A form is checked before it is sent, a filter asks a moment after the last change.
      const all: Saved[] = []
      const isMeant = (one: Saved) =>
        form.isFilter ? one.method === 'GET' && [...values.values()].flatMap(driver.partsOf).every(part => one.url.includes(part)) : isTo(form.node.api, one)
      for (const end = Date.now() + 20_000; Date.now() < end && !all.some(isMeant);) {
        await traffic.quiet(100)
        all.push(...(await traffic.taken()))
        if (!form.isFilter && (await driver.dialogs.count()) > before && !all.some(isMeant))
          await driver.dialogs
            .last()
            .locator('button.cxd-Button--primary:visible:not([disabled])')
            .last()
            .click({ timeout: 1000 })
            .catch(() => undefined)
        if (!form.isFilter && (await scope.locator('.cxd-Form-feedback:visible').count())) break
      }
      instead = all.map(one => `${one.method} ${one.url.replace(/^https?:..[^/]*/, '')}`)
      return all.filter(isMeant)
    }
    await readValues()
    let sent = await send()
    // What the server does not allow here is not the first that is allowed.
    // What was made last is the likeliest to be allowed.
    for (const next of [1, -1, 2, 3, 4, 5, 6]) {
      const other = [...chosen].find(one => sent.at(-1)?.envelope.errors?.[one.name])
      if (!other) break
      await tryOut(other, live, next)
      await readValues()
      sent = (await send()).slice(-1)
    }
    const refused = sent.find(one => one.status !== 200 || one.envelope.status !== 0)
    if (!sent.length)
      wrong(
        `${form.id}: nothing was sent, but ${instead.join(', ')}; on screen: ${(await scope.locator('.cxd-Form-feedback:visible').allInnerTexts()).join('; ')}`,
      )
    else if (refused)
      wrong(`${form.id}: ${refused.method} ${refused.url} answered ${refused.status} ${refused.envelope.msg} ${JSON.stringify(refused.envelope.errors)}`)
    else
      for (const [choice, value] of values) {
        const parts = driver.partsOf(value)
        if (parts.length && parts.every(part => sent.some(one => one.text.includes(part) || one.url.includes(part)))) told.saved.push(choice.id)
        else note(`    NOT SENT ${choice.name} ${JSON.stringify(value)}`)
      }
    note(
      `  ${form.node.api ? methodOf(form.node.api) + urlOf(form.node.api) : ''} sent: ${sent.map(one => `${one.method} ${one.url.replace(/^https?:..[^/]*/, '')} ${one.status} ${one.text.slice(0, 200)}`).join(' | ')}`,
    )
    const isEdit = live.some(one => one.way.at(-1)?.inRow) || methodOf(form.node.api) === 'PUT' || Boolean(form.node.initApi)
    if (!form.isFilter && isEdit && sent.length && !refused) await reopen(address, live)
  }

  /** What was saved is shown by its name. */
  async function reopen(address: string, live: Choice[]) {
    const [first] = live as [Choice]
    try {
      // A dialog that opens again is made anew, what stands on the screen itself only with the screen.
      const way = entry(first.way)
      await enter(address, way, known.rows.find(one => first.id.startsWith(one.of))?.row ?? 0, !way.length)
    } catch {
      return
    }
    for (const choice of live) {
      for (const step of choice.way.slice(entry(choice.way).length)) await driver.take(step).catch(() => undefined)
      const control = driver.shown(choice.mark).last()
      if (!(await control.count())) continue
      for (const text of await unnamedIn(control)) wrong(`${choice.id}: "${text}", which was saved, is ${wordless(text)}`)
    }
    await driver.closeAll()
  }
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const plain = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Why what is shown does not say what goes; undefined where one of the texts stands there with words in its places. */
function unsaid(texts: string[], shown: string, say: (english: string) => string): string | undefined {
  const seen = plain(shown)
  for (const text of texts.filter(one => NAMES_IT.test(one))) {
    const written = plain(text.startsWith('i18n:') ? say(text.slice(5)) : text).replace(/\|\w+$/, '')
    const pattern = written.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/).map(escaped)
    const places = new RegExp(pattern.join('(.*?)') + (pattern.at(-1) ? '' : '$')).exec(seen)?.slice(1)
    if (places?.some(one => one.trim()) && !places.some(one => one.trim() && wordless(one))) return undefined
  }
  return `it says only "${seen.slice(0, 200)}"`
}

/** Opens what each deletion asks before it: the question says what goes. Nothing is deleted. */
export async function walkDeletions(
  driver: Driver,
  deletions: Deletion[],
  addressFor: (one: Deletion) => string | undefined,
  known: Known,
  say: (english: string) => string,
): Promise<{ looked: string[]; wrong: string[] }> {
  const looked: string[] = []
  const wrong: string[] = []
  const seen = new Set<string>()
  for (const one of deletions) {
    const key = JSON.stringify([one.screen, one.call, one.texts])
    if (seen.has(key) || known.deletions.some(({ of }) => one.id.startsWith(of) || one.call === of)) continue
    seen.add(key)
    const address = addressFor(one)
    const { row: named } = known.places.find(({ of }) => one.id.startsWith(of)) ?? {}
    // The row of a name is that of the list; what opens from it has rows of its own.
    const list = one.way.find(step => step.inRow)
    let problem = address ? 'there is no row of it' : 'its screen has no address'
    for (const row of address ? (named === undefined ? (list ? [0, 1, 2] : [0]) : [named]) : [])
      try {
        await driver.visit(address as string)
        for (const step of one.way) await driver.take(step, step === list || (step.inRow && typeof row === 'number') ? row : 0)
        problem = unsaid(one.texts, await (await driver.top()).innerText(), say) ?? ''
        break
      } catch (error) {
        problem = reasonOf(error)
      }
    if (problem) wrong.push(`${one.id} (${one.call}): ${problem}`)
    else looked.push(one.id)
  }
  await driver.closeAll()
  return { looked, wrong }
}

/** Lists that our own parts draw: what they offer has words. */
export async function walkOwn(
  driver: Driver,
  addressFor: (screen: string) => string | undefined,
  known: Known,
  say: (english: string) => string,
  isForeign: (text: string) => boolean,
): Promise<{ count: number; wrong: string[] }> {
  const wrong: string[] = []
  let count = 0
  for (const { type, screen, press, query = '' } of known.own) {
    await driver.visit(`${addressFor(screen) ?? ''}${query}`)
    for (const label of press) {
      const [first, ...others] = (['button', 'menuitem', 'tab', 'radio'] as const).map(role => driver.page.getByRole(role, { name: say(label), exact: true }))
      await others
        .reduce((any, one) => any.or(one), first as Locator)
        .first()
        .click({ timeout: 30_000 })
    }
    const lists = driver.page.locator('select:visible')
    await lists.first().waitFor()
    await driver.traffic.quiet(200)
    const texts = await lists.evaluateAll(elements => elements.flatMap(one => [...(one as HTMLSelectElement).options].map(option => option.label)))
    count += texts.length
    if (texts.length < 2) wrong.push(`${screen} ${type}: nothing is offered`)
    for (const text of texts) {
      const problem = wordless(text) ?? (isForeign(text) ? 'not translated' : undefined)
      if (problem) wrong.push(`${screen} ${type}: "${text}" is ${problem}`)
    }
  }
  await driver.closeAll().catch(() => undefined)
  return { count, wrong }
}

/** A table of rows: what the form of a row offers; every field that its filter offers, how it is compared, what a value is chosen of; and one of them applied. */
export async function walkRows(
  driver: Driver,
  address: string,
  say: (english: string) => string,
  isForeign: (text: string) => boolean,
): Promise<{ count: number; wrong: string[] }> {
  const { page, traffic } = driver
  const wrong: string[] = []
  let count = 0
  /** What people called their fields and choices is in any language. */
  const look = (where: string, texts: string[], isOurs: boolean) => {
    count += texts.length
    if (!texts.length) wrong.push(`${where}: nothing is offered`)
    for (const text of texts) {
      const problem = wordless(text) ?? (isOurs && isForeign(text) ? 'not translated' : undefined)
      if (problem) wrong.push(`${where}: "${text}" is ${problem}`)
    }
  }
  await driver.visit(address)
  await page
    .getByRole('button', { name: say('Add row'), exact: true })
    .first()
    .click()
  const inForm = driver.dialogs.last().locator('.cxd-SelectControl')
  await inForm.first().waitFor()
  await traffic.quiet()
  for (let at = 0; at < (await inForm.count()); at++) {
    look(`form of a row, list ${at + 1}`, await driver.textsOf(await driver.open({ type: 'select' }, inForm.nth(at))), false)
    await driver.shut()
  }
  await driver.closeAll()
  await page
    .getByRole('button', { name: say('Filter'), exact: true })
    .first()
    .click()
  const drawer = page.locator('.cxd-Drawer-content').last()
  const line = drawer.locator('.cxd-CBItem').last()
  const offered = page.locator('.cxd-GroupedSelection-item:visible')
  const values = page.locator('.cxd-Select-option:visible:not(.cxd-Select-noResult)')
  const add = async () => {
    await drawer.locator('.cxd-CBGroup-toolbarConditionAdd button').first().click()
    await line.locator('.cxd-ResultBox').first().click()
    await offered.first().waitFor()
  }
  await add()
  const fields = await driver.textsOf(offered)
  look('filter of rows', fields, false)
  for (const [at, field] of fields.entries()) {
    if (at) await add()
    await offered.nth(at).click()
    await line.locator('.cxd-CBGroup-operatorInput').click()
    await offered.first().waitFor()
    look(`filter of rows, ${field}, comparisons`, await driver.textsOf(offered), true)
    await offered.first().click()
    const value = line.locator('.cxd-CBValue .cxd-Select').first()
    if (await driver.appears(value, 0.3)) {
      await value.click()
      await driver.appears(values)
      await traffic.quiet(100)
      look(`filter of rows, ${field}, values`, await driver.textsOf(values), false)
      await values.first().click()
      await driver.shut()
      await traffic.taken()
      await drawer.getByRole('button', { name: say('Apply filter'), exact: true }).click()
      await drawer.waitFor({ state: 'detached' })
      await traffic.quiet(200)
      const asked = (await traffic.taken()).filter(({ url }) => url.includes('filter='))
      if (!asked.length || asked.some(({ envelope }) => envelope.status !== 0))
        wrong.push(`filter of rows, ${field}: ${asked.at(-1)?.envelope.msg ?? 'nothing was asked'}`)
      // The button tells how many conditions there are.
      await page
        .getByRole('button', { name: `${say('Filter')} (1)`, exact: true })
        .first()
        .click()
      await line.waitFor()
    }
    await drawer.locator('.cxd-CBDelete').last().click()
  }
  await driver.closeAll().catch(() => undefined)
  return { count, wrong }
}

const sourceOf = ({ node }: Choice) => {
  const source = node.source ?? node.autoComplete
  return source ? JSON.stringify([urlOf(source), node.labelField, node.valueField, node.joinValues, node.multiple]) : undefined
}

/** As few forms as have every kind of control, with what comes from the server and with what is written in the screen. */
export function oneOfEachKind(groups: Group[], { exceptions }: Known): Group[] {
  const kindsOf = ({ address, choices }: Group) =>
    choices
      .filter(({ id }) => address && !exceptions.some(one => one.but === 'opened' && id.startsWith(one.of)))
      .map(choice => `${choice.type} ${sourceOf(choice) ? 'from the server' : 'written'}`)
  const missing = new Set(groups.flatMap(kindsOf))
  const taken: Group[] = []
  while (missing.size) {
    const gainOf = (group: Group) => new Set(kindsOf(group).filter(kind => missing.has(kind))).size / (1 + group.choices.length)
    const best = groups.reduce((one, other) => (gainOf(other) > gainOf(one) ? other : one))
    taken.push(best)
    for (const kind of kindsOf(best)) missing.delete(kind)
  }
  return taken
}

/** The same dialog twice on one screen is the same, and that of the first button is opened. */
export const eachOnce = (choices: Choice[]) => {
  const seen = new Set<string>()
  // A way by an event that has no button is the worse one.
  const ordered = [...choices].sort(
    (a, b) => Number(a.way.some(step => step.does === 'send' && !step.label)) - Number(b.way.some(step => step.does === 'send' && !step.label)),
  )
  const first = new Set(
    ordered.filter(choice => {
      const key = `${choice.screen} ${choice.key}`
      return !seen.has(key) && seen.add(key)
    }),
  )
  return choices.filter(choice => first.has(choice))
}
