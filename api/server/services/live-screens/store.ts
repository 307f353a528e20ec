// Rows of screen overrides, and the index of them that each process keeps in memory.
import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Conflict, JsonObject, Patch } from '../../../ledger/index.ts'
import type { Core } from '../../core.ts'
import type { Db, Trx } from '../../store/database.ts'
import type { ScreenVersionTable } from '../../store/tables.ts'
import { MAX_BODY } from '../bodies.ts'

export type Level = 'platform' | 'company' | 'app'
/** Whose change of a screen is meant. */
export type ScreenScope = { level: 'platform' } | { level: 'company'; companyId: string } | { level: 'app'; companyId: string; appId: string }
export type VersionKind = ScreenVersionTable['kind']

/** An override as the index knows it. */
export interface Override {
  id: string
  screenId: string
  level: Level
  companyId: string | null
  appId: string | null
  /** The newest version, 0 while there are only drafts. */
  version: number
  conflicts: Conflict[]
  drafts: number
  updatedAt: Date
  updatedBy: string
  /** The newest version that nobody found broken. */
  good: { version: number; changes: boolean; baseHash: Buffer; resultHash: Buffer; at: Date } | undefined
}

export const textOf = (schema: JsonObject) => JSON.stringify(schema)
export const hashOf = (text: string) => createHash('sha256').update(text).digest()

const INDEX = `
  select o.id, o.screen_id, o.level, o.company_id, o.app_id, o.version, o.conflicts, o.updated_at, coalesce(p.name, '') as updated_by,
    (select count(*)::int from screen_draft d where d.override_id = o.id) as drafts,
    g.version as good_version, g.changes, g.base_hash, g.result_hash, g.created_at
  from screen_override o
  left join screen_version n on n.override_id = o.id and n.version = o.version
  left join person p on p.id = n.created_by
  left join lateral (
    select v.version, v.patch <> '[]' as changes, v.base_hash, v.result_hash, v.created_at
    from screen_version v where v.override_id = o.id and v.broken = '' order by v.version desc limit 1) g on true
  order by o.screen_id`

export const companyOf = (scope: ScreenScope) => (scope.level === 'platform' ? null : scope.companyId)
export const appOf = (scope: ScreenScope) => (scope.level === 'app' ? scope.appId : null)

export const isOf = (row: Pick<Override, 'level' | 'companyId' | 'appId'>, scope: ScreenScope) =>
  row.level === scope.level && row.companyId === companyOf(scope) && row.appId === appOf(scope)

export function createScreenStore({ db, pool }: Pick<Core, 'db' | 'pool'>) {
  return {
    /** Every override there is, without contents. */
    async index(): Promise<Override[]> {
      const { rows } = await pool.query(INDEX)
      return rows.map(row => ({
        id: row.id,
        screenId: row.screen_id,
        level: row.level,
        companyId: row.company_id,
        appId: row.app_id,
        version: row.version,
        conflicts: row.conflicts,
        drafts: row.drafts,
        updatedAt: row.updated_at,
        updatedBy: row.updated_by,
        good:
          row.good_version === null
            ? undefined
            : { version: row.good_version, changes: row.changes, baseHash: row.base_hash, resultHash: row.result_hash, at: row.created_at },
      }))
    },

    /** The screen of a hash; throws where it is gone or no screen. */
    async content(hash: Buffer, on: Db | Trx = db): Promise<JsonObject> {
      const row = await on.selectFrom('screen_body').select('content').where('hash', '=', hash).executeTakeFirst()
      if (!row) throw new Error('its content is missing')
      if (!hashOf(row.content).equals(hash)) throw new Error('its content was changed')
      if (row.content.length > MAX_BODY) throw new Error('its content is too large')
      const schema = JSON.parse(row.content) as unknown
      if (!schema || typeof schema !== 'object' || Array.isArray(schema)) throw new Error('its content is no screen')
      return schema as JsonObject
    },

    async keep(texts: string[], on: Db | Trx) {
      const bodies = [...new Set(texts)].map(content => ({ hash: hashOf(content), content })).sort((a, b) => a.hash.compare(b.hash))
      await on
        .insertInto('screen_body')
        .values(bodies)
        .onConflict(conflict => conflict.doNothing())
        .execute()
    },

    /** The row of an override, made where it is missing, held until the transaction ends. */
    async hold(scope: ScreenScope, screenId: string, trx: Trx) {
      await trx
        .insertInto('screen_override')
        .values({ id: uuidv7(), level: scope.level, company_id: companyOf(scope), app_id: appOf(scope), screen_id: screenId })
        .onConflict(conflict => conflict.columns(['screen_id', 'level', 'company_id', 'app_id']).doNothing())
        .execute()
      return trx
        .selectFrom('screen_override')
        .selectAll()
        .where('screen_id', '=', screenId)
        .where('level', '=', scope.level)
        .where('company_id', 'is not distinct from', companyOf(scope))
        .where('app_id', 'is not distinct from', appOf(scope))
        .forUpdate()
        .executeTakeFirstOrThrow()
    },

    async addVersion(
      override: { id: string; version: number },
      made: { kind: VersionKind; patch: Patch; base: JsonObject; result: JsonObject; note: string; by: string | null },
      trx: Trx,
    ): Promise<number> {
      const [base, result] = [textOf(made.base), textOf(made.result)]
      await this.keep([base, result], trx)
      const version = override.version + 1
      await trx
        .insertInto('screen_version')
        .values({
          override_id: override.id,
          version,
          kind: made.kind,
          patch: JSON.stringify(made.patch),
          base_hash: hashOf(base),
          result_hash: hashOf(result),
          note: made.note,
          created_by: made.by,
        })
        .execute()
      await trx.updateTable('screen_override').set({ version, conflicts: '[]', updated_at: new Date() }).where('id', '=', override.id).execute()
      return version
    },
  }
}
export type ScreenStore = ReturnType<typeof createScreenStore>
