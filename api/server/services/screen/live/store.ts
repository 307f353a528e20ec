// Rows of screen overrides, and the index of them that each process keeps in memory.
import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Conflict, JsonObject } from '../../../../ledger/index.ts'
import type { Core } from '../../../core.ts'
import type { Db, Trx } from '../../../store/database.ts'
import type { Tables } from '../../../store/tables.ts'
import { everywhere } from '../../../store/scoped.ts'
import { jsonOf, MAX_BODY, schemaOf } from '../../foundation/contents.ts'

export type Level = 'platform' | 'company' | 'app'
/** Whose change of a screen is meant. */
export type ScreenScope = { level: 'platform' } | { level: 'company'; companyId: string } | { level: 'app'; companyId: string; appId: string }
export type VersionKind = Tables['screen_version']['kind']

/** A version that can be shown. */
export interface Shown {
  version: number
  changes: boolean
  baseHash: Buffer
  resultHash: Buffer
  at: Date
}
export interface Person {
  id: string
  name: string
  email: string
}
/** A version that only chosen people get, until it is released or withdrawn. */
export interface Staged extends Shown {
  people: Person[]
  by: string
  note: string
  /** Why the chosen people do not get it any more either; empty while it is good. */
  broken: string
}

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
  /** The newest version for everybody, 0 while there is none. */
  latest: number
  /** The newest version for everybody that nobody found broken. */
  good: Shown | undefined
  staged: Staged | undefined
}

export const textOf: (schema: JsonObject) => string = jsonOf
export const hashOf = (text: string) => createHash('sha256').update(text).digest()

const INDEX = `
  select o.id, o.screen_id, o.level, o.company_id, o.app_id, o.version, o.conflicts, o.updated_at, coalesce(p.name, '') as updated_by,
    (select count(*)::int from screen_draft d where d.override_id = o.id) as drafts,
    g.version as good_version, g.changes, g.base_hash, g.result_hash, g.created_at,
    coalesce((select max(v.version) from screen_version v where v.override_id = o.id and v.audience = 'everybody'), 0) as latest,
    s.staged
  from screen_override o
  left join screen_version n on n.override_id = o.id and n.version = o.version
  left join person p on p.id = n.created_by
  left join lateral (
    select v.version, v.patch <> '[]' as changes, v.base_hash, v.result_hash, v.created_at
    from screen_version v where v.override_id = o.id and v.broken = '' and v.audience = 'everybody' order by v.version desc limit 1) g on true
  left join lateral (
    select json_build_object('version', v.version, 'changes', v.patch <> '[]', 'base', encode(v.base_hash, 'hex'), 'result', encode(v.result_hash, 'hex'),
      'at', v.created_at, 'by', coalesce(a.name, ''), 'note', v.note, 'broken', v.broken, 'people', coalesce((
        select json_agg(json_build_object('id', q.id, 'name', q.name, 'email', q.email) order by q.name, q.id)
        from screen_staged_person c join person q on q.id = c.user_id where c.override_id = v.override_id and c.version = v.version), '[]')) as staged
    from screen_version v left join person a on a.id = v.created_by where v.override_id = o.id and v.audience = 'staged') s on true
  where $1::text is null or o.screen_id = $1
  order by o.screen_id`

export const companyOf = (scope: ScreenScope) => (scope.level === 'platform' ? null : scope.companyId)
export const appOf = (scope: ScreenScope) => (scope.level === 'app' ? scope.appId : null)

export const isOf = (row: Pick<Override, 'level' | 'companyId' | 'appId'>, scope: ScreenScope) =>
  row.level === scope.level && row.companyId === companyOf(scope) && row.appId === appOf(scope)

/** As PostgreSQL builds it. */
interface StagedJson {
  version: number
  changes: boolean
  base: string
  result: string
  at: string
  by: string
  note: string
  broken: string
  people: Person[]
}
const stagedOf = ({ base, result, at, ...row }: StagedJson): Staged => ({
  ...row,
  at: new Date(at),
  baseHash: Buffer.from(base, 'hex'),
  resultHash: Buffer.from(result, 'hex'),
})

/** What editors are told of a staged version. */
export const tellStaged = (staged: Staged | undefined) =>
  staged
    ? {
        version: staged.version,
        people: staged.people.map(({ name, email }) => ({ name, email })),
        by: staged.by,
        at: staged.at.toISOString(),
        note: staged.note,
        broken: staged.broken,
      }
    : null

export function createScreenStore({ db, pool }: Pick<Core, 'db' | 'pool'>) {
  return {
    /** Every override there is, or those of one screen, without contents. */
    async index(screenId?: string): Promise<Override[]> {
      const { rows } = await pool.query(INDEX, [screenId ?? null])
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
        latest: row.latest,
        staged: row.staged ? stagedOf(row.staged) : undefined,
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
      const schema: unknown = schemaOf(row.content)
      if (!schema || typeof schema !== 'object' || Array.isArray(schema)) throw new Error('its content is no screen')
      return schema as JsonObject
    },

    /** Those of the organisations that this person belongs to; a super user belongs to all. */
    companiesOf: (user: { id: string; isSuper: boolean }, companyIds: string[]) =>
      everywhere(db, 'the organisations of one person')
        .selectFrom('company')
        .select(['id', 'key'])
        .where('id', 'in', companyIds)
        .$if(!user.isSuper, rows =>
          rows.where('id', 'in', rows => rows.selectFrom('member').select('company_id').where('user_id', '=', user.id).where('banned', '=', false)),
        )
        .orderBy('key')
        .limit(200)
        .execute(),

    async keep(texts: string[], on: Db | Trx) {
      const bodies = [...new Set(texts)].map(content => ({ hash: hashOf(content), content })).sort((a, b) => a.hash.compare(b.hash))
      await on
        .insertInto('screen_body')
        .values(bodies)
        // Also holds what is there until the transaction ends, so that the sweep cannot take it.
        .onConflict(conflict => conflict.column('hash').doUpdateSet({ unused_since: null }).where('screen_body.unused_since', 'is not', null))
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

    /** Adds a version; with people it is for them only, and the one for everybody stays. */
    async addVersion(
      override: { id: string; version: number },
      made: { kind: VersionKind; patch: string; base: JsonObject; result: JsonObject; note: string; by: string | null; people?: Pick<Person, 'id'>[] },
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
          patch: made.patch,
          base_hash: hashOf(base),
          result_hash: hashOf(result),
          note: made.note,
          created_by: made.by,
          audience: made.people ? 'staged' : 'everybody',
        })
        .execute()
      if (made.people?.length)
        await trx
          .insertInto('screen_staged_person')
          .values(made.people.map(({ id }) => ({ override_id: override.id, version, user_id: id })))
          .execute()
      // What is staged solves no conflict of the version that everybody has.
      const solved = made.people ? {} : { conflicts: '[]' }
      await trx
        .updateTable('screen_override')
        .set({ version, ...solved, updated_at: new Date() })
        .where('id', '=', override.id)
        .execute()
      return version
    },

    /** Ends the staging of a version, if there is one; answers whom it was for. */
    async endStaging(override: { id: string }, as: 'released' | 'withdrawn', trx: Trx): Promise<{ version: number; userIds: string[] } | undefined> {
      const ended = await trx
        .updateTable('screen_version')
        .set({ audience: as })
        .where('override_id', '=', override.id)
        .where('audience', '=', 'staged')
        .returning('version')
        .executeTakeFirst()
      if (!ended) return undefined
      const people = await trx
        .selectFrom('screen_staged_person')
        .select('user_id')
        .where('override_id', '=', override.id)
        .where('version', '=', ended.version)
        .execute()
      return { version: ended.version, userIds: people.map(one => one.user_id) }
    },
  }
}
export type ScreenStore = ReturnType<typeof createScreenStore>
