// One command at work on its own copy of a case: where it goes by itself, and what is done to it.
import { judgeJoins } from './joins.ts'
import type { Migration } from './migrate.ts'
import { planMove, scopesAround, type MovePlan } from './moves.ts'
import { isAsked, verdictOf } from './votes.ts'
import { FlowRefusal, type Chain, type Decision, type Facts, type FlowEvent, type IncidentCode, type State, type Task, type Token, type Work } from './state.ts'
import type { FlowGraph, FlowLine, FlowNode } from './graph.ts'

export interface Outcome {
  state: State
  events: FlowEvent[]
}

/** Steps that a case makes by itself in one command; `flowFaults` refuses loops of them, rounds over tasks that pass add up. */
const MOST_STEPS = 1000

/** A node that is come to: by which line, and in which visit of the sub-process around it. */
interface Place {
  node: string
  via?: string
  scope?: number
}
const scopeOf = (of: { scope?: number | undefined } | undefined) => (of?.scope === undefined ? {} : { scope: of.scope })

/** One command at work on its own copy of a case. */
export class Run {
  readonly state: State
  readonly events: FlowEvent[] = []
  private readonly graph: FlowGraph
  private readonly facts: Facts
  private readonly open: Place[] = []
  private steps = 0

  constructor(graph: FlowGraph, state: State, facts: Facts) {
    this.graph = graph
    this.facts = facts
    this.state = structuredClone(state)
    if (state.status !== 'running') throw new FlowRefusal('ended')
  }

  enter(place: Place) {
    this.open.push(place)
  }

  /** Goes on until everything waits for somebody. */
  settle(): Outcome {
    for (;;) {
      for (let next = this.open.shift(); next; next = this.open.shift()) this.step(next)
      if (this.state.status !== 'running') break
      const done = this.state.tokens.find(({ id, state }) => state === 'inside' && !this.state.tokens.some(({ scope }) => scope === id))
      if (done) {
        this.events.push({ type: 'subprocessDone', node: done.node })
        this.drop([done])
        this.leave(done)
        continue
      }
      const { fires, stuck } = judgeJoins(this.graph, this.state.tokens, this.state.moved)
      if (fires) {
        this.drop(fires.tokens)
        this.events.push({ type: 'joined', node: fires.node })
        this.leaveGateway({ node: fires.node, ...scopeOf(fires.tokens[0]) })
        continue
      }
      for (const token of stuck.flatMap(({ tokens }) => tokens)) if (!token.incident) this.incident(token, 'joinNeverFills')
      break
    }
    if (this.state.status === 'running' && this.state.tokens.length === 0) this.end('approved')
    return { state: this.state, events: this.events }
  }

  private step(place: Place) {
    const { node } = place
    const { kind } = this.graph.node(node)
    if (++this.steps > MOST_STEPS) return this.incident(this.put(place, 'stopped'), 'tooManySteps')
    if ((kind === 'parallel' || kind === 'inclusive') && this.graph.into(node).length > 1) return void this.put(place, 'join')
    this.events.push({ type: 'entered', node })
    if (kind === 'user') return this.ask(place)
    if (kind === 'service') return void this.put(place, 'job')
    if (kind === 'subprocess') return this.enter({ node: this.graph.startOf(node), scope: this.put(place, 'inside').id })
    if (kind === 'copy') this.events.push({ type: 'copied', node })
    if (kind === 'start' || kind === 'copy') return this.leave(place)
    if (kind !== 'end') this.leaveGateway(place)
  }

  private put({ node, via, scope }: Place, state: Token['state']): Token {
    const token: Token = { id: ++this.state.lastId, node, state, ...(via !== undefined && { via }), ...scopeOf({ scope }) }
    this.state.tokens.push(token)
    return token
  }

  private incident(token: Token, code: IncidentCode) {
    token.incident = code
    this.events.push({ type: 'incident', node: token.node, incident: code })
  }

  /** With all that goes on in sub-processes that end. */
  private drop(tokens: readonly Token[]) {
    const gone = new Set(tokens.map(({ id }) => id))
    // What is in a sub-process came after it.
    for (const { id, scope } of this.state.tokens.toSorted((one, other) => one.id - other.id)) if (scope !== undefined && gone.has(scope)) gone.add(id)
    for (const { id, node } of this.state.tasks.filter(({ token }) => gone.has(token))) this.events.push({ type: 'taskDropped', node, task: id })
    this.state.tasks = this.state.tasks.filter(({ token }) => !gone.has(token))
    this.state.tokens = this.state.tokens.filter(({ id }) => !gone.has(id))
  }

  private leave({ node, scope }: Place) {
    for (const line of this.graph.outOf(node)) this.take(line, scope)
  }

  private take(line: FlowLine, scope: number | undefined) {
    this.events.push({ type: 'left', node: line.from, line: line.id })
    this.enter({ node: line.to, via: line.id, ...scopeOf({ scope }) })
  }

  private leaveGateway(place: Place) {
    const { node, scope } = place
    const { kind } = this.graph.node(node)
    const lines = this.graph.outOf(node)
    if (kind === 'parallel' || lines.length === 1) return this.leave(place)
    const holding = lines.filter(line => !line.isDefault && this.facts.holds(line))
    const ways = (holding.length > 0 ? holding : lines.filter(({ isDefault }) => isDefault)).slice(0, kind === 'exclusive' ? 1 : undefined)
    if (ways.length === 0) return this.incident(this.put(place, 'stopped'), 'noWay')
    for (const line of ways) this.take(line, scope)
  }

  private ask(place: Place) {
    const { node } = place
    const found = this.facts.approvers(this.graph.node(node))
    if (found === 'pass') return this.leave(place)
    if (found === 'exception') return this.incident(this.put(place, 'stopped'), 'noApprover')
    const token = this.put(place, 'wait')
    const users = found === 'nobody' ? [] : [...new Set(found)]
    token.work = { deciding: this.graph.node(node).deciding ?? { by: 'one' }, users, approved: 0, rejected: 0 }
    if (users.length === 0) return this.openTask(token, null)
    for (const user of token.work.deciding.by === 'inTurn' ? users.slice(0, 1) : users) this.openTask(token, user)
  }

  private openTurn(token: Token, { seat, people, at }: Chain) {
    this.openTask(token, people[at] ?? null, seat)
  }

  private openTask({ id: token, node }: Token, assignee: string | null, seat?: string) {
    const task: Task = { id: ++this.state.lastId, token, node, assignee, ...(seat !== undefined && { seat }) }
    this.state.tasks.push(task)
    this.events.push({ type: 'taskOpened', node, task: task.id, ...(assignee !== null && { user: assignee }) })
  }

  private end(result: 'approved' | 'rejected') {
    this.drop(this.state.tokens)
    Object.assign(this.state, { status: 'finished', result })
    this.events.push({ type: 'ended', result })
  }

  abort() {
    this.drop(this.state.tokens)
    this.state.status = 'aborted'
    this.events.push({ type: 'ended', result: 'aborted' })
  }

  private taskOf(taskId: number): { task: Task; token: Token; work: Work } {
    const task = this.state.tasks.find(({ id }) => id === taskId)
    const token = this.state.tokens.find(({ id }) => id === task?.token)
    if (!task || !token?.work) throw new FlowRefusal('taskGone')
    return { task, token, work: token.work }
  }

  /** `user` is null where the system decides a task that nobody has. */
  decide(taskId: number, user: string | null, decision: Decision) {
    const { task, token, work } = this.taskOf(taskId)
    if (task.assignee !== user) throw new FlowRefusal('notYours')
    this.state.tasks = this.state.tasks.filter(({ id }) => id !== taskId)
    this.events.push({ type: 'taskDecided', node: token.node, task: taskId, ...(user !== null && { user }), decision })
    const chain = work.chains?.find(({ seat }) => seat === task.seat)
    if (chain && decision === 'approve' && ++chain.at < chain.people.length) return this.openTurn(token, chain)
    work[decision === 'approve' ? 'approved' : 'rejected']++
    this.goOn(token, work)
  }

  private goOn(token: Token, work: Work) {
    if (this.judge(token, work)) return
    const next = work.deciding.by === 'inTurn' ? work.users[work.approved] : undefined
    if (next !== undefined) this.openTask(token, next)
  }

  /** Goes on or ends where the approvers have decided; whether they have. */
  private judge(token: Token, work: Work): boolean {
    const verdict = verdictOf(work)
    if (verdict === 'reject') this.end('rejected')
    if (verdict === 'approve') {
      this.drop([token])
      this.leave(token)
    }
    return verdict !== undefined
  }

  transfer(taskId: number, to: string) {
    const { task, token, work } = this.taskOf(taskId)
    if (isAsked(work, to)) throw new FlowRefusal('alreadyAsked')
    const chain = work.chains?.find(({ seat }) => seat === task.seat)
    if (chain) chain.people[chain.at] = to
    else work.users = task.assignee === null ? [to] : work.users.map(user => (user === task.assignee ? to : user))
    this.events.push({ type: 'taskTransferred', node: token.node, task: taskId, to, ...(task.assignee !== null && { user: task.assignee }) })
    task.assignee = to
  }

  private asked(tokenId: number): { token: Token; work: Work } {
    const token = this.state.tokens.find(({ id }) => id === tokenId)
    if (!token?.work) throw new FlowRefusal('tokenGone')
    return { token, work: token.work }
  }

  addApprover(tokenId: number, user: string) {
    const { token, work } = this.asked(tokenId)
    if (isAsked(work, user)) throw new FlowRefusal('alreadyAsked')
    const unnamed = this.state.tasks.find(({ token: of, assignee }) => of === tokenId && assignee === null)
    if (unnamed) return this.transfer(unnamed.id, user)
    work.users.push(user)
    this.events.push({ type: 'approverAdded', node: token.node, user })
    // In turn, the new one comes when those before have decided.
    if (work.deciding.by !== 'inTurn') this.openTask(token, user)
  }

  removeApprover(tokenId: number, user: string) {
    const { token, work } = this.asked(tokenId)
    const chain = work.chains?.find(({ seat, people }) => seat !== user && people.includes(user))
    if (chain) return this.removeFromChain(token, work, chain, user)
    const at = work.users.indexOf(user)
    // Whoever decides in the place of somebody goes with them.
    const mine = this.state.tasks.find(({ token: of, assignee, seat }) => of === tokenId && (seat ?? assignee) === user)
    const comesLater = work.deciding.by === 'inTurn' && at > work.approved
    if (at < 0 || (!mine && !comesLater)) throw new FlowRefusal('notAsked')
    if (work.users.length === 1) throw new FlowRefusal('lastApprover')
    work.users.splice(at, 1)
    if (work.chains) work.chains = work.chains.filter(({ seat }) => seat !== user)
    this.events.push({ type: 'approverRemoved', node: token.node, user })
    if (mine) {
      this.state.tasks = this.state.tasks.filter(({ id }) => id !== mine.id)
      this.events.push({ type: 'taskDropped', node: token.node, task: mine.id })
    }
    this.judge(token, work)
    // The turn of the one who went passes to the next.
    const next = work.deciding.by === 'inTurn' && mine ? work.users[work.approved] : undefined
    if (next !== undefined && this.state.tokens.includes(token)) this.openTask(token, next)
  }

  private removeFromChain(token: Token, work: Work, chain: Chain, user: string) {
    const at = chain.people.indexOf(user)
    if (at < chain.at) throw new FlowRefusal('notAsked')
    chain.people.splice(at, 1)
    this.events.push({ type: 'approverRemoved', node: token.node, user })
    if (at > chain.at) return
    const mine = this.state.tasks.filter(({ token: of, seat }) => of === token.id && seat === chain.seat)
    this.state.tasks = this.state.tasks.filter(task => !mine.includes(task))
    for (const { id: task, node } of mine) this.events.push({ type: 'taskDropped', node, task })
    if (chain.at < chain.people.length) return this.openTurn(token, chain)
    // All before have approved.
    work.approved++
    this.goOn(token, work)
  }

  /** Others decide in the place of whoever decides here: before, who hands the task over to them first, or after. */
  addInPlace(taskId: number, user: string, people: readonly string[], when: 'before' | 'after') {
    const { task, token, work } = this.taskOf(taskId)
    if (task.assignee !== user) throw new FlowRefusal('notYours')
    const added = [...new Set(people)]
    if (!added.length || added.some(one => isAsked(work, one))) throw new FlowRefusal('alreadyAsked')
    const seat = task.seat ?? user
    let chain = work.chains?.find(one => one.seat === seat)
    if (!chain) {
      chain = { seat, people: [user], at: 0 }
      work.chains = [...(work.chains ?? []), chain]
      task.seat = seat
    }
    chain.people.splice(when === 'before' ? chain.at : chain.at + 1, 0, ...added)
    for (const one of added) this.events.push({ type: 'approverAdded', node: token.node, user: one, when })
    if (when === 'after') return
    this.state.tasks = this.state.tasks.filter(({ id }) => id !== taskId)
    this.events.push({ type: 'taskDropped', node: token.node, task: taskId })
    this.openTurn(token, chain)
  }

  /** Back to a step before, or to whoever started it, who is asked at the start. */
  sendBack(taskId: number, user: string, target: string, starter: string | null) {
    const { task, token } = this.taskOf(taskId)
    if (task.assignee !== user) throw new FlowRefusal('notYours')
    this.state.tasks = this.state.tasks.filter(({ id }) => id !== taskId)
    this.events.push({ type: 'sentBack', node: token.node, task: taskId, user, to: target })
    this.state.since = this.state.lastId
    if (target !== this.graph.start) return this.move(planMove(this.graph, this.state, { token: token.id, target }))
    for (const { node } of this.state.tokens) this.events.push({ type: 'cancelled', node })
    this.drop(this.state.tokens)
    // Nothing is left that counts of lines could be wrong about.
    this.state.moved = false
    this.events.push({ type: 'entered', node: target })
    const asked = this.put({ node: target }, 'wait')
    asked.work = { deciding: { by: 'one' }, users: starter === null ? [] : [starter], approved: 0, rejected: 0 }
    this.openTask(asked, starter)
  }

  /** What stands still is tried again with the facts of now: all of it, or one token. */
  retry(only?: number) {
    const stuck = this.state.tokens.filter(({ id, incident }) => incident && (only === undefined || id === only))
    if (only !== undefined && !stuck.length) throw new FlowRefusal('tokenGone')
    for (const token of stuck) {
      this.events.push({ type: 'retried', node: token.node })
      if (token.state === 'stopped') {
        this.drop([token])
        this.enter(token)
      } else delete token.incident
    }
  }

  /** A step that cannot be done is left as if it were. */
  skip(tokenId: number) {
    const token = this.state.tokens.find(({ id, incident }) => id === tokenId && incident)
    if (!token || this.graph.outOf(token.node).length !== 1) throw new FlowRefusal('tokenGone')
    this.events.push({ type: 'skipped', node: token.node })
    this.drop([token])
    this.leave(token)
  }

  restart() {
    this.drop(this.state.tokens)
    this.state.moved = false
    this.state.since = this.state.lastId
    delete this.state.heard
    this.events.push({ type: 'restarted' })
    this.enter({ node: this.graph.start })
  }

  finishJob(tokenId: number, done: boolean) {
    const token = this.state.tokens.find(({ id, state }) => id === tokenId && state === 'job')
    if (!token) throw new FlowRefusal('jobGone')
    // What nothing on its own border takes is for the sub-process around it.
    for (let at: Token | undefined = done ? undefined : token; at; at = this.tokenOf(at.scope)) {
      const border = this.graph.bordersOf(at.node).find(one => one.border?.event === 'error')
      if (border) return this.happen(at, border)
    }
    if (!done) return this.incident(token, 'jobFailed')
    this.events.push({ type: 'jobDone', node: token.node })
    this.drop([token])
    this.leave(token)
  }

  private tokenOf(id: number | undefined): Token | undefined {
    return id === undefined ? undefined : this.state.tokens.find(token => token.id === id)
  }

  /** Goes on from the border of a step. */
  private happen(token: Token, { id, border }: FlowNode) {
    if (!border) return
    const { event, isBeside } = border
    this.events.push({ type: 'border', node: token.node, to: id, event, ...(isBeside && { isBeside }) })
    if (!isBeside) this.drop([token])
    this.leave({ node: id, ...scopeOf(token) })
  }

  fire(tokenId: number, id: string, heard = 0) {
    const token = this.state.tokens.find(one => one.id === tokenId)
    const border = token && this.graph.bordersOf(token.node).find(one => one.id === id)
    if (!token || !border || border.border?.event === 'error') throw new FlowRefusal('tokenGone')
    if (heard > (this.state.heard ?? 0)) this.state.heard = heard
    this.happen(token, border)
  }

  /** The graph is that of the revision on which the case goes on. */
  migrate({ steps, isMoved }: Migration) {
    const of = new Map(steps.map(step => [step.token, step]))
    const anew = this.state.tokens.filter(({ id }) => !of.get(id)?.stays)
    for (const { node } of anew) this.events.push({ type: 'cancelled', node })
    this.drop(anew)
    this.state.moved = isMoved
    for (const token of this.state.tokens) {
      token.node = of.get(token.id)?.to ?? token.node
      // What was stuck may be met by what comes now.
      if (token.state === 'join') delete token.incident
    }
    for (const task of this.state.tasks) task.node = of.get(task.token)?.to ?? task.node
    for (const token of anew) this.enter({ node: of.get(token.id)?.to ?? this.graph.start, ...scopeOf(token) })
  }

  move({ token, target, cancels }: MovePlan) {
    const gone = this.state.tokens.filter(({ id }) => id === token || cancels.includes(id))
    const scope = this.tokenOf(token)?.scope
    for (const { node } of gone) this.events.push({ type: 'cancelled', node })
    this.drop(gone)
    this.state.moved = true
    // What was stuck may be met by what comes now.
    for (const other of this.state.tokens) if (other.state === 'join') delete other.incident
    // Sub-processes around the target in which the case is not yet begin with it.
    let within = scope
    const around = this.graph.around(target)
    for (const node of around.slice(scopesAround(this.state, scope).length)) {
      this.events.push({ type: 'entered', node })
      within = this.put({ node, ...scopeOf({ scope: within }) }, 'inside').id
    }
    this.enter({ node: target, ...scopeOf({ scope: within }) })
  }
}
