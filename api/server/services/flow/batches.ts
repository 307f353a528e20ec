// The same operation on many instances: chosen by a filter, planned, then done one by one, each in a transaction of its own, by whichever process comes first.
import { sql, type Insertable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { say, sayAgain, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import { everywhere, inApp } from '../../store/scoped.ts'
import type { Tables } from '../../store/tables.ts'
import type { FlowScope } from './cases.ts'
import type { BatchOperation, Commands } from './commands.ts'
import type { InstanceFilter, Lists } from './lists.ts'
import type { MigrationWanted, Migrations } from './migrations.ts'
import { reasonOf, toldAs, WORK_TOPIC } from './outbox.ts'
import type { Clock } from './timers.ts'
import { undoSince, type Undo } from './undo.ts'

export type BatchWanted = Omit<BatchOperation, 'caseId'>
type Chosen = Omit<InstanceFilter, 'page' | 'perPage' | 'orderBy' | 'orderDir'>
type ItemState = Tables['flow_batch_item']['state']
interface Item {
  id: string
  batchId: string
  caseId: string
  scope: FlowScope
  state: ItemState
  tries: number
}

export const MOST_IN_BATCH = 500
/** Of one plan, of instances by themselves. */
export const MOST_TOLD = 50

/**
 * Says counts by person and step, those with most first. Their keys are `[person id, step]` as JSON, the person empty where there is none; all counts are given
 * at once, so that names are asked for once.
 */
export async function peopleTold(counts: readonly Map<string, number>[], nameOf: (ids: readonly string[]) => Promise<Map<string, string>>) {
  const pair = (key: string) => JSON.parse(key) as [person: string, node: string]
  const names = await nameOf([...new Set(counts.flatMap(of => [...of.keys()].map(key => pair(key)[0])).filter(Boolean))])
  return (of: Map<string, number>) =>
    [...of]
      .map(([key, count]) => {
        const [person, node] = pair(key)
        return { person: names.get(person) ?? '', node, count }
      })
      .toSorted((one, other) => other.count - one.count)
      .slice(0, MOST_TOLD)
}
const LEASE_MS = 120_000
const MOST_TRIES = 5
const KEPT_DAYS = 90

const batchUnknown = () => notFound('flow.batchUnknown', 'There is no such batch')

export function createBatches(
  { db, bus, log }: Pick<Core, 'db' | 'bus' | 'log'>,
  {
    lists,
    commands,
    migrations,
    undo,
    clock,
    nameOf,
  }: { lists: Lists; commands: Commands; migrations: Migrations; undo: Undo; clock: Clock; nameOf(ids: readonly string[]): Promise<Map<string, string>> },
) {
  const items = () => everywhere(db, 'instances of batches wait for whatever process comes first; whose they are was asked when the batch began')

  async function chosen(scope: FlowScope, filter: Chosen) {
    const found = await lists.matching(scope, filter, MOST_IN_BATCH + 1)
    if (found.length > MOST_IN_BATCH)
      throw new ApiError('flow.batchTooLarge', 'More than {most} instances fit. Narrow down what is chosen', 422, { values: { most: MOST_IN_BATCH } })
    return found
  }

  const batchesIn = (scope: FlowScope, on: Pick<Core, 'db'>['db'] | Trx = db) =>
    inApp(on, scope).selectFrom('flow_batch').where('flow_batch.tag', '=', scope.tag)
  async function find(scope: FlowScope, id: string) {
    const row = await batchesIn(scope)
      .leftJoin('person', 'person.id', 'flow_batch.by_id')
      .select(['flow_batch.id', 'action', 'reason', 'made_at', 'person.name as by'])
      .where('flow_batch.id', '=', id)
      .executeTakeFirst()
    if (!row) throw batchUnknown()
    return row
  }
  async function countsOf(scope: FlowScope, ids: readonly string[]) {
    const rows = ids.length
      ? await inApp(db, scope)
          .selectFrom('flow_batch_item')
          .select(['batch_id', 'state', sql<string>`count(*)`.as('n')])
          .where('batch_id', 'in', [...ids])
          .groupBy(['batch_id', 'state'])
          .execute()
      : []
    return (id: string) => {
      const of = (state: ItemState) => Number(rows.find(row => row.batch_id === id && row.state === state)?.n ?? 0)
      const counts = { waiting: of('waiting') + of('undoing'), done: of('done'), failed: of('failed'), undone: of('undone') }
      return { total: counts.waiting + counts.done + counts.failed + counts.undone, ...counts }
    }
  }
  const isRecent = (made: Date) => made > undoSince(clock)

  /** Puts instances back to wait, and tells the processes. */
  async function wait(scope: FlowScope, id: string, from: ItemState, to: ItemState, trx: Trx) {
    const { numUpdatedRows } = await inApp(trx, scope)
      .updateTable('flow_batch_item')
      .set({ state: to, error: '', tries: 0, leased_until: null })
      .where('batch_id', '=', id)
      .where('state', '=', from)
      .executeTakeFirstOrThrow()
    if (!Number(numUpdatedRows)) throw new ApiError('flow.notInState', 'This is not possible in the state that it is in now', 409)
    await bus.publish(trx, WORK_TOPIC, {})
  }

  /** Writes down which instances are meant, and what with. */
  async function begin(
    scope: FlowScope,
    found: readonly { id: string }[],
    count: number,
    what: (trx: Trx) => Promise<Pick<Insertable<Tables['flow_batch']>, 'by_id' | 'action' | 'from_id' | 'to_id' | 'definition_hash' | 'node_map' | 'reason'>>,
  ): Promise<string> {
    if (!found.length) throw new ApiError('flow.batchEmpty', 'No instance fits', 422)
    if (found.length !== count)
      throw new ApiError('flow.batchChanged', '{count} instances fit by now. Look at the plan again', 409, { values: { count: found.length } })
    const now = clock.now()
    const id = uuidv7()
    await db.transaction().execute(async trx => {
      const of = inApp(trx, scope)
      await of
        .deleteFrom('flow_batch')
        .where('made_at', '<', new Date(now.getTime() - KEPT_DAYS * 86_400_000))
        .execute()
      await of
        .insertInto('flow_batch')
        .values({ id, tag: scope.tag, made_at: now, ...(await what(trx)) })
        .execute()
      await of
        .insertInto('flow_batch_item')
        .values(found.map(one => ({ id: uuidv7(), batch_id: id, case_id: one.id, tag: scope.tag, state: 'waiting' as const })))
        .execute()
      await bus.publish(trx, WORK_TOPIC, {})
    })
    return id
  }

  async function work({ id, batchId, caseId, scope, state, tries }: Item) {
    const isUndo = state === 'undoing'
    const put = (values: { state: ItemState; error: string; done_at?: Date }, on: Core['db'] | Trx) =>
      inApp(on, scope)
        .updateTable('flow_batch_item')
        .set({ ...values, leased_until: null })
        .where('id', '=', id)
        .where('state', '=', state)
        .returning('id')
        .executeTakeFirst()
    try {
      await db.transaction().execute(async trx => {
        const batch = await batchesIn(scope, trx).selectAll('flow_batch').where('flow_batch.id', '=', batchId).executeTakeFirst()
        // Taken by another process, or done with meanwhile.
        if (!batch || !(await put({ state: isUndo ? 'undone' : 'done', error: '', done_at: clock.now() }, trx))) return
        const by = isUndo ? batch.undo_by_id : batch.by_id
        if (by === null) throw new ApiError('flow.personUnknown', 'This person is not in the organisation')
        if (isUndo) await undo.undo(scope, { caseId, by, reason: batch.undo_reason }, trx)
        else {
          const { action, from_id: from, to_id: to, definition_hash: hash, node_map: map, reason } = batch
          if (action === 'MIGRATE') await migrations.one(scope, { caseId, hash: hash ?? '', map: map ?? {}, by, reason }, trx)
          else await commands.operateOne(scope, { caseId, action, from: from ?? '', to: to ?? '', by, reason }, trx)
        }
      })
    } catch (error) {
      // What only a moment stood against comes again when the lease ends.
      if (!(error instanceof ApiError) && tries < MOST_TRIES) throw error
      await put({ state: isUndo ? 'done' : 'failed', error: toldAs(reasonOf(error)) }, db)
    }
  }

  return {
    /** What it would do: how many, whose tasks end, who is asked, and what is not possible. */
    async plan(scope: FlowScope, filter: Chosen, wanted: BatchWanted, locale: Locale) {
      const found = await chosen(scope, filter)
      const [ends, asks] = [new Map<string, number>(), new Map<string, number>()]
      const cannot: { flowDataId: string; title: string; reason: string }[] = []
      let over = 0
      const add = (to: Map<string, number>, node: string, assignee: string | null) => {
        const key = JSON.stringify([assignee ?? '', node])
        to.set(key, (to.get(key) ?? 0) + 1)
      }
      for (const { id, title } of found) {
        try {
          const { dropped, passed, opened, isOver } = await commands.outlook(scope, { ...wanted, caseId: id })
          for (const { node, assignee } of [...dropped, ...passed]) add(ends, node, assignee)
          for (const { node, assignee } of opened) add(asks, node, assignee)
          over += isOver ? 1 : 0
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          // Nobody to pass on to is wrong with the form, not with one instance.
          if (error.more.fields) throw error
          cannot.push({ flowDataId: id, title, reason: say(locale, error.english, error.more.values) })
        }
      }
      const told = await peopleTold([ends, asks], nameOf)
      return {
        total: found.length,
        possible: found.length - cannot.length,
        over,
        ends: told(ends),
        asks: told(asks),
        cannot: cannot.slice(0, MOST_TOLD),
        cannotTotal: cannot.length,
      }
    },

    /** Begins; `count` is how many the plan told of: where others fit by now, it is looked at again. */
    async start(
      scope: FlowScope,
      filter: Chosen,
      { count, by, reason, ...wanted }: BatchWanted & { count: number; by: string; reason: string },
    ): Promise<string> {
      const found = await chosen(scope, filter)
      const people = wanted.action === 'TRANSFER' ? { from_id: wanted.from, to_id: wanted.to } : {}
      return begin(scope, found, count, async () => ({ by_id: by, action: wanted.action, ...people, reason }))
    },

    /** Begins to put instances on another revision of their flow. */
    async migrate(
      scope: FlowScope,
      { count, by, reason, ...wanted }: MigrationWanted & { count: number; by: string; reason: string },
      locale: Locale,
    ): Promise<string> {
      const target = await migrations.targetOf(scope, wanted, locale)
      const found = await migrations.chosen(scope, wanted.flowId, target)
      return begin(scope, found, count, async trx => ({
        by_id: by,
        action: 'MIGRATE' as const,
        definition_hash: await migrations.store(scope, target, trx),
        node_map: JSON.stringify(migrations.mapOf(wanted)),
        reason,
      }))
    },

    async list(scope: FlowScope, { page, perPage }: { page: number; perPage: number }) {
      const rows = await batchesIn(scope)
        .leftJoin('person', 'person.id', 'flow_batch.by_id')
        .select(['flow_batch.id', 'action', 'reason', 'made_at', 'person.name as by'])
        .orderBy('made_at', 'desc')
        .orderBy('flow_batch.id', 'desc')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute()
      const { total } = await batchesIn(scope)
        .select(sql<string>`count(*)`.as('total'))
        .executeTakeFirstOrThrow()
      const counts = await countsOf(
        scope,
        rows.map(({ id }) => id),
      )
      const told = rows.map(({ id, action, reason, made_at, by }) => ({ id, action, reason, by: by ?? '', madeAt: made_at.toISOString(), ...counts(id) }))
      return { items: told, total: Number(total), page, perPage }
    },

    /** How far it is, and what became of each. */
    async get(scope: FlowScope, id: string, { page, perPage }: { page: number; perPage: number }, locale: Locale) {
      const { action, reason, made_at, by } = await find(scope, id)
      const { total, ...counts } = (await countsOf(scope, [id]))(id)
      const rows = await inApp(db, scope)
        .selectFrom('flow_batch_item')
        .innerJoin('flow_case', 'flow_case.id', 'flow_batch_item.case_id')
        .select(['flow_batch_item.case_id', 'flow_case.title', 'flow_batch_item.state', 'error', 'done_at'])
        .where('batch_id', '=', id)
        // What failed is what somebody looks for.
        .orderBy(sql`flow_batch_item.state <> 'failed'`)
        .orderBy(sql`flow_batch_item.error = ''`)
        .orderBy('flow_batch_item.id')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute()
      const told = rows.map(row => ({
        flowDataId: row.case_id,
        title: row.title,
        state: row.state,
        reason: row.error ? sayAgain(locale, row.error) : '',
        doneAt: row.done_at?.toISOString() ?? '',
      }))
      const mayUndo = counts.done > 0 && counts.waiting === 0 && isRecent(made_at)
      return { id, action, reason, by: by ?? '', madeAt: made_at.toISOString(), mayUndo, ...counts, items: told, total, page, perPage }
    },

    /** What failed is tried once more. */
    async retry(scope: FlowScope, id: string) {
      await find(scope, id)
      await db.transaction().execute(trx => wait(scope, id, 'failed', 'waiting', trx))
    },

    /** Takes back what was done, where it can be. */
    async undo(scope: FlowScope, id: string, { by, reason }: { by: string; reason: string }) {
      const { made_at } = await find(scope, id)
      if (!isRecent(made_at)) throw new ApiError('flow.undoGone', 'There is nothing that could be taken back, or it is more than ten minutes ago', 409)
      await db.transaction().execute(async trx => {
        await inApp(trx, scope).updateTable('flow_batch').set({ undo_by_id: by, undo_reason: reason }).where('id', '=', id).execute()
        await wait(scope, id, 'done', 'undoing', trx)
      })
    },

    /** Takes some of what waits for this process. */
    async lease(most: number): Promise<Item[]> {
      const now = clock.now()
      const due = items()
        .selectFrom('flow_batch_item')
        .select('id')
        .where('state', 'in', ['waiting', 'undoing'])
        .where(eb => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
        .orderBy('id')
        .limit(most)
        .forUpdate()
        .skipLocked()
      const leased = await items()
        .updateTable('flow_batch_item')
        .set({ leased_until: new Date(now.getTime() + LEASE_MS), tries: sql<number>`tries + 1` })
        .where('id', 'in', due)
        .returning(['id', 'batch_id', 'case_id', 'company_id', 'app_id', 'tag', 'state', 'tries'])
        .execute()
      return leased.map(row => ({
        id: row.id,
        batchId: row.batch_id,
        caseId: row.case_id,
        scope: { companyId: row.company_id, appId: row.app_id, tag: row.tag },
        state: row.state,
        tries: row.tries,
      }))
    },

    async run(item: Item) {
      await work(item).catch(error => log.warn({ err: error, case: item.caseId, batch: item.batchId }, 'an instance of a batch could not be worked on'))
    },
  }
}
export type Batches = ReturnType<typeof createBatches>
