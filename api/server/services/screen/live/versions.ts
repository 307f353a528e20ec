// The ledger of one screen at one level: drafts, publishing, history, differences, restoring.
import type { Finding } from '../../../../gate/index.ts'
import { sql } from 'kysely'
import type { JsonObject } from '../../../../ledger/index.ts'
import type { Locale } from '../../../../messages.ts'
import type { Core } from '../../../core.ts'
import { ApiError, notFound } from '../../../errors.ts'
import type { Trx } from '../../../store/database.ts'
import { bodyOf } from '../../foundation/contents.ts'
import { isError, MOST_FINDINGS, refuseFor, type GateService } from '../gate.ts'
import type { Reader, ScreenLedger, Told } from './ledger.ts'
import { EDITOR_SECONDS } from './presence.ts'
import type { Resolver } from './resolve.ts'
import { isAtLevel } from './site.ts'
import { isOf, tellStaged, textOf, type Override, type Person, type ScreenScope, type ScreenStore, type VersionKind } from './store.ts'

const unknownVersion = () => notFound('screen.unknownVersion', 'There is no such version')

/** Somebody published what the publisher has not seen. Told when the transaction is over: comparing takes its time, and others wait for the screen. */
class Stale extends Error {
  constructor(
    readonly version: number,
    readonly newer: { name: string | null; kind: VersionKind; audience: string; created_at: Date } | undefined,
    readonly theirs: JsonObject,
    readonly before: JsonObject,
  ) {
    super('stale')
  }
}

export interface Made {
  kind: VersionKind
  schema: JsonObject
  note: string
  /** What the publisher has seen last; older than what is there is refused. */
  baseVersion?: number
  /** Only they get it, until it is released. */
  people?: Person[]
  /** The staged version that this one shows to everybody. */
  releasing?: number
  locale: Locale
}
export interface Added {
  version: number
  hash: string
  sentences: Told[]
  staged: ReturnType<typeof tellStaged>
  /** The staged version that this one took the place of. */
  replaced: ReturnType<typeof tellStaged>
}

export const notStaged = () => new ApiError('screen.notStaged', 'No version of this screen is for chosen people only', 409)

export function createScreenVersions({ db }: Pick<Core, 'db'>, store: ScreenStore, resolver: Resolver, gate: GateService, ledger: ScreenLedger) {
  const readerOf = async (id: string, locale: Locale): Promise<Reader> => ({ locale, words: await resolver.wordsOf(id, locale) })

  async function below(scope: ScreenScope, id: string) {
    const screen = isAtLevel(id, scope) ? await resolver.below(scope, id) : undefined
    if (!screen) throw notFound('screen.unknown', 'There is no such screen')
    return screen as { id: string; hash: string; schema: JsonObject }
  }
  const find = async (scope: ScreenScope, id: string): Promise<Override | undefined> => (await store.index(id)).find(row => isOf(row, scope))

  /** The screen of a version; 0 is the one below. */
  async function contentAt(scope: ScreenScope, id: string, version: number): Promise<JsonObject> {
    const base = await below(scope, id)
    if (version === 0) return base.schema
    const row = await find(scope, id)
    const found = row && (await db.selectFrom('screen_version').selectAll().where('override_id', '=', row.id).where('version', '=', version).executeTakeFirst())
    if (!found) throw unknownVersion()
    return store.content(found.result_hash)
  }

  async function findings(scope: ScreenScope, id: string, schema: JsonObject, locale: Locale): Promise<Finding[]> {
    bodyOf(schema)
    return gate.screen(id, schema, locale, await resolver.around(scope, id))
  }

  /** Nobody may publish a screen with errors, whichever way it comes. */
  async function check(scope: ScreenScope, id: string, schema: JsonObject, locale: Locale) {
    const all = await findings(scope, id, schema, locale)
    refuseFor(all.filter(isError), all, 'screen.refused', 'The screen has {count} mistakes')
  }

  /** Refuses to publish over what the publisher has not seen. */
  async function refuseStale(row: { id: string; version: number }, base: JsonObject, { baseVersion }: Made, trx: Trx) {
    if (baseVersion === undefined) return
    const version = (wanted: number, compared: '=' | '>') =>
      trx
        .selectFrom('screen_version')
        .leftJoin('person', 'person.id', 'screen_version.created_by')
        .select(['version', 'kind', 'audience', 'person.name', 'screen_version.created_at', 'screen_version.result_hash'])
        .where('override_id', '=', row.id)
        .where('version', compared, wanted)
        .where('audience', '<>', 'withdrawn')
        .orderBy('version', 'desc')
        .executeTakeFirst()
    const newer = await version(baseVersion, '>')
    if (!newer && baseVersion <= row.version) return
    const seen = await version(baseVersion, '=')
    const [theirs, before] = await Promise.all([newer, seen].map(one => (one ? store.content(one.result_hash, trx) : base)))
    throw new Stale(row.version, newer, theirs as JsonObject, before as JsonObject)
  }
  /** What was changed meanwhile, and what publishing would make of it. */
  async function staleError({ version, newer, theirs, before }: Stale, { id, schema, locale }: Made & { id: string }) {
    const reader = await readerOf(id, locale)
    const name = newer?.name ?? ''
    const isOurs = newer?.kind === 'rebase' && !name
    return new ApiError(
      'screen.changedMeanwhile',
      isOurs ? 'This screen was brought onto a newer one below it meanwhile' : '{name} published this screen meanwhile',
      409,
      {
        values: { name },
        data: {
          version,
          updatedBy: name,
          updatedAt: newer?.created_at.toISOString() ?? '',
          isStaged: newer?.audience === 'staged',
          // What publishing all the same would change of theirs, and what they changed.
          sentences: await ledger.sentences(theirs, schema, reader),
          theirs: await ledger.sentences(before, theirs, reader),
        },
      },
    )
  }

  async function add(scope: ScreenScope, userId: string, id: string, made: Made): Promise<Added> {
    const base = await below(scope, id)
    if (made.kind !== 'reset') await check(scope, id, made.schema, made.locale)
    const before = (await find(scope, id))?.staged
    // All that takes long comes before the screen is held.
    const { patch, sentences } = await ledger.patch(base.schema, made.schema, await readerOf(id, made.locale))
    const added = db.transaction().execute(async trx => {
      const row = await store.hold(scope, id, trx)
      await refuseStale(row, base.schema, made, trx)
      // A conflict that is solved leaves alone what is staged.
      const ended = made.kind === 'rebase' ? undefined : await store.endStaging(row, made.releasing ? 'released' : 'withdrawn', trx)
      // Somebody else released or replaced it in this moment.
      if (made.releasing !== undefined && ended?.version !== made.releasing) throw notStaged()
      const next = await store.addVersion(
        row,
        { kind: made.kind, patch, base: base.schema, result: made.schema, note: made.note, by: userId, people: made.people },
        trx,
      )
      if (!made.releasing) await trx.deleteFrom('screen_draft').where('override_id', '=', row.id).where('user_id', '=', userId).execute()
      const people = made.people && [...new Set([...made.people.map(one => one.id), ...(ended?.userIds ?? [])])]
      await resolver.announce({ screenId: id, level: scope.level, companyId: row.company_id, appId: row.app_id }, people, trx)
      return { version: next, ended }
    })
    const { version, ended } = await added.catch(async (error: unknown) => {
      throw error instanceof Stale ? await staleError(error, { ...made, id }) : error
    })
    // The message of the bus comes a moment later; this process answers right at once.
    resolver.forget()
    const { hash } = bodyHash(made.schema)
    return {
      version,
      hash,
      sentences,
      staged: made.people ? tellStaged((await find(scope, id))?.staged) : null,
      replaced: ended && !made.releasing && before?.version === ended.version ? tellStaged(before) : null,
    }
  }

  async function draftOf(overrideId: string, userId: string) {
    return db.selectFrom('screen_draft').selectAll().where('override_id', '=', overrideId).where('user_id', '=', userId).executeTakeFirst()
  }

  return {
    add,
    contentAt,
    find,
    /** What the gate says about a screen as it would be at this level. */
    findings,

    /** What somebody opens to edit: the published screen, the own draft, who else has one, and conflicts with a proposal. */
    async edit(scope: ScreenScope, userId: string, id: string, locale: Locale) {
      const base = await below(scope, id)
      // Finds and marks a version that cannot be loaded, so that the one before it opens.
      await resolver.resolve(id, scope.level === 'platform' ? {} : scope)
      const row = await find(scope, id)
      const schema = row?.good ? await store.content(row.good.resultHash) : base.schema
      const draft = row && (await draftOf(row.id, userId))
      const others = row
        ? await db
            .selectFrom('screen_draft')
            .innerJoin('person', 'person.id', 'screen_draft.user_id')
            .select([
              'person.name',
              'screen_draft.at',
              eb =>
                eb
                  .or([
                    eb('screen_draft.at', '>', sql<Date>`now() - interval '1 minute'`),
                    eb.exists(
                      eb
                        .selectFrom('screen_editor')
                        .select('tab')
                        .whereRef('screen_editor.override_id', '=', 'screen_draft.override_id')
                        .whereRef('screen_editor.user_id', '=', 'screen_draft.user_id')
                        .where('screen_editor.seen_at', '>', sql<Date>`now() - ${EDITOR_SECONDS} * interval '1 second'`),
                    ),
                  ])
                  .as('editing'),
            ])
            .where('override_id', '=', row.id)
            .where('user_id', '<>', userId)
            .orderBy('screen_draft.at', 'desc')
            .limit(20)
            .execute()
        : []
      const before = row?.good && row.conflicts.length ? await store.content(row.good.baseHash) : undefined
      const rebuilt = before && (await ledger.conflicts(before, schema, base.schema, await readerOf(id, locale)))
      return {
        id,
        version: row?.version ?? 0,
        state: row ? stateOf(row) : ('shipped' as const),
        schema,
        below: base.schema,
        draft: draft ? { schema: JSON.parse(draft.content) as JsonObject, at: draft.at.toISOString(), baseVersion: draft.base_version } : null,
        staged: tellStaged(row?.staged),
        others: others.map(other => ({ name: other.name, at: other.at.toISOString(), editing: Boolean(other.editing) })),
        conflicts: (rebuilt?.conflicts ?? []) as unknown as Record<string, unknown>[],
        proposal: rebuilt?.result ?? null,
      }
    },

    async saveDraft(
      scope: ScreenScope,
      userId: string,
      id: string,
      { schema, baseVersion, locale }: { schema: JsonObject; baseVersion: number; locale: Locale },
    ) {
      await below(scope, id)
      const { text } = bodyOf(schema)
      // Before anything is kept: a screen that cannot be looked at in time is refused as a whole.
      const found = (await findings(scope, id, schema, locale)).slice(0, MOST_FINDINGS)
      const at = new Date()
      const version = await db.transaction().execute(async trx => {
        const row = await store.hold(scope, id, trx)
        const values = { override_id: row.id, user_id: userId, base_version: baseVersion, content: text, at }
        await trx
          .insertInto('screen_draft')
          .values(values)
          .onConflict(conflict => conflict.columns(['override_id', 'user_id']).doUpdateSet(values))
          .execute()
        return row.version
      })
      return { at: at.toISOString(), version, findings: found }
    },

    async discardDraft(scope: ScreenScope, userId: string, id: string) {
      await below(scope, id)
      const row = await find(scope, id)
      if (row) await db.deleteFrom('screen_draft').where('override_id', '=', row.id).where('user_id', '=', userId).execute()
    },

    async publish(
      scope: ScreenScope,
      userId: string,
      id: string,
      made: { schema?: JsonObject; note?: string; baseVersion: number; people?: Person[]; locale: Locale },
    ) {
      let schema = made.schema
      if (!schema) {
        const row = await find(scope, id)
        const draft = row && (await draftOf(row.id, userId))
        if (!draft) throw new ApiError('screen.noDraft', 'There is no draft to publish')
        schema = JSON.parse(draft.content) as JsonObject
      }
      return add(scope, userId, id, { ...made, kind: 'publish', schema, note: made.note ?? '' })
    },

    async list(scope: ScreenScope, id: string, { page, perPage }: { page: number; perPage: number }) {
      await below(scope, id)
      const row = await find(scope, id)
      if (!row) return { items: [], total: 0, page, perPage, staged: null }
      const items = await db
        .selectFrom('screen_version')
        .leftJoin('person', 'person.id', 'screen_version.created_by')
        .select(['version', 'kind', 'note', 'broken', 'audience', 'screen_version.created_at', 'person.name'])
        .where('override_id', '=', row.id)
        .orderBy('version', 'desc')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute()
      return {
        items: items.map(item => ({
          version: item.version,
          kind: item.kind,
          note: item.note,
          broken: item.broken,
          shown: item.version === row.good?.version,
          audience: item.audience,
          createdAt: item.created_at.toISOString(),
          createdBy: item.name ?? '',
        })),
        total: row.version,
        page,
        perPage,
        staged: tellStaged(row.staged),
      }
    },

    async get(scope: ScreenScope, id: string, version: number, locale: Locale) {
      await below(scope, id)
      const row = await find(scope, id)
      const found =
        row && (await db.selectFrom('screen_version').selectAll().where('override_id', '=', row.id).where('version', '=', version).executeTakeFirst())
      if (!found) throw unknownVersion()
      const [base, schema] = await Promise.all([store.content(found.base_hash), store.content(found.result_hash)])
      return {
        version,
        kind: found.kind,
        note: found.note,
        broken: found.broken,
        audience: found.audience,
        schema,
        sentences: await ledger.sentences(base, schema, await readerOf(id, locale)),
        patch: found.patch as Record<string, unknown>[],
      }
    },

    async difference(scope: ScreenScope, id: string, from: number, to: number, locale: Locale) {
      const [a, b] = await Promise.all([contentAt(scope, id, from), contentAt(scope, id, to)])
      return { from, to, before: a, after: b, ...(await ledger.difference(a, b, await readerOf(id, locale))) }
    },

    async restore(
      scope: ScreenScope,
      userId: string,
      id: string,
      version: number,
      { nodeId, note = '', locale }: { nodeId?: string; note?: string; locale: Locale },
    ) {
      const older = await contentAt(scope, id, version)
      if (!nodeId) return add(scope, userId, id, { kind: 'restore', schema: older, note, locale })
      const row = await find(scope, id)
      const current = row?.good ? await store.content(row.good.resultHash) : (await below(scope, id)).schema
      return add(scope, userId, id, { kind: 'restore', schema: await ledger.restore(current, older, nodeId), note, locale })
    },

    async reset(scope: ScreenScope, userId: string, id: string, note: string, locale: Locale) {
      const base = await below(scope, id)
      return add(scope, userId, id, { kind: 'reset', schema: base.schema, note, locale })
    },
  }
}

const bodyHash = (schema: JsonObject) => ({ hash: bodyOf(schema).hash.toString('hex'), text: textOf(schema) })

/** In a list: what an operator must look at comes before what is merely different. */
export function stateOf(row: Override): 'broken' | 'conflict' | 'staged' | 'published' | 'draft' | 'shipped' {
  if ((row.latest > 0 && row.good?.version !== row.latest) || row.staged?.broken) return 'broken'
  if (row.conflicts.length) return 'conflict'
  if (row.staged) return 'staged'
  if (row.drafts) return 'draft'
  return row.good?.changes ? 'published' : 'shipped'
}
