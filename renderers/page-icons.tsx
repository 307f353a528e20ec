// Icons that pages and groups can have. Names of Font Awesome, which imported sites use, find their nearest.
import { Icon, type IconName } from './icons.tsx'

export const PAGE_ICONS = [
  'page',
  'group',
  'link',
  'home',
  'list',
  'table',
  'form',
  'chart',
  'pie',
  'dashboard',
  'plus',
  'edit',
  'search',
  'user',
  'users',
  'building',
  'box',
  'cart',
  'wallet',
  'calendar',
  'clock',
  'bell',
  'mail',
  'phone',
  'map',
  'file',
  'image',
  'book',
  'tag',
  'star',
  'heart',
  'check',
  'alert',
  'lock',
  'key',
  'settings',
  'tool',
  'database',
  'globe',
  'cloud',
  'flow',
  'truck',
] as const satisfies readonly IconName[]
export type PageIconName = (typeof PAGE_ICONS)[number]

const FONT_AWESOME: Record<string, PageIconName> = {
  'address-book': 'book',
  'area-chart': 'chart',
  'bar-chart': 'chart',
  bars: 'list',
  cog: 'settings',
  cogs: 'settings',
  cube: 'box',
  cubes: 'box',
  desktop: 'dashboard',
  envelope: 'mail',
  'exclamation-triangle': 'alert',
  'external-link': 'link',
  folder: 'group',
  gear: 'settings',
  'line-chart': 'chart',
  'map-marker': 'map',
  pencil: 'edit',
  'pie-chart': 'pie',
  'shopping-cart': 'cart',
  sitemap: 'flow',
  tachometer: 'dashboard',
  th: 'dashboard',
  wrench: 'tool',
  wpforms: 'form',
}
const isKnown = (name: string): name is PageIconName => (PAGE_ICONS as readonly string[]).includes(name)

/** The icon that a name means; `fallback` for names that nobody knows. */
export function pageIcon(name: string, fallback: PageIconName): PageIconName {
  for (const word of name.toLowerCase().split(/\s+/).reverse()) {
    const bare = word.replace(/^fa-/, '').replace(/-o$/, '')
    if (isKnown(bare)) return bare
    const near = FONT_AWESOME[bare]
    if (near) return near
  }
  return fallback
}

export function PageIcon({ name, kind, size = 16 }: { name: string; kind: 'page' | 'group' | 'link'; size?: number }) {
  return <Icon name={pageIcon(name, kind)} size={size} />
}
