// The page calls of one app.
import { ask, CallFailed, type Request } from '../workplace/ask.ts'
import type { Finding } from '../workplace/finding.ts'
import type { Inspection } from '../tessera-package-inspector/inspection.ts'
import type { TemplateComponent } from '../tessera-schema-editor/template-plugin.ts'
import type { DesignApi, DesignComponent, DesignQuery, DesignSource } from '../tessera-schema-editor/place.ts'
import type { PageNode } from './tree'

export type Schema = Record<string, unknown>
export interface Editor {
  name: string
  since: string
  /** The own person, in another tab. */
  isSelf: boolean
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

export interface ImportPlan extends Omit<ImportReport, 'made'> {
  isPackage: boolean
  made: { name: string; path: string; kind: string }[]
  conversions: { name: string; file: string; path: string; from: string; to: string }[]
  conversionsTotal: number
  hosts: { host: string; kind: string; isAllowed: boolean }[]
}

export interface Surroundings {
  sources: DesignSource[]
  queries: DesignQuery[]
  components: DesignComponent[]
  apis: DesignApi[]
  variables: { name: string; value: string }[]
  languages: Language[]
}
/** A language of the app; the first is the one that it is written in. */
export interface Language {
  tag: string
  name: string
}
/** A text of a page in one of the languages. */
export interface PageText {
  text: string
  translation: string
  /** Words that the page brings along. */
  own: string
  state: 'done' | 'missing' | 'unused'
}

export { CallFailed, type Request as Fetcher }

/** Asks calls below an address. */
export const createAsk =
  (fetcher: Request, base: string) =>
  <T>(method: string, path: string, data?: unknown): Promise<T> =>
    ask<T>(fetcher, method, base + path, data)

export function createCalls(fetcher: Request, companyKey: string, appUrlKey: string) {
  const ask = createAsk(fetcher, `/api/company/${encodeURIComponent(companyKey)}/app/${encodeURIComponent(appUrlKey)}`)
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
    /** Widget templates to build pages with; without them a page can still be built. */
    templates: async () => (await ask<{ items?: TemplateComponent[] }>('get', '/widgetTemplate/component')).items ?? [],
    /** Models to show rows of, and variables of the environment; without them a page can still be built. */
    surroundings: () => ask<Partial<Surroundings>>('get', '/page/models'),
    /** All texts of what is saved of a page. */
    texts: async (id: string, language: string) => {
      const found: PageText[] = []
      for (let page = 1, total = 1; found.length < total; page++) {
        const query = new URLSearchParams({ pageId: id, language, perPage: '200', page: String(page) })
        const { items, total: all } = await ask<{ items: PageText[]; total: number }>('get', `/i18n/text?${query}`)
        if (!items.length) break
        found.push(...items)
        total = all
      }
      return found
    },
    saveText: (language: string, text: string, translation: string) => ask('post', '/i18n/text', { language, text, translation }),
    inspectImport: (form: FormData) => ask<Inspection>('post', '/page/inspect', form),
    planImport: (form: FormData) => ask<ImportPlan>('post', '/page/plan', form),
    importFiles: (form: FormData) => ask<ImportReport>('post', '/page/import', form),
  }
}
export type Calls = ReturnType<typeof createCalls>
