// What stands between an app and its publish, and has to be handled first: databases that cannot be used, structures that do not fit, changes to confirm.
import { createHash } from 'node:crypto'
import { ApiError, fieldError } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import type { Data, ReleasePlan, SourcePlan } from '../data/index.ts'

export const ISSUES = {
  db_account: 'Database account problem',
  db_not_exists: 'Database does not exist',
  has_un_serialized_model: 'Unsynchronized models',
  db_struct_not_match: 'Manual sync required',
  convert_soft_remove_to_hard_remove_confirm: 'Soft-to-hard delete confirmation',
  db_up_query_confirm: 'Database change confirmation',
} as const
export type IssueType = keyof typeof ISSUES

/** Issues of a publish are told from those of a package by the name of their set. */
export const PREFIX = 'publish-'

export interface Issue {
  /** Changes when what is found changes, so that an answer never covers more than its person saw. */
  id: string
  type: IssueType
  sourceId: string
  dsName: string
  dialect: SourcePlan['dialect']
  /** Why, in the words of the database; a key of the dictionary where it is ours. */
  reason: string
  database: string
  dbName: string
  host: string
  port: number
  username: string
  sameAsDev: boolean
  /** 2: tables are made from here · 1: they are somebody else's. */
  synchronizeMode: 1 | 2
  unSerializedModels: string[]
  issueModels: string[]
  upQuery: string
  canSkipAlter: boolean
}

/** What a person answers to an issue. */
export interface Answer {
  id: string
  type?: string
  sameAsDev?: boolean
  database?: string
  host?: string
  port?: number | string | null
  username?: string
  changePwd?: boolean
  password?: string
  createIfNotExists?: boolean
  ignoreDBNotExists?: boolean
  ignoreAlterConfirm?: boolean
  confirmConvertSoftRemoveToHardRemove?: boolean
  confirmDBUpQuery?: boolean
}

const CONFIRMATIONS: Partial<Record<IssueType, 'confirmConvertSoftRemoveToHardRemove' | 'confirmDBUpQuery'>> = {
  convert_soft_remove_to_hard_remove_confirm: 'confirmConvertSoftRemoveToHardRemove',
  db_up_query_confirm: 'confirmDBUpQuery',
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const isAccess = (type: string) => type === 'db_account' || type === 'db_not_exists'

/** Whether an answer settles an issue by itself; the other kinds are settled when they are no longer found. */
const settles = (issue: Issue, answer: Answer) =>
  (isAccess(issue.type) && issue.synchronizeMode === 1 && answer.ignoreDBNotExists === true) ||
  (issue.type === 'db_struct_not_match' && issue.canSkipAlter && answer.ignoreAlterConfirm === true) ||
  (issue.type === 'convert_soft_remove_to_hard_remove_confirm' && answer.confirmConvertSoftRemoveToHardRemove === true) ||
  (issue.type === 'db_up_query_confirm' && answer.confirmDBUpQuery === true)

export function createIssues({ sources }: { sources: Data['sources'] }) {
  async function ofAccess(scope: Scope & { tag: string }, source: SourcePlan, add: (type: IssueType, more: Partial<Issue>) => void) {
    const { settings, isOwn, failed, english } = await sources.diagnose(scope, source)
    // It answers by now.
    if (!failed) return
    add(failed === 'database' ? 'db_not_exists' : 'db_account', {
      reason: english,
      database: settings?.database ?? '',
      dbName: settings?.database ?? '',
      host: settings?.host ?? '',
      port: settings?.port ?? (source.dialect === 'mysql' ? 3306 : 5432),
      username: settings?.username ?? '',
      sameAsDev: !isOwn,
    })
  }

  return {
    /** What is found in the plan of a publish. `isShown`: its SQL was seen, and is what would be run. */
    async find(scope: Scope & { tag: string }, plan: ReleasePlan | undefined, { isShown, confirmLoss }: { isShown: boolean; confirmLoss: boolean }) {
      const issues: Issue[] = []
      for (const source of plan?.sources ?? []) {
        const add = (type: IssueType, more: Partial<Issue>) => {
          const full = {
            type,
            sourceId: source.id,
            dsName: source.name,
            dialect: source.dialect,
            reason: '',
            database: '',
            dbName: '',
            host: '',
            port: 0,
            username: '',
            sameAsDev: false,
            synchronizeMode: source.onlyRead ? (1 as const) : (2 as const),
            unSerializedModels: [],
            issueModels: [],
            upQuery: '',
            canSkipAlter: false,
            ...more,
          }
          issues.push({ id: `${type}:${source.id}:${digest(JSON.stringify(full)).slice(0, 8)}`, ...full })
        }
        const upQuery = source.statements.map(({ sql }) => `${sql};`).join('\n')
        if (source.unreachable) await ofAccess(scope, source, add)
        else if (source.waiting) add('has_un_serialized_model', { unSerializedModels: source.waiting })
        else {
          if (source.onlyRead && source.missing.length) add('db_struct_not_match', { upQuery: source.manual, canSkipAlter: true })
          const loses = source.statements.some(statement => statement.loss) && !confirmLoss
          if (source.dropped.length && loses) add('convert_soft_remove_to_hard_remove_confirm', { issueModels: source.dropped })
          if (upQuery && (!isShown || loses)) add('db_up_query_confirm', { upQuery })
        }
      }
      return { issueId: PREFIX + digest(JSON.stringify(issues)).slice(0, 32), issues }
    },

    /** The issues that the answers leave open. */
    open(issues: readonly Issue[], answers: readonly Answer[]) {
      return issues.filter(issue => !answers.some(answer => answer.id === issue.id && settles(issue, answer)))
    },

    /** Does what answers to databases that cannot be used ask for. Answers why something did not work, by the id of the issue. */
    async fix(scope: Scope & { tag: string }, answers: readonly Answer[], check: (sourceId: string) => Promise<void>): Promise<Map<string, string>> {
      const refused = new Map<string, string>()
      for (const [at, answer] of answers.entries()) {
        const [type = '', sourceId = ''] = answer.id.split(':')
        const confirmation = CONFIRMATIONS[type as IssueType]
        if (confirmation && answer[confirmation] !== true) throw fieldError('request.invalid', `issues.${at}.${confirmation}`, 'Please confirm')
        if (!isAccess(type) || answer.ignoreDBNotExists) continue
        await check(sourceId)
        const source = await sources.find(scope, sourceId)
        if (answer.sameAsDev) {
          await sources.removeConnection(scope, sourceId)
          continue
        }
        for (const [field, english] of [
          ['database', 'Database name is required'],
          ['host', 'Host is required'],
          ['username', 'User name is required'],
        ] as const)
          if (!answer[field]?.trim()) throw fieldError('request.invalid', `issues.${at}.${field}`, english)
        const { database = '', host = '', username = '', port, changePwd, password, createIfNotExists = false } = answer
        try {
          const why = await sources.connect(
            scope,
            source,
            { host, database, username, ...(port && { port: Number(port) }), ...(changePwd && password && { password }) },
            { makes: createIfNotExists },
          )
          if (why) refused.set(answer.id, why)
        } catch (error) {
          // The address of a stored password has changed.
          if (error instanceof ApiError && error.code === 'data.passwordAgain') throw fieldError(error.code, `issues.${at}.password`, error.english)
          throw error
        }
      }
      return refused
    },
  }
}
