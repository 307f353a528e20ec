// Parts that show one value.
import { dateOf, dateText, textOf, valueOf } from '../formula.ts'
import { asList, get, isJson, within, type Json } from '../json.ts'
import type { View } from '../view.ts'
import type { State } from './state.ts'
import type { Around } from './types.ts'
import { LEVELS, LOOKS, type Draws, type Views } from './views.ts'

export function createValues({ say, host, on }: State, { isOff, text, box, template, tapped, hasAction, flat }: Views, { draw, drawAll }: Draws) {
  function drawValue(node: Json, type: string, scope: Json, at: string, around: Around): View[] {
    const own = typeof node.name === 'string' && node.name ? get(scope, node.name) : undefined
    const given = own ?? (node.value === undefined ? undefined : valueOf(node.value, scope))
    const empty = () => text(at, template(node.placeholder ?? (around.inRow ? '—' : ''), scope), 'muted')
    const tap = hasAction(node) ? tapped(at, node, scope, around) : undefined
    const look = LOOKS[String(node.wrapperComponent ?? '')] ?? (/text-muted|t-help/.test(String(node.className ?? '')) ? 'muted' : 'text')
    const labelled = (views: View[]): View[] =>
      type.startsWith('static') && node.label && views.length
        ? [{ kind: 'pair', key: `${at}.pair`, label: template(node.label, scope), children: views }]
        : views
    switch (type.replace(/^static-/, '')) {
      case 'link': {
        const href = textOf(node.href ?? given, scope)
        const label =
          typeof node.body === 'string'
            ? template(node.body, scope)
            : node.body
              ? flat(drawAll(node.body, scope, `${at}.body`, around))
              : textOf(given, scope) || href
        if (!href || isOff(node, scope)) return text(at, label)
        return [{ kind: 'text', key: at, look: 'text', text: label || href, tap: on(at, () => host.open(href)) }]
      }
      case 'image':
      case 'avatar': {
        const src = textOf(node.src ?? given, scope)
        const shown = src ? host.picture(src) : undefined
        if (!src) return empty()
        const width = Number(node.width) || (type === 'avatar' ? 40 : 0)
        return [
          {
            kind: 'image',
            key: at,
            src: shown ?? '',
            alt: template(node.alt ?? node.title, scope),
            width,
            height: Number(node.height) || (type === 'avatar' ? 40 : 0),
            ...(tap && { tap }),
          },
        ]
      }
      case 'mapping':
      case 'map':
      case 'status': {
        const map = isJson(node.map) ? node.map : isJson(node.labelMap) ? node.labelMap : {}
        const name = given === undefined || given === null ? '' : String(given)
        const entry =
          asList(node.map).length && Array.isArray(node.map) ? (node.map as Json[]).find(one => String(one.value) === name)?.label : (map[name] ?? map['*'])
        if (entry === undefined) return name ? text(at, name) : empty()
        if (isJson(entry)) return draw(entry.type ? entry : (entry.label ?? ''), within(scope, { item: given }), `${at}.map`, around)
        const tag = /label-(primary|success|warning|danger|info|default)/.exec(String(entry))?.[1]
        const label = template(entry, scope)
        return tag ? [{ kind: 'tag', key: at, text: label, level: LEVELS[tag] ?? 'default' }] : text(at, label)
      }
      case 'tag': {
        const label = template(node.label ?? given, scope)
        return label ? [{ kind: 'tag', key: at, text: label, level: LEVELS[String(node.color ?? '').replace('processing', 'info')] ?? 'default' }] : empty()
      }
      case 'progress': {
        const percent = Math.max(0, Math.min(100, Number(given) || 0))
        return [{ kind: 'bar', key: at, percent, text: `${percent}%` }]
      }
      case 'date':
      case 'datetime':
      case 'time': {
        const kind = type.replace(/^static-/, '')
        const pattern = String(node.displayFormat ?? node.format ?? (kind === 'date' ? 'YYYY-MM-DD' : kind === 'time' ? 'HH:mm' : 'YYYY-MM-DD HH:mm'))
        const written = dateOf(given) ? dateText(given, pattern) : textOf(given, scope)
        return written ? labelled(text(at, written)) : empty()
      }
      case 'switch':
      case 'checkbox':
        return text(at, given ? say('Yes') : say('No'))
      case 'tessera-value':
        return drawFormatted(node, given, at) ?? empty()
    }
    const written = node.tpl ?? node.text ?? node.html
    const value = written === undefined ? textOf(given, scope) || template(node.body ?? '', scope) : template(written, scope)
    return value ? labelled(text(at, value, look, tap)) : empty()
  }

  function drawFormatted(node: Json, given: unknown, at: string): View[] | undefined {
    if (given === undefined || given === null || given === '') return undefined
    const options = asList(node.options).filter(isJson)
    if (options.length) {
      const chosen = Array.isArray(given) ? given : String(given).split(',')
      return box(
        at,
        'row',
        chosen.map((one, index): View => ({
          kind: 'tag',
          key: `${at}.${index}`,
          text: String(options.find(({ value }) => value === one)?.label ?? one),
          level: 'default',
        })),
      )
    }
    const written = String(given)
    switch (node.format) {
      case 'url':
        return text(
          at,
          written,
          'text',
          on(at, () => host.open(written)),
        )
      case 'rating':
        return text(at, '★'.repeat(Math.max(0, Math.min(10, Math.round(Number(given))))))
      case 'percent':
        return text(at, `${written} %`)
      case 'currency':
        return text(at, `${grouped(written)} ${String(node.currency ?? '')}`.trim())
      case 'decimal':
      case 'integer':
        return text(at, grouped(written))
      case 'location':
        return text(at, isJson(given) ? String(given.address ?? [given.lat, given.lng].filter(Boolean).join(', ')) : written)
    }
    return text(at, written)
  }

  return { drawValue, drawFormatted }
}
export type Values = ReturnType<typeof createValues>

const grouped = (number: string) => {
  const [whole = '', rest] = number.split('.')
  return whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',') + (rest === undefined ? '' : `.${rest}`)
}
