// What a command changes of the rows of a case, told from what the engine did: tasks, timers, work outside, history, copies, notices.
import { uuidv7 } from 'uuidv7'
import type { Outcome } from '../../../flow/running.ts'
import { standsStill, type State } from '../../../flow/state.ts'
import type { Trx } from '../../store/database.ts'
import type { ChangedTask, Changes, OpenedTask } from './case-rows.ts'
import type { FlowScope, Held, Note } from './cases.ts'
import type { Notices } from './notices.ts'
import { toldAt } from './people.ts'
import { timersAfter, type Clock } from './timers.ts'

export const statusOf = ({ status, tokens }: Pick<State, 'status' | 'tokens'>, isSuspended: boolean): number => {
  if (status !== 'running') return status === 'finished' ? 2 : -1
  if (isSuspended) return 3
  return standsStill(tokens) ? -2 : 1
}

/** Tasks as events change them; a task that comes and goes in one command is written as it is in the end. */
function tasksAfter({ definition }: Pick<Held, 'definition'>, { state, events }: Outcome, comment: string): Pick<Changes, 'tasks' | 'opened'> {
  const names = new Map(definition.nodes.map(node => [node.id, node.name]))
  const tokens = new Map(state.tasks.map(({ id: no, token }) => [no, token]))
  const opened = new Map<number, OpenedTask>()
  const changed = new Map<number, ChangedTask>()
  const change = (no: number, how: Omit<ChangedTask, 'no'>) => changed.set(no, { ...changed.get(no), ...how, no })
  for (const { type, node = '', task = 0, user, to, decision, isDeputy } of events) {
    const behalf = isDeputy ? user : undefined
    const fresh = opened.get(task)
    if (type === 'taskOpened')
      opened.set(task, {
        no: task,
        node,
        node_name: names.get(node) ?? '',
        token: tokens.get(task) ?? 0,
        assignee: user ?? null,
        behalf: null,
        state: user === undefined ? 'nobody' : 'open',
      })
    else if (type === 'taskDropped') {
      if (fresh) fresh.state = 'dropped'
      else change(task, { state: 'dropped' })
    } else if (type === 'taskDecided') change(task, { state: 'done', decision, comment })
    else if (type === 'sentBack') change(task, { state: 'done', comment })
    else if (type === 'taskTransferred' && to !== undefined) {
      if (fresh) Object.assign(fresh, { assignee: to, behalf: behalf ?? fresh.behalf })
      else change(task, { assignee: to, behalf })
    }
  }
  return { tasks: [...changed.values()], opened: [...opened.values()] }
}

/** Steps without people that come up are work outside; what nothing waits for any more goes. */
function workAfter(held: Held, { state }: Outcome): Pick<Changes, 'work' | 'workOf'> & { again: number[] } {
  const jobs = (of: State) => of.tokens.filter(token => token.state === 'job')
  const before = new Map(jobs(held.state).map(token => [token.id, token]))
  const after = jobs(state)
  const fresh = after.filter(({ id }) => !before.has(id))
  return {
    work: fresh.map(({ id: token, node }) => ({ id: uuidv7(), kind: 'service', token, node, payload: {} })),
    workOf: after.length < before.size + fresh.length ? after.map(({ id }) => id) : undefined,
    again: after.filter(({ id, incident }) => !incident && before.get(id)?.incident).map(({ id }) => id),
  }
}

export function createChanges({ notices, clock }: { notices: Pick<Notices, 'rowsOf' | 'of'>; clock: Clock }) {
  /** All that a command changes, to be written at once. */
  async function changesOf(
    scope: FlowScope,
    held: Held,
    outcome: Outcome,
    by: string | null,
    { comment, notes, after = [], isSuspended }: { comment: string; notes: readonly Note[]; after?: readonly Note[]; isSuspended: boolean },
    trx: Trx,
  ) {
    const { state, events } = outcome
    const { definition, facts, starter, seq } = held
    const now = clock.now()
    const { again, ...work } = workAfter(held, outcome)
    const noted = (list: readonly Note[]) => list.map(({ type, node = '', data = {} }) => ({ type, node, data }))
    const lines = [
      ...noted(notes),
      ...events.map(({ type, node = '', ...data }) => ({
        type: type as string,
        node,
        data: {
          ...data,
          ...((type === 'taskDecided' || type === 'sentBack') && comment && { comment }),
          // A later revision may call it otherwise.
          ...(data.event === 'message' && { message: definition.nodes.find(({ id }) => id === data.to)?.awaits?.messageName ?? '' }),
        },
      })),
      // What became of it after the engine had done it.
      ...noted(after),
    ]
    const names = new Map(definition.nodes.map(({ id, name }) => [id, name]))
    // Who is away finds there what was decided meanwhile.
    const copies: Changes['copies'] = events.flatMap(({ type, user, isDeputy }) =>
      type === 'taskTransferred' && isDeputy && user !== undefined ? [{ user_id: user, node_name: '' }] : [],
    )
    for (const { type, node = '' } of events)
      if (type === 'copied') copies.push(...(await toldAt(scope, definition, node, facts, trx)).map(user_id => ({ user_id, node_name: names.get(node) ?? '' })))
    const changes: Changes = {
      now,
      by,
      ...tasksAfter(held, outcome, comment),
      ...timersAfter(definition, held.state, outcome, isSuspended, now, { values: facts.values, record: held.record }),
      ...work,
      events: lines.map((line, at) => ({ ...line, seq: seq + at + 1 })),
      copies,
      notices: notices.rowsOf(notices.of(events, by, starter, node => names.get(node) ?? '')),
    }
    const result = state.result ?? (state.status === 'aborted' ? 'aborted' : null)
    return { changes, again, its: { state, status: statusOf(state, isSuspended), result, seq: seq + lines.length, hasEnded: state.status !== 'running' } }
  }

  return { of: changesOf }
}
