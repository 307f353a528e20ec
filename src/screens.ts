// Screens by id: fetched once, kept while the console is open, with the dictionary of their area.
import { boot, type Screen } from './boot.ts'
import { loadWords } from './i18n.ts'
import { loadAll } from './amis-lite.tsx'

const kept = new Map<string, Promise<Screen>>()
if (boot.screen) kept.set(boot.screen.id, Promise.resolve(boot.screen))

async function fetchScreen(id: string): Promise<Screen> {
  const { call } = await import('../api/client/index.ts')
  return call('screen.get', { params: { screenId: id } })
}

/** The screen with all it needs to be rendered. A failed fetch is not kept, so that a retry asks again. */
export async function loadScreen(id: string): Promise<Screen> {
  let screen = kept.get(id)
  if (!screen) {
    screen = fetchScreen(id)
    kept.set(id, screen)
    screen.catch(() => kept.delete(id))
  }
  const [loaded] = await Promise.all([screen, loadAll(), loadWords('shell'), loadWords(id.split('.')[0] ?? '')])
  ready.set(id, loaded)
  return loaded
}

const ready = new Map<string, Screen>()
/** The screen when it can be rendered at once. */
export const readyScreen = (id: string): Screen | undefined => ready.get(id)
