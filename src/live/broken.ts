// Screens that did not work in this browser, and what the server gave in their place.
import type { Screen } from '../boot.ts'
import type { ScreenPlace } from '../screens.ts'
import { stuckScreen } from './drawing.ts'
import { isSafe } from './safe-mode.ts'
import { visit } from './visit.ts'

const KEY = 'tessera-broken'
/** Reports of one browser in a minute; a whole console that breaks at once is known after the first of them. */
const MOST_REPORTS = 10
const TIMES = 'tessera-reports'
/** As many as a report may name. */
const MOST_TRIED = 20

/** Why a form of a screen failed, by screen and hash: kept over a reload, so that the same form is not tried again. */
const failed: Record<string, Record<string, string>> = (() => {
  try {
    return JSON.parse(visit.get(KEY) ?? '{}') as Record<string, Record<string, string>>
  } catch {
    return {}
  }
})()
const replaced = new Map<string, Screen>()

export const hasFailed = ({ id, hash }: Pick<Screen, 'id' | 'hash'>) => hash in (failed[id] ?? {})

function remember({ id, hash }: Pick<Screen, 'id' | 'hash'>, message: string) {
  if (hasFailed({ id, hash })) return
  failed[id] = Object.fromEntries([...Object.entries(failed[id] ?? {}), [hash, message]].slice(-MOST_TRIED))
  visit.set(KEY, JSON.stringify(failed))
}
if (stuckScreen) remember(stuckScreen, 'The page stopped answering while this screen was drawn')

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
 * Undefined when there is none: the shipped one fails too, or this browser has said enough.
 */
export async function replaceScreen(screen: Screen, place: ScreenPlace, message = 'Unknown'): Promise<Screen | undefined> {
  remember(screen, message.slice(0, 2000))
  const kept = replaced.get(screen.hash)
  if (kept && !hasFailed(kept)) return kept
  if (isSafe() || !mayReport()) return undefined
  const { call } = await import('../../api/client/index.ts')
  const tried = Object.keys(failed[screen.id] ?? {}).filter(hash => hash !== screen.hash)
  const body = { ...place, hash: screen.hash, message: failed[screen.id]?.[screen.hash] ?? message, ...(tried.length && { tried }) }
  const { source, ...answer } = await call('screen.report', { params: { screenId: screen.id }, body })
  const next: Screen = { ...answer, changed: source !== 'shipped', shared: false, stand: source === 'current' ? undefined : source }
  if (hasFailed(next)) return undefined
  replaced.set(screen.hash, next)
  return next
}
