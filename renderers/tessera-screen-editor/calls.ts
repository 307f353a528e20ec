// The screen calls at one level, over env.request (never env.fetcher: it fills in the ${…} of what it sends).
import { ask as askAddress, CallFailed, type Request } from '../workplace/ask.ts'
import type { Finding } from '../workplace/finding.ts'

export type Schema = Record<string, unknown>
export type { Finding }
export interface Told {
  code: string
  node: string
  text: string
}
export interface Person {
  name: string
  email: string
}
export interface Staged {
  version: number
  people: Person[]
  by: string
  at: string
}
export interface Opened {
  id: string
  version: number
  state: string
  /** What is published. */
  schema: Schema
  /** What the changes of this level are made on. */
  below: Schema
  draft: { schema: Schema; at: string; baseVersion: number } | null
  others: { name: string; at: string }[]
  conflicts: unknown[]
  staged?: Staged | null
}
/** Somebody who has the screen open right now. */
export interface Editor {
  name: string
  since: string
  /** Another tab of one's own. */
  isSelf: boolean
}
export interface ScreenRow {
  id: string
  title: string
  path: string
}
export interface Version {
  version: number
  createdAt: string
  createdBy: string
}

export { CallFailed, type Request }

export interface Level {
  companyKey?: string | undefined
  appUrlKey?: string | undefined
}

/** Where the console shows the screens of a level. */
export const addressOfLevel = ({ companyKey, appUrlKey }: Level) =>
  companyKey ? `/company/${encodeURIComponent(companyKey)}${appUrlKey ? `/app/${encodeURIComponent(appUrlKey)}/admin` : ''}/screens` : '/platform/screens'

export const queryOfLevel = ({ companyKey, appUrlKey }: Level) => ({ ...(companyKey && { companyKey }), ...(companyKey && appUrlKey && { appUrlKey }) })

export function createCalls(request: Request, screenId: string, level: Level) {
  function ask<T>(method: 'get' | 'post' | 'delete', path: string, { query = {}, body }: { query?: Record<string, string>; body?: unknown } = {}): Promise<T> {
    const search = new URLSearchParams({ ...query, ...queryOfLevel(level) })
    return askAddress<T>(request, method, `/api/screen${path}${search.size ? `?${search}` : ''}`, body)
  }
  const one = `/${encodeURIComponent(screenId)}`
  return {
    open: () => ask<Opened>('get', `${one}/draft`),
    saveDraft: (body: { schema: Schema; baseVersion: number }) => ask<{ at: string; version: number }>('post', `${one}/draft`, { body }),
    discardDraft: () => ask('delete', `${one}/draft`),
    check: async (schema: Schema) => (await ask<{ findings: Finding[] }>('post', '/check', { body: { screenId, schema } })).findings,
    publish: (body: { schema: Schema; baseVersion: number; note?: string; people?: string[] }) => ask<{ version: number }>('post', `${one}/publish`, { body }),
    release: () => ask('post', `${one}/release`, { body: {} }),
    withdraw: () => ask('post', `${one}/withdraw`, { body: {} }),
    presence: (tab: string) => ask<{ editors: Editor[]; version: number; updatedBy: string }>('post', `${one}/presence`, { body: { tab } }),
    /** The content of a version; 0 is the screen below the changes. */
    contentAt: async (version: number) =>
      version === 0
        ? (await ask<{ before: Schema }>('get', `${one}/diff`, { query: { from: '0', to: '0' } })).before
        : (await ask<{ schema: Schema }>('get', `${one}/version/${version}`)).schema,
    newest: async () => (await ask<{ items: Version[] }>('get', `${one}/version`, { query: { page: '1', perPage: '1' } })).items[0],
    row: async () =>
      (await ask<{ items: ScreenRow[] }>('get', '', { query: { keywords: screenId, page: '1', perPage: '50' } })).items.find(row => row.id === screenId),
  }
}
export type Calls = ReturnType<typeof createCalls>
