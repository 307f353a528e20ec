// Runs of triggers as people see them: listed, one with what it was given and did, and tried again.
import { sql } from 'kysely'
import { say, sayAgain, type Locale } from '../../../messages.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Db, Scope } from '../../store/database.ts'
import { cappedTotal, TOTAL_CAP } from '../../store/paging.ts'
import { inApp } from '../../store/scoped.ts'
import { mayInApp, type AppInScope, type AppScope, type CompanyInScope, type SignedIn } from '../foundation/access/index.ts'
import { notAllowed } from '../foundation/access/rights.ts'
import type { Resources } from '../foundation/resources.ts'
import { KIND } from './definition.ts'
import type { Runs } from './runs.ts'

export interface TriggerWho {
  scope: AppScope
  app: AppInScope
  company: CompanyInScope
  user: SignedIn
}
type RunStatus = 'waiting' | 'running' | 'done' | 'failed' | 'stopped'

const STOPPED: Record<string, string> = {
  loop: 'Stopped: this trigger’s own actions led to it again ({chain})',
  depth: 'Stopped: too many triggers led to each other ({chain})',
  disabled: 'Stopped: the trigger was disabled',
}
const HAPPENED: Record<string, string> = { create: '{row} was added', update: '{row} was changed', delete: '{row} was deleted' }

type NameOf = (id: string) => string | undefined
type Names = ReadonlyMap<string, { name: string; ownerId: string | null }>

/** Whether somebody may do so much with a trigger of which id and owner are known. */
type On = (who: TriggerWho, option: string) => Promise<(id: string, ownerId: string | null) => boolean>

export function createToldRuns(
  { db }: { db: Db },
  {
    on,
    there,
    runs,
    resources,
  }: { on: On; there(scope: AppScope): Promise<readonly { id: string }[]>; runs: Pick<Runs, 'again'>; resources: Pick<Resources, 'list'> },
) {
  async function latest(scope: AppScope, ids: readonly string[]): Promise<Map<string, RunStatus>> {
    if (!ids.length) return new Map()
    const { rows } = await sql<{ id: string; status: RunStatus }>`
      select t.id, r.status from unnest(${ids}::uuid[]) as t (id)
      cross join lateral (
        select status from trigger_run where app_id = ${scope.appId} and tag = ${scope.tag} and trigger_id = t.id order by created_at desc, id limit 1) as r`.execute(
      db,
    )
    return new Map(rows.map(({ id, status }) => [id, status]))
  }

  const runRows = (scope: AppScope) =>
    inApp(db, scope)
      .selectFrom('trigger_run')
      .innerJoin('trigger_event', 'trigger_event.id', 'trigger_run.event_id')
      .leftJoin('person', 'person.id', 'trigger_event.by_id')
      .select([
        'trigger_run.id',
        'trigger_run.trigger_id',
        'trigger_run.trigger_name',
        'trigger_run.status',
        'trigger_run.attempts',
        'trigger_run.code',
        'trigger_run.problem',
        'trigger_run.steps',
        'trigger_run.created_at',
        'trigger_run.ended_at',
        'trigger_run.next_at',
        'trigger_event.kind',
        'trigger_event.input',
        'trigger_event.origin',
        'person.name as by_name',
      ])
      .where('trigger_run.tag', '=', scope.tag)
  type Stored = Awaited<ReturnType<ReturnType<typeof runRows>['execute']>>[number]

  const inputOf = (row: Stored) => row.input as Record<string, unknown>
  function eventOf(row: Stored, locale: Locale): string {
    const input = inputOf(row)
    if (row.kind === 'time') {
      const { at, missed } = input.time as { at: string; missed: number }
      return missed ? say(locale, 'Its time came: {at}, and {missed} more that were missed', { at, missed }) : say(locale, 'Its time came: {at}', { at })
    }
    if (row.kind === 'webhook') return say(locale, 'Another system called')
    if (row.kind === 'flow') return say(locale, 'The flow “{title}” ended', { title: String((input.flow as { title?: unknown }).title ?? '') })
    const name = `${String(input.model ?? '')} ${String(input.id ?? '')}`.trim()
    return say(locale, HAPPENED[row.kind] ?? row.kind, { row: name })
  }
  /** Triggers that led to each other, in their order; those that are gone, or not for whoever reads it, without a name. */
  const chainOf = ({ origin, trigger_name: last }: Stored, nameOf: NameOf) => [...origin.map(id => nameOf(id) ?? '…'), last].join(' → ')
  const runTold = (row: Stored, mayEdit: boolean, nameOf: NameOf, locale: Locale) => ({
    id: row.id,
    triggerId: row.trigger_id,
    triggerName: row.trigger_name,
    event: eventOf(row, locale),
    status: row.status,
    attempts: row.attempts,
    problem:
      row.status === 'stopped'
        ? say(locale, STOPPED[row.code] ?? row.code, { chain: chainOf(row, nameOf) })
        : row.code === 'often'
          ? say(locale, 'It waits: it ran too often')
          : sayAgain(locale, row.problem),
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    nextAt: row.status === 'waiting' ? (row.next_at?.toISOString() ?? null) : null,
    mayRetry: row.status === 'failed' && mayEdit,
  })

  const runUnknown = () => notFound('trigger.runUnknown', 'There is no such run')
  /** Name and owner of a trigger are known where it is saved still. */
  async function knownOf(scope: Scope): Promise<Names> {
    return new Map((await resources.list(scope, KIND)).map(({ id, name, ownerId }) => [id, { name, ownerId }]))
  }
  async function runOf(who: TriggerWho, id: string, locale: Locale) {
    const row = await runRows(who.scope).where('trigger_run.id', '=', id).executeTakeFirst()
    if (!row) throw runUnknown()
    const [mayRead, mayEdit, names] = await Promise.all([on(who, 'read'), on(who, 'edit'), knownOf(who.scope)])
    const ownerOf = (of: string) => names.get(of)?.ownerId ?? null
    const may = (of: string) => mayRead(of, ownerOf(of)) || mayEdit(of, ownerOf(of))
    if (!may(row.trigger_id)) throw notAllowed()
    // Rows of all kinds are in there, also such as a person may not see elsewhere.
    const showsInput = mayInApp(who.app, 'dataManage')
    return {
      ...runTold(row, mayEdit(row.trigger_id, ownerOf(row.trigger_id)), of => (may(of) ? names.get(of)?.name : undefined), locale),
      input: showsInput ? inputOf(row) : {},
      showsInput,
      steps: (row.steps as { do: string; outcome: string }[]).map(step => ({ ...step, outcome: sayAgain(locale, step.outcome) })),
      by: row.by_name ?? '',
    }
  }

  return {
    latest,

    async list(
      who: TriggerWho,
      { page = 1, perPage = 20, trigger, status }: { page?: number; perPage?: number; trigger?: string; status?: RunStatus },
      locale: Locale,
    ) {
      const [mayRead, mayEdit, names, known] = await Promise.all([on(who, 'read'), on(who, 'edit'), knownOf(who.scope), there(who.scope)])
      const ownerOf = (id: string) => names.get(id)?.ownerId ?? null
      const may = (id: string) => mayRead(id, ownerOf(id)) || mayEdit(id, ownerOf(id))
      const nameOf = (id: string) => (may(id) ? names.get(id)?.name : undefined)
      const hidden = known.flatMap(({ id }) => (may(id) ? [] : [id]))
      let found = runRows(who.scope)
      if (trigger) found = found.where('trigger_run.trigger_id', '=', trigger)
      if (status) found = found.where('trigger_run.status', '=', status)
      if (hidden.length) found = found.where('trigger_run.trigger_id', 'not in', hidden)
      const [items, total] = await Promise.all([
        found
          .orderBy('trigger_run.created_at', 'desc')
          .orderBy('trigger_run.id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(
          db,
          found
            .clearSelect()
            .select('trigger_run.id')
            .limit(TOTAL_CAP + 1),
        ),
      ])
      return { items: items.map(row => runTold(row, mayEdit(row.trigger_id, ownerOf(row.trigger_id)), nameOf, locale)), ...total, page, perPage }
    },
    get: runOf,
    /** Goes on with what failed, and tells how that ended. */
    async retry(who: TriggerWho, id: string, locale: Locale) {
      const before = await runOf(who, id, locale)
      const owner = (await knownOf(who.scope)).get(before.triggerId)?.ownerId ?? null
      if (!(await on(who, 'edit'))(before.triggerId, owner)) throw notAllowed()
      if (before.status !== 'failed' || !(await runs.again(id, new Date()))) throw new ApiError('trigger.notFailed', 'Only what failed can be tried again', 409)
      return runOf(who, id, locale)
    },
  }
}
