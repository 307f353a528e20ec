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

/** Names of fields that say too little by themselves. */
const NAMES: Record<string, string> = {
  'Max width': 'Greatest width',
  'Text decoration': 'Line at the text',
  'Font style': 'Slant',
  'Header hover': 'Header · hover',
  'Disabled header': 'Disabled header',
  'Vertical hover': 'Vertical · hover',
  'Del btn': 'Delete button',
  'Del btn hover': 'Delete button · hover',
  Toolbar: 'Toolbar',
  'Toolbar hover': 'Toolbar · hover',
  'Padding y': 'Padding above and below',
  'Padding x': 'Padding left and right',
  Gap: 'Gap',
  'Label gap': 'Label gap',
  'Width base': 'Width base',
  'Width xs': 'Width xs',
  'Width sm': 'Width sm',
  'Width md': 'Width md',
  'Width lg': 'Width lg',
  'Title arrow': 'Title arrow',
  'Option today': 'Today',
  Separator: 'Separator',
  Between: 'Days between',
  Des: 'Description',
  'Bg color hover': 'Background · hover',
  Expand: 'Icon that expands',
  'Expand margin right': 'Margin right of that icon',
  'Node margin right': 'Margin right of a node',
  Invisible: 'Icon while hidden',
  'Bg color default': 'Background · usual',
  'Button space': 'Button space',
  'Value hover': 'Value · hover',
  Focus: 'Focus',
  Point: 'Dot',
  Distance: 'Distance',
  'Option line': 'Option line',
  'Icon hover': 'Icon · hover',
  Tip: 'Text beside it',
  'Sub title': 'Subtitle',
  'Title padding right': 'Padding right of the title',
  'Sub title padding left': 'Padding left of the subtitle',
  'Line active': 'Line up to now',
  Slider: 'Slider',
  'Header separate line': 'Line in the header',
  'Body hover': 'Body · hover',
  'Icon active': 'Icon · pressed',
  Split: 'Dividing line',
  'Split style': 'Style of the dividing line',
  'Link margin': 'Link margin',
  'Link padding': 'Link padding',
  'Side width': 'Side width',
  'Side margin': 'Side margin',
  'Detail content': 'Detail content',
  Visible: 'Icon while shown',
  'Border hover': 'Border · hover',
  'Border active': 'Border · pressed',
  'Last padding right': 'Padding right of the last column',
  'Bg hover': 'Background · hover',
  'Bg active': 'Background · pressed',
}
const named = (name: string, say: Say) => say(NAMES[human(name)] ?? human(name))

export function fieldLabel({ name }: Field, say: Say): string {
  for (const [pattern, kind] of KINDS) {
    const stem = pattern.exec(name)?.[1]
    if (stem !== undefined) return stem ? `${named(stem, say)} · ${say(kind)}` : say(kind)
  }
  return named(name, say)
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
  maxWidth: 'Greatest width',
  textDecoration: 'Line at the text',
  fontStyle: 'Slant',
}
const EDGE = /^(top|right|bottom|left|top-left|top-right|bottom-left|bottom-right)-border-(color|width|style|radius)$/
const EDGE_NAMES: Record<string, string> = { 'top-left': 'Top left', 'top-right': 'Top right', 'bottom-left': 'Bottom left', 'bottom-right': 'Bottom right' }
const EDGES: Record<string, string> = { color: 'Colour', width: 'Width', style: 'Style', radius: 'Radius' }
export function keyLabel(key: string, say: Say): string {
  const [, edge, kind] = EDGE.exec(key) ?? []
  return edge && kind ? `${say(EDGE_NAMES[edge] ?? human(edge))} · ${say(EDGES[kind] ?? '')}` : say(KEYS[key] ?? NAMES[human(key)] ?? human(key))
}
