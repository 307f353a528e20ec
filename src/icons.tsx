// The icons of the shell: 24-unit outlines, drawn in the colour of the text around them.
const PATHS = {
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  apps: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  overview: 'M4 20V10M10 20V4M16 20v-8M21 20H3',
  pages: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  release: 'M12 3c4 3 5 7 4 11H8C7 10 8 6 12 3zM8 14l-3 3v3l4-2M16 14l3 3v3l-4-2M12 9v.01',
  screens: 'M3 4h14v11H3zM7 15v4h14V8h-4M3 8h14',
  icons: 'M12 3l3 6H9zM7 13a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM14 14h6v6h-6z',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5',
  moon: 'M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z',
  monitor: 'M3 5h18v11H3zM9 20h6M12 16v4',
  chevron: 'M9 6l6 6-6 6',
  down: 'M6 9l6 6 6-6',
  back: 'M15 6l-6 6 6 6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  collapse: 'M4 5h16v14H4zM9 5v14M16 10l-2 2 2 2',
  expand: 'M4 5h16v14H4zM9 5v14M14 10l2 2-2 2',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c1-4 4-6 8-6s7 2 8 6',
  logout: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  plus: 'M12 5v14M5 12h14',
  template: 'M4 4h16v6H4zM4 14h7v6H4zM15 14h5v6h-5z',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5c0-3 5-3 5 0 0 2-2.5 2-2.5 4M12 17v.01',
  offline: 'M3 3l18 18M5 12a10 10 0 0 1 4-2.5M15 9.5a10 10 0 0 1 4 2.5M8.5 15.5a5 5 0 0 1 7 0M12 19v.01',
  alert: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  share: 'M14 5l6 6-6 6v-4C8 13 5 15 3 19c0-6 4-10 11-10z',
  database: 'M4 6c0-4 16-4 16 0s-16 4-16 0zM4 6v12c0 4 16 4 16 0V6M4 12c0 4 16 4 16 0',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM9 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  log: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l4 2',
} as const

export type IconName = keyof typeof PATHS
const known = (name: string): name is IconName => name in PATHS

/** An icon by name; unknown names draw the one of a page, since a menu must not lose its line. */
export function Icon({ name, size = 16 }: { name: string; size?: number }) {
  return (
    <svg className="t-icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={PATHS[known(name) ? name : 'pages']} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
