// What pages may show of other hosts comes with the document, as its policy: who goes from the console to the pages of an organisation that allows some,
// or away from them, gets another document.
import { useEffect } from 'react'
import { HOST_KINDS, type HostLists } from '../api/outside-hosts.ts'
import { pagesShownAt, type Match } from '../api/routes.ts'
import { boot } from './boot.ts'

/** Which document was asked for last, so that a server that thinks otherwise is not asked without end. */
const KEY = 'tessera-document-for'
const textOf = (lists: HostLists | undefined) => HOST_KINDS.map(kind => lists?.[kind].join(' ') ?? '').join(',')

/** Whether an address needs another document than this one. `app`: whose pages are shown there; undefined while nothing is known of it. */
export function needsDocument(match: Match, app: { outsideHosts?: HostLists } | undefined, has = boot.outsideHosts): boolean {
  const place = pagesShownAt(match)
  if (!place) return has !== undefined
  if (!app) return has !== undefined && has.companyKey.toLowerCase() !== place.companyKey.toLowerCase()
  return textOf(app.outsideHosts) !== textOf(has)
}

/** Loads the address anew where it needs another document; true while that is under way. */
export function useOwnDocument(match: Match, app: { outsideHosts?: HostLists } | undefined): boolean {
  const needs = needsDocument(match, app)
  const asked = `${window.location.pathname} ${textOf(app?.outsideHosts)}`
  const again = needs && sessionStorage.getItem(KEY) === asked
  useEffect(() => {
    if (again) return
    if (!needs) return sessionStorage.removeItem(KEY)
    sessionStorage.setItem(KEY, asked)
    window.location.reload()
  }, [needs, again, asked])
  return needs && !again
}
