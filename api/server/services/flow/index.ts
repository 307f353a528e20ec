// Flows of an app: designed in dev and kept in versions, enabled by environment, started by people, worked on in tasks, watched by operators.
import type { FlowDefinition } from '../../../flow/definition.ts'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import type { Data } from '../data/index.ts'
import type { AccessService, AppScope, SignedIn } from '../foundation/access/index.ts'
import type { createMessages } from '../foundation/messages.ts'
import type { Resources } from '../foundation/resources.ts'
import type { Permissions } from '../permission/index.ts'
import { createAbsence } from './absence.ts'
import { createBatches } from './batches.ts'
import { createCalled } from './called.ts'
import { createCaseForms } from './case-forms.ts'
import { createCases, type FlowScope, type OnEnded } from './cases.ts'
import { createCentre } from './centre.ts'
import { createCommands } from './commands.ts'
import { createDesigns } from './designs.ts'
import { createDoers } from './doers.ts'
import { createDrafts } from './drafts.ts'
import { createFormFiles } from './form-files.ts'
import { createForms, type Begins } from './forms.ts'
import { createInterventions } from './interventions.ts'
import { createLines } from './lines.ts'
import { createLists } from './lists.ts'
import { createAwaited, deliveredTo, type Delivered } from './messages.ts'
import { createMigrations } from './migrations.ts'
import { createNotices } from './notices.ts'
import { createOneCase } from './one-case.ts'
import { createOutbox } from './outbox.ts'
import { createOverdue } from './overdue.ts'
import { createRadar } from './radar.ts'
import { createServiceDoer, type Apis, type Queries } from './service.ts'
import { createSums } from './sums.ts'
import { createSwitches } from './switches.ts'
import { createSystem } from './system.ts'
import { createTaskLists } from './task-lists.ts'
import { createTasks } from './tasks.ts'
import { createTell } from './tell.ts'
import { createFlowTests } from './tests.ts'
import type { Clock } from './timers.ts'
import { createUndo } from './undo.ts'
import { createWork } from './work.ts'

export type { Ended, OnEnded } from './cases.ts'
export { awayOf } from './absence.ts'
export { asFlow } from './forms.ts'
export { conditionSource } from './fields.ts'

/** Cases that one call has tried again, one after the other after it. */
const MOST_RETRIED = 10_000

/** The person that a call is about; guests have no tasks and start nothing. */
export function beginsOf(asked: { scope: AppScope; asker: Omit<Begins['asker'], 'user'> & { user?: SignedIn | undefined } }): Begins {
  const { user } = asked.asker
  if (!user) throw new ApiError('access.signedOut', 'Please sign in', 401)
  return { scope: asked.scope, asker: { ...asked.asker, user } }
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
  const one = createOneCase({ db })
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
  const centre = createCentre({ db }, { absence })
  const drafts = createDrafts({ db })
  const [files, lines] = [createFormFiles({ data }), createLines({ data })]
  const forms = createForms({ db, data, switches, cases, drafts, files, lines })
  const caseForms = createCaseForms({ data, one, files, lines })
  const tests = createFlowTests({ db })

  /** What stands against running a flow that nothing in it tells. */
  const mayRun = (scope: FlowScope, id: string, locale: Locale) => async (definition: FlowDefinition) => {
    await called.check(scope, id, definition, locale)
    await tests.check(scope, definition, locale)
  }

  const designs = createDesigns({ db, config }, { data, permissions, resources, switches, mayRun })
  const interventions = createInterventions({ batches, cases, commands, data, lists, migrations, namesOf, one, outbox, service, undo })
  const tasks = createTasks({ db }, { called, caseForms, cases, clock, commands, data, files, lines, lists: createTaskLists({ db }), one })

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
    designs,

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
    interventions,
    tasks,
  }
}
