// What is kept of a running case, and what a command tells of it. Rows of the database are made from these.
import type { Border, Deciding, FlowLine, FlowNode } from './graph.ts'

export type Decision = 'approve' | 'reject'
/** Why a token stands still until somebody operates on it. */
export type IncidentCode = 'noWay' | 'joinNeverFills' | 'noApprover' | 'tooManySteps' | 'jobFailed'
/** People who decide one after the other in the place of one: all of them approve, or any rejects. */
export interface Chain {
  /** Whose place it is. */
  seat: string
  people: string[]
  /** Whose turn it is. */
  at: number
}
/** What the approvers of one task have decided so far; `users` in their order, each once. */
export interface Work {
  deciding: Deciding
  users: string[]
  approved: number
  rejected: number
  /** Who else decides for some of them, before or after; it is one vote of all of these. */
  chains?: Chain[]
}
export interface Token {
  id: number
  node: string
  /** `wait`: for people, `job`: for a service, `join`: for other tokens, `stopped`: for an operator, `inside`: for what goes on in a sub-process. */
  state: 'wait' | 'job' | 'join' | 'stopped' | 'inside'
  /** The token of the sub-process in which it is, where it is in one. */
  scope?: number
  /** The line by which it came. */
  via?: string
  work?: Work
  incident?: IncidentCode
}
/** An open task; `assignee` is null where nobody was found and somebody is to be named. */
export interface Task {
  id: number
  token: number
  node: string
  assignee: string | null
  /** In whose place, where others decide for somebody too. */
  seat?: string
}
export interface State {
  status: 'running' | 'finished' | 'aborted'
  /** Of what is finished. */
  result?: 'approved' | 'rejected'
  /** Somebody moved it by hand. */
  moved: boolean
  /** Approvals under tasks up to this number were taken back: the case was sent back, or began anew. */
  since?: number
  /** How many messages led to each other down to the last that came. */
  heard?: number
  /** Triggers that led to where it stands, one after the other, since a person decided last. */
  led?: readonly string[]
  /** The last number that was given to a token or task. */
  lastId: number
  tokens: Token[]
  tasks: Task[]
}
/** Whether nothing goes on until an operator does something; a sub-process goes on by what is in it. */
export const standsStill = (tokens: readonly Token[]) => tokens.length > 0 && tokens.every(({ state, incident }) => state === 'inside' || incident)

/** One line of the history, in the order in which things happened. */
export interface FlowEvent {
  type:
    | 'entered'
    | 'left'
    | 'joined'
    | 'subprocessDone'
    | 'cancelled'
    | 'taskOpened'
    | 'taskDecided'
    | 'taskDropped'
    | 'taskTransferred'
    | 'approverAdded'
    | 'sentBack'
    | 'approverRemoved'
    | 'retried'
    | 'restarted'
    | 'jobDone'
    | 'skipped'
    | 'copied'
    | 'border'
    | 'incident'
    | 'ended'
  node?: string
  line?: string
  task?: number
  user?: string
  to?: string
  /** Of a task that goes to the deputy of somebody who is away. */
  isDeputy?: true
  /** Of somebody who is asked too. */
  when?: 'before' | 'after'
  decision?: Decision
  incident?: IncidentCode
  /** What happened on the border of a step, which stays where it is beside what begins. */
  event?: Border['event']
  isBeside?: true
  result?: State['result'] | 'aborted'
}
/** What the engine asks of the world outside; each answer is of the moment of the command. */
export interface Facts {
  /** Whether the condition of a line holds; lines without one do. */
  holds: (line: FlowLine) => boolean
  /** Who decides at a user task. `pass`: nobody needs to, `nobody`: an operator names somebody, `exception`: it stops here. */
  approvers: (node: FlowNode) => string[] | 'pass' | 'nobody' | 'exception'
}
export type RefusalCode = 'ended' | 'taskGone' | 'notYours' | 'alreadyAsked' | 'jobGone' | 'tokenGone' | 'targetUnknown' | 'notAsked' | 'lastApprover'

/** A command that is not possible as the case stands; nothing of it has happened. */
export class FlowRefusal extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode) {
    super(code)
    this.code = code
  }
}
