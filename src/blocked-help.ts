// Who can let pages show something of another host, for the notice in its place.
import { matchRoute, pagesShownAt } from '../api/routes.ts'
import type { Help } from './blocked.ts'
import { t } from './i18n.ts'
import { config, session } from './session.ts'
import { routes } from './site.ts'

export function helpHere(): Help {
  const match = matchRoute(routes.get(), location.pathname)
  const place = match && pagesShownAt(match)
  if (!place || !config.get().outsideHosts) return { text: t('Only what is on this server is shown.') }
  const { user, companies } = session.get()
  const company = companies.find(({ key }) => key.toLowerCase() === place.companyKey.toLowerCase())
  const mayAllow = user?.isPlatformSuper || company?.role === 'owner' || company?.role === 'admin'
  if (mayAllow) return { text: t('Allow it under Outside hosts'), link: `/company/${encodeURIComponent(place.companyKey)}/admin/hosts` }
  return { text: t('An administrator of the organisation can allow it.') }
}
