// The table of addresses and the menus: changed like screens, held against rules of their own, which also stand guard while they are in use.
import type { Finding } from '../../../../gate/index.ts'
import type { Reach } from '../../../../gate/reach.ts'
import type { JsonObject } from '../../../../ledger/index.ts'
import type { Locale } from '../../../../messages.ts'
import type { Route } from '../../../../routes.ts'
import { isSite, MENUS, ROUTES, type createShippedScreens } from '../shipped.ts'
import type { ScreenScope } from './store.ts'

/** Levels that may have tables of their own: addresses are the same for everybody, an organisation has its own menus. */
export const siteIdsAt = ({ level }: Pick<ScreenScope, 'level'>): string[] => (level === 'platform' ? [ROUTES, MENUS] : level === 'company' ? [MENUS] : [])
export const isAtLevel = (id: string, scope: Pick<ScreenScope, 'level'>) => !isSite(id) || siteIdsAt(scope).includes(id)

export interface Around {
  /** Addresses in use, for menus that lead to them; the shipped ones where they are not known. */
  routes?: readonly Route[]
  /** What is changed: the screen below, or the menus that an organisation's are made on. */
  below?: JsonObject
  /** Set where a screen is not the platform's, and so must keep to its organisation or app. */
  reach?: Reach
}

export function createSiteGate(shipped: Pick<ReturnType<typeof createShippedScreens>, 'routes' | 'site' | 'ids'>) {
  async function check(id: string, content: unknown, { routes, below }: Around, locale: Locale): Promise<Finding[]> {
    // With them comes the parser of expressions, which a server without changed tables does not need.
    const [{ checkMenus, checkRoutes }, { tell }] = await Promise.all([import('../../../../gate/site.ts'), import('../../../../gate/findings.ts')])
    const ours = await shipped.routes()
    const found =
      id === ROUTES
        ? checkRoutes(content, { routes: ours, screens: await shipped.ids() })
        : checkMenus(content, { menus: await shipped.site(), routes: routes ?? ours, ...(below && { below }) })
    return found.map(one => tell(one, locale))
  }
  return {
    check,
    /** Why a table must not be used; undefined when all is well. */
    async fault(id: string, content: unknown, around: Around = {}): Promise<string | undefined> {
      const error = (await check(id, content, around, 'en-US')).find(one => one.severity === 'error')
      return error && `${error.path}: ${error.message}`
    },
  }
}
export type SiteGate = ReturnType<typeof createSiteGate>
