// What people do with what they are asked: a case as they see it, and what they decide about it.
import { shapeOf } from '../../../flow/definition.ts'
import { flowGraph } from '../../../flow/graph.ts'
import { backTargets } from '../../../flow/moves.ts'
import { say, type Locale } from '../../../messages.ts'
import { ApiError } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import type { Data } from '../data/index.ts'
import { mayDutyAt } from '../foundation/access/rights.ts'
import { environmentOf } from '../foundation/access/words.ts'
import type { Called } from './called.ts'
import type { CaseForms } from './case-forms.ts'
import type { Cases, FlowScope, Held } from './cases.ts'
import type { AskedToo, Commands, Decided } from './commands.ts'
import type { FormFiles } from './form-files.ts'
import { asForm, type Begins } from './forms.ts'
import type { FormLines } from './lines.ts'
import type { OneCase } from './one-case.ts'
import { atValues, checkFields, isEmpty } from './rights.ts'
import type { TaskLists } from './task-lists.ts'
import { noteRead, type Clock } from './timers.ts'
import { caseAnswer, diagramAnswer, peopleIn } from './told.ts'

type DecidedWith = Omit<Decided, 'user' | 'values'> & { values?: Record<string, unknown> | undefined }

/** A step wants rows that belong to that of the case: they are not in the case. */
class RowsWanted extends Error {}

export function createTasks(
  { db }: { db: Db },
  {
    called,
    caseForms,
    cases,
    clock,
    commands,
    data,
    files,
    lines,
    lists,
    one,
  }: {
    called: Called
    caseForms: CaseForms
    cases: Cases
    clock: Clock
    commands: Commands
    data: Data
    files: FormFiles
    lines: FormLines
    lists: TaskLists
    one: OneCase
  },
) {
  /** From the first look of who is asked, some actions count their time. */
  async function seen(scope: FlowScope, { row: { id, definition, suspended_at, ended_at }, mine }: Awaited<ReturnType<typeof one.get>>, user: string) {
    const unread = mine.filter(({ read_at, state }) => !read_at && (state === 'open' || state === 'suspended'))
    if (unread.length && !ended_at)
      await db.transaction().execute(trx => noteRead(scope, { id, definition, isSuspended: suspended_at !== null }, unread, user, clock.now(), trx))
  }

  async function nodeOf({ scope }: Begins, caseId: string, task: number, user: string) {
    const found = await one.get(scope, caseId, user, false)
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
    const unasked = () => one.get(scope, decided.caseId, user, false)
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
    list: lists.list,

    async diagram({ scope, asker: { user, app } }: Begins, caseId: string) {
      return diagramAnswer(await one.get(scope, caseId, user.id, mayDutyAt(app, environmentOf(scope.tag), 'flowManage')))
    },

    async get(begins: Begins, caseId: string, locale: Locale) {
      const { scope, asker } = begins
      const { user, app } = asker
      const isOperator = mayDutyAt(app, environmentOf(scope.tag), 'flowManage')
      const found = await one.get(scope, caseId, user.id, isOperator)
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
      await one.get(scope, caseId, asker.user.id, false)
      await commands.comment(scope, { caseId, user: asker.user.id, comment, mentions })
    },
    async urge({ scope, asker }: Begins, caseId: string) {
      await one.get(scope, caseId, asker.user.id, false)
      await commands.urge(scope, { caseId, user: asker.user.id })
    },
    withdraw: ({ scope, asker }: Begins, caseId: string) => commands.withdraw(scope, { caseId, user: asker.user.id }),
  }
}
