// The ledger of one screen at one level: drafts, publishing, history, differences, restoring.
import { checkScreen, type Problem } from '../../../gate/check-screen.ts'
import { contracts } from '../../../generated/contract.ts'
import {
  compare,
  describe,
  diff,
  LedgerError,
  rebase,
  restoreNode,
  sentenceText,
  toTree,
  type JsonObject,
  type Side,
  type Word,
} from '../../../ledger/index.ts'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import { bodyOf } from '../bodies.ts'
import type { Resolver } from './resolve.ts'
import { isOf, textOf, type Override, type ScreenScope, type ScreenStore, type VersionKind } from './store.ts'

export interface Told {
  code: string
  node: string
  values: Record<string, string | number>
  text: string
}

const unknownVersion = () => notFound('screen.unknownVersion', 'There is no such version')

/** What is wrong with a screen; nobody may publish one with findings. */
export const findingsOf = (schema: JsonObject): Problem[] => checkScreen(schema, { calls: contracts })

export function sentencesOf(a: JsonObject, b: JsonObject, locale: Locale, word: Word): Told[] {
  const difference = compare(toTree(a), toTree(b))
  return describe(difference, locale, word).map(sentence => ({ ...sentence, text: sentenceText(sentence, locale) }))
}

export function createScreenVersions({ db, bus }: Pick<Core, 'db' | 'bus'>, store: ScreenStore, resolver: Resolver) {
  async function below(scope: ScreenScope, id: string) {
    const screen = await resolver.below(scope, id)
    if (!screen) throw notFound('screen.unknown', 'There is no such screen')
    return screen as { id: string; hash: string; schema: JsonObject }
  }
  const find = async (scope: ScreenScope, id: string): Promise<Override | undefined> =>
    (await store.index()).find(row => row.screenId === id && isOf(row, scope))

  /** The screen of a version; 0 is the one below. */
  async function contentAt(scope: ScreenScope, id: string, version: number): Promise<JsonObject> {
    const base = await below(scope, id)
    if (version === 0) return base.schema
    const row = await find(scope, id)
    const found = row && (await db.selectFrom('screen_version').selectAll().where('override_id', '=', row.id).where('version', '=', version).executeTakeFirst())
    if (!found) throw unknownVersion()
    return store.content(found.result_hash)
  }

  function check(schema: JsonObject) {
    bodyOf(schema)
    const findings = findingsOf(schema)
    if (!findings.length) return
    const [first] = findings as [Problem]
    throw new ApiError('screen.refused', 'The screen has {count} mistakes', 422, {
      fields: { schema: '{where}: {problem}' },
      values: { count: findings.length, where: first.path, problem: first.message },
      data: { findings: findings.slice(0, 200) },
    })
  }

  async function add(
    scope: ScreenScope,
    userId: string,
    id: string,
    made: { kind: VersionKind; schema: JsonObject; note: string; baseVersion?: number; locale: Locale },
  ): Promise<{ version: number; hash: string; sentences: Told[] }> {
    const base = await below(scope, id)
    if (made.kind !== 'reset') check(made.schema)
    const version = await db.transaction().execute(async trx => {
      const row = await store.hold(scope, id, trx)
      if (made.baseVersion !== undefined && made.baseVersion !== row.version) {
        const last = await trx
          .selectFrom('screen_version')
          .leftJoin('person', 'person.id', 'screen_version.created_by')
          .select(['person.name', 'screen_version.created_at', 'screen_version.result_hash'])
          .where('override_id', '=', row.id)
          .where('version', '=', row.version)
          .executeTakeFirst()
        const now = last ? await store.content(last.result_hash, trx) : base.schema
        throw new ApiError('screen.changedMeanwhile', '{name} published this screen meanwhile', 409, {
          values: { name: last?.name ?? '' },
          data: {
            version: row.version,
            updatedBy: last?.name ?? '',
            updatedAt: last?.created_at.toISOString() ?? '',
            sentences: sentencesOf(made.schema, now, made.locale, await resolver.wordOf(id, made.locale)),
          },
        })
      }
      const next = await store.addVersion(
        row,
        { kind: made.kind, patch: diff(base.schema, made.schema), base: base.schema, result: made.schema, note: made.note, by: userId },
        trx,
      )
      await trx.deleteFrom('screen_draft').where('override_id', '=', row.id).where('user_id', '=', userId).execute()
      await bus.publish(trx, 'screen', { screen: id, level: scope.level, companyId: row.company_id, appId: row.app_id })
      return next
    })
    // The message of the bus comes a moment later; this process answers right at once.
    resolver.forget()
    const { hash } = bodyHash(made.schema)
    return { version, hash, sentences: sentencesOf(base.schema, made.schema, made.locale, await resolver.wordOf(id, made.locale)) }
  }

  async function draftOf(overrideId: string, userId: string) {
    return db.selectFrom('screen_draft').selectAll().where('override_id', '=', overrideId).where('user_id', '=', userId).executeTakeFirst()
  }

  return {
    add,
    contentAt,
    find,

    /** What somebody opens to edit: the published screen, the own draft, who else has one, and conflicts with a proposal. */
    async edit(scope: ScreenScope, userId: string, id: string, choices: Record<string, Side> = {}) {
      const base = await below(scope, id)
      const row = await find(scope, id)
      const schema = row?.good ? await store.content(row.good.resultHash) : base.schema
      const draft = row && (await draftOf(row.id, userId))
      const others = row
        ? await db
            .selectFrom('screen_draft')
            .innerJoin('person', 'person.id', 'screen_draft.user_id')
            .select(['person.name', 'screen_draft.at'])
            .where('override_id', '=', row.id)
            .where('user_id', '<>', userId)
            .orderBy('screen_draft.at', 'desc')
            .limit(20)
            .execute()
        : []
      const rebuilt = row?.good && row.conflicts.length ? rebase(await store.content(row.good.baseHash), schema, base.schema, choices) : undefined
      return {
        id,
        version: row?.version ?? 0,
        state: row ? stateOf(row) : ('shipped' as const),
        schema,
        below: base.schema,
        draft: draft ? { schema: JSON.parse(draft.content) as JsonObject, at: draft.at.toISOString(), baseVersion: draft.base_version } : null,
        others: others.map(other => ({ name: other.name, at: other.at.toISOString() })),
        conflicts: (rebuilt?.conflicts ?? []) as unknown as Record<string, unknown>[],
        proposal: rebuilt?.result ?? null,
      }
    },

    async saveDraft(scope: ScreenScope, userId: string, id: string, { schema, baseVersion }: { schema: JsonObject; baseVersion: number }) {
      await below(scope, id)
      const { text } = bodyOf(schema)
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
      return { at: at.toISOString(), version, findings: findingsOf(schema).slice(0, 200) }
    },

    async discardDraft(scope: ScreenScope, userId: string, id: string) {
      await below(scope, id)
      const row = await find(scope, id)
      if (row) await db.deleteFrom('screen_draft').where('override_id', '=', row.id).where('user_id', '=', userId).execute()
    },

    async publish(scope: ScreenScope, userId: string, id: string, made: { schema?: JsonObject; note?: string; baseVersion: number; locale: Locale }) {
      let schema = made.schema
      if (!schema) {
        const row = await find(scope, id)
        const draft = row && (await draftOf(row.id, userId))
        if (!draft) throw new ApiError('screen.noDraft', 'There is no draft to publish')
        schema = JSON.parse(draft.content) as JsonObject
      }
      return add(scope, userId, id, { kind: 'publish', schema, note: made.note ?? '', baseVersion: made.baseVersion, locale: made.locale })
    },

    async list(scope: ScreenScope, id: string, { page, perPage }: { page: number; perPage: number }) {
      await below(scope, id)
      const row = await find(scope, id)
      if (!row) return { items: [], total: 0, page, perPage }
      const items = await db
        .selectFrom('screen_version')
        .leftJoin('person', 'person.id', 'screen_version.created_by')
        .select(['version', 'kind', 'note', 'broken', 'screen_version.created_at', 'person.name'])
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
          createdAt: item.created_at.toISOString(),
          createdBy: item.name ?? '',
        })),
        total: row.version,
        page,
        perPage,
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
        schema,
        sentences: sentencesOf(base, schema, locale, await resolver.wordOf(id, locale)),
        patch: found.patch as Record<string, unknown>[],
      }
    },

    async difference(scope: ScreenScope, id: string, from: number, to: number, locale: Locale) {
      const [a, b] = await Promise.all([contentAt(scope, id, from), contentAt(scope, id, to)])
      return { from, to, before: a, after: b, sentences: sentencesOf(a, b, locale, await resolver.wordOf(id, locale)) }
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
      try {
        return await add(scope, userId, id, { kind: 'restore', schema: restoreNode(current, older, nodeId), note, locale })
      } catch (error) {
        if (error instanceof LedgerError)
          throw new ApiError('screen.unknownNode', 'This part cannot be brought back', 422, { fields: { nodeId: 'This part cannot be brought back' } })
        throw error
      }
    },

    async reset(scope: ScreenScope, userId: string, id: string, note: string, locale: Locale) {
      const base = await below(scope, id)
      return add(scope, userId, id, { kind: 'reset', schema: base.schema, note, locale })
    },
  }
}

const bodyHash = (schema: JsonObject) => ({ hash: bodyOf(schema).hash.toString('hex'), text: textOf(schema) })

/** In a list: what an operator must look at comes before what is merely different. */
export function stateOf(row: Override): 'broken' | 'conflict' | 'published' | 'draft' | 'shipped' {
  if (row.version > 0 && row.good?.version !== row.version) return 'broken'
  if (row.conflicts.length) return 'conflict'
  if (row.drafts) return 'draft'
  return row.good?.changes ? 'published' : 'shipped'
}
