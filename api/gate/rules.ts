// What no schema says: expressions parse, names point at something, actions exist, people can read and reach what is shown.
import { faultOfOldCondition } from '../old-conditions.ts'
import { FUNCTIONS, readTemplate, type Reading } from './expressions.ts'
import { type Found, FoundAt, type Place, type Severity, type Values } from './findings.ts'
import { isIn } from './kept.ts'
import { findDanger, regionIn, type Region } from './safety.ts'
import { distance, isLonger, nearest } from './suggest.ts'
import { actionsOf, setOf, type GateTable } from './table.ts'

type Json = Record<string, unknown>

export interface RuleOptions {
  profile: 'console' | 'app'
  table: GateTable
  /** Names under which data is a schema that some part of the screen draws. */
  drawn: ReadonlySet<string>
  /** English texts that have a translation; left out, texts are not looked up. */
  words?: ReadonlySet<string>
  /** The installation lets screens run their own JavaScript. */
  scripts?: boolean
}

/** Places whose text is not amis' to read. */
const isOpaque = isIn(
  /^(adaptor|requestAdaptor|script|editorDidMount|css|themeCss|validations|onEventScript|dataFilter|pattern|matchRegexp\d*|mockResponse|jsonSchema|config)$/,
)
const isField = isIn(
  /^(input-|select$|multi-select$|textarea$|tree-select$|nested-select$|chained-select$|radios$|checkboxes$|picker$|transfer|combo$|editor$|switch$)/,
)
const isButton = isIn(/^(button|action|submit|reset)$/)
const TEXT_KEYS = new Set(['label', 'title', 'subTitle', 'placeholder', 'tpl', 'description', 'confirmText', 'tooltip', 'submitText', 'confirmTitle'])

/** True for what people read as language: not `API_HOST`, `1.0.0` or an address, which are the same in every language. */
const isProse = (text: string) => {
  const rest = text.replace(/\$\{[^{}]*\}|<[^<>]*>/g, '')
  return /\p{L}{2}/u.test(rest) && !/^[\w.,:;/@#%+*=-]*[\d_./:@][\w.,:;/@#%+*=-]*$/.test(rest.trim())
}

/** The sentence of a toast, or of a question. */
const isToast = (key: string, up: Place | undefined) => (key === 'msg' || key === 'message') && up?.key === 'args'

const MESSAGES = new Set(
  'success failed fetchSuccess fetchFailed saveSuccess saveFailed saveOrderSuccess saveOrderFailed quickSaveSuccess quickSaveFailed deleteSuccess deleteFailed validateFailed minLengthValidateFailed maxLengthValidateFailed'.split(
    ' ',
  ),
)
const ARGS = new Set(
  'value api msg link url dialog drawer path params content title options script loopName eventName time delta index items item blank resetPage messages condition query closeDialog copyFormat position level timeout to subject body cc bcc name type fileName redirect componentId waitForAction downloadFileName filename'.split(
    ' ',
  ),
)
/** Objects of a component whose keys are words of amis: which ones, what is said, and whether an unknown one is surely wrong. */
const WORDS: readonly (readonly [string, (table: GateTable) => ReadonlySet<string>, string, string, boolean])[] = [
  ['messages', () => MESSAGES, 'property.unlikely', 'There is no message "{name}"', false],
  ['validationErrors', table => setOf(table.validations), 'validation.unknown', 'There is no validation "{name}"', false],
  ['onEvent', table => setOf(table.events), 'event.unknown', 'No component tells of "{name}"', false],
]

const reachesIn = (reads: Reading['reads']): boolean => {
  for (const path of reads) for (const part of path) if (part === 'constructor' || part === '__proto__' || part === 'prototype') return true
  return false
}
/** What a text in a list belongs to. */
const NO_OWNER: Json = {}

export function checkRules(screen: unknown, { profile, table, drawn, words, scripts = false }: RuleOptions): Found[] {
  const findings: Found[] = []
  const actions = actionsOf(table)
  const root = screen && typeof screen === 'object' ? (screen as Json).definitions : undefined
  const definitions: object = root && typeof root === 'object' ? root : {}
  const names = new Set<string>(['window', 'none'])
  const references: [Place, string][] = []
  const report = (place: Place, severity: Severity, code: string, english: string, values?: Values, meant?: Found['meant']) =>
    void findings.push(new FoundAt(place, severity, code, english, values, meant))
  const strict = profile === 'console'

  /** Conditions of old pages are read by an interpreter of ours (api/old-conditions.ts), which knows no more than it must. */
  function oldExpression(place: Place, value: string) {
    const fault = faultOfOldCondition(value)
    if (fault === undefined) report(place, 'hint', 'expression.old', 'An old spelling; written as ${…} it is an expression like all others')
    else report(place, 'warning', 'expression.unread', '"{reason}" cannot be read here; write ${…}', { reason: fault })
  }

  /** What is told of an expression; the place of it is written down where something is. */
  function expression({ fault, functions, filters, reads }: Reading, up: Place | undefined, at: string | number) {
    if (fault) report({ up, key: at }, 'error', 'expression.parse', 'Cannot be read as an expression: {reason}', { reason: fault })
    if (reachesIn(reads)) report({ up, key: at }, 'error', 'safety.prototype', 'Expressions may not reach into how objects are made')
    for (const name of functions)
      if (!FUNCTIONS.has(name) && !FUNCTIONS.has(name.toUpperCase()) && !table.functions.includes(name))
        report({ up, key: at }, strict ? 'error' : 'warning', 'function.unknown', 'There is no function {name}', { name }, () =>
          nearest(name, [...FUNCTIONS, ...table.functions]),
        )
    for (const name of filters)
      if (!setOf(table.filters).has(name))
        report({ up, key: at }, strict ? 'error' : 'warning', 'filter.unknown', 'There is no filter "{name}"', { name }, () => nearest(name, table.filters))
  }

  /** A text by its key, or by its number in a list. */
  function text(up: Place | undefined, at: string | number, value: string, owner: Json, opaque: boolean, region: Region) {
    const key = typeof at === 'number' ? '' : at
    const danger = findDanger(key, value, owner, region, scripts)
    if (danger?.code === 'safety.expression' && !strict) oldExpression({ up, key: at }, value)
    else if (danger) report({ up, key: at }, 'error', danger.code, danger.english, danger.values)
    if (opaque) return
    if (value.includes('${')) expression(readTemplate(value), up, at)
    if (!strict) return
    // The loader puts the words of a language in place of every such text, wherever it stands.
    if (value.startsWith('i18n:')) {
      const english = value.slice(5)
      if (words && !words.has(english)) report({ up, key: at }, 'warning', 'text.untranslated', '"{text}" has no translation', { text: english.slice(0, 60) })
    } else if (((region !== 'data' && TEXT_KEYS.has(key)) || (region === 'texts' && up?.key === 'messages') || isToast(key, up)) && isProse(value))
      report({ up, key: at }, 'warning', 'text.unmarked', 'A text starts with "i18n:", so that it can be translated')
  }

  /** Names in an object that takes others too: told where they are surely wrong, or nearly one that is known. */
  function checkWords(place: Place, own: Json, known: ReadonlySet<string>, code: string, english: string, sure: boolean) {
    for (const name in own) {
      if (known.has(name) || name.length < 4 || name.startsWith('$') || name.startsWith('_')) continue
      const meant = nearest(name, known)
      const isSlip =
        meant !== undefined &&
        !(meant in own) &&
        !isLonger(name, meant) &&
        !isLonger(meant, name) &&
        distance(name, meant) <= Math.max(1, Math.floor(name.length / 3))
      if (sure || isSlip) report({ up: place, key: name }, sure ? 'error' : 'warning', code, english, { name }, () => meant)
    }
  }

  function component(own: Json, place: Place | undefined) {
    const type = typeof own.type === 'string' ? own.type : ''
    const unlabelled = !own.label && !own.title && !own.tooltip && !own.ariaLabel
    // What a condition is compared with stands beside its field's name.
    const isCompared = place?.up?.key === 'values'
    if (isField(type) && own.name && unlabelled && !isCompared && !own.placeholder && !own.option && own.label !== false)
      report({ up: place, key: 'label' }, 'warning', 'access.label', 'A field needs a label')
    if ((type === 'image' || type === 'static-image') && !own.alt && !own.title && !own.imageCaption)
      report({ up: place, key: 'alt' }, 'warning', 'access.alt', 'An image needs a text in its place (alt)')
    if (own.icon && unlabelled && isButton(type))
      report({ up: place, key: 'tooltip' }, 'warning', 'access.name', 'A button with an icon only needs a name (tooltip)')
    for (const [key, known, code, english, sure] of WORDS)
      if (own[key] && typeof own[key] === 'object' && !Array.isArray(own[key]))
        checkWords({ up: place, key }, own[key] as Json, known(table), code, english, sure && strict)
    const args = typeof own.actionType === 'string' && own.args && typeof own.args === 'object' && !Array.isArray(own.args) ? (own.args as Json) : undefined
    if (args) checkWords({ up: place, key: 'args' }, args, ARGS, 'property.unlikely', 'No action reads "{name}"', false)
    if (Array.isArray(own.options))
      own.options.forEach((option: unknown, index) => {
        if (!option || typeof option !== 'object') return
        const missing = ['label', 'value'].filter(name => !(name in option) && !own[`${name}Field`])
        if (missing.length)
          checkWords({ up: { up: place, key: 'options' }, key: index }, option as Json, new Set(missing), 'property.unlikely', 'No option has "{name}"', false)
      })
    const action = own.actionType
    const elsewhere = own.componentId || own.componentName || own.target
    if (typeof action === 'string' && action && !action.includes('$') && !actions.has(action) && !elsewhere)
      // A button that acts by its events works whatever else it says; one without does nothing.
      report(
        { up: place, key: 'actionType' },
        own.onEvent ? 'warning' : 'error',
        'action.unknown',
        'There is no action "{name}"',
        { name: action.slice(0, 60) },
        () => nearest(action, actions),
      )
    const isAction = Boolean(own.actionType) || type === 'form' || isButton(type)
    for (const key of ['reload', 'target', 'componentId', 'componentName'])
      if (typeof own[key] === 'string' && own[key] && (isAction || key === 'componentId' || isField(type) || type === 'crud'))
        references.push([{ up: place, key }, own[key]])
  }

  /** `opaque`: inside of what amis does not read as components and templates; script is script there too. */
  function walk(node: unknown, place: Place | undefined, opaque: boolean, region: Region) {
    if (Array.isArray(node)) {
      for (let index = 0; index < node.length; index++) {
        const value: unknown = node[index]
        if (typeof value === 'string') text(place, index, value, NO_OWNER, opaque, region)
        else if (value && typeof value === 'object') walk(value, { up: place, key: index }, opaque, region)
      }
      return
    }
    if (!node || typeof node !== 'object') return
    const own = node as Json
    if (!opaque) {
      if ('$ref' in own && (typeof own.$ref !== 'string' || own.$ref.trim() === ''))
        report({ up: place, key: '$ref' }, 'error', 'reference.definition', 'Names no definition; nothing is drawn here')
      else if (typeof own.$ref === 'string' && !own.$ref.includes('/') && !own.$ref.includes('$') && !Object.hasOwn(definitions, own.$ref))
        report({ up: place, key: '$ref' }, 'error', 'reference.definition', 'There is no definition "{name}" on this screen', { name: own.$ref }, () =>
          nearest(own.$ref as string, Object.keys(definitions)),
        )
      if (typeof own.id === 'string') names.add(own.id)
      if (typeof own.name === 'string') names.add(own.name)
      if (region === 'parts') component(own, place)
    }
    for (const key in own) {
      const value = own[key]
      if (typeof value === 'string') text(place, key, value, own, opaque || isOpaque(key), region)
      else if (value && typeof value === 'object') walk(value, { up: place, key }, opaque || isOpaque(key), regionIn(region, key, own, value, drawn))
    }
  }
  walk(screen, undefined, false, 'parts')

  for (const [place, value] of references)
    for (const one of value.split(',')) {
      const name = (one.split('?')[0] ?? '').trim()
      if (!name || name.includes('$') || name.startsWith('_') || name.startsWith('u:')) continue
      const parts = name.split('.')
      if (!parts.some(part => names.has(part)))
        report(place, strict ? 'error' : 'warning', 'reference.unknown', 'Nothing on this screen is called "{name}"', { name }, () => nearest(name, names))
    }
  return findings
}
