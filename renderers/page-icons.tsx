// Icons that pages and groups can have: 24-unit outlines. Names of Font Awesome, which imported sites use, find their nearest.

const PATHS = {
  page: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  group: 'M3 6h6l2 2h10v11H3z',
  link: 'M10 14l9-9M14 4h6v6M11 5H5v14h14v-6',
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  list: 'M8 6h13M8 12h13M8 18h13M3.5 6h.01M3.5 12h.01M3.5 18h.01',
  table: 'M3 5h18v14H3zM3 10h18M3 15h18M9 10v9',
  form: 'M4 4h16v16H4zM7 9h4M7 14h4M14 8h3v2h-3zM14 13h3v2h-3z',
  chart: 'M4 20V10M10 20V4M16 20v-8M21 20H3',
  pie: 'M12 3v9l7 5A9 9 0 1 1 12 3zM15 3.5A9 9 0 0 1 21 10h-6z',
  dashboard: 'M4 4h7v7H4zM13 4h7v4h-7zM13 11h7v9h-7zM4 14h7v6H4z',
  plus: 'M12 5v14M5 12h14',
  edit: 'M4 20l1-5L16 4l4 4L9 19zM14 6l4 4',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c1-4 4-6 8-6s7 2 8 6',
  users: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 20c1-4 3-6 7-6s6 2 7 6M16 4a4 4 0 0 1 0 7M17 14c3 0 4 2 5 6',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  box: 'M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10',
  cart: 'M3 4h3l2 11h10l2-8H7M9 20h.01M17 20h.01',
  wallet: 'M3 7h16v12H3zM3 7l12-4v4M15 13h.01',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2',
  bell: 'M6 17V10a6 6 0 0 1 12 0v7l2 2H4zM10 21h4',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  phone: 'M6 3h4l1 5-2 2a12 12 0 0 0 5 5l2-2 5 1v4c-9 3-19-7-15-15z',
  map: 'M12 21c-5-6-7-9-7-12a7 7 0 0 1 14 0c0 3-2 6-7 12zM12 11a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  image: 'M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 5M15 9h.01',
  book: 'M5 4h6a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H5zM21 4h-6a2 2 0 0 0-2 2M21 4v14h-6a2 2 0 0 0-2 2',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
  star: 'M12 3l3 6 6 1-4.500 4 1 6.500-5.500-3-5.500 3 1-6.500L3 10l6-1z',
  heart: 'M12 20C4 14 3 11 3 8.500A4.500 4.500 0 0 1 12 7a4.500 4.500 0 0 1 9 1.500c0 2.500-1 5.500-9 11.500z',
  check: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12l3 3 5-6',
  alert: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  key: 'M8 18a5 5 0 1 1 4-8h9v4h-3v3h-4v-2a5 5 0 0 1-6 3zM8 13h.01',
  settings: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.500 5.500l2 2M16.500 16.500l2 2M5.500 18.500l2-2M16.500 7.500l2-2',
  tool: 'M14 7a4 4 0 0 1 6-3l-3 3 1 2 3-1a4 4 0 0 1-6 4l-8 8-3-3z',
  database: 'M4 6c0-4 16-4 16 0s-16 4-16 0zM4 6v12c0 4 16 4 16 0V6M4 12c0 4 16 4 16 0',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5 5 13 0 18-5-5-5-13 0-18z',
  cloud: 'M7 18a5 5 0 0 1 0-10 6 6 0 0 1 11 2 4 4 0 0 1 0 8z',
  flow: 'M4 4h6v5H4zM14 15h6v5h-6zM7 9v9h7M17 15v-4',
  truck: 'M2 6h12v11H2zM14 10h4l4 4v3h-8M6 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
} as const
export type PageIconName = keyof typeof PATHS
export const PAGE_ICONS = Object.keys(PATHS) as PageIconName[]

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
const isKnown = (name: string): name is PageIconName => name in PATHS

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
  return (
    <svg className="tes-icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={PATHS[pageIcon(name, kind)]} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
