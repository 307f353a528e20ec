// The calls of one widget template in the words of the document that pages are worked on with. Drafts stay in this browser: a template has few
// authors, and its levels have no call for them.
import { CallFailed, createAsk, type Calls, type Fetcher, type Page, type Schema } from '../tessera-page-designer/calls.ts'
import { localCopies } from '../tessera-screen-editor/local-copy.ts'
import type { Say } from '../words.ts'
import type { Finding } from '../workplace/finding.ts'

export type Level = 'platform' | 'company' | 'app'
export interface Place {
  level: Level
  companyKey: string
  appUrlKey: string
}
interface Template {
  id: string
  name: string
  version: number
  readOnly: boolean
  updatedAt: string
  updatedBy: string
  body: Schema
}

const part = encodeURIComponent

/** Addresses of the calls of a level, and of its list of templates. */
export function addressesOf({ level, companyKey, appUrlKey }: Place) {
  const company = `/company/${part(companyKey)}`
  const app = `${company}/app/${part(appUrlKey)}`
  return level === 'platform'
    ? { calls: '/api/widgetTemplate', list: '/platform/admin/widget-template' }
    : level === 'company'
      ? { calls: `/api${company}/widgetTemplate`, list: `${company}/widget-template` }
      : { calls: `/api${app}/widgetTemplate`, list: `${app}/design/widget-template` }
}

/** Where a template of an app is edited, for an address that names no app. */
export const locate = async (fetcher: Fetcher, id: string) =>
  (await createAsk(fetcher, '/api/widgetTemplate')<{ address: string }>('get', `/place/${part(id)}`)).address

/** `onName` hears what the template is called. */
export function templateCalls(fetcher: Fetcher, base: string, userId: string, say: Say, onName: (name: string) => void) {
  const ask = createAsk(fetcher, base)
  const copies = (id: string) => localCopies(`template ${userId} ${id}`)
  const pageOf = ({ id, name, version, updatedAt, updatedBy }: Omit<Template, 'body' | 'readOnly'>, schema: Schema): Page => ({
    id,
    parentId: null,
    kind: 'page',
    name,
    path: '',
    icon: '',
    link: '',
    visible: true,
    sort: 0,
    version,
    hasDraft: false,
    updatedAt,
    updatedBy,
    schema,
    draft: null,
    editors: [],
  })
  const get = async (id: string) => ask<Template>('get', `/data/${part(id)}`)
  const calls: Pick<Calls, 'get' | 'update' | 'saveDraft' | 'discardDraft' | 'presence' | 'restore' | 'version'> = {
    async get(id) {
      const template = await get(id)
      // The list offers no way to here; who types the address gets the reason.
      if (template.readOnly)
        throw new CallFailed(403, 'widgetTemplate.readOnly', say('This template belongs to a higher level and can only be read here'), {}, {})
      onName(template.name)
      const copy = copies(id).read()
      const draft = copy && { schema: JSON.parse(copy.text) as Schema, at: copy.at, by: '', mine: true, baseVersion: copy.baseVersion }
      return { ...pageOf(template, template.body), draft: draft ?? null }
    },
    async update(id, { schema, baseVersion }) {
      try {
        const saved = await ask<{ version: number; updatedAt: string }>('post', `/info/${part(id)}`, { body: schema, baseVersion })
        copies(id).remove()
        return pageOf({ id, name: '', updatedBy: '', ...saved }, schema ?? {})
      } catch (error) {
        if (error instanceof CallFailed && error.code === 'widgetTemplate.changedMeanwhile')
          throw new CallFailed(error.status, 'page.changedMeanwhile', error.message, error.data, error.errors)
        throw error
      }
    },
    async saveDraft(id, { schema, baseVersion }) {
      const at = new Date().toISOString()
      if (!copies(id).write({ text: JSON.stringify(schema), baseVersion, at })) throw new Error('This browser kept no draft')
      return { at }
    },
    async discardDraft(id) {
      copies(id).remove()
    },
    async presence(id) {
      const { version, updatedBy } = await get(id)
      return { editors: [], version, updatedBy }
    },
    restore: () => Promise.reject(new Error('Templates keep no versions')),
    async version(id, version) {
      const { body, updatedAt, updatedBy } = await get(id)
      return { version, note: '', createdAt: updatedAt, createdBy: updatedBy, schema: body }
    },
  }
  const check = async (schema: Schema) => (await createAsk(fetcher, '/api/widgetTemplate')<{ findings: Finding[] }>('post', '/check', { schema })).findings
  return { ...calls, check }
}
