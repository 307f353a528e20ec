// The small parts of a picture.
import { isTrue, textOf } from '../formula.ts'
import { isJson, type Json } from '../json.ts'
import { withoutMarkup } from '../markup.ts'
import type { Choice, Level, Look, View } from '../view.ts'
import type { Actions } from './actions.ts'
import type { State } from './state.ts'
import type { Around } from './types.ts'

export const LEVELS: Record<string, Level> = {
  primary: 'primary',
  success: 'success',
  warning: 'warning',
  danger: 'danger',
  error: 'danger',
  info: 'info',
  link: 'link',
}
export const LOOKS: Record<string, Look> = { h1: 'title', h2: 'title', h3: 'heading', h4: 'heading', h5: 'strong', h6: 'strong' }
export const NO_FIELD = { value: '', choices: [] as Choice[], placeholder: '', help: '', error: '', required: false, disabled: false }
export const isField = (type: string) => /^(input-|textarea$|select$|radios$|checkbox|switch$|hidden$|button-group-select$|list-select$)/.test(type)
export const MOST_EACH = 200

export function createViews({ say, on }: State, { act }: Actions) {
  const isShown = (node: Json, scope: Json) =>
    isTrue(node.visibleOn, scope, true) && !isTrue(node.hiddenOn, scope, false) && node.visible !== false && node.hidden !== true
  const isOff = (node: Json, scope: Json) => node.disabled === true || isTrue(node.disabledOn, scope, false)

  const text = (key: string, value: string, look: Look = 'text', tap?: string): View[] =>
    value === '' ? [] : [{ kind: 'text', key, look, text: value, ...(tap && { tap }) }]
  const box = (key: string, look: 'stack' | 'row' | 'card' | 'grid', children: View[], tap?: string): View[] =>
    children.length ? [{ kind: 'box', key, look, children, ...(tap && { tap }) }] : []
  const note = (key: string, value: string, level: Level = 'danger'): View[] => (value ? [{ kind: 'note', key, text: value, level }] : [])
  const wait = (key: string): View => ({ kind: 'wait', key, text: say('Loading…') })
  const button = (key: string, label: string, does: () => unknown, more: Partial<Extract<View, { kind: 'button' }>> = {}): View => ({
    kind: 'button',
    key,
    label,
    level: 'default',
    disabled: false,
    busy: false,
    small: false,
    ...more,
    tap: on(key, does),
  })
  const template = (value: unknown, scope: Json) => textOf(typeof value === 'string' ? withoutMarkup(value) : value, scope)
  /** Something tapped that a page made: what goes wrong in it is told, and is not the end of the page. */
  const tapped = (key: string, node: Json, scope: Json, around: Around) => on(key, () => act(node, scope, around))
  const hasAction = (node: Json) => !!(node.actionType || node.api || node.link || node.url || (isJson(node.onEvent) && node.onEvent.click))

  /** What is written in views, for parts that show one text alone. */
  function flat(views: View[]): string {
    return views
      .map(view => ('text' in view ? view.text : 'children' in view ? flat(view.children) : ''))
      .filter(Boolean)
      .join('\n')
  }

  return { isShown, isOff, text, box, note, wait, button, template, tapped, hasAction, flat }
}
export type Views = ReturnType<typeof createViews>
/** Parts in parts: what draws a part is known when all of it is. */
export interface Draws {
  draw(node: unknown, scope: Json, at: string, around: Around): View[]
  drawAll(nodes: unknown, scope: Json, at: string, around: Around): View[]
}
