// One case in words, for whoever has part in it.
import type { FlowDefinition } from '../../../flow/definition.ts'
import type { OverdueAction } from '../../../flow/overdue.ts'
import type { CallTypes } from '../../../generated/types.ts'
import { say, type Locale } from '../../../messages.ts'
import { otherwiseAt, rightOf } from './rights.ts'
import type { OneCase } from './one-case.ts'

type CaseValue = CallTypes['flow.getCase']['data']['fields'][number]['value']
type Found = Awaited<ReturnType<OneCase['get']>>

/** What of a history is told; the rest is for the diagram. */
const WORDS: Record<string, string> = {
  started: 'Started',
  withdrawn: 'Withdrawn',
  comment: 'Commented',
  urged: 'Asked to decide soon',
  suspended: 'Suspended',
  operated: 'Operated on it, because',
  undone: 'Took back what was done to it',
  resumed: 'Resumed',
  nodeSuspended: 'Suspended at “{node}”',
  nodeResumed: 'Resumed at “{node}”',
  moved: 'Moved from “{node}” to “{to}”',
  migrated: 'Goes on along another revision of its flow',
  migratedStep: 'Waits at “{to}” from now on instead of at “{was}”',
  restarted: 'Started anew',
  jobFailed: '“{node}” failed: {reason}',
  skipped: 'Left out “{node}”',
  subprocessBegun: 'Began “{node}”, which has steps of its own',
  subprocessDone: 'All steps of “{node}” are done',
  retried: 'Tried “{node}” again',
  approverAdded: 'Asked {person} too, at “{node}”',
  approverRemoved: 'Asks {person} no more, at “{node}”',
  sentBack: 'Sent back from “{node}” to “{to}”',
  taskTransferred: 'Passed “{node}” to {person}',
  deputed: '{who} is away: {person} decides at “{node}”',
  called: 'Started “{flow}” at “{node}”, and waits for its end',
  callerBack: 'Goes on: the step that had called it waits for it again',
  callerLeft: 'Ended, because the step that had called it was left',
  copied: 'Told people at “{node}”',
  incident: 'Came to a stand at “{node}”',
  messageLate: 'The message “{message}” came, and nothing waited for it any more',
  messageFailed: 'The message “{message}” came, and could not be taken: {reason}',
  overdueFailed: 'What was to be done at “{node}”, which waits too long, was not possible: {reason}',
}

/** Why somebody who is away keeps a task. */
const NOT_DEPUTED: Record<string, string> = {
  loop: '{who} is away, and so is everybody who decides instead: {who} is asked at “{node}” all the same',
  starter: '{who} is away, and {person} started this: {who} is asked at “{node}” all the same',
  gone: '{who} is away, and {person} is not in the organisation any more: {who} is asked at “{node}” all the same',
  asked: '{who} is away, and {person} is asked at “{node}” already: {who} is asked all the same',
}

/** What the system did where a task waited too long. */
const OVERDUE_WORDS: Record<OverdueAction['action'], string> = {
  noticeTransactor: '“{node}” waits too long: reminded who decides',
  noticeUser: '“{node}” waits too long: told {person}',
  apiCenter: '“{node}” waits too long: called a service',
  transfer: '“{node}” waits too long: passed on to {person}',
  autoApprove: '“{node}” waited too long: approved by the system',
  autoReject: '“{node}” waited too long: rejected by the system',
  terminate: '“{node}” waited too long: the flow was ended',
}

/** What happened on the border of a step. */
const BORDER_WORDS = {
  timer: 'The time of “{node}” was over: it went on another way',
  beside: 'The time of “{node}” was over: something else began beside it',
  error: '“{node}” failed for good: it went on along the line for errors',
  message: 'The message “{message}” came at “{node}”: it went on another way',
  messageBeside: 'The message “{message}” came at “{node}”: something else began beside it',
}

/** What became of a message that a step delivered. */
const DELIVERED = {
  none: 'Delivered the message “{message}” at “{node}”: no instance waited for it',
  one: 'Delivered the message “{message}” at “{node}” to 1 instance',
  several: 'Delivered the message “{message}” at “{node}” to {count} instances',
}

function wordsOf(type: string, data: Record<string, unknown>): string | undefined {
  if (type === 'overdue') return OVERDUE_WORDS[data.action as OverdueAction['action']]
  if (type === 'border' && data.event === 'message') return BORDER_WORDS[data.isBeside ? 'messageBeside' : 'message']
  if (type === 'border') return BORDER_WORDS[data.isBeside ? 'beside' : (data.event as 'timer' | 'error')]
  if (type === 'delivered') return Number(data.count) === 0 ? DELIVERED.none : Number(data.count) === 1 ? DELIVERED.one : DELIVERED.several
  if (type === 'notDeputed') return NOT_DEPUTED[String(data.why)]
  return WORDS[type === 'taskTransferred' && data.isDeputy ? 'deputed' : type]
}

function textOf(
  { type, node, data }: Found['events'][number],
  names: { node: (id: string) => string; person: (id: string) => string },
  locale: Locale,
): string {
  if (type === 'taskDecided') return say(locale, data.decision === 'approve' ? 'Approved at “{node}”' : 'Rejected at “{node}”', { node: names.node(node) })
  if (type === 'ended')
    return say(locale, data.result === 'approved' ? 'Ended: approved' : data.result === 'rejected' ? 'Ended: rejected' : 'Ended without a result')
  if (type === 'approverAdded' && data.when)
    return say(locale, data.when === 'before' ? 'Asked {person} to decide first, at “{node}”' : 'Asked {person} to decide afterwards, at “{node}”', {
      node: names.node(node),
      person: names.person(String(data.user ?? '')),
    })
  const words = wordsOf(type, data)
  if (words === undefined) return ''
  const person = String(data.to ?? data.user ?? '')
  // Why something failed is a sentence of the dictionary, with places of its own.
  const reason = typeof data.reason === 'string' ? say(locale, data.reason, data.values as Record<string, string>) : ''
  return say(locale, words, {
    node: names.node(node),
    to: names.node(person),
    person: names.person(person),
    who: names.person(String(data.user ?? '')),
    was: String(data.was ?? ''),
    flow: String(data.flow ?? ''),
    message: String(data.message ?? ''),
    count: Number(data.count ?? 0),
    reason,
  })
}

/** What they go to is a step, and nobody. */
const NAMES_NODES = new Set(['moved', 'migratedStep', 'sentBack', 'border'])

/** Ids of people whom the history names. */
export const peopleIn = ({ events }: Found): string[] => [
  ...new Set(events.flatMap(({ type, data }) => (NAMES_NODES.has(type) ? [] : [data.to, data.user].filter(id => typeof id === 'string')))),
]

/** What somebody may see of the fields: at the tasks that are or were theirs, and as who started it. */
export function fieldsOf(
  { row: { definition, snapshot, starter_id }, mine }: Found,
  user: string,
  described: readonly { key: string; name: string; type: string }[],
) {
  const open = mine.filter(({ state }) => state === 'open')
  const nodes = (open.length ? open : mine).flatMap(task => definition.nodes.filter(({ id }) => id === task.node))
  const start = definition.nodes.find(({ kind, within }) => kind === 'start' && within === undefined)
  const rights = (key: string) => {
    const told = nodes.map(node => rightOf(node, key, open.length ? otherwiseAt(node) : 'read'))
    if (starter_id === user) told.push(rightOf(start, key, 'read') === 'hidden' ? 'hidden' : 'read')
    if (!told.length) return 'read'
    const order = ['required', 'write', 'read'] as const
    return order.find(right => told.includes(right)) ?? 'hidden'
  }
  return described.flatMap(({ key, name, type }) => {
    const right = rights(key)
    return right === 'hidden' ? [] : [{ key, name, type, right, value: (snapshot[key] ?? null) as CaseValue }]
  })
}

export function caseAnswer(found: Found, user: string, names: ReadonlyMap<string, string>, locale: Locale) {
  const { row, tasks, events, mine } = found
  const nodes = new Map((row.definition satisfies FlowDefinition).nodes.map(({ id, name }) => [id, name]))
  // A step that the revision of now has no more is called as it was.
  const before = new Map(tasks.map(task => [task.node, task.node_name]))
  const subprocesses = new Set(row.definition.nodes.flatMap(({ id, kind }) => (kind === 'subprocess' ? [id] : [])))
  const typeOf = ({ type, node }: Found['events'][number]) => (type === 'entered' && subprocesses.has(node) ? 'subprocessBegun' : type)
  const named = { node: (id: string) => nodes.get(id) || before.get(id) || id, person: (id: string) => names.get(id) ?? '' }
  const isRunning = row.ended_at === null
  const behalf = new Map(tasks.map(task => [task.no, task.behalf]))
  /** Who did something, and for whom. */
  const doerOf = ({ type, name, data }: Found['events'][number]) => {
    const away = type === 'taskDecided' || type === 'sentBack' ? behalf.get(Number(data.task)) : undefined
    return name && away ? say(locale, '{person} on behalf of {who}', { person: name, who: away }) : (name ?? '')
  }
  return {
    id: row.id,
    title: row.title,
    flowName: row.flow_name,
    status: row.status,
    result: row.result ?? '',
    starter: row.starter ?? '',
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? '',
    mine: isRunning && !row.suspended_at ? mine.filter(({ state }) => state === 'open').map(({ no, node_name: node }) => ({ task: no, node })) : [],
    mayWithdraw: isRunning && row.starter_id === user,
    mayUrge:
      isRunning &&
      !row.suspended_at &&
      row.starter_id === user &&
      tasks.some(({ state, assignee_id: who }) => state === 'open' && who !== null && who !== user),
    tasks: tasks.map(task => ({
      task: task.no,
      node: task.node_name,
      person: task.name ?? '',
      behalf: task.behalf ?? '',
      state: task.state,
      decision: task.decision ?? '',
      comment: task.comment,
      createdAt: task.created_at.toISOString(),
      doneAt: task.done_at?.toISOString() ?? '',
    })),
    history: events
      .map(event => ({
        at: event.created_at.toISOString(),
        type: event.type,
        // Passed on by nobody: the person who is away has said so before.
        person: event.data.isDeputy || event.type === 'notDeputed' ? '' : doerOf(event),
        text: textOf({ ...event, type: typeOf(event) }, named, locale),
        comment: typeof event.data.comment === 'string' ? event.data.comment : '',
      }))
      .filter(({ text }) => text !== ''),
  }
}

/** Where a case stands in its flow; of the flow only what a drawing shows. */
export function diagramAnswer({ row, tasks, events }: Found) {
  const { nodes, lines } = row.definition
  // What another revision had is not drawn.
  const drawn = new Set([...nodes, ...lines].map(({ id }) => id))
  const passed = events
    .flatMap(({ type, node, data }) => (type === 'left' ? [node, ...(typeof data.line === 'string' ? [data.line] : [])] : []))
    .filter(id => drawn.has(id))
  const end = events.findLast(
    ({ type, node }) => type === 'entered' && nodes.some(({ id, kind, within }) => id === node && kind === 'end' && within === undefined),
  )
  const open = row.ended_at ? [] : tasks.filter(({ state }) => state === 'open')
  const asked = [...new Set(open.map(({ node }) => node))].map(node => ({ node, its: open.filter(task => task.node === node) }))
  const standing = row.ended_at ? [] : row.state.tokens.filter(({ state }) => state === 'stopped')
  return {
    nodes: nodes.map(({ id, kind, name, within, x, y, width, height, border }) => ({
      id,
      kind,
      name,
      ...(x !== undefined && { x }),
      ...(y !== undefined && { y }),
      ...(within !== undefined && { within }),
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
      ...(border && { border: { on: border.on, event: border.event, ...(border.isBeside && { isBeside: border.isBeside }) } }),
    })),
    lines: lines.map(({ id, from, to, label, isDefault }) => ({ id, from, to, ...(label !== undefined && { label }), ...(isDefault && { isDefault }) })),
    passed: [...new Set([...passed, ...(end && row.ended_at ? [end.node] : [])])],
    waiting: asked.map(({ node, its }) => ({
      node,
      people: its.flatMap(({ name }) => name ?? []),
      since: its.map(({ created_at: at }) => at.toISOString()).sort()[0] ?? '',
    })),
    working: [...new Set(row.ended_at ? [] : row.state.tokens.filter(({ state, incident }) => state === 'job' && !incident).map(({ node }) => node))],
    stopped: [...new Set(standing.map(({ node }) => node))],
  }
}
