// Every control of the console's screens that offers choices, and the way to it: which tab, which button, which line of a menu. Read from the screens,
// so that a new one is held to the same as the others. Each part that has to be found in a browser gets a class of its own (`marked`).
import { findCall, isAddressKey, readAddress } from '../../api/gate/addresses.ts'
import { contracts } from '../../api/generated/contract.ts'
import { nodesOf, screens, type Node } from './shipped.ts'

/** What amis offers choices with; tests/screens/choices-of-screens.test.ts reads from amis itself that none is left out. */
export const OFFERS =
  /^(select|multi-select|tree-select|nested-select|cascader-select|chained-select|users-select|picker|list-select|transfer|transfer-picker|tabs-transfer|tabs-transfer-picker|input-tag|input-tree|input-city|button-group-select|radios|chart-radios|checkboxes|matrix-checkboxes|condition-builder)$/
const FOLDS = /^(collapse|fieldset)$/
/** A plain text that proposes what may be written. */
const proposes = (node: Node) => node.type === 'input-text' && Boolean(node.autoComplete ?? node.source ?? node.options)

export interface Step {
  does: 'tab' | 'unfold' | 'press' | 'send'
  /** Of the tab, the button, or the part that sends the event. */
  mark: string
  /** Type of that part. */
  type: string
  /** Menu that the button is in. */
  menu?: string
  event?: string
  /** English text of the menu's line that sends the event. */
  label?: string
  /** The button stands in every row of a list. */
  inRow: boolean
}

export interface Choice {
  /** Screen and place in it: what the tables of the tests know it by. */
  id: string
  screen: string
  name: string
  type: string
  mark: string
  node: Node
  way: Step[]
  /** What has to hold for it to be seen and used: expressions of the parts around it, below the last dialog. */
  conditions: string[]
  form?: { id: string; node: Node; isFilter: boolean }
  /** The same control in the same dialog of another screen has the same key. */
  key: string
}

/** Something that takes something away for good, and what it says before. */
export interface Deletion {
  id: string
  screen: string
  call: string
  way: Step[]
  /** Conditions of the parts around it, below the last dialog. */
  conditions: string[]
  /** The question, or what the dialog around it says. */
  texts: string[]
}
/** Calls that take something away for good, whatever their method. */
const TAKES_AWAY = /\.(delete|remove|revoke|unbind|leave)[A-Z]?/
/** A text that shows a value of what it is about. */
export const NAMES_IT = /\$\{[^}]*\b(name|nickName|title|label|what|ip|email|phone|type|sentences|items|selectedItems|repo|summary)\b/
const textsOf = (dialog: Node) => [String(dialog.title ?? ''), ...nodesOf(dialog.body).flatMap(node => (typeof node.tpl === 'string' ? [node.tpl] : []))]

const isNode = (value: unknown): value is Node => Boolean(value) && typeof value === 'object' && !Array.isArray(value)
/** Of a part of a screen, by its JSON pointer. */
const markOf = (pointer: string) => `at${pointer.replaceAll(/[^\w]+/g, '-')}`
const isPressed = (node: Node) =>
  isNode(node.dialog) || isNode(node.drawer) || node.type === 'dropdown-button' || /^(button|submit|action|link)$/.test(String(node.type))

function markNode(node: Node, mark: string, key: string): Node {
  if (key === 'tabs') return { ...node, tabClassName: `${String(node.tabClassName ?? '')} ${mark}` }
  if (typeof node.type !== 'string') return node
  if (!OFFERS.test(node.type) && !proposes(node) && !isPressed(node) && !FOLDS.test(node.type) && !node.onEvent) return node
  const name = node.className
  return { ...node, className: isNode(name) ? { ...name, [mark]: true } : `${String(name ?? '')} ${mark}`.trim() }
}

/** The screen with a class at every part that a choice or the way to one is found by. */
export function marked(schema: unknown, pointer = '', key = ''): unknown {
  if (Array.isArray(schema)) return schema.map((item, at) => marked(item, `${pointer}/${at}`, key))
  if (!isNode(schema)) return schema
  const inside = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, name === 'data' ? value : marked(value, `${pointer}/${name}`, name)]))
  return markNode(inside, markOf(pointer), key)
}

interface Around {
  way: Step[]
  conditions: string[]
  menu?: string
  form?: Choice['form']
  inRow: boolean
  /** The last dialog, drawer or page. */
  container: { node: Node; pointer: string }
}

const ROWS = /^(columns|itemActions)$/
const CONDITIONS = { visibleOn: (text: string) => text, hiddenOn: (text: string) => `!(${text})`, disabledOn: (text: string) => `!(${text})` }

function conditionsOf(node: Node): string[] {
  return Object.entries(CONDITIONS).flatMap(([key, as]) => (typeof node[key] === 'string' ? [as(node[key].replace(/^\$\{([^]*)\}$/, '$1'))] : []))
}

/** A part that several screens include may be for one of them alone: what it compares are words that stand there. */
const isNever = (condition: string) => {
  const [, one, other] = /^'(\w*)' ==+ '(\w*)'$/.exec(condition.trim()) ?? []
  return one !== other
}

/** Choices and deletions of one screen. */
function foundIn(screen: string, schema: Node): { choices: Choice[]; deletions: Deletion[] } {
  const found: Choice[] = []
  const deletions: Deletion[] = []
  const lookForDeletions = (node: Node, id: string, mark: string, { way, conditions, menu, inRow, container }: Around) => {
    for (const [key, value] of Object.entries(node)) {
      const address = isAddressKey(key) ? readAddress(key, value, String(node.type ?? '')) : undefined
      const call = address && findCall(address, contracts).call
      if (!call || (call.method !== 'DELETE' && !TAKES_AWAY.test(call.id))) continue
      const press: Step = { does: 'press', mark, type: String(node.type ?? ''), inRow, ...(menu && menu !== mark && { menu }) }
      const texts = node.confirmText ? [String(node.confirmText)] : container.pointer ? textsOf(container.node) : []
      deletions.push({ id, screen, call: call.id, way: node.confirmText ? [...way, press] : way, conditions, texts })
    }
  }
  function walk(value: unknown, pointer: string, key: string, around: Around) {
    if (Array.isArray(value)) return value.forEach((item, at) => walk(item, `${pointer}/${at}`, key, around))
    if (!isNode(value)) return
    const mark = markOf(pointer)
    const type = String(value.type ?? '')
    const conditions = [...around.conditions, ...conditionsOf(value)]
    let here: Around = { ...around, conditions, inRow: around.inRow || type === 'each' || type === 'cards' || type === 'list' }
    if (key === 'tabs') here = { ...here, way: [...around.way, { does: 'tab', mark, type: 'tab', inRow: false }] }
    if (FOLDS.test(type)) here = { ...here, way: [...here.way, { does: 'unfold', mark, type, inRow: false }] }
    if (type === 'dropdown-button') here = { ...here, menu: mark }
    // A tile draws the button of its menu itself.
    else if (key === 'menu' && Array.isArray(value.buttons)) here = { ...here, menu: 't-more', inRow: true }
    const id = `${screen}${pointer}`
    if (type === 'form') here = { ...here, form: { id, node: value, isFilter: false } }
    if (key === 'filter') here = { ...here, form: { id, node: value, isFilter: true } }
    lookForDeletions(value, id, mark, here)
    if ((OFFERS.test(type) || proposes(value)) && !conditions.some(isNever))
      found.push({
        id,
        screen,
        name: String(value.name ?? ''),
        type,
        mark,
        node: value,
        way: here.way,
        conditions,
        ...(here.form && { form: here.form }),
        key: here.container.pointer ? JSON.stringify([here.container.node, pointer.slice(here.container.pointer.length)]) : id,
      })
    for (const [name, inside] of Object.entries(value)) {
      const at = `${pointer}/${name}`
      const rows = ROWS.test(name) ? { ...here, inRow: true } : here
      if ((name === 'dialog' || name === 'drawer') && isNode(inside)) {
        const last = around.way.at(-1)
        const press: Step[] =
          typeof value.type === 'string' || value.actionType === undefined || last?.does !== 'send'
            ? [{ does: 'press', mark, type, inRow: here.inRow, ...(around.menu && around.menu !== mark && { menu: around.menu }) }]
            : []
        walk(inside, at, name, { way: [...here.way, ...press], conditions: [], inRow: false, container: { node: inside, pointer: at } })
      } else if (name === 'onEvent' && isNode(inside))
        for (const [event, handler] of Object.entries(inside)) {
          const line = (value.menu as { event: string; label: string }[] | undefined)?.find(item => item.event === event)
          const step: Step = {
            does: event === 'click' ? 'press' : 'send',
            mark,
            type,
            event,
            inRow: here.inRow,
            ...(line ? { label: line.label } : event === 'add' && typeof value.addLabel === 'string' ? { label: value.addLabel } : {}),
            ...(around.menu && around.menu !== mark && { menu: around.menu }),
          }
          walk(handler, `${at}/${event}`, '', { ...here, way: [...here.way, step] })
        }
      else if (name !== 'data') walk(inside, at, name, rows)
    }
  }
  walk(schema, '', '', { way: [], conditions: [], inRow: false, container: { node: schema, pointer: '' } })
  return { choices: found, deletions }
}

const all = async () => Promise.all((await screens.ids()).map(async id => foundIn(id, (await screens.get(id))?.schema as Node)))
/** All choices of all shipped screens. */
export const allChoices = async (): Promise<Choice[]> => (await all()).flatMap(({ choices }) => choices)
/** Whatever takes something away on any of them. */
export const allDeletions = async (): Promise<Deletion[]> => (await all()).flatMap(({ deletions }) => deletions)
