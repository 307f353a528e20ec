// The organisation and the app that an address names, for the context of its screens.
import { useEffect, useMemo, useState } from 'react'
import type { SessionData } from './boot.ts'
import type { AppInPlace, Place } from './screen-view.tsx'

export interface PlaceState extends Place {
  state: 'ready' | 'loading' | 'forbidden' | 'missing' | 'failed'
}
interface Found {
  key: string
  state: PlaceState['state']
  app: AppInPlace | null
}

const kept = new Map<string, AppInPlace>()

/** Forgets what is known of apps, after one was changed. */
export const forgetApps = () => kept.clear()

async function findApp(companyKey: string, appUrlKey: string, key: string): Promise<Found> {
  const { call, CallError } = await import('../api/client/index.ts')
  try {
    const app = await call('app.get', { params: { companyKey, appUrlKey } })
    kept.set(key, app)
    return { key, state: 'ready', app }
  } catch (error) {
    const status = error instanceof CallError ? error.status : 0
    return { key, state: status === 403 ? 'forbidden' : status === 404 ? 'missing' : 'failed', app: null }
  }
}

/** `forVisitors`: an app that may let in who is not signed in. */
export function usePlace(params: Record<string, string>, who: SessionData, forVisitors = false): PlaceState {
  const { companyKey, appUrlKey } = params
  const key = companyKey && appUrlKey && (who.user || forVisitors) ? `${companyKey}/${appUrlKey}/${who.user?.id ?? ''}` : ''
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    if (!key || !companyKey || !appUrlKey) return
    let here = true
    void findApp(companyKey, appUrlKey, key).then(answer => here && setFound(answer))
    return () => void (here = false)
  }, [key, companyKey, appUrlKey])

  return useMemo(() => {
    const member = who.companies.find(one => one.key.toLowerCase() === companyKey?.toLowerCase())
    const company = member ?? (companyKey && who.user?.isPlatformSuper ? { key: companyKey, name: companyKey, role: 'super' } : null)
    if (!key) return { state: 'ready', company, app: null }
    const mine = found?.key === key ? found : undefined
    const app = mine ? mine.app : (kept.get(key) ?? null)
    const state = mine?.state ?? (app ? 'ready' : 'loading')
    return { state, company, app }
  }, [key, found, who, companyKey])
}
