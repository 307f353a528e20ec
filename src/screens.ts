// Screens by id and place: fetched once, kept until the server says that they changed, with the dictionary of their area.
import { boot, type Screen } from './boot.ts'
import { loadWords } from './i18n.ts'
import { loadAll } from './amis-lite.tsx'
import { isSafe } from './live/safe-mode.ts'
import { session } from './session.ts'

/** Where a screen is shown; an organisation or an app may have a form of its own. */
export interface ScreenPlace {
  companyKey?: string
  appUrlKey?: string
}
const COMPANY = /^[A-Za-z0-9_-]{1,50}$/
const APP = /^[a-z0-9][a-z0-9_]{0,39}(-[a-z0-9]{1,20})?$/
/** The place that an address names; addresses may hold anything, a call takes only keys. */
export const placeIn = ({ companyKey = '', appUrlKey = '' }: Record<string, string>): ScreenPlace =>
  COMPANY.test(companyKey) ? { companyKey, ...(APP.test(appUrlKey) && { appUrlKey }) } : {}

interface Kept {
  screen: Promise<Screen>
  loaded?: Screen
  /** Nothing was missed since it was fetched. */
  isSure: boolean
}

const kept = new Map<string, Kept>()
const keyOf = (id: string, { companyKey = '', appUrlKey = '' }: ScreenPlace) => [id, companyKey, appUrlKey].join(' ').trimEnd()
const listeners = new Set<(id: string) => void>()
// Until the first word of the server about changes, nobody knows what was published since the page was made.
if (boot.screen) kept.set(boot.screen.id, { screen: Promise.resolve(boot.screen), loaded: boot.screen, isSure: false })

async function fetchScreen(id: string, { companyKey, appUrlKey }: ScreenPlace): Promise<Screen> {
  const { call } = await import('../api/client/index.ts')
  return call('screen.get', { params: { screenId: id }, query: { companyKey, appUrlKey, ...(isSafe() && { safe: '1' as const }) } })
}

function ask(id: string, place: ScreenPlace): Kept {
  const key = keyOf(id, place)
  const entry: Kept = { screen: fetchScreen(id, place), isSure: true }
  kept.set(key, entry)
  entry.screen.then(
    screen => {
      entry.loaded = screen
      // Dropped meanwhile: then it is asked for again when it is needed.
      if (screen.shared && kept.get(key) === entry) kept.set(id, entry)
    },
    () => kept.get(key) === entry && kept.delete(key),
  )
  return entry
}

/** What is kept of a screen for a place: its own form, or the one that is the same everywhere. */
function find(id: string, place: ScreenPlace): Kept | undefined {
  const own = kept.get(keyOf(id, place))
  if (own) return own
  const general = kept.get(id)
  return general?.loaded?.shared ? general : undefined
}

const parts = (id: string) => Promise.all([loadAll(), loadWords('shell'), loadWords(id.split('.')[0] ?? '')])

/** The screen with all it needs to be rendered. A failed fetch is not kept, so that a retry asks again. */
export async function loadScreen(id: string, place: ScreenPlace = {}): Promise<Screen> {
  const entry = find(id, place) ?? ask(id, place)
  const [screen] = await Promise.all([entry.screen, parts(id)])
  ready.add(id)
  if (!entry.isSure)
    void freshScreen(id, place).then(
      next => next.hash !== screen.hash && tell(id),
      () => {},
    )
  return screen
}

const ready = new Set<string>()
/** The screen when it can be rendered at once. */
export const readyScreen = (id: string, place: ScreenPlace = {}): Screen | undefined => (ready.has(id) ? find(id, place)?.loaded : undefined)

/** The screen as the server has it now. */
export async function freshScreen(id: string, place: ScreenPlace): Promise<Screen> {
  const [screen] = await Promise.all([ask(id, place).screen, parts(id)])
  return screen
}

const tell = (id: string) => {
  for (const listener of listeners) listener(id)
}

/** A screen was published, in whatever place: it is fetched again when it is needed next. */
export function screenChanged(id: string) {
  for (const key of kept.keys()) if (key === id || key.startsWith(`${id} `)) kept.delete(key)
  tell(id)
}

/** Changes may have been missed: what is kept is shown, and asked about. */
export function changesMissed() {
  for (const entry of kept.values()) entry.isSure = false
  tell('*')
}

/** Called with the id of each changed screen, `*` for any; answers the function that stops it. */
export function onScreenChange(listener: (id: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

// Somebody else may have screens of his own, and what they may do is bound to the session.
const bound = () => `${session.get().user?.id} ${session.get().authority}`
let person = bound()
session.subscribe(() => {
  const next = bound()
  if (next === person) return
  person = next
  for (const [key, entry] of kept) if (!entry.loaded?.shared) kept.delete(key)
})
