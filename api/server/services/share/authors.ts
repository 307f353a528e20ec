// Shares as those who make them see them: the list of an app, making, changing, stopping, deleting.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { cappedTotal, containing, TOTAL_CAP } from '../../store/paging.ts'
import { bodyOf, type createContents, type Schema } from '../foundation/contents.ts'
import { isDocument, type ShareContent, type ShareType } from './kinds.ts'
import { hashPassword } from '../foundation/passwords.ts'
import { inApp } from '../../store/scoped.ts'

/** What a share shows of a widget template. */
export interface SharedTemplate {
  id: string
  name: string
  version: number
  body: Schema
}
export interface NewShare {
  content?: ShareContent
  type: ShareType
  pageId?: string
  /** A widget template, beside its schema and name. */
  template?: SharedTemplate
  /** The text of a document. */
  text?: string
  /** The schema of a template. */
  schema?: Schema
  name?: string
  title?: string
  description?: string
  expiresAt?: string | null
  password?: string
}
export interface ShareChange {
  title?: string
  description?: string
  text?: string
  expiresAt?: string | null
  /** False takes the password away; true without a password keeps the one there is. */
  isProtected?: boolean
  password?: string
}
export interface ShareFilter {
  page: number
  perPage: number
  keywords?: string
  state?: 'open' | 'stopped' | 'expired'
  pageId?: string
}

const unknown = () => notFound('share.unknownHere', 'There is no such share')

function expiryOf(text: string | null | undefined): Date | null {
  if (!text) return null
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw fieldError('share.expiryInvalid', 'expiresAt', 'Not a date')
  if (date.getTime() <= Date.now()) throw fieldError('share.expiryPast', 'expiresAt', 'Choose a time to come')
  return date
}

export function createShareAuthors({ db }: Pick<Core, 'db'>, contents: ReturnType<typeof createContents>) {
  const base = (scope: Scope) =>
    inApp(db, scope)
      .selectFrom('share')
      .leftJoin('page', 'page.id', 'share.page_id')
      .leftJoin('widget_template', 'widget_template.id', 'share.template_id')
      .leftJoin('person as author', 'author.id', 'share.created_by')
      .leftJoinLateral(
        eb =>
          eb
            .selectFrom('share_day')
            .select(({ fn }) => [fn.sum<number>('visits').as('visits'), fn.sum<number>('visitors').as('visitors')])
            .whereRef('share_day.share_id', '=', 'share.id')
            .as('seen'),
        join => join.onTrue(),
      )
  const state = sql<
    'open' | 'stopped' | 'expired'
  >`case when share.stopped_at is not null then 'stopped' when share.expires_at <= now() then 'expired' else 'open' end`
  const select = (query: ReturnType<typeof base>) =>
    query.select([
      'share.id',
      'share.key',
      'share.content',
      'share.type',
      'share.name',
      'share.title',
      'share.description',
      'share.page_id',
      'share.template_id',
      'share.page_version',
      sql<number | null>`coalesce(page.version, widget_template.version)`.as('current_version'),
      'share.expires_at',
      'share.created_at',
      'author.name as author',
      sql<boolean>`share.password_hash is not null`.as('is_protected'),
      state.as('state'),
      sql<number>`coalesce(seen.visits, 0)::int`.as('visits'),
      sql<number>`coalesce(seen.visitors, 0)::int`.as('visitors'),
    ])
  type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]
  const shown = (row: Row) => ({
    id: row.id,
    key: row.key,
    address: `/share/${row.key}${row.content === 'widgetTpl' ? '?shareMode=widgetTpl' : ''}`,
    content: row.content,
    type: row.type,
    name: row.name,
    title: row.title,
    description: row.description,
    pageId: row.page_id,
    templateId: row.template_id,
    pageVersion: row.page_version,
    currentVersion: row.current_version,
    isBehind: row.current_version !== null && row.page_version !== null && row.current_version > row.page_version,
    isProtected: row.is_protected,
    isOpen: row.state === 'open',
    state: row.state,
    expiresAt: row.expires_at?.toISOString() ?? null,
    visits: row.visits,
    visitors: row.visitors,
    createdAt: row.created_at.toISOString(),
    createdBy: row.author ?? '',
  })

  const lock = async (scope: Scope, id: string, trx: Trx) => {
    const row = await inApp(trx, scope).selectFrom('share').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw unknown()
    return row
  }
  const find = async (scope: Scope, id: string) => {
    const row = await select(base(scope)).where('share.id', '=', id).executeTakeFirst()
    if (!row) throw unknown()
    return shown(row)
  }

  /** The page as it was saved last: what a share of it shows from now on. */
  async function savedPage(scope: Scope, pageId: string, on: Db | Trx) {
    const page = await inApp(on, scope)
      .selectFrom('page')
      .select(['id', 'name', 'version', 'body_hash'])
      .where('id', '=', pageId)
      .where('kind', '=', 'page')
      .executeTakeFirst()
    if (!page?.body_hash) throw fieldError('share.noSuchPage', 'pageId', 'Not a page of this app')
    return { ...page, body_hash: page.body_hash }
  }

  async function contentOf(scope: Scope, share: NewShare, trx: Trx) {
    if (share.template) {
      const { id, name, version, body: schema } = share.template
      const body = bodyOf(schema)
      await contents.store(scope.companyId, [body], trx)
      return { body_hash: body.hash, name, page_id: null, template_id: id, page_version: version, content: 'widgetTpl' as const }
    }
    if (isDocument(share.type) || share.content === 'widgetTpl') {
      const missing = isDocument(share.type) ? !share.text?.trim() && 'text' : !share.schema && 'schema'
      if (missing) throw fieldError('share.contentMissing', missing, 'Required')
      const body = bodyOf(isDocument(share.type) ? { text: share.text } : (share.schema as Schema))
      await contents.store(scope.companyId, [body], trx)
      return { body_hash: body.hash, name: share.name || share.title || '', page_id: null, page_version: null }
    }
    if (!share.pageId) throw fieldError('share.noSuchPage', 'pageId', 'Not a page of this app')
    const page = await savedPage(scope, share.pageId, trx)
    return { body_hash: page.body_hash, name: page.name, page_id: page.id, page_version: page.version }
  }

  return {
    async list(scope: Scope, { page, perPage, keywords = '', state: wanted, pageId }: ShareFilter) {
      const some = () => {
        let query = base(scope)
        if (keywords.trim())
          query = query.where(eb => eb.or([eb('share.title', 'ilike', containing(keywords)), eb('share.name', 'ilike', containing(keywords))]))
        if (pageId) query = query.where('share.page_id', '=', pageId)
        if (wanted) query = query.where(state, '=', wanted)
        return query
      }
      const [rows, total] = await Promise.all([
        select(some())
          .orderBy('share.created_at', 'desc')
          .orderBy('share.id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(
          db,
          some()
            .select('share.id')
            .limit(TOTAL_CAP + 1),
        ),
      ])
      return { items: rows.map(shown), ...total, page, perPage }
    },

    /** With the text of a document, for its form. */
    async get(scope: Scope, id: string) {
      const share = await find(scope, id)
      if (!isDocument(share.type)) return { ...share, text: '' }
      const { body_hash: hash } = await inApp(db, scope).selectFrom('share').select('body_hash').where('id', '=', id).executeTakeFirstOrThrow()
      return { ...share, text: String((await contents.read(scope.companyId, hash))?.text ?? '') }
    },

    async create(scope: Scope, userId: string, share: NewShare) {
      const expires_at = expiryOf(share.expiresAt)
      const password_hash = share.password ? await hashPassword(share.password) : null
      const id = uuidv7()
      await db.transaction().execute(async trx => {
        const content = await contentOf(scope, share, trx)
        await inApp(trx, scope)
          .insertInto('share')
          .values({
            id,
            key: randomBytes(16).toString('base64url'),
            content: share.content ?? 'page',
            type: share.type,
            ...content,
            title: share.title?.trim() ?? '',
            description: share.description?.trim() ?? '',
            password_hash,
            unlock_key: randomBytes(32),
            expires_at,
            created_by: userId,
          })
          .execute()
      })
      return find(scope, id)
    },

    async update(scope: Scope, id: string, change: ShareChange) {
      const password_hash = change.isProtected !== false && change.password ? await hashPassword(change.password) : null
      await db.transaction().execute(async trx => {
        const row = await lock(scope, id, trx)
        const set: Record<string, unknown> = { updated_at: new Date() }
        if (change.title !== undefined) set.title = change.title.trim()
        if (change.description !== undefined) set.description = change.description.trim()
        // What is over already may stay so while other things are changed.
        if (change.expiresAt !== undefined && (!change.expiresAt || new Date(change.expiresAt).getTime() !== row.expires_at?.getTime()))
          set.expires_at = expiryOf(change.expiresAt)
        if (change.text !== undefined && isDocument(row.type)) {
          if (!change.text.trim()) throw fieldError('share.contentMissing', 'text', 'Required')
          const body = bodyOf({ text: change.text })
          await contents.store(scope.companyId, [body], trx)
          set.body_hash = body.hash
          if (change.title?.trim()) set.name = change.title.trim()
        }
        if (change.isProtected && !change.password && !row.password_hash) throw fieldError('share.passwordMissing', 'password', 'Please enter a password')
        if (password_hash || (change.isProtected === false && row.password_hash)) {
          set.password_hash = password_hash
          // Who gave the password before must give the new one.
          set.unlock_key = randomBytes(32)
        }
        await inApp(trx, scope).updateTable('share').set(set).where('id', '=', id).execute()
      })
      return find(scope, id)
    },

    /** Opens or stops a share; one that is over needs a later end first. */
    async setOpen(scope: Scope, id: string, isOpen: boolean) {
      await db.transaction().execute(async trx => {
        const row = await lock(scope, id, trx)
        if (isOpen && row.expires_at && row.expires_at.getTime() <= Date.now())
          throw new ApiError('share.expiredHere', 'This share has expired. Give it a later end first', 422)
        const stopped_at = isOpen ? null : (row.stopped_at ?? new Date())
        await inApp(trx, scope).updateTable('share').set({ stopped_at, updated_at: new Date() }).where('id', '=', id).execute()
      })
      return find(scope, id)
    },

    /** Shows the page, or the template that is handed in, as it is saved now. */
    async refresh(scope: Scope, id: string, template?: SharedTemplate) {
      await db.transaction().execute(async trx => {
        const row = await lock(scope, id, trx)
        if (template) {
          const body = bodyOf(template.body)
          await contents.store(scope.companyId, [body], trx)
          const shown = { body_hash: body.hash, page_version: template.version, name: template.name }
          await inApp(trx, scope)
            .updateTable('share')
            .set({ ...shown, updated_at: new Date() })
            .where('id', '=', id)
            .execute()
          return
        }
        if (!row.page_id) throw new ApiError('share.noPage', 'The page of this share is gone', 422)
        const page = await savedPage(scope, row.page_id, trx)
        await inApp(trx, scope)
          .updateTable('share')
          .set({ body_hash: page.body_hash, page_version: page.version, name: page.name, updated_at: new Date() })
          .where('id', '=', id)
          .execute()
      })
      return find(scope, id)
    },

    async remove(scope: Scope, id: string) {
      const { numDeletedRows } = await inApp(db, scope).deleteFrom('share').where('id', '=', id).executeTakeFirst()
      if (!numDeletedRows) throw unknown()
    },

    find,
  }
}
