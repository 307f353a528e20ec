// Pages of an app in other sites, by environment: who may show and call them, whom those sites sign in, and what the SDK starts with.
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import { everywhere, inApp } from '../../store/scoped.ts'
import { splitAppUrlKey } from '../foundation/access/index.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { entriesInOrder, type createReleases } from '../release/index.ts'
import { asOrigin } from './origins.ts'
import { subjectOf } from './token.ts'

/** Between the call of the site's script and that of the frame. */
const TICKET_SECONDS = 60

interface Parts {
  releases: Pick<ReturnType<typeof createReleases>, 'running'>
  secrets: Secrets
}
interface Environment extends Scope {
  tag: string
}
interface Address {
  companyKey: string
  appUrlKey: string
}
export interface EmbeddedPage {
  name: string
  path: string
}

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()
const addressOf = (appKey: string, tag: string) => `${appKey}${tag === 'latest' ? '' : `-${tag}`}`
const isSource = (address: string) => !address.includes('/:')
/** The same for an app that there is not: an answer tells a stranger nothing. */
const refused = () => new ApiError('embed.originRefused', 'This site may not show pages of this app. Whoever manages the app can list it under JS SDK', 403)

export function createEmbedding({ db }: Pick<Core, 'db'>, { releases, secrets }: Parts) {
  const byAddress = everywhere(db, 'pages of an app in other sites: the address names the organisation and the app')

  /** The environment at an address and what is granted there; undefined where nothing is. */
  async function at({ companyKey, appUrlKey }: Address) {
    const { key, tag } = splitAppUrlKey(appUrlKey)
    return byAddress
      .selectFrom('embedding')
      .innerJoin('app', 'app.id', 'embedding.app_id')
      .innerJoin('company', 'company.id', 'app.company_id')
      .select([
        'embedding.app_id as appId',
        'embedding.company_id as companyId',
        'embedding.tag',
        'embedding.frame_origins as frames',
        'embedding.call_origins as calls',
        'embedding.secret',
        'app.key',
        'app.name',
        'company.key as companyKey',
      ])
      .where(sql<boolean>`lower(company.key) = ${companyKey.toLowerCase()}`)
      .where('app.key', '=', key)
      .where('app.state', '=', 'active')
      .where('embedding.tag', '=', tag)
      .executeTakeFirst()
  }

  /** What the release that runs in an environment offers to other sites. */
  async function offered({ tag, ...scope }: Environment) {
    const release = await releases.running(scope, tag)
    if (!release) return undefined
    const { pages = [], historyMode = 'hash', remFactor = 16 } = release.config.jssdk ?? {}
    return {
      version: release.version,
      historyMode,
      remFactor,
      pages: entriesInOrder(release.manifest)
        .filter(({ id, kind }) => kind === 'page' && pages.includes(id))
        .map(({ id, name, path }) => ({ id, name, path })),
    }
  }

  /** Whom a site means: by username, or by an email that was proved. Whoever does not belong here is told like a stranger. */
  async function personOf({ companyId, appId }: Scope, subject: string): Promise<string> {
    const name = subject.toLowerCase()
    const { rows } = await sql<{ id: string }>`
      select p.id from person p
      left join member m on m.company_id = ${companyId} and m.user_id = p.id and not m.banned
      left join external_user x on x.app_id = ${appId} and x.user_id = p.id and not x.disabled
      where not p.disabled and (m.user_id is not null or x.id is not null)
        and (lower(p.username) = ${name} or p.email <> '' and p.email_verified and lower(p.email) = ${name})
      limit 2`.execute(db)
    const [person] = rows
    if (!person || rows.length > 1) throw new ApiError('embed.personUnknown', 'Nobody of this app has this username or email', 403)
    return person.id
  }

  async function ticketFor(env: Environment, secret: string, token: string): Promise<string> {
    if (!secret) throw new ApiError('embed.tokenInvalid', 'This app has no secret for sign-in tokens. Make one under JS SDK', 403)
    const userId = await personOf(env, await subjectOf(token, secrets.open(secret)))
    const ticket = randomBytes(32).toString('base64url')
    await inApp(db, env).deleteFrom('embedding_ticket').where('expires_at', '<', new Date()).execute()
    await inApp(db, env)
      .insertInto('embedding_ticket')
      .values({ hash: hashOf(ticket), tag: env.tag, user_id: userId, expires_at: new Date(Date.now() + TICKET_SECONDS * 1000) })
      .execute()
    return ticket
  }

  const normalised = (list: readonly string[], field: string): string[] => {
    const wrong = list.findIndex(one => !asOrigin(one))
    if (wrong >= 0) throw fieldError('embed.originUnreadable', `${field}.${wrong}`, 'An address such as https://www.example.com')
    return [...new Set(list.map(one => asOrigin(one) as string))]
  }
  const endSessions = ({ appId, tag }: Environment) => db.deleteFrom('session').where('app_id', '=', appId).where('embedded', '=', tag).execute()

  return {
    /** What is granted in an environment, and what there is to show. */
    async settings(env: Environment, { companyKey, appKey }: { companyKey: string; appKey: string }) {
      const { tag: _tag, ...scope } = env
      const [row, found, there] = await Promise.all([
        inApp(db, env).selectFrom('embedding').select(['frame_origins', 'call_origins', 'secret_at']).where('tag', '=', env.tag).executeTakeFirst(),
        offered(env),
        inApp(db, scope).selectFrom('environment').select('tag').orderBy('tag').execute(),
      ])
      return {
        tag: env.tag,
        environments: [...new Set(['latest', ...there.map(({ tag }) => tag)])],
        sdkApp: `${companyKey}/${addressOf(appKey, env.tag)}`,
        frameOrigins: row?.frame_origins ?? [],
        callOrigins: row?.call_origins ?? [],
        secretAt: row?.secret_at?.toISOString() ?? '',
        version: found?.version ?? '',
        historyMode: found?.historyMode ?? ('hash' as const),
        remFactor: found?.remFactor ?? 16,
        pages: (found?.pages ?? []).map(({ name, path }) => ({ name, path })),
      }
    },

    async save({ tag, ...scope }: Environment, given: { frameOrigins: readonly string[]; callOrigins: readonly string[] }) {
      const frame_origins = normalised(given.frameOrigins, 'frameOrigins')
      const call_origins = normalised(given.callOrigins, 'callOrigins')
      await inApp(db, scope)
        .insertInto('embedding')
        .values({ tag, frame_origins, call_origins })
        .onConflict(conflict => conflict.columns(['app_id', 'tag']).doUpdateSet({ frame_origins, call_origins }))
        .execute()
    },

    /** A new secret in place of the one before; it is told this once. Sessions that the old one began are over. */
    async renewSecret(env: Environment): Promise<string> {
      const { tag, ...scope } = env
      const plain = randomBytes(32).toString('base64url')
      const set = { secret: secrets.seal(plain), secret_at: new Date() }
      await inApp(db, scope)
        .insertInto('embedding')
        .values({ tag, ...set })
        .onConflict(conflict => conflict.columns(['app_id', 'tag']).doUpdateSet(set))
        .execute()
      await endSessions(env)
      return plain
    },

    async removeSecret(env: Environment) {
      const { tag, ...scope } = env
      await inApp(db, scope).updateTable('embedding').set({ secret: '', secret_at: null }).where('tag', '=', tag).execute()
      await inApp(db, scope).deleteFrom('embedding_ticket').where('tag', '=', tag).execute()
      await endSessions(env)
    },

    /** Whether scripts of a site may call for pages of an app. */
    async mayCall(address: Address, origin: string): Promise<boolean> {
      return !!(await at(address))?.calls.includes(origin)
    },

    /** The app that somebody may use in a mini-program: one whose people they belong to, as a member or from outside. */
    async programOf({ companyKey, appUrlKey }: Address, userId: string): Promise<{ appId: string; embedded: string }> {
      const { key, tag } = splitAppUrlKey(appUrlKey)
      const { rows } = await sql<{ id: string }>`
        select a.id from app a join company c on c.id = a.company_id
        left join member m on m.company_id = a.company_id and m.user_id = ${userId} and not m.banned
        left join external_user x on x.app_id = a.id and x.user_id = ${userId} and not x.disabled
        where lower(c.key) = ${companyKey.toLowerCase()} and a.key = ${key} and a.state = 'active' and (m.user_id is not null or x.id is not null)`.execute(db)
      const [app] = rows
      if (!app) throw new ApiError('embed.personUnknown', 'Nobody of this app has this username or email', 403)
      return { appId: app.id, embedded: tag }
    },

    /** What the SDK needs to show pages in a site; with a token also a ticket for the frame. */
    async start(address: Address, origin: string, token: string) {
      const env = await at(address)
      if (!env?.calls.includes(origin)) throw refused()
      const found = await offered({ companyId: env.companyId, appId: env.appId, tag: env.tag })
      if (!found?.pages.length)
        throw new ApiError('embed.nothingOffered', 'This version of the app offers no pages to other sites. Choose them when you publish', 404)
      const scope = { companyId: env.companyId, appId: env.appId, tag: env.tag }
      return {
        frame: `/embed/${env.companyKey}/${addressOf(env.key, env.tag)}`,
        mayFrame: env.frames.includes(origin),
        historyMode: found.historyMode,
        remFactor: found.remFactor,
        pages: found.pages.filter(({ path }) => path).map(({ name, path }) => ({ name, path })),
        ticket: token ? await ticketFor(scope, env.secret, token) : '',
      }
    },

    /** Whom a ticket is for; it is good once. */
    async enter(address: Address, ticket: string) {
      const env = await at(address)
      const used =
        env &&
        (await inApp(db, env)
          .deleteFrom('embedding_ticket')
          .where('hash', '=', hashOf(ticket))
          .where('tag', '=', env.tag)
          .where('expires_at', '>', new Date())
          .returning('user_id')
          .executeTakeFirst())
      if (!env || !used) throw new ApiError('embed.ticketExpired', 'This sign-in is no longer waiting. Load the page again', 403)
      return { userId: used.user_id, appId: env.appId, tag: env.tag }
    },

    /** What the frame's document is made of; undefined where no site may show it. */
    async frame(address: Address) {
      const env = await at(address)
      if (!env?.frames.length) return undefined
      const found = await offered({ companyId: env.companyId, appId: env.appId, tag: env.tag })
      const first = found?.pages.find(({ path }) => path && isSource(path))
      return found?.pages.length
        ? {
            companyId: env.companyId,
            companyKey: env.companyKey,
            appUrlKey: addressOf(env.key, env.tag),
            name: env.name,
            origins: env.frames,
            remFactor: found.remFactor,
            home: first?.path ?? '',
          }
        : undefined
    },
  }
}

export type Embedding = ReturnType<typeof createEmbedding>
