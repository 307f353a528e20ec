// Matching of schemas/routes.json, the same for the server that starts a page and the browser that moves on from it.

/** One line of schemas/routes.json. */
export interface Route {
  /** Address pattern; `:name` is one place, `*` the rest. */
  path: string
  /** Screen id; empty where the layout itself finds what to show. */
  screen?: string
  layout?: 'blank' | 'console' | 'user' | 'design' | 'app' | 'runtime' | 'preview' | 'reader'
  access?: string
  title?: string
  /** Pattern to go to instead, filled with the places of this one. */
  redirect?: string
}

/** One line of a menu of schemas/site.json. */
export interface MenuItem {
  label: string
  to: string
  icon?: string
  /** Heading under which it stands with others; only the menu of an app has headings. */
  group?: string
  visibleOn?: string
}
/** Menus by their names. */
export type MenuLines = Record<string, MenuItem[]>

export interface Match {
  route: Route
  params: Record<string, string>
}

const compiled = new Map<string, RegExp>()

function pattern(path: string): RegExp {
  const kept = compiled.get(path)
  if (kept) return kept
  const parts = path
    .split('/')
    .filter(Boolean)
    .map(part => (part === '*' ? '(?:/(?<rest>.*))?' : part.startsWith(':') ? `/(?<${part.slice(1)}>[^/]+)` : `/${part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')}`))
  const made = new RegExp(`^${parts.join('')}/?$`)
  compiled.set(path, made)
  return made
}

function decode(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? '')
  } catch {
    return text ?? ''
  }
}

/** The first line whose pattern fits; lines are written from special to general. The rest of a `*` is the place `*`. */
export function matchRoute(routes: readonly Route[], pathname: string): Match | undefined {
  for (const route of routes) {
    const found = pattern(route.path).exec(pathname)
    if (!found) continue
    const { rest, ...places } = found.groups ?? {}
    const params = Object.fromEntries(Object.entries(places).map(([name, value]) => [name, decode(value)]))
    if (route.path.endsWith('*')) params['*'] = decode(rest)
    return { route, params }
  }
  return undefined
}

/** Puts values into the `:name` places of a pattern. */
export const fillPath = (path: string, params: Record<string, string>): string =>
  path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))

/** Pages that the product itself shows in frames: what the editors preview, and running apps, on their phone and in each other. */
export const isFramable = ({ layout }: Pick<Route, 'layout'>): boolean => layout === 'preview' || layout === 'runtime'

/** The organisation and the app whose pages an address shows: running, or being designed. Their documents may show what the organisation allows of other hosts. */
export function pagesShownAt({ route, params }: Match): { companyKey: string; appUrlKey: string } | undefined {
  const { companyKey, appUrlKey } = params
  const shows = route.layout === 'runtime' || route.screen === 'page.design'
  return shows && companyKey && appUrlKey ? { companyKey, appUrlKey } : undefined
}

/**
 * Whether a page of an app may stand in a frame of a page at `around`: of the same app, of its organisation, or of the preview on a phone. What others
 * wrote could lead somebody to press what is not seen.
 */
export function mayStandIn(around: string, shown: { companyKey: string; appUrlKey: string }): boolean {
  if (/^\/preview\/mobile\/?$/.test(around)) return true
  const [, company = '', app] = /^\/company\/([^/]+)(?:\/app\/([^/]+))?/.exec(around) ?? []
  if (decode(company).toLowerCase() !== shown.companyKey.toLowerCase()) return false
  const keyOf = (appUrlKey: string) => appUrlKey.split('-')[0]
  return app === undefined || keyOf(decode(app)) === keyOf(shown.appUrlKey)
}

const ACTS = /^\/(login|logout|auth)(\/|$)/i

/** Whether an address does something by being opened, after everything that browsers make of it. What people of an organisation or an app write does not lead there. */
export function isAct(address: string): boolean {
  if (!URL.canParse(address, 'http://here')) return false
  return ACTS.test(decode(new URL(address, 'http://here').pathname).replace(/\/{2,}/g, '/'))
}
