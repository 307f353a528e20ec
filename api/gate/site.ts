// The gate for the table of addresses and for the menus, which are data like screens: whatever an operator makes of them, people still get in,
// and screens can still be put right.
import { isAct, matchRoute, type Route } from '../routes.ts'
import { readTemplate } from './expressions.ts'
import type { Found, Severity, Values } from './findings.ts'
import { nearest } from './suggest.ts'

type Json = Record<string, unknown>

export interface KnownRoutes {
  /** As Tessera ships them. */
  routes: readonly Route[]
  /** Ids of all screens. */
  screens: readonly string[]
}
export interface KnownMenus {
  menus: Readonly<Record<string, unknown>>
  /** Addresses as they are in use. */
  routes: readonly Route[]
  /** The menus that an organisation's are made on; left out for the platform's own. */
  below?: Readonly<Record<string, unknown>>
}

/** Addresses without which nobody gets in, or nobody can put screens right. */
const KEPT =
  /^(\/(install|upgrade-db|install-org|install-app|register-license|set-password|login|logout|403)|\/platform\/(screens|screens-access|inbox)(\/.*)?|\*)$/
/** What the server answers itself. */
const RESERVED = /^\/(api|assets|auth|healthz|readyz|favicon\.ico)(\/|$)/
const LAYOUTS = ['blank', 'console', 'user', 'design', 'app', 'runtime']
const ACCESS = ['anyone', 'user', 'company.member', 'company.admin', 'platform.super', 'app.access', 'app.edit', 'app.publish', 'app.manage']
const MOST_ROUTES = 500
const MOST_LINES = 50
const LONGEST = 300

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const parts = (path: string) => path.split('/').filter(Boolean)
const placesOf = (path: string) => parts(path).flatMap(part => (part.startsWith(':') ? [part.slice(1)] : []))
/** An address that a pattern fits, with values that no literal part has. */
const sampleOf = (path: string) =>
  `/${parts(path)
    .map(part => (part === '*' ? '~rest/~of/~it' : part.startsWith(':') ? `~${part.slice(1)}` : part))
    .join('/')}`

/** True where some address fits both patterns. */
function meet(a: readonly string[], b: readonly string[]): boolean {
  const [x, y] = [a[0], b[0]]
  if (x === '*' || y === '*') return true
  if (x === undefined || y === undefined) return x === y
  return (x === y || x.startsWith(':') || y.startsWith(':')) && meet(a.slice(1), b.slice(1))
}

function reporter() {
  const found: Found[] = []
  const report = (path: string, code: string, english: string, values?: Values, { severity = 'error', meant }: { severity?: Severity; meant?: string } = {}) =>
    void found.push({ path, severity, code, english, values, ...(meant !== undefined && { meant: () => meant }) })
  /** Only these properties, and of the right kind. */
  function closed(own: Json, path: string, kinds: Record<string, 'text' | 'list'>) {
    for (const [key, value] of Object.entries(own)) {
      const kind = kinds[key]
      const at = path ? `${path}.${key}` : key
      if (!kind) report(at, 'property.unknown', 'there is no property "{name}" here', { name: key }, { meant: nearest(key, Object.keys(kinds)) })
      else if (kind === 'list' ? !Array.isArray(value) : typeof value !== 'string') report(at, 'property.kind', 'should be a {kind}', { kind: { any: [kind] } })
      else if (typeof value === 'string' && value.length > LONGEST) report(at, 'property.long', 'is longer than {limit} characters', { limit: LONGEST })
    }
  }
  return { found, report, closed }
}

/** A line without what is of another kind, which was told already. */
const routeOf = (line: Json, path: string): Route => ({ path, ...Object.fromEntries(Object.entries(line).filter(([, value]) => typeof value === 'string')) })

/** What is wrong with `{"routes": […]}`. */
export function checkRoutes(content: unknown, { routes: shipped, screens }: KnownRoutes): Found[] {
  const { found, report, closed } = reporter()
  if (!isObject(content) || !Array.isArray(content.routes)) {
    report('routes', 'routes.missing', 'the table of addresses is a list under "routes"')
    return found
  }
  closed(content, '', { routes: 'list' })
  const lines = content.routes as unknown[]
  if (lines.length > MOST_ROUTES) report('routes', 'routes.many', 'there are more than {limit} addresses', { limit: MOST_ROUTES })
  const bare = new Set(shipped.filter(route => !route.redirect && !route.screen).map(route => route.layout as string))
  const layouts = [...new Set([...LAYOUTS, ...shipped.flatMap(route => route.layout ?? [])])]
  const rights = [...new Set([...ACCESS, ...shipped.flatMap(route => route.access ?? [])])]
  const table: Route[] = []
  /** Place in the content of each line of the table. */
  const at: string[] = []
  for (const [index, line] of lines.slice(0, MOST_ROUTES).entries()) {
    const path = `routes[${index}]`
    if (!isObject(line) || typeof line.path !== 'string') {
      report(`${path}.path`, 'route.path', 'an address is missing')
      continue
    }
    closed(line, path, { path: 'text', screen: 'text', layout: 'text', access: 'text', title: 'text', redirect: 'text' })
    const route = routeOf(line, line.path)
    if (checkPath(line.path, `${path}.path`)) {
      table.push(route)
      at.push(path)
    }
    if (route.redirect === undefined) checkTarget(route, path)
    else if (line.screen !== undefined) report(`${path}.screen`, 'route.both', 'an address shows a screen or leads on, not both')
  }

  function checkPath(path: string, where: string): boolean {
    const before = found.length
    const names = placesOf(path)
    const isWritten =
      path === '*' ||
      (path.startsWith('/') &&
        !path.includes('//') &&
        parts(path).every((part, n, all) => /^:[a-zA-Z]\w*$|^[\w.~-]+$/.test(part) || (part === '*' && n === all.length - 1)))
    if (!isWritten) report(where, 'route.path', '"{path}" is no address: it starts with /, a place is :name, and * stands for the rest', { path })
    else if (RESERVED.test(path)) report(where, 'route.reserved', 'the server answers {path} itself', { path })
    if (new Set(names).size !== names.length) report(where, 'route.place', 'two places have the same name')
    return found.length === before
  }

  function checkTarget({ path, screen, layout, access }: Route, where: string) {
    if (layout === undefined || !layouts.includes(layout))
      report(
        `${where}.layout`,
        'route.layout',
        'there is no layout "{name}"',
        { name: String(layout ?? '') },
        { meant: nearest(String(layout ?? ''), layouts) },
      )
    if (access === undefined || !rights.includes(access))
      report(`${where}.access`, 'route.access', 'there is no access "{name}"', { name: String(access ?? '') }, { meant: nearest(String(access ?? ''), rights) })
    if (!screen && !bare.has(String(layout))) report(`${where}.screen`, 'route.screen', 'the screen is missing')
    else if (screen && !screens.includes(screen))
      report(`${where}.screen`, 'route.screen', 'there is no screen "{name}"', { name: screen }, { meant: nearest(screen, screens) })
    const places = placesOf(path)
    const needed = [
      ...(/^(company|app)\./.test(access ?? '') || layout === 'runtime' || layout === 'app' ? ['companyKey'] : []),
      ...(access?.startsWith('app.') || layout === 'runtime' || layout === 'app' ? ['appUrlKey'] : []),
    ]
    for (const name of needed.filter(one => !places.includes(one)))
      report(`${where}.path`, 'route.place', 'the address needs the place :{name}, because of who may open it', { name })
    const was = shipped.find(route => route.screen === screen && route.path === path)
    if (was && access === 'anyone' && was.access !== 'anyone')
      report(
        `${where}.access`,
        'route.wider',
        'more people may open this address than Tessera means; what they may see is still decided by each call',
        {},
        { severity: 'warning' },
      )
  }

  const fits = (address: string) => {
    const match = matchRoute(table, address)
    return match && { index: table.indexOf(match.route), route: match.route }
  }
  const seen = new Map<string, string>()
  for (const [index, route] of table.entries()) {
    const where = at[index] as string
    const shape =
      route.path === '*'
        ? '*'
        : `/${parts(route.path)
            .map(part => (part.startsWith(':') ? ':' : part))
            .join('/')}`
    const twin = seen.get(shape)
    if (twin !== undefined) report(`${where}.path`, 'route.twice', 'the address is already that of {other}', { other: twin })
    else {
      seen.set(shape, where)
      const first = fits(sampleOf(route.path))
      if (first && first.index !== index)
        report(`${where}.path`, 'route.hidden', 'the address is never reached: {other} comes before it', { other: `${at[first.index]} ${first.route.path}` })
    }
    if (typeof route.redirect === 'string') checkRedirect(route, where)
  }

  function checkRedirect({ path, redirect = '' }: Route, where: string) {
    const place = `${where}.redirect`
    if (!/^\/(?!\/)[^\\]*$/.test(redirect)) return report(place, 'redirect.foreign', 'leads on to an address of this console, which starts with one /')
    const missing = placesOf(redirect).find(name => !placesOf(path).includes(name))
    if (missing) return report(place, 'redirect.place', 'nothing fills the place :{name}', { name: missing })
    const trail = [path]
    let next = fits(sampleOf(redirect))
    while (next?.route.redirect !== undefined) {
      if (trail.includes(next.route.path))
        return report(place, 'redirect.loop', 'leads round in a circle: {trail}', { trail: [...trail, next.route.path].join(' → ') })
      trail.push(next.route.path)
      next = fits(sampleOf(next.route.redirect))
    }
    if (!next || next.route.path === '*')
      report(
        place,
        'redirect.nowhere',
        'there is nothing at {address}',
        { address: redirect },
        {
          meant: nearest(
            redirect,
            table.map(one => one.path),
          ),
        },
      )
    return undefined
  }

  const split = table.map(route => parts(route.path))
  const isKept = table.map(route => KEPT.test(route.path))
  for (const kept of shipped.filter(route => KEPT.test(route.path))) {
    const index = table.findIndex(route => route.path === kept.path)
    const now = table[index]
    const stays = { path: kept.path }
    if (!now) {
      report('routes', 'route.kept', 'the address {path} must stay: without it nobody gets in, or nobody can put screens right', stays)
      continue
    }
    for (const key of ['screen', 'layout', 'access', 'redirect'] as const)
      if (now[key] !== kept[key])
        report(`${at[index]}.${key}`, 'route.kept', 'the {key} of {path} stays as it is: without it nobody gets in, or nobody can put screens right', {
          ...stays,
          key,
        })
    if (kept.path === '*') continue
    const own = parts(kept.path)
    for (let earlier = 0; earlier < index; earlier++)
      if (!isKept[earlier] && meet(split[earlier] as string[], own))
        report(`${at[earlier]}.path`, 'route.kept', 'takes addresses of {path}, which must stay: put it behind', stays)
  }
  for (const [index, route] of table.entries())
    if (KEPT.test(route.path) && !shipped.some(one => one.path === route.path))
      report(`${at[index]}.path`, 'route.kept', 'addresses like {path} are Tessera’s own', { path: route.path })
  const home = fits('/home')?.route
  if (!home || home.path === '*' || (home.redirect === undefined && home.access !== 'user' && home.access !== 'anyone'))
    report('routes', 'route.home', 'people land on /home after signing in, so everybody who is signed in may open it')
  return found
}

/** Places of an address that a menu fills. */
const PROVIDED: Record<string, readonly string[]> = { company: ['companyKey'], app: ['companyKey', 'appUrlKey'] }
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const leadsTo = (lines: unknown, to: string) => Array.isArray(lines) && lines.some(line => isObject(line) && line.to === to)

/** What is wrong with the menus. */
export function checkMenus(content: unknown, { menus: shipped, routes, below }: KnownMenus): Found[] {
  const { found, report, closed } = reporter()
  if (!isObject(content)) {
    report('', 'menus.missing', 'the menus are lists by their names')
    return found
  }
  for (const [name, lines] of Object.entries(content)) {
    if (!(name in shipped)) report(name, 'menu.unknown', 'there is no menu "{name}"', { name }, { meant: nearest(name, Object.keys(shipped)) })
    else if (!Array.isArray(lines)) report(name, 'menu.list', 'a menu is a list of lines')
    else if (lines.length > MOST_LINES) report(name, 'menu.many', 'there are more than {limit} lines', { limit: MOST_LINES })
    else for (const [index, line] of lines.entries()) checkLine(name, line, `${name}[${index}]`)
  }

  function checkLine(menu: string, line: unknown, where: string) {
    if (!isObject(line)) return report(where, 'menu.line', 'a line has a label and an address')
    closed(line, where, { label: 'text', to: 'text', icon: 'text', group: 'text', visibleOn: 'text' })
    const { label, to, visibleOn } = line
    if (typeof label !== 'string' || !label.replace(/^i18n:/, '').trim()) report(`${where}.label`, 'menu.label', 'the label is missing')
    if (typeof visibleOn === 'string') {
      const { fault } = readTemplate(visibleOn)
      if (fault !== undefined) report(`${where}.visibleOn`, 'expression.parse', 'cannot be read as an expression: {reason}', { reason: fault })
    }
    if (typeof to !== 'string' || !/^\/(?!\/)[^\\]*$/.test(to))
      return report(`${where}.to`, 'menu.to', 'leads on to an address of this console, which starts with one /')
    // What the platform itself offers stays.
    if (below && isAct(to.replace(/\$\{(\w+)\}/g, '~$1')) && !leadsTo(below[menu], to))
      report(`${where}.to`, 'menu.acts', 'the menus of an organisation lead to pages, not to {address}, which does something by being opened', { address: to })
    for (const [, place = ''] of to.matchAll(/\$\{([^}]*)\}/g))
      if (!(PROVIDED[menu] ?? []).includes(place))
        report(
          `${where}.to`,
          'menu.place',
          'nothing fills the place {name} in this menu',
          { name: `\${${place}}` },
          { meant: nearest(place, PROVIDED[menu] ?? []) },
        )
    const found = matchRoute(routes, to.replace(/\$\{(\w+)\}/g, '~$1').replace(/[?#].*$/, ''))
    if (!found || found.route.path === '*') report(`${where}.to`, 'menu.nowhere', 'there is nothing at {address}', { address: to }, { severity: 'warning' })
    return undefined
  }

  for (const [name, lines] of Object.entries(content))
    if (Array.isArray(lines)) {
      const addresses = lines.map(line => (isObject(line) ? line.to : undefined))
      addresses.forEach((to, index) => {
        if (to !== undefined && addresses.indexOf(to) !== index)
          report(`${name}[${index}].to`, 'menu.twice', 'another line of this menu leads to the same address')
      })
    }
  if (below) {
    for (const name of ['home', 'user', 'platform'])
      if (!same(content[name], below[name]))
        report(name, 'menu.foreign', 'the menu "{name}" is the same for everybody; an organisation changes its own', { name })
    return found
  }
  const manager = (list: unknown) =>
    (Array.isArray(list) ? list.find(line => isObject(line) && line.to === '/platform/screens') : undefined) as Json | undefined
  const kept = manager(shipped.platform)
  const now = manager(content.platform)
  if (kept && !now) report('platform', 'menu.kept', 'the line to /platform/screens must stay, or nobody finds the way to put screens right')
  else if (kept && now?.visibleOn !== kept.visibleOn) {
    const index = (content.platform as unknown[]).indexOf(now)
    report(`platform[${index}].visibleOn`, 'menu.kept', 'who sees the line to /platform/screens stays as it is')
  }
  return found
}
