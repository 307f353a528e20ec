// The page calls of one app over env.request (never env.fetcher: it fills in the ${…} of what it sends). An answer that is not 0 throws a CallFailed with all that was said.
import type { Finding } from '../workplace/finding.ts'
import type { PageNode } from './tree'

export type Schema = Record<string, unknown>
export interface Editor {
  name: string
  since: string
}
export interface Draft {
  schema: Schema
  at: string
  by: string
  mine: boolean
  baseVersion: number
}
export interface Page extends Omit<PageNode, 'children'> {
  schema: Schema | null
  draft: Draft | null
  editors: Editor[]
}
export interface Version {
  version: number
  name?: string
  note: string
  createdAt: string
  createdBy: string
}
export interface Presence {
  editors: Editor[]
  version: number
  updatedBy: string
}
export interface ImportReport {
  made: { id: string; name: string; path: string; kind: string }[]
  refused: { name: string; file: string; reason: string }[]
  notes: { name: string; file: string; reason: string }[]
}

interface Envelope {
  status: number
  msg?: string
  code?: string
  data?: unknown
  errors?: Record<string, string>
}
export type Fetcher = (api: { url: string; method: string; data?: unknown; config?: object }) => Promise<{ data?: unknown; status?: number }>

export class CallFailed extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly data: Record<string, unknown>,
    readonly errors: Record<string, string>,
  ) {
    super(message)
  }
}

export function createCalls(fetcher: Fetcher, companyKey: string, appUrlKey: string) {
  const base = `/api/company/${encodeURIComponent(companyKey)}/app/${encodeURIComponent(appUrlKey)}`
  async function ask<T>(method: string, path: string, data?: unknown): Promise<T> {
    let answer
    try {
      answer = await fetcher({ url: base + path, method, ...(data !== undefined && { data }) })
    } catch (error) {
      throw new CallFailed(0, 'network', (error as Error).message, {}, {})
    }
    const envelope = (answer.data ?? {}) as Envelope
    const { status } = envelope
    if (status !== 0)
      throw new CallFailed(status, envelope.code ?? '', envelope.msg ?? '', (envelope.data ?? {}) as Record<string, unknown>, envelope.errors ?? {})
    return (envelope.data ?? {}) as T
  }
  const page = (id: string) => `/page/${encodeURIComponent(id)}`
  return {
    list: async () => (await ask<{ items: PageNode[] }>('get', '/page')).items,
    create: (body: Partial<Page>) => ask<{ id: string }>('post', '/page', body),
    get: (id: string) => ask<Page>('get', page(id)),
    update: (id: string, body: Partial<Page> & { note?: string; baseVersion?: number }) => ask<Page>('post', page(id), body),
    remove: (id: string, withChildren: boolean) => ask('delete', `${page(id)}?withChildren=${withChildren}`),
    copy: (id: string) => ask<{ id: string }>('post', `${page(id)}/copy`, {}),
    saveOrder: (items: { id: string; parentId: string | null; sort: number }[]) => ask('post', '/page/saveOrder', { items }),
    saveDraft: (id: string, body: { schema: Schema; baseVersion: number; force?: boolean }) => ask<{ at?: string }>('post', `${page(id)}/draft`, body),
    discardDraft: (id: string, force = false) => ask('delete', `${page(id)}/draft${force ? '?force=true' : ''}`),
    versions: async (id: string, pageNumber = 1) => ask<{ items: Version[]; total: number }>('get', `${page(id)}/version?page=${pageNumber}&perPage=50`),
    version: (id: string, version: number) => ask<Version & { schema: Schema }>('get', `${page(id)}/version/${version}`),
    restore: (id: string, version: number, baseVersion: number) => ask<Page>('post', `${page(id)}/version/${version}/restore`, { baseVersion }),
    presence: (id: string, tab: string) => ask<Presence>('post', `${page(id)}/presence`, { tab }),
    check: async (schema: Schema) => (await ask<{ findings: Finding[] }>('post', '/page/check', { schema })).findings,
    importFiles: (form: FormData) => ask<ImportReport>('post', '/page/import', form),
  }
}
export type Calls = ReturnType<typeof createCalls>
