// Flows of an app: designed in dev and kept in versions, enabled by environment, started by people, worked on in tasks, watched by operators.
import { readFile } from 'node:fs/promises'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { Data } from '../data/index.ts'
import type { AppInScope, AppScope, CompanyInScope, SignedIn } from '../foundation/access/index.ts'
import { mayDutyAt, notAllowed } from '../foundation/access/rights.ts'
import { environmentOf } from '../foundation/access/words.ts'
import type { ResourceRow, Resources } from '../foundation/resources.ts'
import { ruleOf, shapeOf, type FlowDefinition } from '../../../flow/definition.ts'
import { flowGraph } from '../../../flow/graph.ts'
import { backTargets } from '../../../flow/run.ts'
import type { CallTypes } from '../../../generated/types.ts'
import type { AccessService } from '../foundation/access/index.ts'
import type { createMessages } from '../foundation/messages.ts'
import type { Permissions } from '../permission/index.ts'
import { say, type Locale } from '../../../messages.ts'
import { createAbsence } from './absence.ts'
import { bpmnFile, definitionOf } from './bpmn.ts'
import { createBatches } from './batches.ts'
import { createCalled } from './called.ts'
import { createCases, type FlowScope, type Held, type OnEnded } from './cases.ts'
import { createCentre } from './centre.ts'
import { createCommands, personUnknown, type AskedToo, type Decided } from './commands.ts'
import { createDrafts } from './drafts.ts'
import { createDoers } from './doers.ts'
import { conditionSource } from './fields.ts'
import { createCaseForms } from './case-forms.ts'
import { createFormFiles } from './form-files.ts'
import { asFlow, asForm, createForms, type Begins } from './forms.ts'
import { createLines } from './lines.ts'
import { createLists, incidentText } from './lists.ts'
import { createAwaited, deliveredTo, type Delivered } from './messages.ts'
import { createMigrations, type MigrationWanted } from './migrations.ts'
import { createNotices } from './notices.ts'
import { createOutbox } from './outbox.ts'
import { createOverdue } from './overdue.ts'
import { createRadar } from './radar.ts'
import { checkFields, isEmpty } from './rights.ts'
import { emptyFrom, readFlow, type MadeFlow } from './read.ts'
import { activeOf, approversOf, toldAt } from './people.ts'
import { createServiceDoer, type Apis, type Queries } from './service.ts'
import { createSums } from './sums.ts'
import { createSwitches } from './switches.ts'
import { createSystem } from './system.ts'
import { createTell } from './tell.ts'
import { noteRead, type Clock } from './timers.ts'
import { createFlowTests } from './tests.ts'
import { caseAnswer, diagramAnswer, peopleIn } from './told.ts'
import { createUndo } from './undo.ts'
import { createWork } from './work.ts'

export type { Ended, OnEnded } from './cases.ts'
export { awayOf } from './absence.ts'
export { asFlow } from './forms.ts'
export { conditionSource } from './fields.ts'

/** Who works on flows of which app. */
export interface FlowWho {
  scope: AppScope
  app: AppInScope
  user: SignedIn
}
interface FlowInput {
  key: string
  name: string
  description?: string
  definition: MadeFlow
}
type DecidedWith = Omit<Decided, 'user' | 'values'> & { values?: Record<string, unknown> | undefined }
type Asked = CallTypes['flow.findApprovers']['body']
interface Solved {
  caseId: string
  token: number
  action: 'retry' | 'skip'
  values?: Record<string, unknown> | undefined
}
/** Cases that one call has tried again, one after the other after it. */
const MOST_RETRIED = 10_000

/** A step wants rows that belong to that of the case: they are not in the case. */
class RowsWanted extends Error {}

/** The person that a call is about; guests have no tasks and start nothing. */
export function beginsOf(asked: { scope: AppScope; asker: Omit<Begins['asker'], 'user'> & { user?: SignedIn | undefined } }): Begins {
  const { user } = asked.asker
  if (!user) throw new ApiError('access.signedOut', 'Please sign in', 401)
  return { scope: asked.scope, asker: { ...asked.asker, user } }
}

/** What is wrong with fields of the row is told at `values`, where the call has them. */
function atValues(run: () => void) {
  try {
    run()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.more.fields) throw error
    const fields = Object.fromEntries(Object.entries(error.more.fields).map(([key, text]) => [`values.${key}`, text]))
    throw new ApiError(error.code, error.english, error.status, { ...error.more, fields })
  }
}

export function createFlows(
  core: Pick<Core, 'db' | 'bus' | 'config' | 'log'>,
  {
    access,
    apis,
    data,
    messages,
    permissions,
    queries,
    resources,
    ended,
  }: {
    access: Pick<AccessService, 'findPerson'>
    apis: Apis
    data: Data
    messages: Pick<ReturnType<typeof createMessages>, 'mailAll'>
    permissions: Permissions
    queries: Queries
    resources: Resources
    /** Who is told of cases that end. */
    ended?: OnEnded
  },
) {
  const { db, bus, config, log } = core
  const clock: Clock = { now: () => new Date() }
  const notices = createNotices(core, messages)
  const outbox = createOutbox({ db, bus }, clock)
  const cases = createCases({ db, clock, notices, outbox, ended })
  const commands = createCommands(cases, { notices, clock })
  const tell = createTell({ bus, config }, messages)
  const overdue = createOverdue({ cases, tell, outbox, clock })
  const system = createSystem({ db }, access)
  const switches = createSwitches({ db, resources })
  const called = createCalled({ db, data, cases, outbox, switches, system, now: () => clock.now() })
  const awaited = createAwaited({ bus }, { cases, outbox, clock })
  const service = createServiceDoer({ db, data, apis, queries, cases, outbox, system, tell, clock, called, messages: awaited })
  const doers = createDoers({ cases, commands, outbox, apis, system, service, message: awaited.doer, clock })
  const lists = createLists({ db }, clock)
  const radar = createRadar({ db }, clock)
  const sums = createSums({ db, log }, clock)
  const undo = createUndo({ db }, { notices, clock })
  async function namesOf(ids: readonly string[]) {
    const asked = [...new Set(ids)]
    const people = asked.length ? await db.selectFrom('person').select(['id', 'name']).where('id', 'in', asked).execute() : []
    return new Map(people.map(({ id, name }) => [id, name]))
  }
  const migrations = createMigrations({ db, cases, commands, switches, resources, clock })
  const batches = createBatches({ db, bus, log }, { lists, commands, migrations, undo, clock, nameOf: namesOf })
  const work = createWork({ db, bus, log }, { overdue, outbox, batches, doers, clock })
  const absence = createAbsence({ db }, access, clock)
  const centre = createCentre({ db }, { notices, absence })
  const drafts = createDrafts({ db })
  const [files, lines] = [createFormFiles({ data }), createLines({ data })]
  const forms = createForms({ db, data, switches, cases, drafts, files, lines })
  const caseForms = createCaseForms({ data, lists, files, lines })
  const tests = createFlowTests({ db })

  /** What stands against running a flow that nothing in it tells. */
  const mayRun = (scope: FlowScope, id: string, locale: Locale) => async (definition: FlowDefinition) => {
    await called.check(scope, id, definition, locale)
    await tests.check(scope, definition, locale)
  }

  const on = ({ app, user }: FlowWho, option: string) => permissions.rights.on(app, user, 'flow', option)
  async function demanded(who: FlowWho, id: string, ...options: string[]): Promise<ResourceRow> {
    const row = await resources.get(who.scope, 'flow', id)
    const allowed = await Promise.all(options.map(async option => (await on(who, option))(row.id, row.ownerId)))
    if (!allowed.some(Boolean)) throw notAllowed()
    return row
  }
  const answerOf = ({ id, key, name, description, definition, version, updatedAt, updatedBy }: ResourceRow) => ({
    id,
    key,
    name,
    description,
    definition: definition as unknown as MadeFlow,
    version,
    updatedAt,
    updatedBy,
  })
  async function tellTo(who: FlowWho) {
    const [mayEdit, mayDelete, versions] = await Promise.all([on(who, 'edit'), on(who, 'delete'), switches.versions({ ...who.scope, tag: 'dev' })])
    return (row: ResourceRow) => ({
      ...answerOf(row),
      enabledVersion: versions.get(row.id) ?? null,
      mayEdit: mayEdit(row.id, row.ownerId),
      mayDelete: mayDelete(row.id, row.ownerId),
    })
  }
  const told = async (who: FlowWho, row: ResourceRow) => (await tellTo(who))(row)

  /** From the first look of who is asked, some actions count their time. */
  async function seen(scope: FlowScope, { row: { id, definition, suspended_at, ended_at }, mine }: Awaited<ReturnType<typeof lists.get>>, user: string) {
    const unread = mine.filter(({ read_at, state }) => !read_at && (state === 'open' || state === 'suspended'))
    if (unread.length && !ended_at)
      await db.transaction().execute(trx => noteRead(scope, { id, definition, isSuspended: suspended_at !== null }, unread, user, clock.now(), trx))
  }

  async function nodeOf({ scope }: Begins, caseId: string, task: number, user: string) {
    const found = await lists.get(scope, caseId, user, false)
    const mine = found.mine.find(({ no, state }) => no === task && (state === 'open' || state === 'suspended'))
    return { found, node: found.row.definition.nodes.find(({ id }) => id === mine?.node) }
  }

  /** A decision, with what the approver changes of the row in the same transaction. */
  async function decide(begins: Begins, { values = {}, ...decided }: DecidedWith) {
    const { scope, asker } = begins
    const user = asker.user.id
    const isApproval = decided.decision === 'approve'
    const isPlain = !isApproval || !Object.keys(values).length
    /** Whoever has no part in the case is not told that there is one. */
    const unasked = () => lists.get(scope, decided.caseId, user, false)
    /** What a step wants of the row is asked of the case as it is held; how many rows belong to it is counted before. */
    const asHeld = ({ definition, row }: Held, id: string) => {
      const of = definition.nodes.find(one => one.id === id)
      if (Object.entries(of?.fields ?? {}).some(([key, right]) => right === 'required' && !Object.hasOwn(row, key))) throw new RowsWanted()
      if (of) atValues(() => checkFields(of, {}, row))
    }
    if (isPlain)
      try {
        return await commands.decide(scope, { ...decided, user, unasked, ...(isApproval && { check: asHeld }) })
      } catch (error) {
        if (!(error instanceof RowsWanted)) throw error
      }
    const held = await cases.look(scope, decided.caseId)
    const at = held?.state.tasks.find(({ id, assignee }) => id === decided.task && assignee === user)
    const node = held?.definition.nodes.find(({ id }) => id === at?.node)
    const listed = held && node ? await caseForms.listed(begins, held, node) : {}
    const checked = ({ definition, row }: Pick<Held, 'definition' | 'row'>, id: string) => {
      const of = definition.nodes.find(one => one.id === id)
      if (of) atValues(() => checkFields(of, values, { ...row, ...listed }))
    }
    if (isPlain) return commands.decide(scope, { ...decided, user, unasked, check: checked })
    if (!held || !at) {
      await unasked()
      return commands.decide(scope, { ...decided, user })
    }
    checked(held, at.node)
    const [dsKey = '', dmKey = ''] = held.definition.model.split('/')
    const opened = await data.rows.open(scope, asForm(asker), dsKey, dmKey)
    const write = async () => {
      const sent = lines.split(opened, values)
      const row = await files.kept(opened, sent.row, held.row)
      await data.rows.update(opened, held.record, row, async (trx, after) => {
        await lines.write(opened, trx, held.record, sent.lines)
        await commands.decide(scope, { ...decided, user, values: after }, trx as Trx)
      })
    }
    await write().catch(error =>
      atValues(() => {
        throw error
      }),
    )
  }

  return {
    clock,
    tell,
    work,
    notices,
    absence,
    radar,
    sums,
    centre,
    drafts,
    /** Instances that wait for a message get it; answers what it did, in words. */
    deliver: async (scope: FlowScope, message: Delivered, trx: Trx) => deliveredTo(await awaited.deliver(scope, message, trx)),
    designs: {
      async list(who: FlowWho) {
        const [mayRead, mayEdit] = await Promise.all([on(who, 'read'), on(who, 'edit')])
        const seen = (await resources.list(who.scope, 'flow')).filter(row => mayRead(row.id, row.ownerId) || mayEdit(row.id, row.ownerId))
        return seen.map(await tellTo(who))
      },
      get: async (who: FlowWho, id: string) => told(who, await demanded(who, id, 'read', 'edit')),
      async exportBpmn(who: FlowWho, id: string) {
        const { key, name, definition } = await demanded(who, id, 'read', 'edit')
        return bpmnFile({ key, name, definition: definition as unknown as FlowDefinition })
      },
      async readBpmn(who: FlowWho, id: string, path: string, locale: Locale) {
        const { definition: now } = await demanded(who, id, 'edit')
        const { definition, notes } = await definitionOf(await readFile(path, 'utf8'), (now as unknown as FlowDefinition).model, locale)
        return { definition: definition as unknown as MadeFlow, steps: definition.nodes.length, notes }
      },
      async create(who: FlowWho, input: FlowInput) {
        permissions.checkCreate(who.app, 'flow')
        return told(who, await resources.create(who.scope, who.user.id, 'flow', { ...input, definition: { ...readFlow(input.definition) } }))
      },
      async update(who: FlowWho, id: string, { enable, ...input }: FlowInput & { note?: string; baseVersion?: number; enable?: boolean }, locale: Locale) {
        await demanded(who, id, 'edit')
        const definition = readFlow(input.definition)
        // Nothing is saved half: what is to run and cannot is not saved either.
        if (enable) {
          switches.check(definition, locale)
          await mayRun(who.scope, id, locale)(definition)
        }
        const saved = await resources.update(who.scope, who.user.id, 'flow', id, { ...input, definition: { ...definition } })
        if (enable) await switches.enableVersion(who.scope, id, saved.version, who.user.id, locale)
        return told(who, saved)
      },
      /** The fields of a model as conditions, rules and rights name them; of one that is not applied yet there are none. */
      async conditionSource(who: FlowWho, company: CompanyInScope, objectKey: string) {
        const [dsKey = '', dmKey = ''] = objectKey.split('.')
        const described = await data.rows.open(who.scope, asFlow({ user: who.user, company, app: who.app }), dsKey, dmKey).then(
          opened => data.rows.describe(opened),
          () => [],
        )
        return conditionSource(described)
      },
      async remove(who: FlowWho, id: string) {
        await demanded(who, id, 'delete')
        await resources.remove(who.scope, 'flow', id)
        await inApp(db, who.scope).deleteFrom('flow_switch').where('flow_id', '=', id).where('tag', '=', 'dev').execute()
      },
      async revisions(who: FlowWho, id: string) {
        await demanded(who, id, 'read', 'edit')
        const [versions, running] = await Promise.all([resources.listVersions(who.scope, 'flow', id), switches.versions({ ...who.scope, tag: 'dev' })])
        const items = versions.map(({ version, name, note, createdAt, createdBy, definition }) => ({
          id: String(version),
          name,
          note,
          createdAt,
          createdByUser: { name: createdBy },
          definition: definition as unknown as MadeFlow,
        }))
        return { items, current: String(running.get(id) ?? ''), mayMigrate: mayDutyAt(who.app, environmentOf('dev'), 'flowManage') }
      },
      async enable(who: FlowWho, id: string, version: number, locale: Locale) {
        await demanded(who, id, 'edit')
        await switches.enableVersion(who.scope, id, version, who.user.id, locale, mayRun(who.scope, id, locale))
      },
      /** Flows that a step of another one can call, with their variables. */
      async callable(scope: AppScope) {
        const flows = await switches.running({ ...scope, tag: 'dev' })
        return flows.map(({ key, name, definition: { model, parameters = [] } }) => ({
          value: key,
          label: name,
          model,
          input: parameters.map(parameter => ({ value: parameter.name, label: parameter.name })),
        }))
      },
      /** How overdue actions can tell people here. */
      noticeOptions: (locale: Locale) => [
        { value: 'inApp', label: say(locale, 'In the app') },
        ...(core.config.smtpUrl ? [{ value: 'email', label: say(locale, 'By mail') }] : []),
      ],
      /** Who would be asked at a step of a flow that is played; nothing of it is saved. */
      async findApprovers(who: FlowWho, id: string, { kind, approvers, empty, sameApprover, starter, named = [], approved = [] }: Asked) {
        await demanded(who, id, 'read', 'edit')
        if (!(await activeOf(who.scope, [starter], db)).length) throw personUnknown('starter')
        const rule = ruleOf(approvers)
        const node = 'asked'
        const definition: FlowDefinition = {
          model: '',
          nodes: [{ id: node, kind, name: '', approvers: rule, ...(empty && { empty: emptyFrom(empty) }) }],
          lines: [],
          ...(sameApprover && { sameApprover }),
        }
        const facts = {
          starter,
          values: rule.by === 'field' ? { [rule.field]: named } : {},
          choices: { [node]: named },
          decided: rule.by === 'earlier' ? { [rule.node]: named } : {},
          approved: new Set(approved),
        }
        const found = kind === 'copy' ? await toldAt(who.scope, definition, node, facts, db) : await approversOf(who.scope, definition, node, facts, db)
        if (!Array.isArray(found)) return { then: found, people: [] }
        const rows = found.length ? await db.selectFrom('person').select(['id', 'name']).where('id', 'in', found).execute() : []
        return { then: 'ask' as const, people: found.flatMap(one => rows.find(row => row.id === one) ?? []) }
      },
    },

    manage: {
      async list(scope: AppScope, { page, perPage }: { page: number; perPage: number }) {
        const all = await switches.list(scope)
        return { items: all.slice((page - 1) * perPage, page * perPage), total: all.length, page, perPage }
      },
      async records(scope: AppScope, flowId: string, paging: { page: number; perPage: number }, locale: Locale) {
        const told = await lists.records(scope, flowId, paging, locale)
        // What became of a flow that is gone is still told.
        if (!told.total && !(await switches.list(scope)).some(({ id }) => id === flowId)) throw notFound('resource.unknown', 'There is no such resource')
        return told
      },
      async operate(scope: AppScope, flowId: string, type: 'stop' | 'start' | 'retry', by: string, locale: Locale) {
        if (type !== 'retry') return switches.turn(scope, flowId, by, type === 'start', locale, mayRun(scope, flowId, locale))
        const stuck = await lists.stuck(scope, flowId, MOST_RETRIED)
        if (!stuck.length) throw new ApiError('flow.notInState', 'This is not possible in the state that it is in now', 409)
        // Each is a command of its own; the records of the flow tell what became of it.
        await db.transaction().execute(trx =>
          outbox.addAll(
            scope,
            'retry',
            stuck.map(caseId => ({ caseId, payload: { by } })),
            trx,
          ),
        )
      },
    },

    forms,
    interventions: {
      instances: lists.instances,
      nodes: lists.nodes,
      demonstration: lists.demonstration,
      /** What an operation would end, whom it would ask, and how the case would stand. */
      async plan(scope: AppScope, operation: Parameters<typeof commands.outlook>[1]) {
        const { dropped, passed, opened, isOver } = await commands.outlook(scope, operation)
        const names = await namesOf([...dropped, ...passed, ...opened].flatMap(({ assignee }) => assignee ?? []))
        const said = ({ node, assignee }: { node: string; assignee: string | null }) => ({ node, person: assignee === null ? '' : (names.get(assignee) ?? '') })
        return { ends: [...dropped, ...passed].map(said), asks: opened.map(said), isOver }
      },
      batches,
      planMigration: (scope: AppScope, wanted: MigrationWanted, locale: Locale) => migrations.plan(scope, wanted, locale, namesOf),
      operate: commands.operate,
      undo: undo.undo,
      incidents: lists.incidents,

      /** Tries once more what stands still, or leaves it out; answers what became of it. `values` of the row are changed for it, with the rights of whoever does. */
      async solve(begins: Begins, { caseId, token, action, values = {} }: Solved, locale: Locale) {
        const { scope, asker } = begins
        const by = asker.user.id
        const before = await cases.look(scope, caseId)
        if (!before) throw notFound('flow.caseUnknown', 'There is no such instance')
        const at = before.state.tokens.find(({ id, incident }) => id === token && incident)
        if (Object.keys(values).length) {
          const [dsKey = '', dmKey = ''] = before.definition.model.split('/')
          const opened = await data.rows.open(scope, asker, dsKey, dmKey)
          await data.rows
            .update(opened, before.record, values, (on, row) => commands.solve(scope, { caseId, token, by, action, values: row }, on as Trx))
            .catch(error =>
              atValues(() => {
                throw error
              }),
            )
        } else await commands.solve(scope, { caseId, token, by, action })
        const done = { outcome: 'done' as const, reason: '' }
        if (action === 'skip' || !at) return done
        if (at.state === 'job') {
          const taken = await outbox.take(scope, caseId, token)
          const why = taken && (await outbox.run(service, taken, { isLast: true }))
          return why ? { outcome: 'failed' as const, reason: say(locale, why.reason, why.values) } : done
        }
        const after = (await cases.look(scope, caseId))?.state.tokens.find(({ node, incident }) => node === at.node && incident)
        return after?.incident ? { outcome: 'failed' as const, reason: incidentText(before.definition, after, locale) } : done
      },
      operateNode: commands.operateNode,
    },

    tasks: {
      list: lists.tasks,

      async diagram({ scope, asker: { user, app } }: Begins, caseId: string) {
        return diagramAnswer(await lists.get(scope, caseId, user.id, mayDutyAt(app, environmentOf(scope.tag), 'flowManage')))
      },

      async get(begins: Begins, caseId: string, locale: Locale) {
        const { scope, asker } = begins
        const { user, app } = asker
        const isOperator = mayDutyAt(app, environmentOf(scope.tag), 'flowManage')
        const found = await lists.get(scope, caseId, user.id, isOperator)
        await seen(scope, found, user.id)
        const ids = peopleIn(found)
        const people = ids.length ? await db.selectFrom('person').select(['id', 'name']).where('id', 'in', ids).execute() : []
        const answer = caseAnswer(found, user.id, new Map(people.map(({ id, name }) => [id, name])), locale)
        // Who only watches over flows sees of the row what he may see of it elsewhere: nothing here.
        const [fields, around] = await Promise.all([found.hasPart ? caseForms.fields(begins, found) : [], called.around(scope, caseId, user.id, isOperator)])
        return { ...answer, ...around, fields }
      },

      /** What a case is about as a form: to be filled in and decided where the person is asked, to be read elsewhere. */
      form: caseForms.get,
      addFile: caseForms.addFile,
      getFile: caseForms.getFile,
      options: caseForms.options,

      decide,

      /** Approves several at once, each by itself: where the flow allows it, and nothing has to be filled in. Answers what could not be done. */
      async approveMany(begins: Begins, tasks: readonly { caseId: string; task: number }[], locale: Locale) {
        const failed: { title: string; reason: string }[] = []
        for (const { caseId, task } of tasks) {
          let title = ''
          try {
            const { found, node } = await nodeOf(begins, caseId, task, begins.asker.user.id)
            ;({ title } = found.row)
            if (!found.row.definition.batch) throw new ApiError('flow.notInBatch', 'This flow wants each task to be looked at', 409)
            const { definition, model, record_id: record, snapshot } = found.row
            const there: Record<string, unknown> = {
              ...snapshot,
              ...(node && (await caseForms.listed(begins, { definition, record, model, row: snapshot }, node))),
            }
            const isMissing = Object.entries(node?.fields ?? {}).some(([key, right]) => right === 'required' && isEmpty(there[key]))
            if (isMissing) throw new ApiError('flow.notInBatch', 'Fields have to be filled in at this step', 409)
            await decide(begins, { caseId, task, decision: 'approve', comment: '' })
          } catch (error) {
            if (!(error instanceof ApiError)) throw error
            failed.push({ title, reason: say(locale, error.english, error.more.values) })
          }
        }
        return { approved: tasks.length - failed.length, failed }
      },
      transfer: ({ scope, asker }: Begins, to: { caseId: string; task: number; to: string; comment: string }) =>
        commands.transfer(scope, { ...to, user: asker.user.id }),
      addApprover: ({ scope, asker }: Begins, asked: Omit<AskedToo, 'user'>) => commands.addInPlace(scope, { ...asked, user: asker.user.id }),
      sendBack: ({ scope, asker }: Begins, to: { caseId: string; task: number; target: string; comment: string }) =>
        commands.sendBack(scope, { ...to, user: asker.user.id }),
      /** Where whoever is asked at a task may send the case back to, the start first. */
      async backSteps(begins: Begins, caseId: string, task: number) {
        const { found, node } = await nodeOf(begins, caseId, task, begins.asker.user.id)
        if (!node) throw new ApiError('flow.taskGone', 'This task is not open any more', 409)
        const { definition, starter } = found.row
        const done = found.tasks.filter(({ state }) => state === 'done')
        const steps = backTargets(flowGraph(shapeOf(definition)), node.id, new Set(done.map(one => one.node)))
        const items = steps.map(id => {
          const step = definition.nodes.find(one => one.id === id)
          const isStart = step?.kind === 'start'
          const people = isStart ? [starter ?? ''] : done.filter(one => one.node === id).map(({ name }) => name ?? '')
          return { node: id, name: step?.name ?? '', isStart, people: [...new Set(people)].filter(Boolean) }
        })
        return { items }
      },
      async comment({ scope, asker }: Begins, caseId: string, comment: string, mentions: readonly string[]) {
        await lists.get(scope, caseId, asker.user.id, false)
        await commands.comment(scope, { caseId, user: asker.user.id, comment, mentions })
      },
      async urge({ scope, asker }: Begins, caseId: string) {
        await lists.get(scope, caseId, asker.user.id, false)
        await commands.urge(scope, { caseId, user: asker.user.id })
      },
      withdraw: ({ scope, asker }: Begins, caseId: string) => commands.withdraw(scope, { caseId, user: asker.user.id }),
    },
  }
}
