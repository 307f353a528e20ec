// People named in a role by an .xlsx file, row by row: what does not fit is told with its row, the rest is taken.
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import { scopeOf, type AppInScope, type SignedIn } from '../foundation/access/index.ts'
import { headersOf, writeWorkbook } from '../foundation/spreadsheets/index.ts'
import { COLUMNS, readPeople } from './role-import-task.ts'
import { changeableRole, membersByEmail, put } from './role-members.ts'
import type { createRights } from '../foundation/access/rights.ts'
import { changing, roleOf } from './roles.ts'

/** Rows that do not fit of which an answer tells. */
const TOLD = 200

export interface ImportReport {
  added: number
  already: number
  failed: number
  errors: { row: number; email: string; message: string }[]
  message: string
}

export function createRoleImport({ db, workers }: Pick<Core, 'db' | 'workers'>, rights: ReturnType<typeof createRights>) {
  return {
    async template(scope: Scope, roleId: string, locale: Locale): Promise<Readable> {
      await roleOf(scope, roleId, db)
      const example = [say(locale, 'name@example.com'), say(locale, 'Only for you to read')]
      return writeWorkbook([{ name: say(locale, 'People'), columns: headersOf(COLUMNS, locale), rows: [example] }])
    },

    async importUsers(app: AppInScope, roleId: string, path: string, locale: Locale, by: Pick<SignedIn, 'id'>): Promise<ImportReport> {
      const scope = scopeOf(app)
      const may = await rights.on(app, by, 'role', 'edit')
      // Before the file is read: what comes of it would be refused anyway.
      const role = await changeableRole(scope, roleId, may, db)
      if (role.type !== 0) throw new ApiError('role.wrongType', 'Members go into internal roles, visitors into external ones')
      const errors: ImportReport['errors'] = []
      let failed = 0
      const leaveOut = (row: number, email: string, english: string, values = {}) => {
        failed++
        if (errors.length < TOLD) errors.push({ row, email, message: say(locale, english, values) })
      }
      const rowOf = new Map<string, { row: number; email: string }>()
      const example = say(locale, 'name@example.com')
      for (const { row, email, problem } of await workers.do(readPeople, { path }, (await stat(path)).size)) {
        if (email === example) continue
        if (problem) leaveOut(row, email, problem.reason, problem.values)
        else if (rowOf.has(email.toLowerCase())) leaveOut(row, email, 'The same email as in row {row}', { row: rowOf.get(email.toLowerCase())?.row ?? 0 })
        else rowOf.set(email.toLowerCase(), { row, email })
      }
      if (!rowOf.size && !failed) throw fieldError('role.importEmpty', 'file', 'The file names nobody')
      const emails = [...rowOf.keys()]
      return changing(db, scope, by.id, async trx => {
        await changeableRole(scope, roleId, may, trx)
        const found = await membersByEmail(scope.companyId, emails, trx)
        for (const [lower, { row, email }] of rowOf) if (!found.has(lower)) leaveOut(row, email, 'Nobody in the organisation has this email')
        const added = await put(scope, roleId, 'user', [...found.values()], trx)
        errors.sort((one, other) => one.row - other.row)
        const already = found.size - added
        const message = say(locale, failed ? '{added} added, {already} already in it, {failed} left out' : '{added} added, {already} already in it', {
          added,
          already,
          failed,
        })
        return { added, already, failed, errors, message }
      })
    },
  }
}
