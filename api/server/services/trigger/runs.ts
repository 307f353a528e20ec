// Makes runs of what happened and does them: each is taken by one process for a while, goes on where it stood when that process is lost, and is tried
// again after a failure that may pass.
import { sql } from 'kysely'
import { say } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { isDatabaseAway } from '../../store/database.ts'
import type { AccessService } from '../foundation/access/index.ts'
import type { createAct } from './act.ts'
import { PER_MINUTE, readDefinition, type TriggerDefinition } from './definition.ts'

/** A process that does not answer for so long has lost its run. */
const LEASE_SECONDS = 120
/** Pauses after failures; then it has failed. */
export const PAUSES = [10, 60, 300, 1800] as const
const AT_ONCE = 8
const EVENTS = 500
const KEEP_DAYS = 30

export interface TakenRun {
  id: string
  company_id: string
  app_id: string
  tag: string
  trigger_id: string
  trigger_name: string
  attempts: number
  step: number
  definition: unknown
  kind: string
  input: Record<string, unknown>
  origin: string[]
  by_id: string | null
  enabled_by: string | null
  at: Date
  trigger_key: string | null
}

/** Somebody else goes on with the run. */
class Lost extends Error {}

const AGAIN = new Set([408, 409, 425, 429, 500, 502, 503, 504])
/** What the other side refuses, it refuses again; only what it says of itself, or of the moment, may pass. */
function mayPass(error: unknown) {
  if (!(error instanceof ApiError)) return true
  const answered = error.code === 'api.answerStatus' ? Number(error.more.values?.status) : 0
  return answered ? answered >= 500 || AGAIN.has(answered) : AGAIN.has(error.status)
}

function problemOf(error: unknown): { code: string; problem: string } {
  if (!(error instanceof ApiError)) return { code: 'internal', problem: 'Something went wrong inside Tessera; its log tells what' }
  const { fields = {}, values } = error.more
  const at = Object.entries(fields).map(([field, text]) => `${field}: ${typeof text === 'string' ? text : say('en-US', text.english, text.values)}`)
  return { code: error.code, problem: [say('en-US', error.english, values), ...at].join('; ').slice(0, 1000) }
}

type FindApp = AccessService['findApp']
/** Asks for an app in an environment once, however many want it. */
function once(find: FindApp): FindApp {
  const found = new Map<string, ReturnType<FindApp>>()
  return (...wanted) => {
    const key = wanted.join(' ')
    const known = found.get(key) ?? find(...wanted)
    found.set(key, known)
    return known
  }
}

export function createRuns(
  { db, log }: Pick<Core, 'db' | 'log'>,
  { access, act }: { access: Pick<AccessService, 'findApp'>; act: ReturnType<typeof createAct> },
) {
  /** What happened becomes runs, each once. */
  async function fanOut(now: Date): Promise<number> {
    const { rows } = await sql`
      with taken as (
        update trigger_event set is_open = false
        where id in (select id from trigger_event where is_open order by id limit ${EVENTS} for update skip locked) returning *)
      insert into trigger_run (id, company_id, app_id, tag, trigger_id, trigger_name, event_id, definition_hash, status, code, steps, next_at, created_at, ended_at)
      select gen_random_uuid(), e.company_id, e.app_id, e.tag, (t ->> 'id')::uuid, t ->> 'name', e.id, t ->> 'hash',
        case when t ? 'stop' then 'stopped' when t ? 'done' then 'done' when not s.enabled then 'stopped' else 'waiting' end,
        coalesce(t ->> 'stop', case when not s.enabled and not t ? 'done' then 'disabled' end, ''),
        case when t ? 'done' then '[{"do":"set","outcome":"Together with the row"}]'::jsonb else '[]' end,
        case when t ? 'stop' or t ? 'done' or not s.enabled then null else ${now}::timestamptz end, e.created_at,
        case when t ? 'stop' or t ? 'done' or not s.enabled then e.created_at end
      from taken e cross join lateral jsonb_array_elements(e.triggers) as t
      join trigger_switch s on s.app_id = e.app_id and s.tag = e.tag and s.trigger_id = (t ->> 'id')::uuid
      returning 1`.execute(db)
    return rows.length
  }

  const details = sql`
    r.id, r.company_id, r.app_id, r.tag, r.trigger_id, r.trigger_name, r.attempts, r.step, d.definition, e.kind, e.input, e.origin, e.by_id, e.created_at as at,
    s.updated_by as enabled_by, (select key from resource where resource.id = r.trigger_id) as trigger_key`
  const around = sql`
    from trigger_event e, trigger_definition d, trigger_switch s
    where e.id = r.event_id and d.app_id = r.app_id and d.hash = r.definition_hash
      and s.app_id = r.app_id and s.tag = r.tag and s.trigger_id = r.trigger_id`

  /** Runs whose time has come, and those whose process is lost. */
  async function take(now: Date, limit: number): Promise<TakenRun[]> {
    const { rows } = await sql<TakenRun>`
      update trigger_run r set status = 'running', attempts = r.attempts + 1, next_at = ${new Date(now.getTime() + LEASE_SECONDS * 1000)}::timestamptz
      ${around} and r.id in (
        select due.id from trigger_run due where due.next_at <= ${now}::timestamptz order by due.next_at, due.id limit ${limit} for update skip locked)
      returning ${details}`.execute(db)
    return rows
  }

  /** Takes a run that failed, for somebody who has it tried again. */
  async function takeAgain(id: string, now: Date): Promise<TakenRun | undefined> {
    const { rows } = await sql<TakenRun>`
      update trigger_run r set status = 'running', attempts = 1, code = '', problem = '', ended_at = null,
        next_at = ${new Date(now.getTime() + LEASE_SECONDS * 1000)}::timestamptz
      ${around} and r.id = ${id} and r.status = 'failed'
      returning ${details}`.execute(db)
    return rows[0]
  }

  const mine = ({ id, attempts }: TakenRun) => sql`id = ${id} and status = 'running' and attempts = ${attempts}`

  /** How many runs a trigger may begin in this minute is counted by when they began; those beyond it wait for the next. Answers the others. */
  async function begun(taken: readonly TakenRun[], now: Date): Promise<TakenRun[]> {
    const start = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
    const byKey = new Map<string, TakenRun[]>()
    for (const run of taken) {
      const key = `trigger ${run.trigger_id} ${run.tag}`
      byKey.set(key, [...(byKey.get(key) ?? []), run])
    }
    // In one order everywhere, so that processes do not wait for each other's counters.
    const counted = [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1))
    const { rows } = await sql<{ key: string; hits: number }>`
      insert into rate (key, window_start, hits)
      select key, ${start}::timestamptz, hits from unnest(${counted.map(([key]) => key)}::text[], ${counted.map(([, runs]) => runs.length)}::int[]) as each (key, hits)
      on conflict (key, window_start) do update set hits = rate.hits + excluded.hits returning key, hits`.execute(db)
    const hits = new Map(rows.map(row => [row.key, row.hits]))
    const late = counted.flatMap(([key, runs]) => {
      const before = (hits.get(key) ?? 0) - runs.length
      return runs.filter((run, at) => before + at >= (readDefinition(run.definition)?.perMinute ?? PER_MINUTE))
    })
    if (!late.length) return [...taken]
    await sql`
      update trigger_run r set status = 'waiting', attempts = r.attempts - 1, code = 'often', next_at = ${new Date(start.getTime() + 60_000)}::timestamptz
      from unnest(${late.map(run => run.id)}::uuid[], ${late.map(run => run.attempts)}::int[]) as late (id, attempts)
      where r.id = late.id and r.status = 'running' and r.attempts = late.attempts`.execute(db)
    return taken.filter(run => !late.includes(run))
  }

  const ended = (status: 'done' | 'failed', now: Date, { code, problem } = { code: '', problem: '' }) =>
    sql`status = ${status}, code = ${code}, problem = ${problem}, next_at = null, ended_at = ${now}::timestamptz`
  async function end(run: TakenRun, ...how: Parameters<typeof ended>) {
    await sql`update trigger_run set ${ended(...how)} where ${mine(run)}`.execute(db)
  }

  async function perform(run: TakenRun, now: Date, { isLast = false, findApp = access.findApp }: { isLast?: boolean; findApp?: FindApp } = {}) {
    try {
      const definition = readDefinition(run.definition)
      if (!definition) throw new ApiError('trigger.invalid', 'Check the trigger', 422)
      const who = await findApp(run.company_id, run.app_id, run.tag)
      if (!who) throw new ApiError('trigger.appGone', 'The app is archived or gone', 422)
      const values = {
        ...run.input,
        event: { kind: run.kind, at: run.at.toISOString(), by: run.by_id },
        trigger: { key: run.trigger_key ?? '', name: run.trigger_name },
        run: { id: run.id },
      }
      const origin = { triggers: [...run.origin, run.trigger_id] }
      for (let step = run.step; step < definition.actions.length; step++) {
        const action = definition.actions[step] as TriggerDefinition['actions'][number]
        await act(
          {
            ...who,
            origin,
            person: run.by_id ?? run.enabled_by,
            values,
            callKey: `${run.id}-${step + 1}`,
            async advance(on, outcome) {
              const line = JSON.stringify([{ do: action.do, outcome }])
              // The run ends with what it does last, in the same statement.
              const ending = step + 1 === definition.actions.length ? sql`, ${ended('done', now)}` : sql``
              const { numAffectedRows } = await sql`
                update trigger_run set step = ${step + 1}, steps = steps || ${line}::jsonb${ending} where ${mine(run)} and step = ${step}`.execute(on)
              if (Number(numAffectedRows ?? 0) !== 1) throw new Lost()
            },
          },
          action,
        )
      }
      if (run.step >= definition.actions.length) await end(run, 'done', now)
    } catch (error) {
      if (error instanceof Lost || isDatabaseAway(error)) return
      const told = problemOf(error)
      if (!(error instanceof ApiError)) log.warn({ err: error, run: run.id }, 'a trigger failed')
      const pause = PAUSES[run.attempts - 1]
      if (isLast || pause === undefined || !mayPass(error)) return end(run, 'failed', now, told)
      await sql`
        update trigger_run set status = 'waiting', code = ${told.code}, problem = ${told.problem}, next_at = ${new Date(now.getTime() + pause * 1000)}::timestamptz
        where ${mine(run)}`.execute(db)
    }
  }

  /** Does what is due; answers how many runs that was. */
  async function work(now: Date): Promise<number> {
    let done = 0
    for (;;) {
      while ((await fanOut(now)) > 0);
      const taken = await take(now, AT_ONCE)
      if (!taken.length) return done
      // Runs that are taken together are mostly of one app.
      const findApp = once(access.findApp)
      await Promise.all((await begun(taken, now)).map(run => perform(run, now, { findApp })))
      done += taken.length
    }
  }

  return {
    work,
    async again(id: string, now: Date): Promise<boolean> {
      const run = await takeAgain(id, now)
      if (run) await perform(run, now, { isLast: true })
      return !!run
    },
    async removeOld(now = new Date()) {
      await sql`
        delete from trigger_event where created_at < ${new Date(now.getTime() - KEEP_DAYS * 86_400_000)} and not is_open
          and not exists (select from trigger_run r where r.event_id = trigger_event.id and r.next_at is not null)`.execute(db)
    },
  }
}
export type Runs = ReturnType<typeof createRuns>
