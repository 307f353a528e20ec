// Releases as they are looked at: one of them, and all of an app, page by page.
import { say, type Locale } from '../../../messages.ts'
import { notFound, sayField } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { AppInScope, CompanyInScope } from '../foundation/access/index.ts'
import type { ReleaseConfig } from './contents.ts'
import { rowsAnswer } from './first.ts'
import type { Stages } from './stage.ts'
import { TASK, type TaskStatus } from './tasks.ts'

/** What releases know of an organisation and an app. */
export type Company = Pick<CompanyInScope, 'id' | 'key'>
export type App = Pick<AppInScope, 'id' | 'key' | 'config' | 'copyOf'>

export function createList({ db }: { db: Db }, stages: Pick<Stages, 'told'>) {
  type Told = Awaited<ReturnType<Stages['told']>>

  const rows = (scope: Scope, on: Db | Trx) =>
    inApp(on, scope)
      .selectFrom('release')
      .leftJoin('person', 'person.id', 'release.created_by')
      .leftJoin('environment', 'environment.release_id', 'release.id')
      .leftJoin('release_task', 'release_task.release_id', 'release.id')
      .select([
        'release.id',
        'release.version',
        'release.title',
        'release.description',
        'release.tag',
        'release.source',
        'release.mode',
        'release.status',
        'release.config',
        'release.log',
        'release.created_at',
        'person.name as by_name',
        'environment.tag as runs_in',
        'release_task.id as task_id',
        'release_task.status as task_status',
        'release_task.lines',
        'release_task.progress',
        'release_task.reason',
        'release_task.can_retry',
      ])
  type ReleaseRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

  /** How the task of a release stands. What was published before there were tasks, ended well. */
  function taskOf({ status, log: ran, task_status, lines, progress, reason }: ReleaseRow, locale: Locale) {
    const known = (task_status ?? (status === 2 ? TASK.running : status === -1 ? TASK.failed : TASK.done)) as TaskStatus
    const told = (lines ?? []).map(({ at, english, values }) => ({ at, text: say(locale, english, values) }))
    const why = reason
      ? [say(locale, reason.english, reason.values), ...Object.values(reason.fields ?? {}).map(text => sayField(text, locale, reason.values))]
      : []
    return {
      status: known,
      progress: known === TASK.done ? 100 : (progress ?? 0),
      lines: told,
      reason: [...new Set(why)].join('. '),
      log: [...told.map(({ at, text }) => `${at.slice(11, 19)} ${text}`), ...(ran ? [...(told.length ? [''] : []), ran] : [])].join('\n'),
      sql: ran,
    }
  }

  function releaseOf(row: ReleaseRow, company: Company, app: App, locale: Locale, staged: Told) {
    const chosen = row.config as ReleaseConfig
    return {
      id: row.id,
      version: row.version,
      title: row.title,
      description: row.description,
      tag: row.tag,
      from: row.source,
      mode: row.mode as 1 | 2,
      status: row.status as 2 | 1 | -1 | 0,
      current: row.runs_in === row.tag,
      createdAt: row.created_at.toISOString(),
      createdBy: row.by_name ?? '',
      taskId: row.task_id,
      canRetry: row.can_retry ?? false,
      accessUrl: `/company/${company.key}/app/${app.key}${row.tag === 'latest' ? '' : `-${row.tag}`}`,
      dropDownEntries: [] as { label: string; url: string }[],
      task: taskOf(row, locale),
      consts: chosen.consts ?? [],
      languages: chosen.languages ?? [],
      partialBody: chosen.partialBody ?? [],
      jssdk: { pages: chosen.jssdk?.pages ?? [], historyMode: chosen.jssdk?.historyMode ?? 'hash', remFactor: chosen.jssdk?.remFactor ?? 16 },
      applet: chosen.applet ?? null,
      config: chosen.rpkLink ? { rpkLink: chosen.rpkLink } : {},
      pageCount: chosen.pageCount ?? 0,
      modelCount: chosen.modelCount ?? 0,
      rows: rowsAnswer(chosen.rows, locale),
      stage: staged.get(row.id) ?? null,
      staged: chosen.staged ?? null,
    }
  }

  async function get(scope: Scope, company: Company, app: App, id: string, locale: Locale, on: Db | Trx = db) {
    const row = await rows(scope, on).where('release.id', '=', id).executeTakeFirst()
    if (!row) throw notFound('release.unknown', 'There is no such release')
    return releaseOf(row, company, app, locale, await stages.told(scope, on))
  }

  return {
    get,

    async list(company: Company, app: App, { page, perPage }: { page: number; perPage: number }, locale: Locale) {
      const scope = { companyId: company.id, appId: app.id }
      const [found, counted, staged] = await Promise.all([
        rows(scope, db)
          .orderBy('release.created_at', 'desc')
          .orderBy('release.id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        inApp(db, scope)
          .selectFrom('release')
          .select(eb => [eb.fn.countAll<number>().as('total'), eb.fn.countAll<number>().filterWhere('status', '=', 2).as('busy')])
          .executeTakeFirstOrThrow(),
        stages.told(scope),
      ])
      return { items: found.map(row => releaseOf(row, company, app, locale, staged)), total: counted.total, page, perPage, inProgress: counted.busy > 0 }
    },
  }
}

export type List = ReturnType<typeof createList>
