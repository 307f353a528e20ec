// Work that is not saved is asked for before its page goes: by links, menus, the browser's way back and ahead, and by closing the tab.
import { useEffect } from 'react'
import { useBlocker, type BlockerFunction } from 'react-router-dom'
import { isTypedInDialogs } from '../live/busy.ts'
import { blockRouting, hasUnsaved, mayLeave } from '../navigation.ts'

// Dialogs lie over the page and need no word of their own.
blockRouting(isTypedInDialogs)

/** Another query is the same page, as for the router. */
const isLosing: BlockerFunction = ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsaved()

export function LeaveGuard() {
  const blocker = useBlocker(isLosing)
  useEffect(() => {
    if (blocker.state === 'blocked') void mayLeave().then(leave => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => void (hasUnsaved() && event.preventDefault())
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [])
  return null
}
