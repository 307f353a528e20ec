// Where one is in the editor, as the address has it: section and tab, or section and component.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { COMPONENTS, type Component } from '../../api/theme/components.ts'
import type { Found } from '../../api/theme/find.ts'
import { TABS, type Tab } from './token-list.tsx'

export const NAVS = ['global', 'component', 'code'] as const
export type Nav = (typeof NAVS)[number]
export interface Place {
  nav: Nav
  tab: string
}
/** What the panel on the right is about. */
export interface Shown {
  kind: 'token' | 'part' | 'settings' | 'looks' | 'contrast' | 'find' | 'history'
  path: string
  state: string
}
const AREA_TABS: Record<string, Tab> = { colors: 'color', fonts: 'font', borders: 'border', sizes: 'space', shadows: 'shadow' }

export function placeInAddress(): Place {
  const query = new URLSearchParams(location.search)
  return { nav: NAVS.find(one => one === query.get('nav')) ?? 'global', tab: query.get('tab') ?? '' }
}
export const addressOf = ({ nav, tab }: Place) => `?nav=${nav}&tab=${encodeURIComponent(tab)}`
/** Where a section begins. */
export const beginningOf = (nav: Nav): Place => ({ nav, tab: nav === 'global' ? 'color' : nav === 'component' ? 'button' : '' })

export const tabAt = ({ tab }: Place): Tab => TABS.find(one => one === tab) ?? 'color'
export const componentAt = ({ tab }: Place): Component | undefined =>
  COMPONENTS.find(({ key }) => key === tab) ?? COMPONENTS.find(({ key }) => key === 'button')
export const firstPart = ({ parts: [first] }: Component): Shown => ({ kind: 'part', path: first?.path ?? '', state: Object.keys(first?.tokens ?? {})[0] ?? '' })

/** Where something that was found is edited, and what is then shown of it: nothing where its section has it all. */
export function placeOf({ path, entry }: Found): { place: Place; shown: Shown | undefined } {
  if (entry) return { place: { nav: 'component', tab: entry.component.key }, shown: { kind: 'part', path: entry.part.path, state: entry.state } }
  const tab = AREA_TABS[path.split('.')[1] ?? '']
  if (!tab) return { place: { nav: 'code', tab: '' }, shown: undefined }
  // Weights and styles of lines are as they are.
  const isFixed = /^global\.(fonts\.weight|borders\.style)\./.test(path)
  return { place: { nav: 'global', tab }, shown: isFixed ? undefined : { kind: 'token', path, state: '' } }
}
