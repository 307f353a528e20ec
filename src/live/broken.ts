// Screens that did not work in this browser, and what the server gave in their place.
import type { Screen } from '../boot.ts'
import type { ScreenPlace } from '../screens.ts'
import { stuckScreen } from './drawing.ts'
import { visit } from './visit.ts'

const KEY = 'tessera-broken'
/** Reports of one browser in a minute; a whole console that breaks at once is known after the first of them. */
const MOST_REPORTS = 10
const TIMES = 'tessera-reports'
/** As many as a report may name. */
const MOST_TRIED = 20

/** Hashes that failed, by screen: kept over a reload, so that the same screen is not tried again. */
const failed: Record<string, string[]> = (() => {
  try {
    return JSON.parse(visit.get(KEY) ?? '{}') as Record<string, string[]>
  } catch {
    return {}
  }
})()
const replaced = new Map<string, Screen>()

export const hasFailed = ({ id, hash }: Pick<Screen, 'id' | 'hash'>) => failed[id]?.includes(hash) ?? false

function remember({ id, hash }: Pick<Screen, 'id' | 'hash'>) {
  if (hasFailed({ id, hash })) return
  failed[id] = [...(failed[id] ?? []), hash].slice(-MOST_TRIED)
  visit.set(KEY, JSON.stringify(failed))
}
if (stuckScreen) remember(stuckScreen)

/** True, and counted, while this browser may report. */
function mayReport(now = Date.now()): boolean {
  try {
    const times = (JSON.parse(localStorage.getItem(TIMES) ?? '[]') as number[]).filter(time => now - time < 60_000)
    if (times.length >= MOST_REPORTS) return false
    localStorage.setItem(TIMES, JSON.stringify([...times, now]))
  } catch {
    // What cannot be counted is limited by the server alone.
  }
  return true
}

/**
 * Says that a screen does not work here, and answers its last good form.
 * Undefined when there is none: the shipped one fails too, the server is away, or this browser has said enough.
 */
export async function replaceScreen(screen: Screen, message: string, place: ScreenPlace): Promise<Screen | undefined> {
  remember(screen)
  const kept = replaced.get(screen.hash)
  if (kept && !hasFailed(kept)) return kept
  // Ours: there is nothing behind it.
  if (!screen.changed || !mayReport()) return undefined
  const { call } = await import('../../api/client/index.ts')
  const tried = (failed[screen.id] ?? []).filter(hash => hash !== screen.hash)
  const body = { ...place, hash: screen.hash, message: message.slice(0, 2000), ...(tried.length && { tried }) }
  const { source, ...answer } = await call('screen.report', { params: { screenId: screen.id }, body })
  const next: Screen = { ...answer, changed: source !== 'shipped', shared: false, stand: source === 'current' ? undefined : source }
  if (hasFailed(next)) return undefined
  replaced.set(screen.hash, next)
  return next
}

/** What is said in a report about a screen that failed before this page was loaded. */
export const messageFor = ({ hash }: Screen) =>
  stuckScreen?.hash === hash ? 'The page stopped answering while this screen was drawn' : 'This screen did not work here before'
