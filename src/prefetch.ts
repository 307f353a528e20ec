// Fetched while the sign-in screen waits for the person: the console's screens and the parts of amis that they name.
import { getRenderers, loadAsyncRenderer } from 'amis-core'
import { matchRoute } from '../api/routes.ts'
import { loadAll } from './amis-lite.tsx'
import { safePath } from './navigation.ts'
import { loadScreen } from './screens.ts'
import { routes } from './site.ts'

/** What amis wants for every screen, see its RootRenderer. */
const ALWAYS = ['dialog', 'drawer', 'spinner', 'container', 'dropdown-button', 'plain']

/** Names that a screen gives to renderers: types, how a list is shown, and the short forms in toolbars. */
function namesIn(node: unknown, found = new Set(ALWAYS)): Set<string> {
  if (Array.isArray(node)) {
    for (const item of node) {
      if (typeof item === 'string') found.add(item)
      else namesIn(item, found)
    }
  } else if (node && typeof node === 'object') {
    for (const [key, value] of Object.entries(node)) {
      if ((key === 'type' || key === 'mode') && typeof value === 'string') found.add(value)
      else namesIn(value, found)
    }
  }
  return found
}

async function fetchAhead(id: string) {
  const { schema } = await loadScreen(id)
  const names = namesIn(schema)
  if (names.has('crud') && !names.has('cards')) names.add('table')
  if (names.has('form')) names.add('panel')
  const wanted = getRenderers().filter(({ type, alias = [] }) => [type, ...alias].some(name => name && names.has(name)))
  await Promise.all(wanted.map(loadAsyncRenderer))
}

/** Where the person is going first, then the screens that a menu leads to. Whatever fails is asked for again when it is needed. */
export async function prefetchScreens() {
  await loadAll()
  const target = matchRoute(routes.get(), safePath(new URLSearchParams(location.search).get('redirect')).split(/[?#]/)[0] ?? '')
  const menus = routes.get().filter(({ layout, access }) => layout === 'console' && (access === 'user' || access === 'company.member'))
  const ids = new Set([target?.route, ...menus].flatMap(route => (route?.layout === 'console' && route.screen ? [route.screen] : [])))
  for (const id of ids) await fetchAhead(id).catch(() => {})
}
