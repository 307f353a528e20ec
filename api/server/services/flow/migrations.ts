// Running instances go on along another revision of their flow: the plan first, then each by itself in a batch.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { isSame } from '../../../flow/changes.ts'
import type { FlowDefinition } from '../../../flow/definition.ts'
import { goesTo, MigrationRefusal, planMigration, type Migration, type MigrationRefusalCode, type NodeMap, type Revision } from '../../../flow/migrate.ts'
import { laterThan, nextOverdue } from '../../../flow/overdue.ts'
import { migrateCase } from '../../../flow/run.ts'
import type { State } from '../../../flow/state.ts'
import { say, type Locale } from '../../../messages.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { Resources } from '../foundation/resources.ts'
import { MOST_IN_BATCH, MOST_TOLD, peopleTold } from './batches.ts'
import { awaitedAt } from './messages.ts'
import type { Cases, Deed, FlowScope, Held, Note } from './cases.ts'
import { outlookOf, type Commands, type Operator } from './commands.ts'
import { readParameters } from './forms.ts'
import type { Switches } from './switches.ts'
import type { Clock } from './timers.ts'

const REFUSED: Record<MigrationRefusalCode, string> = {
  otherModel: 'The revision is about another model',
  stepGone: '“{node}” is not in the revision: say what it becomes',
  leftOut: 'It waits at “{node}”, and is left as it is',
  stepUnfit: 'Nothing that waits at “{node}” can go on there',
  joinUnfit: 'It waits at “{node}” for other ways, which the step there does not',
  someDecided: 'Some have decided at “{node}” already, and others are asked there',
  callRuns: 'A flow that “{node}” started still runs',
  otherSubprocess: 'What waits at “{node}” would go into a sub-process, or out of one',
  waysMeet: 'What waits at “{node}” and at “{other}” would come to the same step twice',
}
/** Steps without a name, by what they are. */
const KINDS: Partial<Record<FlowDefinition['nodes'][number]['kind'], string>> = {
  start: 'Start',
  end: 'End',
  exclusive: 'Choice of ways',
  parallel: 'Parallel gateway',
  inclusive: 'Inclusive gateway',
  subprocess: 'Sub-process',
}
const OPEN = [0, 1, 3, -2]

/** What is chosen of it. */
export interface MigrationWanted {
  flowId: string
  /** In dev: the version; otherwise what runs. */
  version?: number | undefined
  map?: readonly { from: string; to: string }[] | undefined
}
type Target = Revision & { hash: string; saved: FlowDefinition; version: string }

/** Timers of a step: what each waits for, and when it would be due that is set now. */
function timersAt({ nodes, calendar }: FlowDefinition, node: string) {
  const borders = nodes.flatMap(({ id, border }) => {
    const { on, after } = border ?? {}
    if (on !== node || border?.event !== 'timer' || !after) return []
    const hours = border.workingTime ? calendar : undefined
    return [{ id, isOfTask: false, isRead: false, what: { border, hours } as unknown, due: (now: number): number | undefined => laterThan(now, after, hours) }]
  })
  const overdue = (nodes.find(({ id }) => id === node)?.overdue ?? []).map(action => ({
    id: action.id,
    isOfTask: true,
    isRead: action.startEvent === 'read',
    what: { action, calendar: action.workingTime ? calendar : undefined } as unknown,
    due: (now: number) => nextOverdue(action, now, 0, undefined, calendar),
  }))
  return [...borders, ...overdue]
}

export function createMigrations({
  db,
  cases,
  commands,
  switches,
  resources,
  clock,
}: {
  db: Db
  cases: Cases
  commands: Commands
  switches: Switches
  resources: Resources
  clock: Clock
}) {
  async function savedOf(scope: FlowScope, flowId: string, version: number | undefined): Promise<{ saved: FlowDefinition; version: string }> {
    if (scope.tag !== 'dev') {
      const flow = (await resources.listPublished(scope, 'flow')).find(({ id }) => id === flowId)
      if (!flow) throw notFound('resource.unknown', 'There is no such resource')
      if (version !== undefined) throw notFound('resource.versionUnknown', 'There is no such version')
      return { saved: flow.definition as unknown as FlowDefinition, version: '' }
    }
    const all = await resources.listVersions(scope, 'flow', flowId)
    const wanted = version ?? (await switches.versions(scope)).get(flowId)
    const found = all.find(one => one.version === wanted)
    if (!found) throw notFound('resource.versionUnknown', 'There is no such version')
    return { saved: found.definition as unknown as FlowDefinition, version: String(found.version) }
  }
  async function targetOf(scope: FlowScope, { flowId, version }: MigrationWanted, locale: Locale): Promise<Target> {
    const found = await savedOf(scope, flowId, version)
    switches.check(found.saved, locale)
    return { ...cases.revision(scope, found.saved), ...found }
  }
  const mapOf = ({ map = [] }: Pick<MigrationWanted, 'map'>): NodeMap => Object.fromEntries(map.map(({ from, to }) => [from, to]))

  const elsewhere = (scope: FlowScope, flowId: string, { hash }: Pick<Target, 'hash'>) =>
    inApp(db, scope)
      .selectFrom('flow_case')
      .where('flow_case.tag', '=', scope.tag)
      .where('flow_id', '=', flowId)
      .where('flow_case.status', 'in', OPEN)
      .where('definition_hash', '<>', hash)
  /** Running instances on other revisions, those that began first; as many as a batch holds. */
  const chosen = (scope: FlowScope, flowId: string, target: Pick<Target, 'hash'>) =>
    elsewhere(scope, flowId, target)
      .select(['flow_case.id', 'flow_case.title', 'flow_case.state', 'definition_hash as hash'])
      .orderBy('flow_case.created_at')
      .orderBy('flow_case.id')
      .limit(MOST_IN_BATCH)
      .execute()

  const nameIn = ({ nodes }: FlowDefinition, id: string, locale: Locale) => {
    const node = nodes.find(one => one.id === id)
    return node ? node.name || say(locale, KINDS[node.kind] ?? node.id) : id
  }

  /** What becomes of an instance, or why nothing does. */
  function planOf(before: Revision, after: Revision, state: State, map: NodeMap): Migration {
    try {
      return planMigration(before, after, state, map)
    } catch (error) {
      if (!(error instanceof MigrationRefusal)) throw error
      const called = (id: string) => before.definition.nodes.find(one => one.id === id)?.name || id
      const values = { node: called(error.node), ...(error.other !== undefined && { other: called(error.other) }) }
      throw new ApiError(`flow.${error.code}`, REFUSED[error.code], 409, { values })
    }
  }

  /** Timers of what stays wait on where they mean the same; others go, and what is new counts from now. */
  async function setTimers(scope: FlowScope, held: Held, after: Revision, { steps }: Migration, now: Date, trx: Trx) {
    const rows = await inApp(trx, scope).selectFrom('flow_timer').select(['id', 'token', 'task', 'action']).where('case_id', '=', held.id).execute()
    const tasks = await inApp(trx, scope)
      .selectFrom('flow_task')
      .select(['no', 'token', 'read_at', 'state'])
      .where('case_id', '=', held.id)
      .where('state', 'in', ['open', 'suspended', 'nobody'])
      .execute()
    const gone = new Set(rows.filter(({ token }) => !steps.some(step => step.stays && step.token === token)).map(({ id }) => id))
    const fresh: { token: number; task: number; action: string; due_at: Date; paused_at: Date | null }[] = []
    for (const { token, from, to } of steps.filter(step => step.stays)) {
      const [were, are] = [timersAt(held.definition, from), timersAt(after.definition, to)]
      const means = (id: string) => isSame(were.find(one => one.id === id)?.what, are.find(one => one.id === id)?.what)
      for (const row of rows) if (row.token === token && !means(row.action)) gone.add(row.id)
      for (const { id: action, isOfTask, isRead, due } of are) {
        for (const task of isOfTask ? tasks.filter(one => one.token === token) : [{ no: 0, read_at: null, state: 'open' as const }]) {
          const row = rows.find(one => one.token === token && one.action === action && one.task === task.no)
          // What has been done as often as it is to be, or has happened, does not come again.
          const isNew = row ? gone.has(row.id) : !were.some(one => one.id === action)
          const at = isNew && (!isRead || task.read_at) ? due(now.getTime()) : undefined
          const isHeld = held.isSuspended || task.state === 'suspended' || (!isOfTask && tasks.some(one => one.token === token && one.state === 'suspended'))
          if (at !== undefined) fresh.push({ token, task: task.no, action, due_at: new Date(at), paused_at: isHeld ? now : null })
        }
      }
    }
    if (gone.size)
      await inApp(trx, scope)
        .deleteFrom('flow_timer')
        .where('id', 'in', [...gone])
        .execute()
    if (fresh.length)
      await inApp(trx, scope)
        .insertInto('flow_timer')
        .values(fresh.map(timer => ({ id: uuidv7(), case_id: held.id, tag: scope.tag, ...timer })))
        .execute()
  }

  /** What stays waits on for the messages that its step waits for; what a message is known by was found when the step was come to. */
  async function setMessages(scope: FlowScope, held: Held, after: Revision, { steps }: Migration, trx: Trx) {
    const staying = steps.filter(step => step.stays)
    const matching = { values: held.facts.values, record: held.record }
    const rows = await inApp(trx, scope).selectFrom('flow_message').select(['token', 'node']).where('case_id', '=', held.id).execute()
    const wanted = staying.flatMap(({ token, from, to }) => {
      const were = new Map(held.definition.nodes.flatMap(({ id, border, awaits }) => (border?.on === from && awaits ? [[id, awaits] as const] : [])))
      return awaitedAt(after.definition, to, matching).map(one => {
        const its = after.definition.nodes.find(({ id }) => id === one.node)?.awaits
        return { ...one, token, isSame: rows.some(row => row.token === token && row.node === one.node) && isSame(were.get(one.node), its) }
      })
    })
    const kept = new Set(wanted.flatMap(({ token, node, isSame: isKept }) => (isKept ? [`${token} ${node}`] : [])))
    for (const { token, node } of rows.filter(row => !kept.has(`${row.token} ${row.node}`)))
      await inApp(trx, scope).deleteFrom('flow_message').where('case_id', '=', held.id).where('token', '=', token).where('node', '=', node).execute()
    const fresh = wanted.filter(one => !one.isSame).map(({ isSame: _same, ...one }) => one)
    if (fresh.length)
      await inApp(trx, scope)
        .insertInto('flow_message')
        .values(fresh.map(one => ({ case_id: held.id, tag: scope.tag, ...one })))
        .execute()
  }

  /** Rows of what stays name the step that it has become. */
  async function rename(scope: FlowScope, { id }: Held, { definition }: Revision, { steps }: Migration, trx: Trx) {
    for (const { token, to } of steps.filter(step => step.stays)) {
      const name = definition.nodes.find(node => node.id === to)?.name ?? ''
      await inApp(trx, scope)
        .updateTable('flow_task')
        .set({ node: to, node_name: name })
        .where('case_id', '=', id)
        .where('token', '=', token)
        .where('state', 'in', ['open', 'suspended', 'nobody'])
        .execute()
      await inApp(trx, scope)
        .updateTable('flow_outbox')
        .set({ node: to })
        .where('case_id', '=', id)
        .where('kind', '=', 'service')
        .where('token', '=', token)
        .execute()
    }
  }

  /** Variables that the revision has and the case has not take their defaults. */
  function varsOnto(held: Held, { definition }: Revision): Record<string, unknown> {
    const asked = (definition.parameters ?? []).filter(({ name }) => !(name in held.vars))
    return { ...held.vars, ...readParameters({ ...definition, parameters: asked.map(one => ({ ...one, required: false })) }, {}) }
  }

  /** `isPlan`: nothing beside the engine is done. */
  const deedOnto =
    (scope: FlowScope, after: Revision & { hash: string }, map: NodeMap, isPlan: boolean) =>
    async (held: Held, trx: Trx): Promise<Deed> => {
      if (held.state.status !== 'running') throw new ApiError('flow.notInState', 'This is not possible in the state that it is in now', 409)
      const plan = planOf(held, after, held.state, map)
      const run: Deed['run'] = its => migrateCase(after.graph, held.state, its, plan)
      const onto = { definition: after.definition, graph: after.graph }
      if (isPlan) return { onto, run }
      await inApp(trx, scope).updateTable('flow_case').set({ definition_hash: after.hash }).where('id', '=', held.id).execute()
      await rename(scope, held, after, plan, trx)
      await setTimers(scope, held, after, plan, clock.now(), trx)
      await setMessages(scope, held, after, plan, trx)
      const called = ({ definition }: Revision, id: string) => definition.nodes.find(one => one.id === id)?.name || id
      const steps = plan.steps.flatMap(({ from, to }): Note[] => {
        const [was, is] = [called(held, from), called(after, to)]
        return was === is ? [] : [{ type: 'migratedStep', node: to, data: { was, to } }]
      })
      return { onto, run, vars: varsOnto(held, after), notes: [{ type: 'migrated' }, ...steps] }
    }

  return {
    targetOf,
    mapOf,
    chosen,
    store: (scope: FlowScope, { saved }: Target, trx: Trx) => cases.store(scope, saved, trx),

    /** How many instances wait where, where they would go on, whose tasks end and who is asked, and which have to stay. */
    async plan(scope: FlowScope, wanted: MigrationWanted, locale: Locale, nameOf: (ids: readonly string[]) => Promise<Map<string, string>>) {
      const target = await targetOf(scope, wanted, locale)
      const map = mapOf(wanted)
      const [found, { total }] = await Promise.all([
        chosen(scope, wanted.flowId, target),
        elsewhere(scope, wanted.flowId, target)
          .select(sql<string>`count(*)`.as('total'))
          .executeTakeFirstOrThrow(),
      ])
      const steps = new Map<string, { name: string; isStart: boolean; isJoin: boolean; count: number; to: string }>()
      const goes = new Map<string, { from: string; to: string; count: number; anew: number }>()
      const [ends, asks] = [new Map<string, number>(), new Map<string, number>()]
      const cannot: { flowDataId: string; title: string; reason: string }[] = []
      const add = (to: Map<string, number>, node: string, assignee: string | null) => {
        const key = JSON.stringify([assignee ?? '', node])
        to.set(key, (to.get(key) ?? 0) + 1)
      }
      let over = 0
      for (const { id, title, state, hash } of found) {
        const before = await cases.stored(scope, hash, db)
        if (!before) continue
        for (const [node, standing] of new Map(state.tokens.map(token => [token.node, token]))) {
          const name = nameIn(before.definition, node, locale)
          const to = map[node] ?? goesTo(before, target, node) ?? ''
          const step = steps.get(node) ?? { name, isStart: node === before.graph.start, isJoin: false, count: 0, to }
          step.count++
          step.isJoin ||= standing.state === 'join'
          steps.set(node, step)
        }
        try {
          const planned = await cases.plan(scope, id, deedOnto(scope, target, map, true))
          const { dropped, passed, opened, isOver } = outlookOf(planned)
          for (const { node, assignee } of [...dropped, ...passed]) add(ends, node, assignee)
          for (const { node, assignee } of opened) add(asks, node, assignee)
          over += isOver ? 1 : 0
          const { steps: its } = planOf(before, target, planned.held?.state ?? state, map)
          for (const { from, to, stays } of its) {
            const way = goes.get(`${from} ${to}`) ?? {
              from: nameIn(before.definition, from, locale),
              to: nameIn(target.definition, to, locale),
              count: 0,
              anew: 0,
            }
            way.count++
            way.anew += stays ? 0 : 1
            goes.set(`${from} ${to}`, way)
          }
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          cannot.push({ flowDataId: id, title, reason: say(locale, error.english, error.more.values) })
        }
      }
      const nodes = target.definition.nodes.filter(({ kind, within }) => kind !== 'border' && (kind !== 'start' || within === undefined))
      const options = ({ isStart, isJoin }: { isStart: boolean; isJoin: boolean }) =>
        nodes
          .filter(
            ({ id, kind }) =>
              (kind === 'start') === isStart && (!isJoin || ((kind === 'parallel' || kind === 'inclusive') && target.graph.into(id).length > 1)),
          )
          .map(({ id }) => ({ value: id, label: nameIn(target.definition, id, locale) }))
      const told = await peopleTold([ends, asks], nameOf)
      return {
        version: target.version,
        total: Number(total),
        taken: found.length,
        possible: found.length - cannot.length,
        over,
        map: [...steps].map(([from, step]) => ({ from, name: step.name, count: step.count, to: step.to, options: options(step) })),
        goes: [...goes.values()].toSorted((one, other) => other.count - one.count).slice(0, MOST_TOLD),
        ends: told(ends),
        asks: told(asks),
        cannot: cannot.slice(0, MOST_TOLD),
        cannotTotal: cannot.length,
      }
    },

    /** One instance, in the transaction that says that it is done. */
    async one(scope: FlowScope, { caseId, hash, map, by, reason }: Operator & { caseId: string; hash: string; map: NodeMap }, within: Trx) {
      const after = await cases.stored(scope, hash, within)
      if (!after) throw notFound('resource.versionUnknown', 'There is no such version')
      await commands.actOn(scope, caseId, { by, reason, act: 'MIGRATE' }, deedOnto(scope, after, map, false), within)
    },
  }
}
export type Migrations = ReturnType<typeof createMigrations>
