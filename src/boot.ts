// What the server put into the start page, so that the first paint needs no further round trip.
import type { CallTypes } from '../api/generated/types.ts'
import type { Locale } from '../api/messages.ts'
import type { HostLists } from '../api/outside-hosts.ts'
import type { MenuLines, Route } from '../api/routes.ts'

export type SiteConfig = CallTypes['general.getConfig']['data']
export type SessionData = CallTypes['general.session']['data']
export type { MenuLines } from '../api/routes.ts'
export interface Screen {
  id: string
  hash: string
  schema: Record<string, unknown>
  /** False for the screen as it is shipped. */
  changed?: boolean
  /** The same for everybody, wherever it is shown. */
  shared?: boolean
  /** Reference of what it may do, where an organisation or an app has changed it. */
  authority?: string
  /** Stands in for a newer form that did not work. */
  stand?: 'version' | 'shipped'
}
export interface Boot {
  config: SiteConfig
  session: SessionData
  routes: Route[]
  site: MenuLines
  /** Menus of organisations that have their own, by key in lower case. */
  companyMenus?: Record<string, MenuLines>
  locale: Locale
  theme: ThemeChoice
  /** File of the platform's theme, which the console is shown in; empty for the look that is shipped. */
  look: string
  /** Screen of the address that was asked for, where anybody may see it. */
  screen?: Screen
  /** The policy of this document lets pages of one organisation show something of these hosts. */
  outsideHosts?: HostLists & { companyKey: string }
  /** The app that this document shows in a page of another site, to one of these origins. */
  embed?: { companyKey: string; appUrlKey: string; name: string; origins: string[]; home: string }
  /** The person asked for /logout by hand: opening it signs out. */
  signsOut?: boolean
  /** Dictionaries that this screen needs, by area; empty for English. */
  words: Record<string, Record<string, string>>
}
export type ThemeChoice = 'light' | 'dark' | 'system'

function read(): Boot {
  const block = document.getElementById('boot')
  if (!block?.textContent) throw new Error('the start page carries no data')
  return JSON.parse(block.textContent) as Boot
}

export const boot: Boot = read()
