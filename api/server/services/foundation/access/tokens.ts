// Access tokens: with one a program acts for a person in one app, and does what the token was made for; of that, what the person may.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { CallId } from '../../../../generated/calls.ts'
import type { Core } from '../../../core.ts'
import { ApiError, fieldError, notFound } from '../../../errors.ts'
import { everywhere, inApp } from '../../../store/scoped.ts'
import { hashOf } from '../sessions.ts'
import { splitAppUrlKey, type AccessService, type Address, type Who } from './index.ts'

export const DUTIES = ['pull', 'push', 'publish', 'read', 'write'] as const
export type Duty = (typeof DUTIES)[number]

const PULL: readonly CallId[] = ['app.get', 'release.exportPackage', 'release.list', 'release.get', 'release.compareVersions', 'release.listAvailable']
const READ: readonly CallId[] = [
  'data.listRows',
  'data.getRow',
  'data.listOptions',
  'data.listGroups',
  'data.listTotals',
  'data.getHistory',
  'data.getFile',
  'data.exportRows',
  'api.read',
]
/** All that a token opens; whatever is not named here is closed to it. */
const CALLS: Record<Duty, readonly CallId[]> = {
  pull: PULL,
  push: [...PULL, 'release.uploadPackage', 'release.planImport', 'release.importPackage', 'release.deleteUpload'],
  publish: ['app.get', 'release.initRelease', 'release.plan', 'release.create', 'release.list', 'release.get', 'release.retry', 'release.kill'],
  read: READ,
  write: [...READ, 'data.createRow', 'data.updateRow', 'data.updateRows', 'data.deleteRows', 'data.restoreRow', 'data.uploadFile', 'api.call'],
}
const wrongDuty = () => new ApiError('token.duty', 'This access token was not made for this', 403)

const PREFIX = 'tst_'
const MOST = 50
/** Writing each use down would make a write of every read. */
const MINUTE_MS = 60_000

export interface TokenInput {
  name: string
  /** `company/app` as they stand in addresses. */
  app: string
  duties: readonly Duty[]
  days: number
}

/** What a request with a token is, besides whose. */
export interface TokenUse {
  duties: readonly Duty[]
  /** For the log: its name and first letters. */
  told: string
  /** Why it opens nothing here. */
  refusal: ApiError | undefined
}

/** Refuses what the call is open for and this input is not: an app that is pulled has no rows with it. */
export function checkTokenInput({ duties }: TokenUse, call: CallId, body: Record<string, unknown>) {
  if (call === 'release.exportPackage' && body.exportWithData && !duties.some(duty => duty === 'read' || duty === 'write')) throw wrongDuty()
}

/** The token that a program sends; undefined for a request without one. */
export const bearerOf = (authorization: string | undefined): string | undefined => /^Bearer +(tst_[\w-]{40,60}) *$/i.exec(authorization ?? '')?.[1]

export function createAccessTokens({ db }: Pick<Core, 'db'>, access: Pick<AccessService, 'findPerson'>) {
  const own = (userId: string) =>
    everywhere(db, 'a token is known by its hash, and its owner by the session').selectFrom('access_token').where('access_token.user_id', '=', userId)

  return {
    async list(userId: string) {
      const rows = await own(userId)
        .innerJoin('app', 'app.id', 'access_token.app_id')
        .innerJoin('company', 'company.id', 'access_token.company_id')
        .select([
          'access_token.id',
          'access_token.name',
          'duties',
          'hint',
          'access_token.created_at',
          'expires_at',
          'used_at',
          'app.name as app_name',
          'app.key',
          'company.key as company_key',
        ])
        .orderBy('access_token.created_at', 'desc')
        .orderBy('access_token.id')
        .execute()
      return rows.map(row => ({
        id: row.id,
        name: row.name,
        app: `${row.company_key}/${row.key}`,
        appName: row.app_name,
        duties: row.duties as Duty[],
        hint: row.hint,
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        isExpired: row.expires_at.getTime() <= Date.now(),
        usedAt: row.used_at?.toISOString() ?? null,
      }))
    },

    /** Makes one; the token itself is answered here and never again. */
    async create(userId: string, { name, app, duties, days }: TokenInput): Promise<{ id: string; token: string }> {
      if (!name.trim()) throw fieldError('request.invalid', 'name', 'Required')
      const [companyKey = '', appKey = ''] = app.split('/')
      const who = await access.findPerson(userId, { companyKey, appKey, tag: 'dev' })
      if (!who.company || !who.app) throw fieldError('token.appUnknown', 'app', 'There is no such app')
      const { total } = await own(userId)
        .select(eb => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      if (Number(total) >= MOST) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MOST } })
      const id = uuidv7()
      const token = PREFIX + randomBytes(32).toString('base64url')
      await inApp(db, { companyId: who.company.id, appId: who.app.id })
        .insertInto('access_token')
        .values({
          id,
          user_id: userId,
          name: name.trim(),
          duties: [...new Set(duties)],
          token_hash: hashOf(token),
          hint: token.slice(0, PREFIX.length + 4),
          expires_at: sql<Date>`now() + make_interval(days => ${days})`,
        })
        .execute()
      return { id, token }
    },

    async revoke(userId: string, id: string) {
      const gone = await everywhere(db, 'a token is known by its hash, and its owner by the session')
        .deleteFrom('access_token')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst()
      if (!gone) throw notFound('token.unknown', 'There is no such access token')
    },

    /** Who acts with a token in what an address names, and whether it was made for that. */
    async find(token: string, call: CallId, { companyKey = '', appUrlKey = '' }: Address): Promise<{ who: Who; use: TokenUse }> {
      const row = await everywhere(db, 'a token is known by its hash, and its owner by the session')
        .selectFrom('access_token')
        .select(['id', 'user_id', 'app_id', 'name', 'hint', 'duties', 'used_at'])
        .where('token_hash', '=', hashOf(token))
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst()
      if (!row) throw new ApiError('token.invalid', 'This access token does not exist, was revoked or is over', 401)
      const { key, tag } = splitAppUrlKey(appUrlKey)
      const who = await access.findPerson(row.user_id, { companyKey, appKey: key, tag })
      const duties = row.duties as Duty[]
      const refusal = !duties.some(duty => CALLS[duty]?.includes(call))
        ? wrongDuty()
        : who.app?.id === row.app_id
          ? undefined
          : new ApiError('token.elsewhere', 'This access token belongs to another app', 403)
      if (!refusal && (!row.used_at || row.used_at.getTime() < Date.now() - MINUTE_MS))
        await everywhere(db, 'a token is known by its hash, and its owner by the session')
          .updateTable('access_token')
          .set({ used_at: sql<Date>`now()` })
          .where('id', '=', row.id)
          .execute()
      return { who, use: { duties, told: `${row.name} (${row.hint}…)`, refusal } }
    },
  }
}
