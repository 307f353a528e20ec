// Versions of an app's permissions: what the database wrote down, told in sentences, compared, and restored.
import { sql } from 'kysely'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { cappedTotal, TOTAL_CAP } from '../../store/paging.ts'
import { scopeOf, type AppInScope, type SignedIn } from '../foundation/access/index.ts'
import { asActor } from './actor.ts'
import { changeText, namesIn, type Change } from './change-words.ts'
import { freeNames, restoreOne } from './restore.ts'
import { inApp } from '../../store/scoped.ts'

const versionUnknown = () => notFound('permission.versionUnknown', 'There is no such version')
/** Sentences that a list tells of a version. */
const TOLD = 3

type Kept = Change & { n: number }
const refKey = ({ what, ref }: Pick<Change, 'what' | 'ref'>) => `${what} ${JSON.stringify(Object.entries(ref).sort())}`
const sameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What several changes come to: from the first state to the last, without what went there and back. */
export function net(changes: readonly Change[]): Change[] {
  const byRef = new Map<string, Change>()
  for (const change of changes) {
    const key = refKey(change)
    const earlier = byRef.get(key)
    byRef.set(key, earlier ? { ...earlier, after: change.after } : { ...change })
  }
  return [...byRef.values()].filter(({ before, after }) => !sameValue(before, after))
}

export function createVersions({ db }: Pick<Core, 'db'>) {
  const rowsOf = (scope: Scope) => inApp(db, scope).selectFrom('permission_version').leftJoin('person', 'person.id', 'permission_version.created_by')

  /** Changes of the versions after `from`, up to `to`. */
  const between = (scope: Scope, from: number, to: number, on: Db | Trx = db): Promise<Kept[]> =>
    inApp(on, scope)
      .selectFrom('permission_change')
      .select(['n', 'what', 'ref', 'before', 'after'])
      .where('version', '>', from)
      .where('version', '<=', to)
      .orderBy('n')
      .execute()

  async function current(scope: Scope, on: Db | Trx): Promise<number> {
    return (await inApp(on, scope).selectFrom('app').select('permission_revision').executeTakeFirstOrThrow()).permission_revision
  }
  async function check(scope: Scope, version: number, on: Db | Trx) {
    // 0 is what an app begins with.
    if (version < 0 || version > (await current(scope, on))) throw versionUnknown()
  }

  return {
    /** Versions, the newest first, each with its author and the first of its changes. */
    async listVersions(app: AppInScope, { page, perPage }: { page: number; perPage: number }, locale: Locale) {
      const scope = scopeOf(app)
      const [rows, latest, total] = await Promise.all([
        rowsOf(scope)
          .select(['version', 'kind', 'note', 'permission_version.created_at', 'person.name as by'])
          .orderBy('version', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        current(scope, db),
        cappedTotal(
          db,
          rowsOf(scope)
            .select('version')
            .limit(TOTAL_CAP + 1),
        ),
      ])
      const versions = rows.map(row => row.version)
      const { rows: changes } = await sql<Change & { version: number; count: number }>`
        select version, what, ref, before, after, count from (
          select *, row_number() over (partition by version order by n) as place, count(*) over (partition by version)::int as count
          from permission_change where app_id = ${scope.appId} and version = any (${versions}::bigint[])
        ) each where place <= ${TOLD} order by version, n`.execute(db)
      const names = await namesIn(scope, changes, locale, db)
      return {
        items: rows.map(row => {
          const of = changes.filter(change => change.version === row.version)
          return {
            version: row.version,
            kind: row.kind,
            note: row.note,
            at: row.created_at.toISOString(),
            by: row.by ?? '',
            count: of[0]?.count ?? 0,
            changes: of.map(change => changeText(change, names, locale)),
          }
        }),
        latest,
        ...total,
        page,
        perPage,
      }
    },

    /** What a version changed; or, against another one, what is different between the two. */
    async getVersion(app: AppInScope, version: number, { against, page, perPage }: { against?: number; page: number; perPage: number }, locale: Locale) {
      const scope = scopeOf(app)
      await check(scope, version, db)
      if (against !== undefined) await check(scope, against, db)
      const row = await rowsOf(scope)
        .select(['kind', 'note', 'permission_version.created_at', 'person.name as by'])
        .where('version', '=', version)
        .executeTakeFirst()
      const [from, to] = against === undefined ? [version - 1, version] : [Math.min(version, against), Math.max(version, against)]
      const forward = net(await between(scope, from, to))
      // Told as what is new in this version, seen from the other one.
      const changes = against !== undefined && against > version ? forward.map(change => ({ ...change, before: change.after, after: change.before })) : forward
      const shown = changes.slice((page - 1) * perPage, page * perPage)
      const names = await namesIn(scope, shown, locale, db)
      return {
        version,
        kind: row?.kind ?? ('edit' as const),
        note: row?.note ?? '',
        at: row?.created_at.toISOString() ?? '',
        by: row?.by ?? '',
        items: shown.map(change => ({ what: change.what, text: changeText(change, names, locale), before: change.before, after: change.after })),
        total: changes.length,
        page,
        perPage,
      }
    },

    /** Makes the permissions what they were after a version; itself a version, so that it can be undone. */
    async restoreVersion(app: AppInScope, by: Pick<SignedIn, 'id'>, version: number, note: string) {
      const scope = scopeOf(app)
      return asActor(db, by.id, async trx => {
        await inApp(trx, scope).selectFrom('app').select('id').forNoKeyUpdate().execute()
        await check(scope, version, trx)
        const last = await current(scope, trx)
        const changes = net(await between(scope, version, last, trx))
        if (!changes.length) throw new ApiError('permission.nothingToRestore', 'The permissions are as they were then', 409)
        // What was not there goes first, so that its names are free; then roles come back, and last what is said about them.
        const rank = ({ what, before }: Change) => (before ? (what === 'role' ? 2 : 3) : what === 'role' ? 1 : 0)
        const inOrder = changes.toSorted((a, b) => rank(a) - rank(b))
        await freeNames(trx, scope, inOrder)
        let skipped = 0
        for (const change of inOrder) if (!(await restoreOne(trx, scope, change))) skipped++
        const made = await current(scope, trx)
        if (made > last) await inApp(trx, scope).updateTable('permission_version').set({ kind: 'restore', note }).where('version', '=', made).execute()
        return { version: made, restored: changes.length - skipped, skipped }
      })
    },
  }
}
