// What a builder sees first of an app: what is there, what is next, what was changed last.
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { inApp } from '../../store/scoped.ts'
import type { AppInScope, CompanyInScope } from '../foundation/access/index.ts'

const MOST_CHANGES = 8
const MOST_ERRORS = 10

interface Kept {
  kind: string
  method: string
  address: string
  status: number
  code: string
  message: string
}
function told({ kind, method, address, status, code, message }: Kept, locale: Locale): string {
  if (kind === 'drawing') return say(locale, 'A part was not drawn: {message}', { message })
  const values = { method, address, status }
  return code ? say(locale, '{method} {address} answered {status} ({code})', { ...values, code }) : say(locale, '{method} {address} answered {status}', values)
}

interface Change {
  kind: 'page' | 'model' | 'release'
  id: string
  name: string
  to: string
  at: string
  by: string
}

export function createOverview({ db }: Pick<Core, 'db'>) {
  return {
    async of(company: CompanyInScope, app: AppInScope, locale: Locale) {
      const own = inApp(db, { companyId: company.id, appId: app.id })
      const base = `/company/${company.key}/app/${app.key}-dev`
      const last = await own
        .selectFrom('release')
        .select(['version', 'title', 'tag', 'created_at'])
        .where('status', '=', 1)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      const [counted, errors, pages, models, releases] = await Promise.all([
        count(),
        own
          .selectFrom('page_error')
          .innerJoin('page', 'page.id', 'page_error.page_id')
          .selectAll('page_error')
          .select('page.name as page')
          .orderBy('page_error.last_at', 'desc')
          .orderBy('page_error.id')
          .limit(MOST_ERRORS)
          .execute(),
        own
          .selectFrom('page')
          .leftJoin('person', 'person.id', 'page.updated_by')
          .select(['page.id', 'page.name', 'page.updated_at as at', 'person.name as by'])
          .where('page.kind', '=', 'page')
          .orderBy('page.updated_at', 'desc')
          .limit(MOST_CHANGES)
          .execute(),
        own
          .selectFrom('data_model')
          .leftJoin('person', 'person.id', 'data_model.updated_by')
          .select(['data_model.id', 'data_model.source_id', 'data_model.name', 'data_model.updated_at as at', 'person.name as by'])
          .orderBy('data_model.updated_at', 'desc')
          .limit(MOST_CHANGES)
          .execute(),
        own
          .selectFrom('release')
          .leftJoin('person', 'person.id', 'release.created_by')
          .select(['release.id', 'release.version', 'release.title', 'release.tag', 'release.created_at as at', 'person.name as by'])
          .where('release.status', '=', 1)
          .orderBy('release.created_at', 'desc')
          .limit(MOST_CHANGES)
          .execute(),
      ])

      function count() {
        const since = last?.created_at ?? new Date(0)
        return own
          .selectNoFrom(({ selectFrom, fn }) => [
            selectFrom('page')
              .select(({ fn: of }) => of.countAll().as('n'))
              .where('kind', '=', 'page')
              .as('pages'),
            selectFrom('page')
              .select(({ fn: of }) => of.countAll().as('n'))
              .where('kind', '=', 'page')
              .where('updated_at', '>', since)
              .as('unpublished'),
            selectFrom('data_model')
              .select(({ fn: of }) => of.countAll().as('n'))
              .as('models'),
            selectFrom('role')
              .select(({ fn: of }) => of.countAll().as('n'))
              .where('built_in', 'is', null)
              .as('roles'),
            selectFrom('share')
              .select(({ fn: of }) => of.countAll().as('n'))
              .where('stopped_at', 'is', null)
              .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', fn<Date>('now', []))]))
              .as('shares'),
          ])
          .executeTakeFirstOrThrow()
      }

      const change = (of: Omit<Change, 'at' | 'by'>, { at, by }: { at: Date; by: string | null }): Change => ({ ...of, at: at.toISOString(), by: by ?? '' })
      const changes = [
        ...pages.map(row => change({ kind: 'page', id: row.id, name: row.name, to: `${base}/design/page/${row.id}` }, row)),
        ...models.map(row => change({ kind: 'model', id: row.id, name: row.name, to: `${base}/design/model/${row.source_id}/${row.id}` }, row)),
        ...releases.map(row => change({ kind: 'release', id: row.id, name: `${row.version} ${row.title}`.trim(), to: `${base}/admin/release` }, row)),
      ]
        .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
        .slice(0, MOST_CHANGES)
      const counts = {
        pages: Number(counted.pages),
        models: Number(counted.models),
        roles: Number(counted.roles),
        shares: Number(counted.shares),
        unpublished: Number(counted.unpublished),
      }
      const steps = [
        { key: 'model' as const, isDone: counts.models > 0 },
        { key: 'page' as const, isDone: counts.pages > 0 },
        { key: 'publish' as const, isDone: !!last },
        { key: 'people' as const, isDone: counts.roles > 0 },
      ]
      return {
        counts,
        steps,
        isReady: steps.every(({ isDone }) => isDone),
        lastPublish: last ? { version: last.version, title: last.title, tag: last.tag, createdAt: last.created_at.toISOString() } : null,
        errors: errors.map(row => ({
          id: row.id,
          page: row.page,
          to: `${base}/design/page/${row.page_id}`,
          tag: row.tag,
          message: told(row, locale),
          times: row.times,
          at: row.last_at.toISOString(),
        })),
        changes,
      }
    },
  }
}
