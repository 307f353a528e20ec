// What an operation is about, by the name that it has when it is done: "Pages: Delete" of which page.
import type { Db, Scope } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'

/** Places of addresses, and fields, that hold an id, and where it has a name. */
const NAMED = {
  pageId: 'page',
  roleId: 'role',
  entryId: 'entry',
  modelId: 'data_model',
  sourceId: 'data_source',
  viewId: 'data_view',
  apiId: 'resource',
  apigroupId: 'resource',
  componentId: 'resource',
  triggerId: 'resource',
  testId: 'permission_test',
  shareId: 'share',
  templateId: 'widget_template',
} as const
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** What a new thing is called in what is sent for it. */
const OWN_NAMES = ['name', 'title', 'label', 'key', 'resourceType']
const LONGEST = 100

/** The name of what an operation is about; empty where it is about the app as a whole. */
export async function subjectOf(db: Db, scope: Scope, params: Record<string, string>, body: Record<string, unknown>): Promise<string> {
  const sent = { ...body, ...params }
  for (const [place, table] of Object.entries(NAMED)) {
    const id = sent[place]
    if (typeof id !== 'string' || !ID.test(id)) continue
    const found = await inApp(db, scope)
      .selectFrom(table as 'page')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirst()
    if (found) return found.name
  }
  if (params.dmKey) return params.dmKey
  if (params.apiKey) return params.apiKey
  if (params.screenId) return params.screenId
  const own = OWN_NAMES.map(name => body[name]).find(value => typeof value === 'string' && value.trim() !== '')
  return String(own ?? '')
    .trim()
    .slice(0, LONGEST)
}
