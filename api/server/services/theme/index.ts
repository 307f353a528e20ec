// Themes of an app: saved in versions, drafts aside, one of them the look of the app's running pages. They take effect when they are saved, without a release.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { themeCss } from '../../../theme/css.ts'
import type { ThemeDocument } from '../../../theme/document.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { everywhere, inApp } from '../../store/scoped.ts'
import { splitAppUrlKey } from '../foundation/access/index.ts'
import { MAX_THEMES } from '../foundation/app-themes.ts'
import { bodyOf, type createContents, type Schema } from '../foundation/contents.ts'
import {
  answerOf,
  begun,
  checked,
  draftOf,
  fileOf,
  hashOfFile,
  lineOf,
  savedOver,
  tooMany,
  unknownTheme,
  unknownVersion,
  versionLine,
  type ThemeInput,
  type ThemeStart,
} from './documents.ts'
import { lookOf, LOOK_TOPIC, shownIn, type ThemeChange } from './look.ts'
import type { SharedThemes } from './shared.ts'

export { READY_LINES } from './documents.ts'
export { lookOf, LOOK_TOPIC, type ThemeChange } from './look.ts'
export { createSharedThemes } from './shared.ts'

/** Files that are kept in memory. */
const KEPT_FILES = 100
const KEPT_APPS = 500

export function createThemes({ db, bus }: Pick<Core, 'db' | 'bus'>, contents: ReturnType<typeof createContents>, shared: SharedThemes) {
  const files = new Map<string, string>()
  const defaults = new Map<string, Promise<string>>()
  const listeners = new Set<(change: ThemeChange) => void>()
  bus.on(LOOK_TOPIC, payload => {
    defaults.clear()
    for (const listener of listeners) listener(payload as unknown as ThemeChange)
  })
  bus.on('reconnected', () => defaults.clear())
  // An app may be shown in a theme of its organisation, or of the platform.
  shared.listen(() => defaults.clear())

  const rows = (scope: Scope, on: Db | Trx = db) =>
    inApp(on, scope)
      .selectFrom('theme')
      .leftJoin('person', 'person.id', 'theme.updated_by')
      .select([
        'theme.id',
        'theme.name',
        'theme.description',
        'theme.is_default',
        'theme.version',
        'theme.body_hash',
        'theme.draft_hash',
        'theme.draft_at',
        'theme.updated_at',
        'person.name as by_name',
      ])
  type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

  async function find(scope: Scope, id: string, on: Db | Trx = db): Promise<Row> {
    const row = await rows(scope, on).where('theme.id', '=', id).executeTakeFirst()
    if (!row) throw unknownTheme()
    return row
  }
  async function documentAt({ companyId }: Scope, hash: Buffer): Promise<ThemeDocument> {
    const document = await contents.read(companyId, hash)
    if (!document) throw unknownTheme()
    return document as unknown as ThemeDocument
  }
  const answer = (scope: Scope, row: Row) => answerOf(row, hash => documentAt(scope, hash))

  /** Tells open apps which file they are shown in now. */
  const tell = async (scope: Scope, trx: Trx) => bus.publish(trx, LOOK_TOPIC, { ...(await lookOf(scope, trx)) })
  /** What this process keeps goes as soon as a change is there: the next call may ask before the message of the bus comes. */
  async function change<T>(make: (trx: Trx) => Promise<T>): Promise<T> {
    const made = await db.transaction().execute(make)
    defaults.clear()
    return made
  }
  /** Changes of an app's themes come one after the other. */
  const alone = (scope: Scope, trx: Trx) => inApp(trx, scope).selectFrom('app').select('id').forNoKeyUpdate().execute()

  async function insert(scope: Scope, userId: string, document: ThemeDocument, trx: Trx): Promise<Row> {
    const { count } = await inApp(trx, scope)
      .selectFrom('theme')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_THEMES) throw tooMany()
    const body = bodyOf(document as unknown as Schema)
    await contents.store(scope.companyId, [body], trx)
    const id = uuidv7()
    const { name, description } = document.config
    await inApp(trx, scope).insertInto('theme').values({ id, name, description, body_hash: body.hash, updated_by: userId }).execute()
    await inApp(trx, scope).insertInto('theme_version').values({ theme_id: id, version: 1, body_hash: body.hash, created_by: userId }).execute()
    return find(scope, id, trx)
  }

  /** The CSS behind the name of a file. Whoever knows the name may have it: it was on a page, and holds no more than that page showed. */
  async function css(file: string): Promise<string> {
    const kept = files.get(file)
    if (kept !== undefined) return kept
    const hash = hashOfFile(file)
    if (!hash) throw unknownTheme()
    const row = await everywhere(db, 'the file of a theme: its name is the hash of the document')
      .selectFrom('theme_version')
      .innerJoin('body', join => join.onRef('body.hash', '=', 'theme_version.body_hash').onRef('body.company_id', '=', 'theme_version.company_id'))
      .select('body.content')
      .where('theme_version.body_hash', '=', hash)
      .limit(1)
      .executeTakeFirst()
    const content = row?.content ?? (await shared.contentOf(hash))
    if (!content) throw unknownTheme()
    const css = themeCss(JSON.parse(content) as ThemeDocument)
    files.set(file, css)
    if (files.size > KEPT_FILES) files.delete(files.keys().next().value as string)
    return css
  }

  return {
    /** The file that an app's pages are shown in; empty for the look that is shipped. */
    async fileFor(companyKey: string, appUrlKey: string): Promise<string> {
      const { key } = splitAppUrlKey(appUrlKey)
      const at = `${companyKey.toLowerCase()} ${key}`
      let found = defaults.get(at)
      if (!found) {
        found = shownIn(db)
          .where('app.key', '=', key)
          .where(eb => eb(eb.fn('lower', ['company.key']), '=', companyKey.toLowerCase()))
          .executeTakeFirst()
          .then(row => (row?.hash ? fileOf(row.hash) : ''))
        defaults.set(at, found)
        found.catch(() => defaults.delete(at))
        if (defaults.size > KEPT_APPS) defaults.delete(defaults.keys().next().value as string)
      }
      return found
    },

    /** What a content of an app is shown in away from its pages; nothing for the look that is shipped. */
    async cssFor(scope: Scope): Promise<string> {
      const { file } = await lookOf(scope, db)
      return file ? css(file) : ''
    },

    css,

    listen(listener: (change: ThemeChange) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Themes of the app, and those of its organisation that it may be shown in. */
    async list(scope: Scope) {
      const [own, above, app] = await Promise.all([
        rows(scope)
          .orderBy(sql`lower(theme.name)`)
          .orderBy('theme.id')
          .execute(),
        shared.list(scope.companyId),
        inApp(db, scope).selectFrom('app').select('shared_theme_id').executeTakeFirst(),
      ])
      const items = await Promise.all(own.map(async row => lineOf(row, await documentAt(scope, row.body_hash))))
      const chosen = app?.shared_theme_id
      const inherits = !chosen && !items.some(({ isDefault }) => isDefault)
      return [
        ...items.map(item => ({ ...item, level: 'app' as const, isInherited: false })),
        ...above.map(({ apps: _apps, ...item }) => ({
          ...item,
          level: 'company' as const,
          isDefault: item.id === chosen,
          isInherited: inherits && item.isDefault,
          hasDraft: false,
        })),
      ]
    },
    get: async (scope: Scope, id: string) => answer(scope, await find(scope, id)),

    async create(scope: Scope, userId: string, input: ThemeStart) {
      // One of the organisation is copied into the app as well.
      const document = await begun(input, async id => {
        const row = await rows(scope).where('theme.id', '=', id).executeTakeFirst()
        return row ? documentAt(scope, row.body_hash) : (await shared.get(scope.companyId, id)).data
      })
      const row = await change(async trx => {
        await alone(scope, trx)
        return insert(scope, userId, document, trx)
      })
      return answer(scope, row)
    },

    /** Saves a version; what the app is shown in changes at once where it is its theme. A draft is over by it. */
    async update(scope: Scope, userId: string, id: string, { note = '', baseVersion, ...input }: ThemeInput & { note?: string; baseVersion?: number }) {
      const document = checked(input)
      const body = bodyOf(document as unknown as Schema)
      const saved = await change(async trx => {
        await alone(scope, trx)
        const row = await find(scope, id, trx)
        const { isNew, version, columns } = savedOver(row, body, document, userId, baseVersion)
        await contents.store(scope.companyId, [body], trx)
        await inApp(trx, scope).updateTable('theme').set(columns).where('id', '=', id).execute()
        if (isNew)
          await inApp(trx, scope).insertInto('theme_version').values({ theme_id: id, version, body_hash: body.hash, note, created_by: userId }).execute()
        if (isNew && row.is_default) await tell(scope, trx)
        return find(scope, id, trx)
      })
      return answer(scope, saved)
    },

    /** Keeps a document aside; one that is as it was saved is no draft. */
    async saveDraft(scope: Scope, userId: string, id: string, input: ThemeInput) {
      const body = bodyOf(checked(input) as unknown as Schema)
      return change(async trx => {
        await alone(scope, trx)
        const row = await find(scope, id, trx)
        const isDraft = !body.hash.equals(row.body_hash)
        await contents.store(scope.companyId, [body], trx)
        await inApp(trx, scope)
          .updateTable('theme')
          .set(draftOf(isDraft ? body.hash : null, userId))
          .where('id', '=', id)
          .execute()
        return { savedAt: new Date().toISOString(), isDraft }
      })
    },

    /** Which theme the app is shown in: its own, one of its organisation, or none for what holds above it. */
    async setDefault(scope: Scope, id: string | null, sharedId: string | null = null) {
      await change(async trx => {
        await alone(scope, trx)
        if (id) await find(scope, id, trx)
        else if (sharedId) await shared.find(scope.companyId, sharedId, trx)
        await inApp(trx, scope).updateTable('theme').set({ is_default: false }).where('is_default', '=', true).execute()
        if (id) await inApp(trx, scope).updateTable('theme').set({ is_default: true }).where('id', '=', id).execute()
        await inApp(trx, scope)
          .updateTable('app')
          .set({ shared_theme_id: id ? null : sharedId })
          .execute()
        await tell(scope, trx)
      })
    },

    async remove(scope: Scope, id: string) {
      await change(async trx => {
        await alone(scope, trx)
        const { is_default } = await find(scope, id, trx)
        if (is_default) throw new ApiError('theme.isDefault', 'The app is shown in this theme. Choose another one for it first', 409)
        await inApp(trx, scope).deleteFrom('theme').where('id', '=', id).execute()
      })
    },

    async listVersions(scope: Scope, id: string) {
      await find(scope, id)
      const found = await inApp(db, scope)
        .selectFrom('theme_version')
        .leftJoin('person', 'person.id', 'theme_version.created_by')
        .select(['version', 'note', 'theme_version.created_at', 'person.name as by_name'])
        .where('theme_id', '=', id)
        .orderBy('version', 'desc')
        .limit(200)
        .execute()
      return found.map(versionLine)
    },
    async getVersion(scope: Scope, id: string, version: number) {
      const row = await inApp(db, scope)
        .selectFrom('theme_version')
        .select('body_hash')
        .where('theme_id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst()
      if (!row) throw unknownVersion()
      return { version, data: await documentAt(scope, row.body_hash) }
    },
  }
}

export type Themes = ReturnType<typeof createThemes>
