// Structure: every component exists, has only properties it knows, and every value is of a kind it takes.
// This walks a screen along what is known (vocabulary.ts).
import { type Found, FoundAt, type Phrase, type Place, type Severity, type Values } from './findings.ts'
import { distance, isLonger, nearest } from './suggest.ts'
import type { GateTable, ObjectShape, Shape } from './table.ts'
import { described, vocabularyOf } from './vocabulary.ts'

type Json = Record<string, unknown>

const SUFFIX = /^(.+?)(On|Expr|Raw|OnRaw|ExprRaw|ClassName)$/
/** Words that amis hands on, and what gets one that it does not know does without: an editor shows plain text. */
const SOFT = new Set(['language'])
const LOCALE = /^[a-z]{2}(-[A-Za-z]{2,4})?$/
const kindOf = (value: unknown): string =>
  value === null ? 'nothing' : Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : JSON.stringify(value).slice(0, 60)
const isTemplate = (value: unknown): boolean => typeof value === 'string' && (value.includes('$') || value.includes('<%'))

/** Properties that count or measure, whatever amis declares. */
const COUNTS = /^(minLength|maxLength|colSpan|rowSpan|combineNum|indentSize|perPage|interval|min|max|step|precision|maxSize|debounce|columnsCount)$/
const MEASURES = /^(width|height|labelWidth|minWidth|maxWidth|minHeight|maxHeight)$/
/** Sizes in words of CSS. */
const SIZES = /\d|^(auto|inherit|initial|unset|none|(min|max|fit)-content|xs|sm|md|lg|xl|full)$/
const isWordForNumber = (key: string, value: string) =>
  !isTemplate(value) && (COUNTS.test(key) ? !/\d/.test(value) : MEASURES.test(key) && !SIZES.test(value.trim()))

const phrase = (...any: string[]): Phrase => ({ any })

export function createStructure(amis: GateTable, ours: Record<string, ObjectShape> = {}) {
  const { table, common, typeNames, kind, namesOf, isElsewhere, resolve, unionOf, takes, pair } = vocabularyOf(amis, ours)

  return function checkStructure(screen: unknown): Found[] {
    let findings: Found[] = []
    const report = (place: Place | undefined, severity: Severity, code: string, english: string, values?: Values, meant?: Found['meant']) =>
      void findings.push(new FoundAt(place, severity, code, english, values, meant))

    function wrongKind(shape: Shape, value: unknown, place: Place | undefined) {
      const wanted = phrase(...described(shape, table))
      if (typeof value === 'string' && Array.isArray(shape) && shape[0] === 'e') {
        const known = shape.slice(1).filter((one): one is string => typeof one === 'string')
        const severity = SOFT.has(String(place?.key)) ? 'warning' : 'error'
        return report(place, severity, 'value.unknown', '"{value}" is none of {wanted}', { value: value.slice(0, 60), wanted }, () => nearest(value, known))
      }
      return report(place, 'error', 'value.kind', 'Takes {wanted}, not {value}', { wanted, value: phrase(kindOf(value)) })
    }

    function check(shape: Shape, value: unknown, place: Place | undefined, old: boolean): void {
      // Nothing, said in so many words.
      if (shape === 'any' || value === null || value === undefined || value === '') return undefined
      // What counts as nothing where amis asks whether something is there: no, and a list or an object with nothing in it.
      if (value === false || (typeof value === 'object' && !takes(shape, value) && !Object.keys(value).length)) {
        if (!takes(shape, value)) report(place, 'hint', 'value.nothing', 'Counts as nothing here; better left out')
        if (value === false || !takes(shape, value)) return undefined
      }
      if (shape === 'bool' && typeof value === 'object') return report(place, 'warning', 'value.kind', 'Counts as true; what is in it is not read')
      if (typeof shape === 'string') {
        if (shape === 'node' || shape === 'coll') return checkNode(0, undefined, value, place, old)
        if (shape.startsWith('#')) return check(resolve(shape), value, place, old)
        return checkScalar(shape, value, place)
      }
      switch (shape[0]) {
        case 'e':
          if (!takes(shape, value) && !isTemplate(value)) wrongKind(shape, value, place)
          return undefined
        case 'a': {
          if (!Array.isArray(value)) {
            if (typeof value === 'number' || value === true) return wrongKind(shape, value, place)
            // amis takes one thing where it wants a list of components.
            const item = resolve(shape[1])
            if (item === 'node' || item === 'coll' || (Array.isArray(item) && item[0] === 'n')) return check(item, value, place, old)
            return isTemplate(value) ? undefined : wrongKind(shape, value, place)
          }
          for (let at = 0; at < value.length; at++) check(shape[1], value[at], { up: place, key: at }, old)
          return undefined
        }
        case 'o':
          if (typeof value !== 'object' || Array.isArray(value)) return isTemplate(value) ? undefined : wrongKind(shape, value, place)
          return checkObject(shape, value as Json, place, old)
        case 'n':
          return checkNode(shape[1], shape[2], value, place, old)
        default:
          return checkUnion(shape, value, place, old)
      }
    }

    function checkScalar(shape: string, value: unknown, place: Place | undefined) {
      if (shape === 'str' ? typeof value === 'string' : shape === 'num' ? typeof value === 'number' : shape === 'bool' ? typeof value === 'boolean' : false)
        return undefined
      // amis puts a number where a text is wanted on the screen as it is, and counts with "10" as with 10.
      if (shape === 'num' && typeof value === 'string' && (isTemplate(value) || /^-?\d+(\.\d+)?$/.test(value.trim()))) {
        if (!isTemplate(value)) report(place, 'hint', 'value.kind', 'Better a number than the text "{value}"', { value: value.trim() })
        return undefined
      }
      if (shape === 'bool' && (isTemplate(value) || value === 'true' || value === 1 || value === 0)) {
        if (!isTemplate(value)) report(place, 'hint', 'value.kind', 'Better true or false')
        return undefined
      }
      return wrongKind(shape as Shape, value, place)
    }

    function checkUnion(shape: Shape, value: unknown, place: Place | undefined, old: boolean): void {
      const union = unionOf(shape)
      if (union.isAny) return undefined
      const given = typeof value
      if (given !== 'object' && union[given as 'string' | 'number' | 'boolean']) {
        // Taken, whichever of them it is.
        if (given === 'string' && union.isWordOrNumber && isWordForNumber(String(place?.key), value as string))
          report(place, 'error', 'value.kind', 'Takes {wanted}, not {value}', { wanted: phrase('a number'), value: phrase(kindOf(value)) })
        return undefined
      }
      const { all } = union
      const fitting = given !== 'object' ? all.filter(one => takes(one, value)) : Array.isArray(value) ? union.lists : union.objects
      if (fitting.length === 0) {
        if (isTemplate(value)) return undefined
        if (typeof value === 'string' && all.includes('num') && /^-?\d+(\.\d+)?$/.test(value.trim())) return undefined
        // The one member that is of this kind at all says it best.
        const enumeration = typeof value === 'string' ? all.find(one => Array.isArray(one) && one[0] === 'e') : undefined
        const item = all.find(one => Array.isArray(one) && one[0] === 'a')
        if (!enumeration && item && typeof value === 'object' && !Array.isArray(value)) return check(item, value, place, old)
        return wrongKind(enumeration ?? shape, value, place)
      }
      if (typeof value === 'string' && all.includes('num') && all.includes('str') && isWordForNumber(String(place?.key), value))
        return report(place, 'error', 'value.kind', 'Takes {wanted}, not {value}', { wanted: phrase('a number'), value: phrase(kindOf(value)) })
      if (fitting.length === 1 || typeof value !== 'object') return check(fitting[0] as Shape, value, place, old)
      // Something with an address is an address, though other objects may stand there too.
      const address = 'url' in (value as Json) ? fitting.find(one => Array.isArray(one) && one[0] === 'o' && one[3]?.includes('url')) : undefined
      if (address) return check(address, value, place, old)
      // Something with a type is a component, and its faults are that component's.
      const type = (value as Json).type
      const component = fitting.find(one => one === 'node' || one === 'coll' || (Array.isArray(one) && one[0] === 'n'))
      if (component && typeof type === 'string' && kind(type.toLowerCase())) return check(component, value, place, old)
      let best: Found[] | undefined
      const before = findings
      for (const one of fitting) {
        findings = []
        check(one, value, place, old)
        if (!best || weight(findings) < weight(best)) best = findings
        if (!findings.length) break
      }
      findings = before
      if (best) for (const one of best) findings.push(one)
      return undefined
    }

    function checkObject(shape: ObjectShape, value: Json, place: Place | undefined, old: boolean) {
      const [, properties, rest, required] = shape
      for (const key of Object.keys(value)) {
        const here = { up: place, key }
        const known = Object.hasOwn(properties, key) ? properties[key] : undefined
        if (known !== undefined) check(known, value[key], here, old || key === 'controls')
        else if (rest !== 0) {
          check(rest, value[key], here, old)
          slip(here, key, properties, value)
        } else if (!isFree(key) && !(SUFFIX.test(key) && baseKnown(key, name => Object.hasOwn(properties, name))))
          unknown(here, undefined, key, Object.keys(properties))
      }
      for (const name of required ?? [])
        if (!(name in value) && !('$ref' in value)) lacking(place, 'property.missing', 'Needs "{name}"', name, Object.keys(value))
    }

    /** Something must be there and is not; perhaps it is, under a name that is nearly the right one. */
    function lacking(place: Place | undefined, code: string, english: string, name: string, keys: string[]) {
      const found = nearest(name, keys)
      const aside = found === undefined ? undefined : ' (is "{found}" meant for it?)'
      findings.push(new FoundAt(place, 'error', code, english, found === undefined ? { name } : { name, found }, undefined, aside))
    }

    /** A name that may be the author's own, but is nearly one that is known and missing. */
    function slip(place: Place, key: string, properties: Record<string, Shape>, value: Json) {
      if (key.length < 4 || key.startsWith('$') || key.startsWith('_') || SUFFIX.test(key)) return
      const meant = nearest(
        key,
        Object.keys(properties).filter(name => !name.startsWith('$')),
      )
      if (meant === undefined || meant in value || isLonger(key, meant) || isLonger(meant, key)) return
      if (distance(key, meant) <= Math.max(1, Math.floor(key.length / 3)))
        report(place, 'warning', 'property.unlikely', 'There is no property "{name}" here', { name: key.slice(0, 80) }, () => meant)
    }

    function unknown(place: Place, owner: string | undefined, key: string, names: Iterable<string>) {
      // What belongs to another component does nothing here and harms nothing (amis' own examples have `sortable` in a card),
      // unless it is a slip of something that this component has.
      if (isElsewhere(key)) {
        const slip = nearest(key, names)
        if (slip === undefined || distance(key.toLowerCase(), slip.toLowerCase()) > Math.max(1, Math.floor(key.length / 4))) {
          if (owner) report(place, 'warning', 'property.elsewhere', '"{name}" does nothing on "{owner}"', { owner, name: key.slice(0, 80) })
          else report(place, 'warning', 'property.elsewhere', '"{name}" does nothing here', { name: key })
          return
        }
      }
      if (table.marks.includes(key)) return report(place, 'hint', 'property.mark', '"{name}" is a note of the visual editor; nothing reads it', { name: key })
      const meant = () => {
        const habit = Object.hasOwn(table.habits, key) ? table.habits[key] : undefined
        return habit !== undefined && [...names].includes(habit) ? habit : nearest(key, names)
      }
      if (owner) report(place, 'error', 'property.unknown', '"{owner}" has no property "{name}"', { owner, name: key.slice(0, 80) }, meant)
      else report(place, 'error', 'property.unknown', 'There is no property "{name}" here', { name: key.slice(0, 80) }, meant)
    }

    function checkNode(extra: Shape | 0, byDefault: string | undefined, value: unknown, place: Place | undefined, old: boolean): void {
      if (typeof value !== 'object' || value === null) {
        if (extra && typeof value !== 'string') wrongKind('node', value, place)
        return undefined
      }
      if (Array.isArray(value)) {
        for (let at = 0; at < value.length; at++) checkNode(extra, byDefault, value[at], { up: place, key: at }, old)
        return undefined
      }
      const node = value as Json
      const said = node.type
      if ('$ref' in node || (typeof said === 'string' && said.includes('$'))) return undefined
      let type = typeof said === 'string' && said !== '' ? said.toLowerCase() : undefined
      if (type && old && table.controls[type]) {
        report({ up: place, key: 'type' }, 'hint', 'type.old', '"{old}" is the old name of "{name}"', {
          old: said as string,
          name: table.controls[type] as string,
        })
        type = table.controls[type]
      }
      if (said !== undefined && said !== null && typeof said !== 'string') return wrongKind('str', said, { up: place, key: 'type' })
      // A dialog or a drawer is one whatever its type says: amis puts the right one over it.
      if ((byDefault === 'dialog' || byDefault === 'drawer') && type !== undefined && type !== byDefault) {
        report({ up: place, key: 'type' }, 'hint', 'type.ignored', 'A {name} opens here, whatever the type says', { name: byDefault })
        type = byDefault
      }
      type ??= byDefault
      const mine = type === undefined ? undefined : kind(type)
      if (type !== undefined && !mine && typeof said === 'string' && said) {
        return report({ up: place, key: 'type' }, 'error', 'type.unknown', 'There is no component "{name}"', { name: said.slice(0, 60) }, () =>
          nearest(said, typeNames),
        )
      }
      const extras = extra ? resolve(extra) : undefined
      const more = Array.isArray(extras) && extras[0] === 'o' ? extras[1] : undefined
      if (!mine && !more) {
        if (!Object.keys(node).length) report(place, 'hint', 'value.nothing', 'Counts as nothing here; better left out')
        else if (typeof node.component !== 'function' && !('schemaApi' in node)) {
          // A type that is there under a slip of the pen is told where it is.
          const slip = nearest('type', Object.keys(node))
          if (slip !== undefined && typeof node[slip] === 'string' && kind((node[slip] as string).toLowerCase()))
            unknown({ up: place, key: slip }, type, slip, ['type'])
          else lacking(place, 'type.missing', 'A component says its type', 'type', Object.keys(node))
        }
        return undefined
      }
      if (mine?.open) return undefined
      for (const key of ['reciever', 'videoReciever'])
        if (key in node)
          report({ up: place, key }, 'hint', 'property.old', '"{old}" is the old name of "{name}"', {
            old: key,
            name: key === 'reciever' ? 'receiver' : 'videoReceiver',
          })
      for (const key of Object.keys(node)) {
        if (key === 'type') continue
        const here = { up: place, key }
        const item = node[key]
        const a = more && Object.hasOwn(more, key) ? more[key] : undefined
        const b = mine ? mine.properties.get(key) : common.get(key)
        if (a !== undefined || b !== undefined) {
          const shape: Shape = a === undefined || a === b ? (b as Shape) : b === undefined ? a : pair(a, b)
          check(shape, item, here, (old && type !== 'dialog' && type !== 'drawer' && key !== 'addOn') || key === 'controls')
          if (key === 'controls' && type !== 'audio' && type !== 'carousel')
            report(here, 'hint', 'property.old', '"{old}" is the old name of "{name}"', { old: 'controls', name: 'body' })
        } else if (mine?.reads.has(key) || isFree(key)) continue
        else if (key === 'controls') {
          report(here, 'hint', 'property.old', '"{old}" is the old name of "{name}"', { old: 'controls', name: 'body' })
          check('coll', item, here, true)
        } else if (
          SUFFIX.test(key) &&
          baseKnown(key, name => Boolean((more && name in more) || mine?.properties.has(name) || mine?.reads.has(name) || common.has(name)))
        )
          continue
        else unknown(here, type, key, namesOf(mine?.properties ?? common, more))
      }
      return undefined
    }

    // What is opened by itself is a page when it does not say.
    checkNode(0, 'page', screen, undefined, false)
    return findings
  }

  function weight(list: Found[]) {
    return list.reduce((sum, one) => sum + (one.severity === 'error' ? 100 : 1), 0)
  }
  function isFree(key: string) {
    return key.startsWith('$$') || key.startsWith('_') || key.startsWith('//') || key.startsWith('data-') || (LOCALE.test(key) && key.includes('-'))
  }
  function baseKnown(key: string, has: (name: string) => boolean) {
    const [, base = ''] = SUFFIX.exec(key) ?? []
    return has(base)
  }
}
