// The scripts that bring custom components: addresses kept with the organisation and with the app, one a line.
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import { fieldError } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'

const SETTING = 'aipageCustomComponentsSrc'
const MOST = 10

/** Addresses out of a setting; what is no address is left out. */
export const addressesOf = (setting: unknown): string[] => (typeof setting === 'string' ? setting.split(/\s+/).filter(isAddress).slice(0, MOST) : [])

/** https, http, or a path of this origin; nothing that could end the policy it is written into. */
const isAddress = (address: string) => /^(https?:\/\/[^/\s;,'"<>\\]+(\/[^\s;,'"<>\\]*)?|\/(?!\/)[^\s;,'"<>\\]*)$/.test(address)

function checked(setting: string, field: string): string {
  const lines = setting.split(/\s+/).filter(Boolean)
  if (lines.length > MOST) throw fieldError('share.tooManyScripts', field, 'At most {limit} addresses', { limit: MOST })
  if (!lines.every(isAddress)) throw fieldError('share.notAScript', field, 'Use addresses that start with https://, http:// or /')
  return lines.join('\n')
}

export function createBundles({ db }: Pick<Core, 'db'>) {
  return {
    async get(scope: Scope) {
      const row = await inApp(db, scope)
        .selectFrom('app')
        .innerJoin('company', 'company.id', 'app.company_id')
        .select([sql<string>`coalesce(company.extra ->> ${SETTING}, '')`.as('company'), sql<string>`coalesce(app.config ->> ${SETTING}, '')`.as('app')])
        .executeTakeFirst()
      return { company: row?.company ?? '', app: row?.app ?? '' }
    },
    /** Whether scripts bring components that nothing here knows. */
    async areThere(scope: Scope) {
      const { company, app } = await this.get(scope)
      return (company + app).trim() !== ''
    },
    async setForApp(scope: Scope, setting: string) {
      const value = JSON.stringify({ [SETTING]: checked(setting, SETTING) })
      await inApp(db, scope)
        .updateTable('app')
        .set({ config: sql`config || ${value}::jsonb` })
        .execute()
    },
    async setForCompany(companyId: string, setting: string) {
      const value = JSON.stringify({ [SETTING]: checked(setting, SETTING) })
      await db
        .updateTable('company')
        .set({ extra: sql`extra || ${value}::jsonb` })
        .where('id', '=', companyId)
        .execute()
    },
  }
}
