// Themes of an app: saved in versions, drafts aside, one of them the look of the app's running pages. They take effect when they are saved, without a release.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { checkTheme } from '../../../theme/check.ts'
import { ENGINE, themeCss } from '../../../theme/css.ts'
import { repairedAll } from '../../../theme/contrast.ts'
import { newTheme, type ThemeDocument } from '../../../theme/document.ts'
import { READY_THEMES, readyTheme } from '../../../theme/ready.ts'
import { withBrand } from '../../../theme/recolor.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import { hex, type Db, type Scope, type Trx } from '../../store/database.ts'
import { everywhere, inApp } from '../../store/scoped.ts'
import { splitAppUrlKey } from '../foundation/access/index.ts'
import { MAX_THEMES } from '../foundation/app-themes.ts'
import { bodyOf, type createContents, type Schema } from '../foundation/contents.ts'

const TOPIC = 'theme'
/** Files that are kept in memory. */
const KEPT_FILES = 100
const KEPT_APPS = 500

/** What open apps are told: which app, and the file that it is shown in from now on; none for the look that is shipped. */
export interface ThemeChange {
  companyId: string
  appId: string
  file: string
}
export interface ThemeInput extends Omit<ThemeDocument, 'component'> {
  component: Record<string, unknown>
}

const unknown = () => notFound('theme.unknown', 'There is no such theme')
const fileOf = (hash: Buffer) => `${hex(hash)}-${ENGINE}.css`

/** The document that came in; refused with what is wrong at each path. */
function checked(input: ThemeInput): ThemeDocument {
  const { config, global, component, customStyle } = input
  const document = { config: { ...config, name: config.name.trim() }, global, component, customStyle } as ThemeDocument
  const problems = checkTheme(document)
  if (problems.length)
    throw new ApiError('theme.invalid', 'The theme cannot be used', 422, {
      fields: Object.fromEntries(problems.map(({ path, english, values }) => [path, { english, ...(values && { values }) }])),
    })
  return document
}

export function createThemes({ db, bus }: Pick<Core, 'db' | 'bus'>, contents: ReturnType<typeof createContents>) {
  const files = new Map<string, string>()
  const defaults = new Map<string, Promise<string>>()
  const listeners = new Set<(change: ThemeChange) => void>()
  bus.on(TOPIC, payload => {
    defaults.clear()
    for (const listener of listeners) listener(payload as unknown as ThemeChange)
  })
  bus.on('reconnected', () => defaults.clear())

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
    if (!row) throw unknown()
    return row
  }
  async function documentAt({ companyId }: Scope, hash: Buffer): Promise<ThemeDocument> {
    const document = await contents.read(companyId, hash)
    if (!document) throw unknown()
    return document as unknown as ThemeDocument
  }
  const lineOf = (row: Row, { config, global }: ThemeDocument) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    isDefault: row.is_default,
    isDark: config.isDark,
    /** What the list draws of it. */
    colors: [
      ...(global.colors.brand.body.main ? [global.colors.brand.body.main] : []),
      ...global.colors.functional.slice(0, 3).map(({ body }) => body.main ?? ''),
    ],
    version: row.version,
    hasDraft: row.draft_hash !== null,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.by_name ?? '',
  })
  async function answer(scope: Scope, row: Row) {
    const [data, draft] = await Promise.all([documentAt(scope, row.body_hash), row.draft_hash ? documentAt(scope, row.draft_hash) : null])
    return { ...lineOf(row, data), data, draft, draftAt: row.draft_at?.toISOString() ?? null }
  }

  /** Tells open apps which file they are shown in now. */
  async function tell(scope: Scope, trx: Trx) {
    const row = await inApp(trx, scope).selectFrom('theme').select('body_hash').where('is_default', '=', true).executeTakeFirst()
    await bus.publish(trx, TOPIC, { ...scope, file: row ? fileOf(row.body_hash) : '' })
  }
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
    if (Number(count) >= MAX_THEMES) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_THEMES } })
    const body = bodyOf(document as unknown as Schema)
    await contents.store(scope.companyId, [body], trx)
    const id = uuidv7()
    const { name, description } = document.config
    await inApp(trx, scope).insertInto('theme').values({ id, name, description, body_hash: body.hash, updated_by: userId }).execute()
    await inApp(trx, scope).insertInto('theme_version').values({ theme_id: id, version: 1, body_hash: body.hash, created_by: userId }).execute()
    return find(scope, id, trx)
  }

  return {
    /** The file that an app's pages are shown in; empty for the look that is shipped. */
    async fileFor(companyKey: string, appUrlKey: string): Promise<string> {
      const { key } = splitAppUrlKey(appUrlKey)
      const at = `${companyKey.toLowerCase()} ${key}`
      let found = defaults.get(at)
      if (!found) {
        found = everywhere(db, 'the look of an app: its address names the organisation and the app')
          .selectFrom('theme')
          .innerJoin('app', 'app.id', 'theme.app_id')
          .innerJoin('company', 'company.id', 'app.company_id')
          .select('theme.body_hash')
          .where('theme.is_default', '=', true)
          .where('app.key', '=', key)
          .where(eb => eb(eb.fn('lower', ['company.key']), '=', companyKey.toLowerCase()))
          .executeTakeFirst()
          .then(row => (row ? fileOf(row.body_hash) : ''))
        defaults.set(at, found)
        found.catch(() => defaults.delete(at))
        if (defaults.size > KEPT_APPS) defaults.delete(defaults.keys().next().value as string)
      }
      return found
    },

    /** The CSS behind the name of a file. Whoever knows the name may have it: it was on a page, and holds no more than that page showed. */
    async css(file: string): Promise<string> {
      const kept = files.get(file)
      if (kept !== undefined) return kept
      const [, hash = '', engine] = /^([0-9a-f]{64})-(\d+)\.css$/.exec(file) ?? []
      if (!hash || Number(engine) !== ENGINE) throw unknown()
      const row = await everywhere(db, 'the file of a theme: its name is the hash of the document')
        .selectFrom('theme_version')
        .innerJoin('body', join => join.onRef('body.hash', '=', 'theme_version.body_hash').onRef('body.company_id', '=', 'theme_version.company_id'))
        .select('body.content')
        .where('theme_version.body_hash', '=', Buffer.from(hash, 'hex'))
        .limit(1)
        .executeTakeFirst()
      if (!row) throw unknown()
      const css = themeCss(JSON.parse(row.content) as ThemeDocument)
      files.set(file, css)
      if (files.size > KEPT_FILES) files.delete(files.keys().next().value as string)
      return css
    },

    listen(listener: (change: ThemeChange) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    async list(scope: Scope) {
      const found = await rows(scope)
        .orderBy(sql`lower(theme.name)`)
        .orderBy('theme.id')
        .execute()
      return Promise.all(found.map(async row => lineOf(row, await documentAt(scope, row.body_hash))))
    },
    get: async (scope: Scope, id: string) => answer(scope, await find(scope, id)),

    /** A new theme: as it is shipped, one that is ready, a copy, or a document that was brought along. */
    async create(scope: Scope, userId: string, input: { name: string; ready?: string; brand?: string; copyOf?: string; document?: ThemeInput }) {
      const name = input.name.trim()
      if (!name) throw fieldError('theme.nameMissing', 'name', 'Please enter the name')
      const start = async (): Promise<ThemeDocument> => {
        if (input.document) return checked(input.document)
        if (input.copyOf) return documentAt(scope, (await find(scope, input.copyOf)).body_hash)
        if (!input.ready) return newTheme(name)
        if (!READY_THEMES.some(({ key }) => key === input.ready)) throw fieldError('theme.readyUnknown', 'ready', 'There is no such theme')
        return readyTheme(input.ready)
      }
      const begun = await start()
      const from = input.brand ? repairedAll(withBrand(begun, input.brand.toLowerCase())) : begun
      const document = { ...from, config: { ...from.config, name } }
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
        if (baseVersion !== undefined && baseVersion !== row.version)
          throw new ApiError('theme.changed', 'Somebody else has saved it meanwhile. Look at it again', 409)
        await contents.store(scope.companyId, [body], trx)
        const isNew = !body.hash.equals(row.body_hash)
        const version = row.version + Number(isNew)
        const { name, description } = document.config
        await inApp(trx, scope)
          .updateTable('theme')
          .set({
            name,
            description,
            version,
            body_hash: body.hash,
            draft_hash: null,
            draft_at: null,
            draft_by: null,
            updated_at: new Date(),
            updated_by: userId,
          })
          .where('id', '=', id)
          .execute()
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
        const now = new Date()
        await inApp(trx, scope)
          .updateTable('theme')
          .set(isDraft ? { draft_hash: body.hash, draft_at: now, draft_by: userId } : { draft_hash: null, draft_at: null, draft_by: null })
          .where('id', '=', id)
          .execute()
        return { savedAt: now.toISOString(), isDraft }
      })
    },

    /** Which theme the app is shown in; none for the look that is shipped. */
    async setDefault(scope: Scope, id: string | null) {
      await change(async trx => {
        await alone(scope, trx)
        if (id) await find(scope, id, trx)
        await inApp(trx, scope).updateTable('theme').set({ is_default: false }).where('is_default', '=', true).execute()
        if (id) await inApp(trx, scope).updateTable('theme').set({ is_default: true }).where('id', '=', id).execute()
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
      return found.map(row => ({ version: row.version, note: row.note, createdAt: row.created_at.toISOString(), createdBy: row.by_name ?? '' }))
    },
    async getVersion(scope: Scope, id: string, version: number) {
      const row = await inApp(db, scope)
        .selectFrom('theme_version')
        .select('body_hash')
        .where('theme_id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst()
      if (!row) throw notFound('theme.versionUnknown', 'There is no such version')
      return { version, data: await documentAt(scope, row.body_hash) }
    },
  }
}

export type Themes = ReturnType<typeof createThemes>
