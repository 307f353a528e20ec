// What no schema says: expressions parse, names point at something, actions exist, people can read and reach what is shown.
import { createRequire } from 'node:module'
import { type Finding, type Place, pathOf, type Severity } from './findings.ts'
import { findDanger } from './safety.ts'
import { hint } from './suggest.ts'
import type { GateTable } from './table.ts'

// amis-formula's ES module does not load in Node: it names lodash's files without their endings.
const { parse } = createRequire(import.meta.url)('amis-formula') as { parse(text: string, options: object): unknown }
type Json = Record<string, unknown>

export interface RuleOptions {
  profile: 'console' | 'app'
  table: GateTable
  /** English texts that have a translation; left out, texts are not looked up. */
  words?: ReadonlySet<string>
}

const parsed = new Map<string, string | undefined>()
/** What is wrong with a template, or undefined. Texts repeat, so the answers are kept. */
function templateFault(text: string): string | undefined {
  if (parsed.has(text)) return parsed.get(text)
  let fault: string | undefined
  try {
    parse(text, { evalMode: false, allowFilter: true, isFilter: () => true })
  } catch (error) {
    fault = (error as Error).message
  }
  if (parsed.size > 20_000) parsed.clear()
  parsed.set(text, fault)
  return fault
}

/** Places whose text is not amis' to read. */
const OPAQUE =
  /^(adaptor|requestAdaptor|script|editorDidMount|css|themeCss|validations|onEventScript|dataFilter|pattern|matchRegexp\d*|mockResponse|jsonSchema|config)$/
const FIELD =
  /^(input-|select$|multi-select$|textarea$|tree-select$|nested-select$|chained-select$|radios$|checkboxes$|picker$|transfer|combo$|editor$|switch$)/
const TEXT_KEYS = new Set(['label', 'title', 'subTitle', 'placeholder', 'tpl', 'description', 'confirmText', 'tooltip', 'submitText', 'confirmTitle'])

export function checkRules(screen: unknown, { profile, table, words }: RuleOptions): Finding[] {
  const findings: Finding[] = []
  const actions = new Set([...table.actions.builtin, ...table.actions.component])
  const names = new Set<string>(['window'])
  const references: [Place, string][] = []
  const report = (place: Place, severity: Severity, code: string, message: string) => void findings.push({ path: pathOf(place), severity, code, message })

  function text(place: Place, key: string, value: string, owner: Json) {
    if (profile === 'app') {
      const danger = findDanger(key, value, owner)
      if (danger) report(place, 'error', 'safety', danger)
    }
    if (value.includes('${')) {
      const fault = templateFault(value)
      if (fault) report(place, 'error', 'expression.parse', `cannot be read as an expression: ${fault}`)
    }
    if (!TEXT_KEYS.has(key) || profile !== 'console') return
    if (value.startsWith('i18n:')) {
      const english = value.slice(5)
      if (words && !words.has(english)) report(place, 'warning', 'text.untranslated', `"${english.slice(0, 60)}" has no translation`)
    } else if (/\p{L}{2}/u.test(value.replace(/\$\{[^}]*\}|<[^>]*>/g, '')))
      report(place, 'warning', 'text.unmarked', 'a text starts with "i18n:", so that it can be translated')
  }

  function component(own: Json, place: Place | undefined) {
    const type = typeof own.type === 'string' ? own.type : ''
    const at = (key: string): Place => ({ up: place, key })
    const unlabelled = !own.label && !own.title && !own.tooltip && !own.ariaLabel
    if (FIELD.test(type) && own.name && unlabelled && !own.placeholder && !own.option && own.label !== false)
      report(at('label'), 'warning', 'access.label', 'a field needs a label')
    if ((type === 'image' || type === 'static-image') && !own.alt && !own.title && !own.imageCaption)
      report(at('alt'), 'warning', 'access.alt', 'an image needs a text in its place (alt)')
    if (/^(button|action|submit|reset)$/.test(type) && own.icon && unlabelled)
      report(at('tooltip'), 'warning', 'access.name', 'a button with an icon only needs a name (tooltip)')
    if (
      typeof own.actionType === 'string' &&
      own.actionType &&
      !own.actionType.includes('$') &&
      !actions.has(own.actionType) &&
      !own.componentId &&
      !own.componentName &&
      !own.target
    )
      report(at('actionType'), 'error', 'action.unknown', `there is no action "${own.actionType}"${hint(own.actionType, actions)}`)
    const isAction = Boolean(own.actionType) || /^(button|action|submit|reset|form)$/.test(type)
    for (const key of ['reload', 'target', 'componentId', 'componentName'])
      if (typeof own[key] === 'string' && own[key] && (isAction || key === 'componentId' || FIELD.test(type) || type === 'crud'))
        references.push([at(key), own[key]])
  }

  function walk(node: unknown, place: Place | undefined) {
    if (Array.isArray(node)) {
      for (let index = 0; index < node.length; index++) {
        const value = node[index]
        if (typeof value === 'string') text({ up: place, key: index }, '', value, {})
        else walk(value, { up: place, key: index })
      }
      return
    }
    if (!node || typeof node !== 'object') return
    const own = node as Json
    for (const key of ['id', 'name']) if (typeof own[key] === 'string') names.add(own[key])
    component(own, place)
    for (const key of Object.keys(own)) {
      const value = own[key]
      if (typeof value === 'string') {
        if (OPAQUE.test(key) && profile === 'console') continue
        text({ up: place, key }, key, OPAQUE.test(key) ? value.replaceAll('${', '{') : value, own)
      } else if (value && typeof value === 'object' && !OPAQUE.test(key)) walk(value, { up: place, key })
    }
  }
  walk(screen, undefined)

  for (const [place, value] of references)
    for (const one of value.split(',')) {
      const name = (one.split('?')[0] ?? '').trim()
      if (!name || name.includes('$') || name.startsWith('_') || name.startsWith('u:')) continue
      const parts = name.split('.')
      if (!parts.some(part => names.has(part)))
        report(place, profile === 'console' ? 'error' : 'warning', 'reference.unknown', `nothing on this screen is called "${name}"${hint(name, names)}`)
    }
  return findings
}
