// Permission tests: what an app promises ("guests cannot view the page Salary"), held against its permissions whenever somebody asks.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import { scopeOf, type AppInScope, type SignedIn } from '../foundation/access/index.ts'
import { explain, type PersonFacts } from '../foundation/access/verdict.ts'
import { askedOf, targetText } from './explain.ts'
import { departmentNames, GUEST, loadPeople, type StoredPolicy } from './policy.ts'
import { verdictText } from './sentences.ts'
import { environmentOf } from '../foundation/access/words.ts'
import { inApp, inCompany } from '../../store/scoped.ts'

const MOST = 500
/** Setting of an app: failing tests refuse a release. */
const REFUSE = 'testsRefusePublish'

export interface TestInput {
  id?: string
  name: string
  who: 'guest' | 'member' | 'external' | 'role' | 'user'
  roleId?: string | null
  userId?: string | null
  environment?: string
  resource: string
  option: string
  expected: boolean
}

const MEMBER: PersonFacts = { ...GUEST, id: 'somebody', member: 'member' }
const EXTERNAL: PersonFacts = { ...GUEST, id: 'somebody', externalId: 'somebody' }

export function createPermissionTests({ db }: Pick<Core, 'db'>) {
  const rowsOf = (scope: Scope) => inApp(db, scope).selectFrom('permission_test').selectAll().orderBy('name').orderBy('id')
  type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>
  const resourceOfTest = (row: Pick<Row, 'kind' | 'resource_id'>) => (row.resource_id ? `${row.kind}:${row.resource_id}` : row.kind)
  const at = (app: AppInScope, environment: string): AppInScope => ({ ...app, tag: environment || 'dev' })

  /** The person that a test names; undefined when that person is gone. */
  async function personOf(scope: Scope, row: Row, policy: StoredPolicy): Promise<PersonFacts | undefined> {
    if (row.who === 'guest') return GUEST
    if (row.who === 'member') return MEMBER
    if (row.who === 'external') return EXTERNAL
    if (row.who === 'user') return row.user_id ? (await loadPeople(scope, [row.user_id], db)).get(row.user_id) : undefined
    const role = policy.roles.get(row.role_id ?? '')
    return role && { ...(role.type > 0 ? EXTERNAL : MEMBER), direct: [role.id] }
  }

  const shown = (row: Row) => ({
    id: row.id,
    name: row.name,
    who: row.who,
    roleId: row.role_id,
    userId: row.user_id,
    environment: row.environment,
    resource: resourceOfTest(row),
    option: row.option,
    expected: row.expected,
    lastRunAt: row.last_run_at?.toISOString() ?? null,
    lastResult: row.last_result,
  })

  async function runOne(app: AppInScope, row: Row, locale: Locale, environment = row.environment) {
    const failed = (why: string) => ({ id: row.id, name: row.name, target: '', expected: row.expected, allow: null, passed: false, why })
    try {
      const asked = await askedOf(at(app, environment), resourceOfTest(row), row.option, locale, db)
      const person = await personOf(scopeOf(app), row, asked.policy)
      if (!person) return failed(say(locale, 'There is no such person in the organisation or among the external users of the app'))
      const verdict = explain(asked.policy, person, asked.target)
      const ids = verdict.reasons.flatMap(reason => ('path' in reason ? reason.path.flatMap(({ via }) => (via.by === 'department' ? [via.id] : [])) : []))
      const { text } = verdictText(verdict, { policy: asked.policy, departments: await departmentNames(app.companyId, ids, db), kind: asked.kind, locale })
      return {
        id: row.id,
        name: row.name,
        target: targetText(asked, locale),
        expected: row.expected,
        allow: verdict.allow,
        passed: verdict.allow === row.expected,
        why: text,
      }
    } catch (error) {
      // What a test is about may be gone; that is a failed test, and the others go on.
      if (error instanceof ApiError) return failed(say(locale, error.english, error.more.values))
      throw error
    }
  }

  const refusesPublish = (app: AppInScope) => app.config[REFUSE] === true

  /** Tests that an environment does not keep: those of the app, and its own. */
  async function failingIn(app: AppInScope, tag: string, locale: Locale) {
    const failing = []
    for (const row of await rowsOf(scopeOf(app)).where('environment', 'in', ['', tag]).execute()) {
      const { id, name, target, expected, passed, why } = await runOne(app, row, locale, tag)
      if (!passed) failing.push({ id, name, target, expected, why })
    }
    return failing
  }

  return {
    refusesPublish,
    failingIn,

    /** Refuses a release to an environment whose permissions do not keep what the app promises, where the app wants that. */
    async checkPublish(app: AppInScope, tag: string, locale: Locale) {
      if (!refusesPublish(app)) return
      const failing = await failingIn(app, tag, locale)
      if (failing.length)
        throw new ApiError('release.testsFail', 'Permission tests fail in {tag}: {names}', 409, {
          values: { tag, names: failing.map(({ name }) => name).join(', ') },
          data: { failing },
        })
    },

    async saveSetting(app: AppInScope, refusePublish: boolean) {
      await inCompany(db, app.companyId)
        .updateTable('app')
        .set({ config: sql`config || ${JSON.stringify({ [REFUSE]: refusePublish })}::jsonb`, updated_at: new Date() })
        .where('id', '=', app.id)
        .execute()
    },

    async listTests(app: AppInScope) {
      return (await rowsOf(scopeOf(app)).execute()).map(shown)
    },

    async saveTest(app: AppInScope, by: Pick<SignedIn, 'id'>, input: TestInput, locale: Locale) {
      const scope = scopeOf(app)
      const environment = environmentOf(input.environment ?? '')
      const asked = await askedOf(at(app, environment), input.resource, input.option, locale, db)
      if ((input.who === 'role' || input.roleId) && !asked.policy.roles.has(input.roleId ?? ''))
        throw fieldError('role.unknown', 'roleId', 'There is no such role')
      if ((input.who === 'user' || input.userId) && !(input.userId && (await loadPeople(scope, [input.userId], db)).size))
        throw fieldError('permission.personUnknown', 'userId', 'There is no such person in the organisation or among the external users of the app')
      const values = {
        name: input.name.trim(),
        who: input.who,
        role_id: input.who === 'role' ? (input.roleId ?? null) : null,
        user_id: input.who === 'user' ? (input.userId ?? null) : null,
        environment,
        kind: asked.kind,
        resource_id: asked.resource?.id ?? null,
        option: input.option,
        expected: input.expected,
        last_run_at: null,
        last_result: null,
      }
      if (input.id) {
        const saved = await inApp(db, scope).updateTable('permission_test').set(values).where('id', '=', input.id).returning('id').executeTakeFirst()
        if (!saved) throw notFound('permission.testUnknown', 'There is no such test')
        return { id: saved.id }
      }
      const { n } = await inApp(db, scopeOf(app))
        .selectFrom('permission_test')
        .select(eb => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      if (n >= MOST) throw new ApiError('permission.tooManyTests', 'An app has at most {limit} permission tests', 422, { values: { limit: MOST } })
      const id = uuidv7()
      await inApp(db, scope)
        .insertInto('permission_test')
        .values({ id, created_by: by.id, ...values })
        .execute()
      return { id }
    },

    async deleteTest(app: AppInScope, id: string) {
      const scope = scopeOf(app)
      const gone = await inApp(db, scope).deleteFrom('permission_test').where('id', '=', id).returning('id').executeTakeFirst()
      if (!gone) throw notFound('permission.testUnknown', 'There is no such test')
    },

    /** Holds the permissions against all tests, or some of them. */
    async runTests(app: AppInScope, ids: readonly string[] | undefined, locale: Locale) {
      const scope = scopeOf(app)
      const rows = (await rowsOf(scope).execute()).filter(row => !ids || ids.includes(row.id))
      const results = []
      for (const row of rows) results.push(await runOne(app, row, locale))
      const passed = results.filter(result => result.passed).map(result => result.id)
      if (rows.length)
        await inApp(db, scope)
          .updateTable('permission_test')
          .set({ last_run_at: new Date(), last_result: sql<boolean>`id = any (${passed}::uuid[])` })
          .where(
            'id',
            'in',
            rows.map(row => row.id),
          )
          .execute()
      return { items: results, passed: passed.length, failed: results.length - passed.length }
    },
  }
}
