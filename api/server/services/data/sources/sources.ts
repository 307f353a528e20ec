// Data sources of an app: the built-in one, and external databases with their sealed passwords.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { say, type Locale } from '../../../../messages.ts'
import type { Core } from '../../../core.ts'
import { ApiError, fieldError, notFound } from '../../../errors.ts'
import type { Scope } from '../../../store/database.ts'
import { addressOf, AddressError } from '../../foundation/addresses.ts'
import type { Secrets } from '../../foundation/secrets.ts'
import { engineOf } from '../columns.ts'
import { makeDatabase, testConnection } from './connection-test.ts'
import { isUnreachable, NO_DATABASE, unreachable, type createConnections, type Settings, type Store } from './connections.ts'
import { createFrequent } from './frequent.ts'
import { schemaOf, type DataScope, type Dialect } from '../types.ts'
import { inApp } from '../../../store/scoped.ts'
import { together } from '../../../store/together.ts'

export interface SettingsInput {
  host: string
  /** Left empty: the usual one of the kind of database. */
  port?: number | string | null
  database: string
  schema?: string
  username: string
  /** Left out: the one that is stored stays. */
  password?: string
  tls?: Settings['tls']
  ca?: string
}
export interface Source {
  id: string
  key: string
  name: string
  dialect: Dialect
}

const unknown = () => notFound('data.sourceUnknown', 'There is no such data source')
const MAX_SOURCES = 50

function settingsOf(dialect: Dialect, input: SettingsInput): Settings {
  const settings: Settings = {
    host: input.host.trim(),
    port: typeof input.port === 'number' ? input.port : dialect === 'mysql' ? 3306 : 5432,
    database: input.database.trim(),
    schema: dialect === 'mysql' ? '' : input.schema?.trim() || 'public',
    username: input.username.trim(),
    tls: input.tls ?? 'off',
    ca: input.ca?.trim() ?? '',
  }
  const empty = (['host', 'database', 'username'] as const).find(name => !settings[name])
  if (empty) throw fieldError('request.invalid', empty, 'Required')
  return settings
}

/** What a reader calls a source: the one that every app has carries a name of ours. */
export const sourceTitle = ({ dialect, name }: Pick<Source, 'dialect' | 'name'>, locale: Locale) => (dialect === 'builtin' ? say(locale, name) : name)

export function createSources(
  core: Pick<Core, 'db' | 'pool' | 'config'>,
  { connections, secrets }: { connections: ReturnType<typeof createConnections>; secrets: Secrets },
) {
  const { db, config } = core
  const frequent = createFrequent(core)

  const rows = (scope: Scope) => inApp(db, scope).selectFrom('data_source').select(['id', 'key', 'name', 'dialect'])

  /** The connection of an environment, or else that of dev. */
  async function connectionOf(sourceId: string, tag: string) {
    return db
      .selectFrom('data_connection')
      .select(['tag', 'settings', 'secret'])
      .where('source_id', '=', sourceId)
      .where('tag', 'in', [tag, 'dev'])
      .orderBy(sql`tag = 'dev'`)
      .limit(1)
      .executeTakeFirst()
  }

  /** The password that was sent, or the stored one; not a stored one for another address than it was entered for. */
  async function passwordFor(sourceId: string | undefined, tag: string, settings: Settings, given: string | undefined): Promise<string> {
    if (given !== undefined && given !== '') return given
    const stored = sourceId ? await connectionOf(sourceId, tag) : undefined
    if (!stored?.secret) return ''
    const old = stored.settings as Settings
    const isSame =
      (['host', 'port', 'username', 'database'] as const).every(name => old[name] === settings[name]) &&
      // Whom to believe that it is that server.
      (old.ca ?? '') === (settings.ca ?? '') &&
      !(old.tls === 'verify' && settings.tls !== 'verify')
    if (!isSame) throw fieldError('data.passwordAgain', 'password', 'The address has changed: enter the password again')
    return secrets.open(stored.secret)
  }

  async function find(scope: Scope, id: string): Promise<Source> {
    const row = await rows(scope).where('id', '=', id).executeTakeFirst()
    if (!row) throw unknown()
    return row
  }

  async function keep(sourceId: string, tag: string, settings: Settings, password: string) {
    const values = { settings: JSON.stringify(settings), secret: password ? secrets.seal(password) : '' }
    await db
      .insertInto('data_connection')
      .values({ source_id: sourceId, tag, ...values })
      .onConflict(conflict => conflict.columns(['source_id', 'tag']).doUpdateSet({ ...values, updated_at: sql`now()` }))
      .execute()
    connections.close(`${sourceId} ${tag}`)
  }

  /** The database of a source in an environment. */
  async function storeOf(scope: DataScope, source: Pick<Source, 'id' | 'dialect'>): Promise<Store> {
    if (source.dialect === 'builtin')
      return {
        engine: 'postgres',
        schema: schemaOf(scope.appId, scope.tag),
        on: db,
        transaction: run => db.transaction().execute(trx => run(trx)),
        together: run => together(db, undefined, trx => run(trx)),
        frequent,
      }
    const kept = await connectionOf(source.id, scope.tag)
    if (!kept) throw unreachable(new Error('no connection'))
    const password = kept.secret ? secrets.open(kept.secret) : ''
    return connections.storeOf(`${source.id} ${scope.tag}`, engineOf(source.dialect), kept.settings as Settings, password)
  }

  /** What a connection of its own to an external source is made of, at a checked address. */
  async function directTo(scope: DataScope, source: Pick<Source, 'id'>): Promise<{ settings: Settings; password: string; address: string }> {
    const kept = await connectionOf(source.id, scope.tag)
    if (!kept) throw unreachable(new Error('no connection'))
    const settings = kept.settings as Settings
    try {
      const address = await addressOf(settings.host, config.privateDataSources, NO_DATABASE)
      return { settings, password: kept.secret ? secrets.open(kept.secret) : '', address }
    } catch (error) {
      throw error instanceof AddressError ? unreachable(error) : error
    }
  }

  /** Called when a question to a source failed for want of a connection. */
  const forget = (scope: DataScope, sourceId: string) => connections.close(`${sourceId} ${scope.tag}`)

  return {
    find,

    /** All sources of an app with what is stored of their connections, but no password. */
    async list(scope: DataScope) {
      const list = await rows(scope)
        .select(eb => [
          eb
            .selectFrom('data_model')
            .select(inner => inner.fn.countAll<number>().as('n'))
            .whereRef('data_model.source_id', '=', 'data_source.id')
            .as('models'),
        ])
        .orderBy(sql`dialect <> 'builtin'`)
        .orderBy('name')
        .orderBy('id')
        .execute()
      const kept = list.length
        ? await db
            .selectFrom('data_connection')
            .select(['source_id', 'tag', 'settings', sql<boolean>`secret <> ''`.as('has')])
            .where('tag', 'in', [scope.tag, 'dev'])
            .where(
              'source_id',
              'in',
              list.map(row => row.id),
            )
            .execute()
        : []
      return list.map(({ models, ...row }) => {
        const own = kept.find(one => one.source_id === row.id && one.tag === scope.tag) ?? kept.find(one => one.source_id === row.id)
        return {
          ...row,
          models: models ?? 0,
          settings: (own?.settings as Settings | undefined) ?? null,
          hasPassword: own?.has ?? false,
          own: own?.tag === scope.tag,
        }
      })
    },

    async create(
      scope: DataScope,
      { key, name, dialect, ...input }: { key: string; name: string; dialect: 'postgres' | 'mysql' } & SettingsInput,
    ): Promise<string> {
      const settings = settingsOf(dialect, input)
      const id = uuidv7()
      await db.transaction().execute(async trx => {
        await inApp(trx, scope).selectFrom('app').select('id').where('id', '=', scope.appId).forNoKeyUpdate().execute()
        const there = await inApp(trx, scope).selectFrom('data_source').select('key').execute()
        if (there.length >= MAX_SOURCES) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_SOURCES } })
        if (there.some(one => one.key.toLowerCase() === key.toLowerCase())) throw fieldError('data.keyTaken', 'key', 'This key is taken')
        await inApp(trx, scope).insertInto('data_source').values({ id, key, name: name.trim(), dialect }).execute()
      })
      await keep(id, 'dev', settings, input.password ?? '')
      if (scope.tag !== 'dev') await keep(id, scope.tag, settings, input.password ?? '')
      return id
    },

    /** A new name; for an external source also where the environment finds it. */
    async update(scope: DataScope, id: string, { name, ...given }: { name: string } & { [K in keyof SettingsInput]?: SettingsInput[K] | null }) {
      const source = await find(scope, id)
      if (source.dialect !== 'builtin') {
        const input = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as Partial<SettingsInput>
        const settings = settingsOf(source.dialect, { host: '', database: '', username: '', ...input })
        await keep(id, scope.tag, settings, await passwordFor(id, scope.tag, settings, input.password))
      }
      await inApp(db, scope).updateTable('data_source').set({ name: name.trim(), updated_at: new Date() }).where('id', '=', id).execute()
    },

    /** Forgets an external source and its models; the database itself is left as it is. */
    async remove(scope: Scope, id: string) {
      const source = await find(scope, id)
      if (source.dialect === 'builtin') throw new ApiError('data.sourceBuiltin', 'The built-in source belongs to the app', 409)
      const tags = await db.selectFrom('data_connection').select('tag').where('source_id', '=', id).execute()
      await inApp(db, scope).deleteFrom('data_source').where('id', '=', id).execute()
      for (const { tag } of tags) connections.close(`${id} ${tag}`)
    },

    /** An environment finds an external source where dev finds it, as before it got a connection of its own. */
    async removeConnection(scope: DataScope, id: string) {
      const source = await find(scope, id)
      if (source.dialect === 'builtin') throw new ApiError('data.sourceBuiltin', 'The built-in source belongs to the app', 409)
      if (scope.tag === 'dev') throw new ApiError('data.connectionDev', 'dev keeps its connection: other environments use it', 409)
      await db.deleteFrom('data_connection').where('source_id', '=', id).where('tag', '=', scope.tag).execute()
      connections.close(`${id} ${scope.tag}`)
    },

    /** Tries settings that need not be stored yet; with the id of a source its stored password serves where none is given. */
    async test(scope: DataScope, { id, dialect, ...input }: { id?: string; dialect: 'postgres' | 'mysql' } & SettingsInput) {
      if (id) await find(scope, id)
      const settings = settingsOf(dialect, input)
      return testConnection(engineOf(dialect), settings, await passwordFor(id, scope.tag, settings, input.password), config.privateDataSources)
    },

    /** How an environment reaches an external source, and what fails on the way; nothing of the password. */
    async diagnose(scope: DataScope, source: Pick<Source, 'id' | 'dialect'>) {
      const kept = await connectionOf(source.id, scope.tag)
      if (!kept) return { settings: null, isOwn: false, failed: 'signIn' as const, english: 'It has no connection yet' }
      const settings = kept.settings as Settings
      const { failed, steps } = await testConnection(
        engineOf(source.dialect),
        settings,
        kept.secret ? secrets.open(kept.secret) : '',
        config.privateDataSources,
      )
      return { settings, isOwn: kept.tag === scope.tag, failed, english: steps.find(step => step.state === 'failed')?.english ?? '' }
    },

    /** Gives an environment a connection of its own, if it works; where only the database is missing, that is made when it is wanted. Answers what failed. */
    async connect(
      scope: DataScope,
      source: Pick<Source, 'id' | 'dialect'>,
      input: Pick<SettingsInput, 'host' | 'port' | 'database' | 'username' | 'password'>,
      { makes }: { makes: boolean },
    ): Promise<string> {
      const before = (await connectionOf(source.id, scope.tag))?.settings as Settings | undefined
      const settings = settingsOf(source.dialect, { ...(before && { schema: before.schema, tls: before.tls, ca: before.ca }), ...input })
      const password = await passwordFor(source.id, scope.tag, settings, input.password)
      const engine = engineOf(source.dialect)
      const test = () => testConnection(engine, settings, password, config.privateDataSources)
      let result = await test()
      if (result.failed === 'database' && makes) {
        const refused = await makeDatabase(engine, settings, password, config.privateDataSources)
        if (refused) return refused
        result = await test()
      }
      if (result.failed) return result.steps.find(step => step.state === 'failed')?.english ?? ''
      await keep(source.id, scope.tag, settings, password)
      return ''
    },

    /** Whether an environment finds an external source where dev finds it. */
    async sharesDev(scope: DataScope, source: Pick<Source, 'id' | 'dialect'>): Promise<boolean> {
      if (source.dialect === 'builtin' || scope.tag === 'dev') return false
      const own = await connectionOf(source.id, scope.tag)
      if (!own || own.tag === 'dev') return true
      const dev = await connectionOf(source.id, 'dev')
      const [a, b] = [own.settings as Settings, dev?.settings as Settings | undefined]
      return (['host', 'port', 'database', 'schema'] as const).every(name => a[name] === b?.[name])
    },

    storeOf,
    directTo,
    forget,
    byKey: async (scope: Scope, key: string): Promise<Source | undefined> => rows(scope).where('key', '=', key).executeTakeFirst(),

    /** Runs with the connection of a source; what fails for want of one says so, and looks the host up again next time. */
    async reaching<T>(scope: DataScope, source: Source, run: (store: Store) => Promise<T>): Promise<T> {
      try {
        return await run(await storeOf(scope, source))
      } catch (error) {
        if (source.dialect === 'builtin' || !isUnreachable(error)) throw error
        forget(scope, source.id)
        throw unreachable(error)
      }
    },
  }
}

export type Sources = ReturnType<typeof createSources>
