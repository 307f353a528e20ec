// What flows ask of the person in a running app: counted when the app opens, whenever the server says that it changed, and when somebody looks again.
import { useEffect, useState } from 'react'
import { call } from '../../api/client/index.ts'
import type { CallTypes } from '../../api/generated/types.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'

type Counts = CallTypes['flow.getSummary']['data']
export interface FlowsOfApp extends Counts {
  /** Flows that this person may start. */
  starts: CallTypes['flow.listOffered']['data']['items']
}

const listeners = new Set<() => void>()
/** Tasks or notices of this person are others than before. */
export const tasksChanged = () => {
  for (const listener of listeners) listener()
}

/** Undefined for visitors, while nothing is known, and where the app has nothing to do with flows. */
export function useFlowsOf(companyKey: string, appUrlKey: string, pathname: string): FlowsOfApp | undefined {
  const { user } = useStore(session)
  const [starts, setStarts] = useState<FlowsOfApp['starts']>([])
  const [counts, setCounts] = useState<Counts>()
  const params = { companyKey, appUrlKey }
  const who = user?.id

  useEffect(() => {
    if (!who) return
    let here = true
    call('flow.listOffered', { params }).then(
      ({ items }) => here && setStarts(items),
      // An app that cannot tell has no lines for it.
      () => {},
    )
    return () => void (here = false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `params` is made of the two keys
  }, [who, companyKey, appUrlKey])
  useEffect(() => {
    if (!who) return
    let here = true
    const read = () =>
      void call('flow.getSummary', { params }).then(
        next => here && setCounts(next),
        // Asked again with the next change.
        () => {},
      )
    const look = () => document.visibilityState === 'visible' && read()
    read()
    listeners.add(read)
    document.addEventListener('visibilitychange', look)
    return () => {
      here = false
      listeners.delete(read)
      document.removeEventListener('visibilitychange', look)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another page of the app is a moment to count again
  }, [who, companyKey, appUrlKey, pathname])

  const isThere = counts && (starts.length > 0 || counts.isUsed || counts.todo > 0 || counts.unread > 0)
  return isThere ? { ...counts, starts } : undefined
}
