// What an operation is called on the screen: "Pages: save draft". Made of the call's id, so that a new call has a name at once.
import { calls, type CallId } from '../../generated/calls.ts'
import { say, type Locale } from '../../messages.ts'

const AREAS: Record<string, string> = {
  app: 'App',
  appSetting: 'Settings',
  data: 'Data',
  entry: 'Portal',
  log: 'Log',
  model: 'Models',
  page: 'Pages',
  permission: 'Permissions',
  release: 'Releases',
  role: 'Roles',
  rowPermission: 'Row permissions',
  runtime: 'Runtime settings',
  screen: 'Screens',
  setup: 'Releases',
  share: 'Shares',
  source: 'Data sources',
}

/** `saveDraft` as words: `Save draft`. */
export function phraseOf(call: string): string {
  const verb = call.slice(call.indexOf('.') + 1)
  const words = verb.replace(/-/g, ' ').replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const areaOf = (call: string): string => AREAS[call.slice(0, call.indexOf('.'))] ?? phraseOf(call.slice(0, call.indexOf('.')))

/** The name of a call in the reader's language. */
export const operationOf = (call: string, locale: Locale): string =>
  say(locale, '{area}: {operation}', { area: say(locale, areaOf(call)), operation: say(locale, phraseOf(call)) })

const SAFE = new Set(['GET', 'HEAD'])

/** The calls that change something of an app: those are what its log holds. */
export const loggedCalls: readonly CallId[] = (Object.keys(calls) as CallId[])
  .filter(id => !SAFE.has(calls[id].method) && /^(app|screen)\./.test(calls[id].access))
  .sort()
