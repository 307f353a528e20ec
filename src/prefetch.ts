// Fetched while the sign-in screen waits for the person: the console's screens and the parts of amis that they name.
import { matchRoute } from '../api/routes.ts'
import { loadAll } from './amis-lite.tsx'
import { loadNamed } from './amis/named.ts'
import { safePath } from './navigation.ts'
import { loadScreen } from './screens.ts'
import { routes } from './site.ts'

async function fetchAhead(id: string) {
  const { schema } = await loadScreen(id)
  await loadNamed(schema)
}

/** Where the person is going first, then the screens that a menu leads to. Whatever fails is asked for again when it is needed. */
export async function prefetchScreens() {
  await loadAll()
  const target = matchRoute(routes.get(), safePath(new URLSearchParams(location.search).get('redirect')).split(/[?#]/)[0] ?? '')
  const menus = routes.get().filter(({ layout, access }) => layout === 'console' && (access === 'user' || access === 'company.member'))
  const ids = new Set([target?.route, ...menus].flatMap(route => (route?.layout === 'console' && route.screen ? [route.screen] : [])))
  for (const id of ids) await fetchAhead(id).catch(() => {})
}
