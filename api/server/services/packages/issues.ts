// What a person should know before an installed app goes live. An issue either needs a change of the app, or may be answered with "ignore".
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import type { Scope } from '../../store/database.ts'
import type { createContents } from '../foundation/contents.ts'
import { entriesInOrder, type createReleases } from '../release/index.ts'
import { findInPages } from './read-task.ts'
import { inApp } from '../../store/scoped.ts'

const BODIES_AT_ONCE = 100

export interface Issue {
  /** Changes when what is found changes, so that an answer never covers more than its person saw. */
  id: string
  type: 'app.noPage' | 'page.foreignApi' | 'page.scripts' | 'page.unsafeLinks' | 'source.noConnection' | 'rule.nobody'
  /** Name of the page, data source or rule, or of the app. */
  resource: string
  english: string
  values: Record<string, string>
  canIgnore: boolean
}
export interface Answer {
  id: string
  ignored?: boolean
}

const TEXTS: Record<Issue['type'], string> = {
  'app.noPage': 'The app holds no page that could be opened',
  'page.foreignApi': 'Calls addresses that cannot be reached from here: {what}',
  'page.scripts': 'Holds scripts, which do not run here: {what}',
  'page.unsafeLinks': 'Holds links that do not work here: {what}',
  'source.noConnection': 'This data source has no connection yet. Enter it on the models screen',
  'rule.nobody': 'This row permission is for nobody yet, so that only managers of the app see rows of its model',
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

export function createIssues(
  { config, db, workers }: Pick<Core, 'config' | 'db' | 'workers'>,
  { contents, releases }: { contents: ReturnType<typeof createContents>; releases: ReturnType<typeof createReleases> },
) {
  /** External sources without a connection; `needed` where tables have to be made there. */
  const unconnected = (scope: Scope) =>
    inApp(db, scope)
      .selectFrom('data_source')
      .select(['id', 'name'])
      .select(sql<boolean>`exists (select from data_model m where m.source_id = data_source.id and (m.definition ->> 'managed')::boolean)`.as('needed'))
      .where('dialect', '<>', 'builtin')
      .where(eb => eb.not(eb.exists(eb.selectFrom('data_connection').select('source_id').whereRef('data_connection.source_id', '=', 'data_source.id'))))
      .orderBy('id')
      .execute()
  const rulesForNobody = (scope: Scope) =>
    inApp(db, scope)
      .selectFrom('row_permission')
      .select(['id', 'name'])
      .where(sql<boolean>`cardinality(user_ids) = 0`)
      .where(sql<boolean>`cardinality(role_ids) = 0`)
      .orderBy('id')
      .execute()

  return {
    /** The issues of the saved pages; the id names exactly this set. */
    async find(scope: Scope, appName: string): Promise<{ issueId: string; issues: Issue[] }> {
      const pages = entriesInOrder(await releases.manifestOf(scope, 'dev')).filter(entry => entry.kind === 'page')
      const issues: Issue[] = []
      const add = (id: string, type: Issue['type'], resource: string, what: string[], canIgnore = true) =>
        issues.push({
          id: `${type}:${id}:${digest(what.join()).slice(0, 8)}`,
          type,
          resource,
          english: TEXTS[type],
          values: { what: what.join(', ').slice(0, 300) },
          canIgnore,
        })
      if (!pages.length) add(scope.appId, 'app.noPage', appName, [], false)
      for (let at = 0; at < pages.length; at += BODIES_AT_ONCE) {
        const some = pages.slice(at, at + BODIES_AT_ONCE)
        const read = await contents.readMany(
          scope.companyId,
          some.flatMap(page => (page.hash ? [Buffer.from(page.hash, 'hex')] : [])),
        )
        const texts = some.map(({ hash }) => read.get(hash ?? '') ?? '{}')
        const size = texts.reduce((sum, text) => sum + text.length, 0)
        for (const [n, found] of (await workers.do(findInPages, { texts }, size)).entries()) {
          const { id, name } = some[n] as (typeof some)[number]
          if (found.hosts.length) add(id, 'page.foreignApi', name, found.hosts)
          if (found.scripts.length && !config.screenScripts) add(id, 'page.scripts', name, found.scripts)
          if (found.unsafeLinks.length) add(id, 'page.unsafeLinks', name, found.unsafeLinks)
        }
      }
      for (const { id, name, needed } of await unconnected(scope)) add(id, 'source.noConnection', name, [], !needed)
      for (const { id, name } of await rulesForNobody(scope)) add(id, 'rule.nobody', name, [])
      return { issueId: digest(JSON.stringify(issues)).slice(0, 32), issues }
    },

    /** The issues that the answers leave open. */
    open: (issues: Issue[], answers: Answer[]) => {
      const ignored = new Set(answers.filter(answer => answer.ignored).map(answer => answer.id))
      return issues.filter(issue => !issue.canIgnore || !ignored.has(issue.id))
    },
  }
}
