// Imports of people and departments: a file is read and planned, looked at, then written in one transaction (decisions/imports.md).
import { stat } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { say, type Locale } from '../../../../messages.ts'
import type { Core } from '../../../core.ts'
import { ApiError } from '../../../errors.ts'
import type { Db, Trx } from '../../../store/database.ts'
import { createOngoing, PATIENCE_MS } from '../../foundation/ongoing.ts'
import type { CompanyInScope } from '../../foundation/access/index.ts'
import { lockOrganisation } from '../departments.ts'
import type { createMessages } from '../../foundation/messages.ts'
import type { createInvitations, Inviter } from '../invitations.ts'
import { applyPlan, type Steps } from './apply.ts'
import { COLUMNS, SHEETS } from './columns.ts'
import { readDirectory } from './directory.ts'
import { exportRows } from './export.ts'
import { inCompany } from '../../../store/scoped.ts'
import { planRows, readBook, type Counts, type Planned, type ReadRows } from './import-task.ts'
import { createImportStore, type Owner, type RowFilter } from './store.ts'
import type { Change, GivenRow } from './types.ts'
import { directoryBook, errorBook, template } from './workbook.ts'

const ACTIONS = ['create', 'change', 'leave', 'error'] as const

type ImportResult = Record<'departmentsCreated' | 'departmentsChanged' | 'membersAdded' | 'membersChanged' | 'invited', number>
/** Whoever imports. */
type By = Inviter & { id: string }
type Company = Pick<CompanyInScope, 'id' | 'key' | 'name'>

const LABELS: Partial<Record<Change['field'], string>> = { path: 'Name', parent: 'Parent department', managerOf: 'Manager of' }
const labelOf = (kind: GivenRow['kind'], field: string, locale: Locale) =>
  say(locale, LABELS[field as Change['field']] ?? COLUMNS[kind].find(column => column.key === field)?.header ?? '')

/** What a plan writes; read piece by piece, as others wait for the same thread. */
async function stepsOf({ departments, members }: Planned): Promise<Steps> {
  const steps: Steps = { departments: JSON.parse(departments), members: [] }
  for (const piece of members) {
    steps.members.push(...(JSON.parse(piece) as Steps['members']))
    await breathe()
  }
  return steps
}

const isTaken = (error: unknown) => (error as { code?: string }).code === '23505'

export function createImports(
  { config, db, log, workers }: Pick<Core, 'config' | 'db' | 'log' | 'workers'>,
  { invitations, messages }: { invitations: ReturnType<typeof createInvitations>; messages: Pick<ReturnType<typeof createMessages>, 'mail'> },
) {
  const store = createImportStore(db)
  const ongoing = createOngoing()
  const onlyExisting = () => !!config.features.uic

  function offered() {
    if (config.cloudHosted) throw new ApiError('org.importNotHere', 'Bulk import is not offered on this installation', 403)
  }

  function totalsOf(counts: Counts) {
    const sum = (action: (typeof ACTIONS)[number]) => counts.department[action] + counts.member[action]
    return { create: sum('create'), change: sum('change'), leave: sum('leave'), error: sum('error') }
  }

  async function shown(owner: Owner, id: string) {
    const row = await store.get(owner, id)
    const counts = row.counts as Counts
    return {
      id: row.id,
      state: row.state,
      progress: row.progress,
      fileName: row.file_name,
      departments: counts.department,
      members: counts.member,
      total: totalsOf(counts),
      isRenewed: row.is_renewed,
      result: row.result,
      expiresAt: row.expires_at.toISOString(),
    }
  }

  /** How an import ended, by mail, for who did not wait for it. */
  async function tell(company: Company, id: string, from: By, outcome: 'done' | 'failed' | 'renewed', result: ImportResult | undefined, on: Db | Trx) {
    const row = await inCompany(on, company.id)
      .selectFrom('directory_import')
      .innerJoin('person', 'person.id', 'directory_import.user_id')
      .select(['file_name', 'person.email'])
      .where('directory_import.id', '=', id)
      .executeTakeFirst()
    if (!row?.email) return
    const { locale } = from
    const words = { ...result, file: row.file_name, organisation: company.name, link: `${from.origin}/company/${company.key}/admin/department` }
    const said = {
      done: [
        say(locale, 'The import of {file} into {organisation} is done', words),
        say(
          locale,
          'Departments: {departmentsCreated} created, {departmentsChanged} changed. Members: {membersAdded} added, {membersChanged} changed. Mails: {invited}. {link}',
          words,
        ),
      ],
      failed: [
        say(locale, 'The import of {file} into {organisation} stopped', words),
        say(locale, 'Nothing was written. Open the import and try again: {link}', words),
      ],
      renewed: [
        say(locale, 'The import of {file} into {organisation} waits for you', words),
        say(locale, 'Departments or members changed meanwhile. Nothing was imported; look at the new plan and confirm it again: {link}', words),
      ],
    }[outcome] as [string, string]
    await messages.mail({ to: row.email, subject: said[0], text: said[1] }, on)
  }

  /** What rows would do as the organisation is now. */
  async function planned(companyId: string, { rows, words }: ReadRows, byId: string, on: Db | Trx): Promise<Planned> {
    const directory = await readDirectory(companyId, words, on)
    const size = rows.length + directory.people.length + directory.departments.length
    return workers.do(planRows, { rows, directory, byId, onlyExisting: onlyExisting() }, size)
  }

  /** The whole work in one transaction, unless the organisation has changed in a way that changes the plan: then that is shown again. */
  async function work(company: Company, id: string, planHash: Buffer, invite: boolean, from: By, isWaitedFor: () => boolean) {
    let percent = 0
    const step = async (share: number) => {
      const next = Math.min(99, Math.floor(share * 100))
      if (next > percent) await store.touch(id, (percent = next))
    }
    let renewed: Planned | undefined
    await db.transaction().execute(async trx => {
      await sql`set local statement_timeout = 0`.execute(trx)
      await lockOrganisation(company.id, trx)
      const plan = await planned(company.id, await store.given(id, trx), from.id, trx)
      if (plan.hash !== planHash.toString('hex')) {
        renewed = plan
        return
      }
      await step(0.05)
      const steps = await stepsOf(plan)
      const applied = await applyPlan(company.id, steps, trx, share => step(0.05 + share * (invite ? 0.75 : 0.94)))
      const told = invite ? steps.members.filter(member => member.isNewMember) : []
      await invitations.sendAll(told, company, from, trx)
      const result = { ...applied, invited: told.length }
      if (!(await store.finish(id, result, trx))) throw new Error('an import was ended by somebody else')
      if (!isWaitedFor()) await tell(company, id, from, 'done', result, trx)
    })
    if (!renewed) return
    await store.renew(id, renewed)
    if (!isWaitedFor()) await tell(company, id, from, 'renewed', undefined, db)
  }

  /** Plans again with what the database says now. */
  async function replan(companyId: string, id: string, byId: string) {
    await store.renew(id, await planned(companyId, await store.given(id, db), byId, db))
  }

  async function carry(company: Company, id: string, planHash: Buffer, invite: boolean, from: By) {
    const began = Date.now()
    const isWaitedFor = () => Date.now() - began < PATIENCE_MS
    try {
      await work(company, id, planHash, invite, from, isWaitedFor)
    } catch (error) {
      log.warn({ err: error, import: id }, 'an import was not written')
      // Somebody took a username or an email at this very moment; the next plan says so at the row.
      const end = async () => {
        await (isTaken(error) ? replan(company.id, id, from.id) : store.fail(id))
        if (!isWaitedFor()) await tell(company, id, from, isTaken(error) ? 'renewed' : 'failed', undefined, db)
      }
      await end().catch(cause => log.error({ err: cause, import: id }, 'import left as it was'))
    }
  }

  return {
    template(locale: Locale) {
      offered()
      return template(locale)
    },

    /** Reads a file and keeps what it would do; nothing else is written. */
    async plan(company: Company, byId: string, file: { path: string; name: string }) {
      offered()
      const read = await workers.do(readBook, { path: file.path }, (await stat(file.path)).size)
      const owner = { companyId: company.id, userId: byId }
      return shown(owner, await store.add(owner, file.name, await planned(company.id, read, byId, db)))
    },

    get(owner: Owner, id: string) {
      offered()
      return shown(owner, id)
    },

    /** What was imported into the organisation and what is being imported; plans and their rows stay their makers'. */
    async list({ companyId, userId }: Owner, { page, perPage }: { page: number; perPage: number }) {
      offered()
      const [{ items, ...total }, running] = await Promise.all([store.list(companyId, { page, perPage }), store.running(companyId)])
      return {
        items: items.map(row => ({
          id: row.id,
          fileName: row.file_name,
          state: row.state as Exclude<typeof row.state, 'planned'>,
          progress: row.progress,
          startedBy: row.startedBy,
          createdAt: row.created_at.toISOString(),
          finishedAt: row.state === 'working' ? null : row.touched_at.toISOString(),
          total: totalsOf(row.counts as Counts),
          canOpen: row.user_id === userId && row.expires_at.getTime() > Date.now(),
        })),
        ...total,
        page,
        perPage,
        running: running ?? null,
      }
    },

    async rows(owner: Owner, id: string, filter: RowFilter, locale: Locale) {
      offered()
      const counts = (await store.get(owner, id)).counts as Counts
      const items = await store.page(id, filter)
      const total = ACTIONS.filter(action => !filter.action || action === filter.action).reduce(
        (sum, action) => sum + counts.department[action] + counts.member[action],
        0,
      )
      return {
        total,
        page: filter.page,
        perPage: filter.perPage,
        items: items.map(({ n, kind, row, action, given: { values }, outcome }) => ({
          id: String(n),
          kind,
          sheet: say(locale, SHEETS[kind]),
          row,
          action,
          title: (kind === 'department' ? values.path : values.name) ?? '',
          detail: (kind === 'department' ? values.code : values.email) ?? '',
          changes: outcome.changes.map(({ field, from, to }) => ({ label: labelOf(kind, field, locale), from, to })),
          problems: outcome.problems.map(one => ({
            column: say(locale, COLUMNS[kind].find(column => column.key === one.column)?.header ?? ''),
            reason: say(locale, one.reason, one.values),
          })),
        })),
      }
    },

    /** Writes the plan; the answer may come before all is written, and tells how far it is. */
    async confirm(company: Company, id: string, { invite }: { invite: boolean }, from: By) {
      offered()
      const owner = { companyId: company.id, userId: from.id }
      const before = await store.get(owner, id)
      const { department, member } = before.counts as Counts
      if (before.state === 'planned' && !(department.create + department.change + member.create + member.change))
        throw new ApiError('org.importNothing', 'There is nothing to import: no row creates or changes anything', 409)
      const other = await store.running(company.id)
      if (other && other.id !== id)
        throw new ApiError('org.importRunning', '{file} is being imported by {name}. Confirm this plan when that is done', 409, {
          values: { file: other.fileName, name: other.startedBy },
        })
      const { plan_hash } = await store.take(owner, id)
      await ongoing.runAMoment(() => carry(company, id, plan_hash, invite, from))
      return shown(owner, id)
    },

    cancel(owner: Owner, id: string) {
      offered()
      return store.remove(owner, id)
    },

    /** The rows with errors as a workbook. */
    async errors(owner: Owner, id: string, locale: Locale) {
      offered()
      const row = await store.get(owner, id)
      const rows = await store.errors(id)
      if (!rows.length) throw new ApiError('org.importNoErrors', 'No row has an error', 404)
      return { content: errorBook(rows, locale), name: `${row.file_name.replace(/\.xlsx$/i, '')} - ${say(locale, 'Errors')}.xlsx` }
    },

    /** All departments and members in the columns of an import. */
    export: async (companyId: string, locale: Locale) => directoryBook(await exportRows(companyId, db), locale),

    removeExpired: () => store.removeExpired(),

    /** Settled when no import is being written. */
    async settled() {
      await ongoing.settled()
    },
  }
}
