// What parts, states and fields are called.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import type { Field, Part } from '../../api/theme/components.ts'
import type { Say } from '../words.ts'

const KINDS: [RegExp, string][] = [
  [/^(.*?)-?(?:padding-and-margin|padding)$/, 'Padding and margin'],
  [/^(.*?)-?(?:bg-color|bgColor|linkBg|bg)$/, 'Background'],
  [/^(.*?)-?(?:font-color|text-color)$/, 'Text colour'],
  [/^(.*?)-?icon-color$/, 'Icon colour'],
  [/^(.*?)-?icon-(?:size|fontSize)$/, 'Icon size'],
  [/^(.*?)-?icon-(?:margin|marginLeft|marginRight|paddingRight)$/, 'Icon margin'],
  [/^(.*?)-?(?:border-color|borderColor)$/, 'Border colour'],
  [/^(.*?)-?border-width$/, 'Border width'],
  [/^(.*?)-?border-style$/, 'Border style'],
  [/^(.*?)-?(?:border-radius|borderRadius|radius)$/, 'Radius'],
  [/^(.*?)-?(?:shadow|boxShadow)$/, 'Shadow'],
  [/^(.*?)-?font$/, 'Font'],
  [/^(.*?)-?border$/, 'Border'],
  [/^(.*?)-?(?:size|fontSize)$/, 'Size'],
  [/^(.*?)-?(?:margin|margin-left|margin-right|margin-bottom|marginTop|marginRight)$/, 'Margin'],
  [/^(.*?)-?(?:color|Color)$/, 'Colour'],
  [/^(.*?)-?width$/, 'Width'],
  [/^(.*?)-?height$/, 'Height'],
]
export const human = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/^./, letter => letter.toUpperCase())

export function fieldLabel({ name }: Field, say: Say): string {
  for (const [pattern, kind] of KINDS) {
    const stem = pattern.exec(name)?.[1]
    if (stem !== undefined) return stem ? `${say(human(stem))} · ${say(kind)}` : say(kind)
  }
  return say(human(name))
}

const STATES: Record<string, string> = {
  default: 'Usual',
  hover: 'Hover',
  active: 'Pressed',
  click: 'Pressed',
  disabled: 'Disabled',
  on: 'On',
  off: 'Off',
}
/** The active state has another name where something is chosen by it. */
export const stateLabel = (state: string, path: string, say: Say) =>
  say(state === 'active' && /^(select|tabs|listSelect|inputTree|radio)$/.test(path) ? 'Selected' : (STATES[state] ?? human(state)))

export const SECTIONS: Record<Part['section'], string> = { base: 'Base', size: 'Sizes', level: 'Levels', status: 'Status', other: 'Other types' }

const KEYS: Record<string, string> = {
  fontSize: 'Size',
  fontWeight: 'Weight',
  fontFamily: 'Family',
  lineHeight: 'Line height',
  color: 'Colour',
  paddingTop: 'Top',
  paddingRight: 'Right',
  paddingBottom: 'Bottom',
  paddingLeft: 'Left',
  marginTop: 'Top',
  marginRight: 'Right',
  marginBottom: 'Bottom',
  marginLeft: 'Left',
  width: 'Width',
  height: 'Height',
  minWidth: 'Least width',
}
export const keyLabel = (key: string, say: Say) => say(KEYS[key] ?? human(key))
