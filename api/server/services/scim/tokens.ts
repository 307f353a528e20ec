// Bearer tokens of an organisation's identity provider: shown once, kept as a hash, ended by time or by hand.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import { hashOf } from '../foundation/sessions.ts'
import type { Provisioning } from './scope.ts'
import { inCompany } from '../../store/scoped.ts'

/** Tells a reader of logs and settings what a leaked text is. */
const PREFIX = 'scim_'
const TOKENS_MAX = 20

export interface NewToken {
  name: string
  days?: number
  invites?: boolean
}

export function createScimTokens({ db, pool }: Pick<Core, 'db' | 'pool'>) {
  return {
    async list(companyId: string) {
      const rows = await inCompany(db, companyId)
        .selectFrom('scim_token')
        .leftJoin('person', 'person.id', 'scim_token.created_by')
        .select(['scim_token.id', 'scim_token.name', 'ending', 'invites', 'scim_token.created_at', 'expires_at', 'last_used_at', 'person.name as by'])
        .orderBy('scim_token.created_at', 'desc')
        .orderBy('scim_token.id')
        .execute()
      return rows.map(row => ({
        id: row.id,
        name: row.name,
        ending: row.ending,
        invites: row.invites,
        by: row.by ?? '',
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at?.toISOString() ?? null,
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
        isExpired: !!row.expires_at && row.expires_at <= new Date(),
      }))
    },

    /** The token itself is only ever in this answer. */
    async create(companyId: string, { name, days = 0, invites = true }: NewToken, by: { id: string; locale: Locale }) {
      const token = PREFIX + randomBytes(32).toString('base64url')
      const id = uuidv7()
      const title = name.trim()
      if (!title) throw fieldError('org.nameMissing', 'name', 'Please enter the name')
      await db.transaction().execute(async trx => {
        await sql`select from company where id = ${companyId} for update`.execute(trx)
        const { n } = await inCompany(trx, companyId)
          .selectFrom('scim_token')
          .select(eb => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
        if (n >= TOKENS_MAX)
          throw new ApiError('org.scimTokensMax', 'An organisation has at most {limit} tokens. Revoke one first', 409, { values: { limit: TOKENS_MAX } })
        await inCompany(trx, companyId)
          .insertInto('scim_token')
          .values({
            id,
            name: title,
            token_hash: hashOf(token),
            ending: token.slice(-4),
            invites,
            locale: by.locale,
            created_by: by.id,
            expires_at: days ? new Date(Date.now() + days * 86_400_000) : null,
          })
          .execute()
      })
      return { id, token }
    },

    async revoke(companyId: string, id: string) {
      const gone = await inCompany(db, companyId).deleteFrom('scim_token').where('id', '=', id).returning('id').executeTakeFirst()
      if (!gone) throw notFound('org.scimTokenUnknown', 'There is no such token')
    },

    /** The organisation of an address and the token that a request carries; undefined where they do not fit, whichever it is. */
    async find(token: string, companyKey: string): Promise<Omit<Provisioning, 'base' | 'origin'> | undefined> {
      if (!token.startsWith(PREFIX)) return undefined
      const { rows } = await pool.query<{
        id: string
        name: string
        invites: boolean
        locale: Locale
        created_by: string | null
        by: string | null
        stale: boolean
        company_id: string
        key: string
        company: string
      }>({
        name: 'scim.token',
        text: `select t.id, t.name, t.invites, t.locale, t.created_by, p.name as by, c.id as company_id, c.key, c.name as company,
            t.last_used_at is null or t.last_used_at < now() - interval '1 minute' as stale
          from scim_token t join company c on c.id = t.company_id left join person p on p.id = t.created_by
          where t.token_hash = $1 and lower(c.key) = $2 and (t.expires_at is null or t.expires_at > now())`,
        values: [hashOf(token), companyKey.toLowerCase()],
      })
      const row = rows[0]
      if (!row) return undefined
      if (row.stale) await pool.query('update scim_token set last_used_at = now() where id = $1', [row.id])
      return {
        company: { id: row.company_id, key: row.key, name: row.company },
        token: { id: row.id, name: row.name, invites: row.invites, locale: row.locale, createdBy: row.created_by, createdByName: row.by ?? '' },
      }
    },
  }
}
