// Who is away, and who decides for them meanwhile. A task that opens for somebody who is away goes on to the deputy in the same command.
import { CompiledQuery, sql } from 'kysely'
import type { FlowGraph } from '../../../flow/graph.ts'
import { transferTask } from '../../../flow/run.ts'
import type { Outcome } from '../../../flow/running.ts'
import { FlowRefusal, type Facts } from '../../../flow/state.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { mayInApp, type AccessService } from '../foundation/access/index.ts'
import type { FlowScope, Note } from './cases.ts'
import { personUnknown } from './commands.ts'
import { activeOf, type Deputies } from './people.ts'
import type { Clock } from './timers.ts'

export interface Away {
  deputy: string
  from: Date
  to: Date
}
export interface NamedAbsence {
  user: { id: string; name: string }
  deputy: { id: string; name: string }
  from: string
  to: string
  isNow: boolean
  /** Who said so, where it was somebody else. */
  setBy: string
}
/** What a form says of an absence; undefined ends it. */
export function awayOf({ isAway, from, to, deputy }: { isAway: boolean; from?: string; to?: string; deputy?: string }): Away | undefined {
  if (!isAway) return undefined
  const missing = Object.entries({ from, to, deputy }).flatMap(([field, value]) => (value ? [] : [field]))
  const text = 'Please say from when to when, and who decides meanwhile'
  if (!from || !to || !deputy) throw new ApiError('flow.absenceIncomplete', text, 422, { fields: Object.fromEntries(missing.map(field => [field, text])) })
  const times = { from: new Date(from), to: new Date(to) }
  for (const [field, time] of Object.entries(times)) if (Number.isNaN(time.getTime())) throw fieldError('flow.absenceDate', field, 'Not a date')
  return { deputy, ...times }
}

/** Deputies of deputies that are asked for; who is away further down the line is waited for. */
const MOST_DEPUTIES = 10
const MOST_LISTED = 1_000

const NO_FACTS: Facts = {
  holds: () => {
    throw new Error('passing a task on needs no conditions')
  },
  approvers: () => {
    throw new Error('passing a task on needs no rules')
  },
}

const DEPUTIES = `/* flow.deputies */ select user_id, deputy_id from flow_absence
  where company_id = $1 and app_id = $2 and tag = $3 and user_id = any ($4::uuid[]) and from_at <= $5 and to_at > $5`
/** By people who are away at a moment, who decides for them. */
async function deputiesOf(scope: FlowScope, users: readonly string[], at: Date, on: Trx): Promise<ReadonlyMap<string, string>> {
  const { companyId, appId, tag } = scope
  const { rows } = await on.executeQuery<{ user_id: string; deputy_id: string }>(CompiledQuery.raw(DEPUTIES, [companyId, appId, tag, [...users], at]))
  return new Map(rows.map(row => [row.user_id, row.deputy_id]))
}

/** Whoever decides for somebody in the end; undefined where all of them are away for each other. */
async function deputyInTheEnd(scope: FlowScope, user: string, first: string, at: Date, on: Trx): Promise<string | undefined> {
  const seen = new Set([user])
  let deputy = first
  while (!seen.has(deputy) && seen.size <= MOST_DEPUTIES) {
    seen.add(deputy)
    const next = (await deputiesOf(scope, [deputy], at, on)).get(deputy)
    if (next === undefined) return deputy
    deputy = next
  }
  return undefined
}

/** The outcome with tasks of people who are away given to their deputies; where that cannot be, the task stays and a note says why. */
export async function passOn(
  scope: FlowScope,
  { graph, starter }: { graph: FlowGraph; starter: string | null },
  outcome: Outcome,
  by: string | null,
  { at, known }: Pick<Deputies, 'at' | 'known'>,
  trx: Trx,
): Promise<{ outcome: Outcome; notes: Note[] }> {
  // What somebody chose to give to a person stays with that person.
  const fresh = new Set(outcome.events.flatMap(({ type, task = 0 }) => (type === 'taskOpened' || (type === 'taskTransferred' && by === null) ? [task] : [])))
  const tasks = outcome.state.tasks.flatMap(({ id, node, assignee }) => (fresh.has(id) && assignee !== null ? [{ id, node, assignee }] : []))
  if (!tasks.length) return { outcome, notes: [] }
  const unknown = tasks.flatMap(({ assignee }) => (known.has(assignee) ? [] : [assignee]))
  const found = unknown.length ? await deputiesOf(scope, unknown, at, trx) : undefined
  const deputies = new Map(
    tasks.flatMap(({ assignee }) => {
      const deputy = known.get(assignee) ?? found?.get(assignee)
      return deputy === undefined ? [] : [[assignee, deputy] as const]
    }),
  )
  const notes: Note[] = []
  let { state } = outcome
  const events = [...outcome.events]
  for (const { id, node, assignee } of deputies.size ? tasks : []) {
    const first = deputies.get(assignee)
    if (first === undefined) continue
    const stays = (why: 'loop' | 'starter' | 'gone' | 'asked') => notes.push({ type: 'notDeputed', node, data: { user: assignee, to: first, why } })
    const deputy = await deputyInTheEnd(scope, assignee, first, at, trx)
    if (deputy === undefined) stays('loop')
    // Nobody decides about their own request because somebody else is away.
    else if (deputy === starter) stays('starter')
    else if (!(await activeOf(scope, [deputy], trx)).length) stays('gone')
    else
      try {
        const passed = transferTask(graph, state, NO_FACTS, { task: id, to: deputy })
        state = passed.state
        events.push(...passed.events.map(event => (event.type === 'taskTransferred' ? { ...event, isDeputy: true as const } : event)))
      } catch (error) {
        if (!(error instanceof FlowRefusal)) throw error
        stays('asked')
      }
  }
  return { outcome: { state, events }, notes }
}

export function createAbsence({ db }: Pick<Core, 'db'>, access: Pick<AccessService, 'findPerson'>, clock: Clock) {
  const rowsOf = (scope: FlowScope, on: Db | Trx) => inApp(on, scope).selectFrom('flow_absence').where('flow_absence.tag', '=', scope.tag)

  const named = (scope: FlowScope) =>
    rowsOf(scope, db)
      .innerJoin('person', 'person.id', 'flow_absence.user_id')
      .innerJoin('person as deputy', 'deputy.id', 'flow_absence.deputy_id')
      .leftJoin('person as setter', 'setter.id', 'flow_absence.set_by')
      .select(['flow_absence.user_id', 'person.name', 'flow_absence.deputy_id', 'deputy.name as deputy', 'from_at', 'to_at', 'set_by', 'setter.name as setter'])
      .where('to_at', '>', clock.now())

  type Row = Awaited<ReturnType<ReturnType<typeof named>['execute']>>[number]
  const answer = (row: Row): NamedAbsence => ({
    user: { id: row.user_id, name: row.name },
    deputy: { id: row.deputy_id, name: row.deputy },
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    isNow: row.from_at <= clock.now(),
    setBy: row.set_by === row.user_id ? '' : (row.setter ?? ''),
  })

  /** Whether somebody may open the app in this environment. */
  async function mayOpen(scope: FlowScope, person: string): Promise<boolean> {
    const at = await inApp(db, scope)
      .selectFrom('app')
      .innerJoin('company', 'company.id', 'app.company_id')
      .select(['app.key as app', 'company.key as company'])
      .executeTakeFirstOrThrow()
    const { session, company, app } = await access.findPerson(person, { companyKey: at.company, appKey: at.app, tag: scope.tag })
    return session !== undefined && company !== undefined && app !== undefined && mayInApp(app, 'access')
  }

  /** Whether a deputy would come back to whom they decide for, through others who are away at the same time. */
  async function comesBack(scope: FlowScope, user: string, { deputy, from, to }: Away, trx: Trx): Promise<boolean> {
    const seen = new Set<string>()
    const open = [deputy]
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (one === user) return true
      if (seen.has(one)) continue
      seen.add(one)
      const rows = await rowsOf(scope, trx).select('deputy_id').where('user_id', '=', one).where('from_at', '<', to).where('to_at', '>', from).execute()
      open.push(...rows.map(row => row.deputy_id))
    }
    return false
  }

  return {
    async of(scope: FlowScope, user: string): Promise<NamedAbsence | null> {
      const row = await named(scope).where('flow_absence.user_id', '=', user).executeTakeFirst()
      return row ? answer(row) : null
    },

    async list(scope: FlowScope) {
      const rows = await named(scope).orderBy('from_at').orderBy('flow_absence.user_id').limit(MOST_LISTED).execute()
      return { items: rows.map(answer) }
    },

    /** Until when somebody is away and who decides meanwhile; without it nobody does any more. */
    async save(scope: FlowScope, user: string, away: Away | undefined, by: string) {
      if (!(await activeOf(scope, [user], db)).length) throw notFound('flow.personUnknown', 'This person is not in the organisation')
      if (away) {
        if (away.to <= away.from) throw fieldError('flow.absenceEmpty', 'to', 'The end has to come after the beginning')
        if (away.to <= clock.now()) throw fieldError('flow.absencePast', 'to', 'This is over already')
        if (away.deputy === user) throw fieldError('flow.deputySelf', 'deputy', 'Choose somebody else')
      }
      const isAllowed = away && (await mayOpen(scope, away.deputy))
      await db.transaction().execute(async trx => {
        if (!away) {
          await inApp(trx, scope).deleteFrom('flow_absence').where('tag', '=', scope.tag).where('user_id', '=', user).execute()
          return
        }
        if (!(await activeOf(scope, [away.deputy], trx)).length) throw personUnknown('deputy')
        if (!isAllowed) throw fieldError('flow.deputyNotAllowed', 'deputy', 'This person may not open this app')
        // Two who name each other at the same time come one after the other.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`absence ${scope.appId} ${scope.tag}`}, 0))`.execute(trx)
        if (await comesBack(scope, user, away, trx))
          throw fieldError('flow.deputyLoop', 'deputy', 'This person is away at that time too, and names the one who is away as deputy')
        const row = { deputy_id: away.deputy, from_at: away.from, to_at: away.to, set_by: by }
        await inApp(trx, scope)
          .insertInto('flow_absence')
          .values({ tag: scope.tag, user_id: user, ...row })
          .onConflict(conflict => conflict.columns(['app_id', 'tag', 'user_id']).doUpdateSet(row))
          .execute()
      })
    },
  }
}
export type Absence = ReturnType<typeof createAbsence>
