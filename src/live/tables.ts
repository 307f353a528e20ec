// Takes a published table of addresses at the next navigation, and published menus at once: nobody types in a menu.
import type { CallTypes } from '../../api/generated/types.ts'
import { onScreenChange } from '../screens.ts'
import { companyMenus, menus, routes } from '../site.ts'

/** Whatever a reconnection missed can wait until the screens have loaded. */
const MISSED_MS = 1500

const read = async () => {
  const { call } = await import('../../api/client/index.ts')
  return call('general.site', {})
}
type Tables = CallTypes['general.site']['data']

function take(next: Tables) {
  // An equal table stays the same object, so that nothing is drawn again.
  if (JSON.stringify(next.routes) !== JSON.stringify(routes.get())) routes.set(next.routes)
  if (JSON.stringify(next.menus) !== JSON.stringify(menus.get())) menus.set(next.menus)
  if (JSON.stringify(next.companyMenus) !== JSON.stringify(companyMenus.get())) companyMenus.set(next.companyMenus)
}

export function followTables() {
  let timer: ReturnType<typeof setTimeout> | undefined
  return onScreenChange(id => {
    if (id !== '*' && id !== 'site.routes' && id !== 'site.menus') return
    clearTimeout(timer)
    timer = setTimeout(
      () =>
        void read().then(take, () => {
          // Asked for again with the next change, or with the next page load.
        }),
      id === '*' ? MISSED_MS : 0,
    )
  })
}
