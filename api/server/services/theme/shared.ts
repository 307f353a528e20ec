// Themes above apps: an organisation's, which its apps are shown in unless they have one of their own, and the platform's, which the console is shown in
// and what has none else. Saved in versions and drafts like those of an app; they take effect when they are saved.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { ThemeDocument } from '../../../theme/document.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { inCompany } from '../../store/scoped.ts'
import { MAX_THEMES } from '../foundation/app-themes.ts'
import { bodyOf, type Body, type Schema } from '../foundation/contents.ts'
import {
  answerOf,
  begun,
  checked,
  draftOf,
  fileOf,
  lineOf,
  savedOver,
  tooMany,
  unknownTheme,
  unknownVersion,
  versionLine,
  type ThemeInput,
  type ThemeRow,
  type ThemeStart,
} from './documents.ts'

const TOPIC = 'shared-theme'

/** Whose themes: of an organisation by its id, or of the platform. */
export type ThemeLevel = string | null

/** What is told: of the platform the file that the console is shown in from now on; apps ask which is theirs. */
export interface SharedThemeChange {
  companyId: ThemeLevel
  file: string
}

export type SharedThemes = ReturnType<typeof createSharedThemes>

export function createSharedThemes({ db, bus }: Pick<Core, 'db' | 'bus'>) {
  const listeners = new Set<(change: SharedThemeChange) => void>()
  let platform: Promise<string> | undefined
  const told = (payload: SharedThemeChange) => {
    platform = undefined
    for (const listener of listeners) listener(payload)
  }
  bus.on(TOPIC, payload => told(payload as unknown as SharedThemeChange))
  bus.on('reconnected', () => (platform = undefined))

  const rows = (level: ThemeLevel, on: Db | Trx = db) =>
    on
      .selectFrom('shared_theme')
      .leftJoin('person', 'person.id', 'shared_theme.updated_by')
      .select([
        'shared_theme.id',
        'shared_theme.name',
        'shared_theme.description',
        'shared_theme.is_default',
        'shared_theme.version',
        'shared_theme.body_hash',
        'shared_theme.draft_hash',
        'shared_theme.draft_at',
        'shared_theme.updated_at',
        'person.name as by_name',
      ])
      .where('shared_theme.company_id', 'is not distinct from', level)

  async function find(level: ThemeLevel, id: string, on: Db | Trx = db): Promise<ThemeRow> {
    const row = await rows(level, on).where('shared_theme.id', '=', id).executeTakeFirst()
    if (!row) throw unknownTheme()
    return row
  }
  async function documentAt(hash: Buffer): Promise<ThemeDocument> {
    const row = await db.selectFrom('shared_theme_body').select('content').where('hash', '=', hash).executeTakeFirst()
    if (!row) throw unknownTheme()
    return JSON.parse(row.content) as ThemeDocument
  }
  const answer = (row: ThemeRow) => answerOf(row, documentAt)

  const store = ({ hash, text }: Body, trx: Trx) =>
    trx
      .insertInto('shared_theme_body')
      .values({ hash, content: text })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  /** A draft that gave way to another is kept by nothing, unless something else is the same. */
  const forget = (hash: Buffer | null, trx: Trx) =>
    hash &&
    sql`delete from shared_theme_body where hash = ${hash}
      and not exists (select from shared_theme_version where body_hash = ${hash})
      and not exists (select from shared_theme where draft_hash = ${hash})`.execute(trx)

  const fileShown = async (level: ThemeLevel, on: Db | Trx) => {
    const row = await rows(level, on).where('shared_theme.is_default', '=', true).executeTakeFirst()
    return row ? fileOf(row.body_hash) : ''
  }
  async function tell(level: ThemeLevel, trx: Trx) {
    await bus.publish(trx, TOPIC, { companyId: level, file: level ? '' : await fileShown(null, trx) })
  }
  /** Changes of a level come one after the other; this process knows of one at once, before the message of the bus comes. */
  async function change<T>(level: ThemeLevel, make: (trx: Trx) => Promise<T>): Promise<T> {
    const made = await db.transaction().execute(async trx => {
      await sql`select pg_advisory_xact_lock(hashtext(${`shared-theme ${level ?? ''}`}))`.execute(trx)
      return make(trx)
    })
    told({ companyId: level, file: level ? '' : await fileShown(null, db) })
    return made
  }

  /** Apps that have chosen a theme of their organisation. */
  const users = (companyId: string, id: string, on: Db | Trx) =>
    inCompany(on, companyId)
      .selectFrom('app')
      .select('name')
      .where('shared_theme_id', '=', id)
      .where('copy_of', 'is', null)
      .orderBy(sql`lower(name)`)
      .execute()

  async function list(level: ThemeLevel) {
    const found = await rows(level)
      .orderBy(sql`lower(shared_theme.name)`)
      .orderBy('shared_theme.id')
      .execute()
    return Promise.all(
      found.map(async row => ({
        ...lineOf(row, await documentAt(row.body_hash)),
        apps: level ? (await users(level, row.id, db)).map(({ name }) => name) : [],
      })),
    )
  }

  return {
    list,
    find,
    get: async (level: ThemeLevel, id: string) => answer(await find(level, id)),

    /** How many apps are shown in what an organisation chooses as its default, whichever it is. */
    async inheriting(companyId: string): Promise<number> {
      const { count } = await inCompany(db, companyId)
        .selectFrom('app')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('app.shared_theme_id', 'is', null)
        .where('app.copy_of', 'is', null)
        .where(eb => eb.not(eb.exists(eb.selectFrom('theme').select('theme.id').whereRef('theme.app_id', '=', 'app.id').where('theme.is_default', '=', true))))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** The file that the console is shown in; empty for the look that is shipped. */
    async platformFile(): Promise<string> {
      platform ??= fileShown(null, db)
      platform.catch(() => (platform = undefined))
      return platform
    },
    /** The document behind a hash, as text. */
    async contentOf(hash: Buffer): Promise<string | undefined> {
      const row = await db
        .selectFrom('shared_theme_body')
        .select('content')
        .where('hash', '=', hash)
        // What is kept aside is no file.
        .where(eb => eb.exists(eb.selectFrom('shared_theme_version').select('theme_id').where('body_hash', '=', hash)))
        .executeTakeFirst()
      return row?.content
    },
    listen(listener: (change: SharedThemeChange) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    async create(level: ThemeLevel, userId: string, input: ThemeStart) {
      const document = await begun(input, async id => documentAt((await find(level, id)).body_hash))
      const body = bodyOf(document as unknown as Schema)
      const { name, description } = document.config
      const id = uuidv7()
      await change(level, async trx => {
        const there = await rows(level, trx).execute()
        if (there.length >= MAX_THEMES) throw tooMany()
        await store(body, trx)
        await trx.insertInto('shared_theme').values({ id, company_id: level, name, description, body_hash: body.hash, updated_by: userId }).execute()
        await trx.insertInto('shared_theme_version').values({ theme_id: id, version: 1, body_hash: body.hash, created_by: userId }).execute()
      })
      return answer(await find(level, id))
    },

    /** Saves a version; what is shown in it changes at once. A draft is over by it. */
    async update(level: ThemeLevel, userId: string, id: string, { note = '', baseVersion, ...input }: ThemeInput & { note?: string; baseVersion?: number }) {
      const document = checked(input)
      const body = bodyOf(document as unknown as Schema)
      await change(level, async trx => {
        const row = await find(level, id, trx)
        const { isNew, version, columns } = savedOver(row, body, document, userId, baseVersion)
        await store(body, trx)
        await trx.updateTable('shared_theme').set(columns).where('id', '=', id).execute()
        if (isNew) await trx.insertInto('shared_theme_version').values({ theme_id: id, version, body_hash: body.hash, note, created_by: userId }).execute()
        await forget(row.draft_hash, trx)
        if (isNew) await tell(level, trx)
      })
      return answer(await find(level, id))
    },

    async saveDraft(level: ThemeLevel, userId: string, id: string, input: ThemeInput) {
      const body = bodyOf(checked(input) as unknown as Schema)
      return db.transaction().execute(async trx => {
        const row = await find(level, id, trx)
        const isDraft = !body.hash.equals(row.body_hash)
        if (isDraft) await store(body, trx)
        await trx
          .updateTable('shared_theme')
          .set(draftOf(isDraft ? body.hash : null, userId))
          .where('id', '=', id)
          .execute()
        await forget(row.draft_hash, trx)
        return { savedAt: new Date().toISOString(), isDraft }
      })
    },

    /** What a level is shown in; none for what holds above it: the platform's, or the look that is shipped. */
    async setDefault(level: ThemeLevel, id: string | null) {
      await change(level, async trx => {
        if (id) await find(level, id, trx)
        await trx
          .updateTable('shared_theme')
          .set({ is_default: false })
          .where('company_id', 'is not distinct from', level)
          .where('is_default', '=', true)
          .execute()
        if (id) await trx.updateTable('shared_theme').set({ is_default: true }).where('id', '=', id).execute()
        await tell(level, trx)
      })
    },

    /** Refused while something is shown in it, and by what. */
    async remove(level: ThemeLevel, id: string) {
      await change(level, async trx => {
        const { is_default, draft_hash } = await find(level, id, trx)
        if (is_default) throw new ApiError('sharedTheme.isDefault', 'It is in use as the default here. Choose another one first', 409)
        const apps = level ? await users(level, id, trx) : []
        if (apps.length)
          throw new ApiError('sharedTheme.isUsed', 'Apps are shown in this theme: {names}. Choose another one for them first', 409, {
            values: { names: apps.map(({ name }) => name).join(', ') },
          })
        const versions = await trx.selectFrom('shared_theme_version').select('body_hash').where('theme_id', '=', id).execute()
        await trx.deleteFrom('shared_theme').where('id', '=', id).execute()
        for (const hash of [draft_hash, ...versions.map(one => one.body_hash)]) await forget(hash, trx)
      })
    },

    async listVersions(level: ThemeLevel, id: string) {
      await find(level, id)
      const found = await db
        .selectFrom('shared_theme_version')
        .leftJoin('person', 'person.id', 'shared_theme_version.created_by')
        .select(['version', 'note', 'shared_theme_version.created_at', 'person.name as by_name'])
        .where('theme_id', '=', id)
        .orderBy('version', 'desc')
        .limit(200)
        .execute()
      return found.map(versionLine)
    },
    async getVersion(level: ThemeLevel, id: string, version: number) {
      await find(level, id)
      const row = await db.selectFrom('shared_theme_version').select('body_hash').where('theme_id', '=', id).where('version', '=', version).executeTakeFirst()
      if (!row) throw unknownVersion()
      return { version, data: await documentAt(row.body_hash) }
    },
  }
}
