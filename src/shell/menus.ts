// schemas/site.json with its places filled in and lines left out that this person has no use for.
import { evaluate } from 'amis-core'
import { fillPath, isAct, matchRoute, type Match } from '../../api/routes.ts'
import { label } from '../i18n.ts'
import type { PlaceState } from '../place.ts'
import { config, session } from '../session.ts'
import { guard, type Known } from '../guard.ts'
import { menus, menusAt, routes } from '../site.ts'

export interface MenuLine {
  label: string
  to: string
  icon?: string
  /** Heading under which it stands with others. */
  group?: string
}

/** Whether this person may open an address; a line that ends at a refusal is no help to anybody. */
function opens(to: string, { company, app }: Record<string, unknown>): boolean {
  const pathname = to.replace(/[?#].*$/, '')
  const match = pathname.startsWith('/') ? matchRoute(routes.get(), pathname) : undefined
  const place = { state: 'ready', company: company ?? null, app: app ?? null } as PlaceState
  return !match || guard(match, { who: session.get(), site: config.get(), place }, { pathname, search: '' }).kind !== 'refuse'
}

export function menuOf(name: string, data: Record<string, unknown>): MenuLine[] {
  const scope = { ...data, config: config.get(), user: session.get().user }
  const lines = menusAt(data.companyKey)[name] ?? []
  const ofAll = menus.get()[name] ?? []
  return (
    lines
      .filter(item => !item.visibleOn || evaluate(item.visibleOn, scope, { defaultFilter: 'raw' }))
      .map(item => ({
        label: label(item.label),
        to: item.to.replace(/\$\{(\w+)\}/g, (_whole, place: string) => encodeURIComponent(String(data[place] ?? ''))),
        icon: item.icon,
        ...(item.group && { group: label(item.group) }),
      }))
      // An organisation's own lines lead to pages: what signs in or out is the platform's to offer.
      .filter(({ to }) => lines === ofAll || !isAct(to) || ofAll.some(line => line.to === to))
      .filter(({ to }) => opens(to, data))
  )
}

/**
 * Where an address that leads on leads this person: to what it names or, where that is not theirs, to the first line of the app's menu below it
 * that is. Undefined while it is not known yet.
 */
export function leadsOn({ route, params }: Match, known: Known, search: string): string | undefined {
  const from = fillPath(route.path, params)
  const to = fillPath(route.redirect ?? '', params) + search
  const target = matchRoute(routes.get(), fillPath(route.redirect ?? '', params))
  const verdict = target && guard(target, known, { pathname: from, search })
  if (verdict?.kind === 'wait') return undefined
  // Whoever has to sign in first comes back here.
  if (verdict?.kind === 'move' && params.appUrlKey) return verdict.to
  if (verdict?.kind !== 'refuse') return to
  const { company, app } = known.place
  return menuOf('app', { ...params, company, app: app ?? {} }).find(line => line.to.startsWith(`${from}/`))?.to ?? to
}

/** Whether a page of the user centre is offered to this person; one without a line in the menu is. */
export const isOffered = (address: string): boolean =>
  !menus.get().user?.some(line => line.to === address) || menuOf('user', {}).some(line => line.to === address)
