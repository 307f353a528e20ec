// Triggers of an app: designed in dev and kept in versions, enabled by environment; what happens is written down for them (outbox.ts), and done (runs.ts).
import { sql } from 'kysely'
import { say, sayAgain, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import { isDatabaseAway, type Scope } from '../../store/database.ts'
import { cappedTotal, TOTAL_CAP } from '../../store/paging.ts'
import { inApp } from '../../store/scoped.ts'
import type { createApis } from '../api/index.ts'
import type { Data } from '../data/index.ts'
import type { createFlows } from '../flow/index.ts'
import { mayInApp, type AccessService, type AppInScope, type AppScope, type CompanyInScope, type SignedIn } from '../foundation/access/index.ts'
import { mayCreate, notAllowed } from '../foundation/access/rights.ts'
import type { createLimits } from '../foundation/limits.ts'
import type { createMessages } from '../foundation/messages.ts'
import type { DesignResource, ResourceRow, Resources } from '../foundation/resources.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { RELEASE_TOPIC } from '../foundation/topics.ts'
import type { Permissions } from '../permission/index.ts'
import { createAct } from './act.ts'
import { createClock } from './clock.ts'
import { checkDefinition, readShape, sourceOf, tidy, typeOf, type TriggerDefinition } from './definition.ts'
import type { Outbox } from './outbox.ts'
import { createRuns } from './runs.ts'
import { createSource } from './source.ts'
import { DEFAULT_ZONE, localTime, timesAfter } from './times.ts'
import { createWebhook, type Signed } from './webhook.ts'

export { keptFault } from './definition.ts'
export { createOutbox, type Outbox } from './outbox.ts'
export type { Signed } from './webhook.ts'

export interface TriggerWho {
  scope: AppScope
  app: AppInScope
  company: CompanyInScope
  user: SignedIn
}
interface TriggerInput {
  key: string
  name: string
  description?: string
  definition: TriggerDefinition
}
type RunStatus = 'waiting' | 'running' | 'done' | 'failed' | 'stopped'
type OrderBy = 'key' | 'name' | 'source' | 'type' | 'enable' | 'updatedAt'

const KIND = 'trigger'
/** Looks for what is due as often; what happens in this process is done at once. */
const WATCH_MS = 5_000
/** After what was written down has been committed. */
const SOON_MS = 30
const NOTHING: TriggerDefinition = { event: 'rows', actions: [] }

const STOPPED: Record<string, string> = {
  loop: 'Stopped: this trigger’s own actions led to it again',
  depth: 'Stopped: too many triggers led to each other',
  disabled: 'Stopped: the trigger was disabled',
}
const HAPPENED: Record<string, string> = { create: '{row} was added', update: '{row} was changed', delete: '{row} was deleted' }

export function createTriggers(
  { db, bus, log }: Pick<Core, 'db' | 'bus' | 'log'>,
  {
    access,
    apis,
    data,
    flows,
    limits,
    messages,
    outbox,
    permissions,
    resources,
    secrets,
  }: {
    access: Pick<AccessService, 'findApp'>
    apis: Pick<ReturnType<typeof createApis>, 'call'>
    data: Data
    flows: ReturnType<typeof createFlows>
    limits: ReturnType<typeof createLimits>
    messages: Pick<ReturnType<typeof createMessages>, 'mailAll'>
    outbox: Outbox
    permissions: Permissions
    resources: Resources
    secrets: Pick<Secrets, 'seal' | 'open'>
  },
) {
  const clock = createClock({ db }, outbox)
  const webhook = createWebhook({ db }, { limits, outbox, secrets })
  const runs = createRuns({ db, log }, { access, act: createAct({ db, data, flows, apis, messages }) })
  const on = ({ app, user }: TriggerWho, option: string) => permissions.rights.on(app, user, KIND, option)
  const switches = (scope: AppScope) => inApp(db, scope).selectFrom('trigger_switch').where('trigger_switch.tag', '=', scope.tag)

  async function demanded(who: TriggerWho, id: string, ...options: string[]): Promise<ResourceRow> {
    const row = await resources.get(who.scope, KIND, id)
    const allowed = await Promise.all(options.map(async option => (await on(who, option))(row.id, row.ownerId)))
    if (!allowed.some(Boolean)) throw notAllowed()
    return row
  }

  async function told(who: TriggerWho, row: ResourceRow) {
    const [mayEdit, mayDelete, here] = await Promise.all([
      on(who, 'edit'),
      on(who, 'delete'),
      switches(who.scope).select(['enabled', 'secret']).where('trigger_id', '=', row.id).executeTakeFirst(),
    ])
    const { id, key, name, description, version, updatedAt, updatedBy } = row
    return {
      id,
      key,
      name,
      description,
      // What came damaged with a package is made anew.
      definition: readShape(row.definition) ?? NOTHING,
      enable: here?.enabled ? (1 as const) : (0 as const),
      hasSecret: !!here?.secret,
      version,
      updatedAt,
      updatedBy,
      mayEdit: mayEdit(row.id, row.ownerId),
      mayDelete: mayDelete(row.id, row.ownerId),
    }
  }

  /** What this environment has: in dev what is saved, elsewhere what was published. */
  const there = async (scope: AppScope): Promise<(DesignResource & Partial<ResourceRow>)[]> =>
    scope.tag === 'dev' ? resources.list(scope, KIND) : resources.listPublished(scope, KIND)

  async function latest(scope: AppScope, ids: readonly string[]): Promise<Map<string, RunStatus>> {
    if (!ids.length) return new Map()
    const { rows } = await sql<{ id: string; status: RunStatus }>`
      select t.id, r.status from unnest(${ids}::uuid[]) as t (id)
      cross join lateral (
        select status from trigger_run where app_id = ${scope.appId} and tag = ${scope.tag} and trigger_id = t.id order by created_at desc, id limit 1) as r`.execute(
      db,
    )
    return new Map(rows.map(({ id, status }) => [id, status]))
  }

  /** What is enabled is other than before: waiting runs of what is disabled are not done. */
  async function turn(scope: AppScope, id: string, by: string, enabled: boolean) {
    await db.transaction().execute(async trx => {
      await inApp(trx, scope)
        .insertInto('trigger_switch')
        .values({ tag: scope.tag, trigger_id: id, enabled, updated_by: by })
        .onConflict(conflict => conflict.columns(['app_id', 'tag', 'trigger_id']).doUpdateSet({ enabled, updated_at: new Date(), updated_by: by }))
        .execute()
      if (!enabled)
        await inApp(trx, scope)
          .updateTable('trigger_run')
          .set({ status: 'stopped', code: 'disabled', problem: '', next_at: null, ended_at: new Date() })
          .where('tag', '=', scope.tag)
          .where('trigger_id', '=', id)
          .where('status', '=', 'waiting')
          .execute()
    })
    await changed(scope)
  }
  /** What is enabled or saved is other than before. */
  async function changed(scope: AppScope) {
    await outbox.changed(scope.appId)
    await clock.arrange(scope, new Date())
  }

  const runRows = (scope: AppScope) =>
    inApp(db, scope)
      .selectFrom('trigger_run')
      .innerJoin('trigger_event', 'trigger_event.id', 'trigger_run.event_id')
      .leftJoin('person', 'person.id', 'trigger_event.by_id')
      .select([
        'trigger_run.id',
        'trigger_run.trigger_id',
        'trigger_run.trigger_name',
        'trigger_run.status',
        'trigger_run.attempts',
        'trigger_run.code',
        'trigger_run.problem',
        'trigger_run.steps',
        'trigger_run.created_at',
        'trigger_run.ended_at',
        'trigger_run.next_at',
        'trigger_event.kind',
        'trigger_event.input',
        'person.name as by_name',
      ])
      .where('trigger_run.tag', '=', scope.tag)
  type Stored = Awaited<ReturnType<ReturnType<typeof runRows>['execute']>>[number]

  const inputOf = (row: Stored) => row.input as Record<string, unknown>
  function eventOf(row: Stored, locale: Locale): string {
    const input = inputOf(row)
    if (row.kind === 'time') {
      const { at, missed } = input.time as { at: string; missed: number }
      return missed ? say(locale, 'Its time came: {at}, and {missed} more that were missed', { at, missed }) : say(locale, 'Its time came: {at}', { at })
    }
    if (row.kind === 'webhook') return say(locale, 'Another system called')
    if (row.kind === 'flow') return say(locale, 'The flow “{title}” ended', { title: String((input.flow as { title?: unknown }).title ?? '') })
    const name = `${String(input.model ?? '')} ${String(input.id ?? '')}`.trim()
    return say(locale, HAPPENED[row.kind] ?? row.kind, { row: name })
  }
  const runTold = (row: Stored, mayEdit: boolean, locale: Locale) => ({
    id: row.id,
    triggerId: row.trigger_id,
    triggerName: row.trigger_name,
    event: eventOf(row, locale),
    status: row.status,
    attempts: row.attempts,
    problem:
      row.status === 'stopped'
        ? say(locale, STOPPED[row.code] ?? row.code)
        : row.code === 'often'
          ? say(locale, 'It waits: it ran too often')
          : sayAgain(locale, row.problem),
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    nextAt: row.status === 'waiting' ? (row.next_at?.toISOString() ?? null) : null,
    mayRetry: row.status === 'failed' && mayEdit,
  })

  const runUnknown = () => notFound('trigger.runUnknown', 'There is no such run')
  /** The owner of a trigger is known where it is saved still. */
  async function ownersOf(scope: Scope) {
    return new Map((await resources.list(scope, KIND)).map(({ id, ownerId }) => [id, ownerId]))
  }
  async function runOf(who: TriggerWho, id: string, locale: Locale) {
    const row = await runRows(who.scope).where('trigger_run.id', '=', id).executeTakeFirst()
    if (!row) throw runUnknown()
    const [mayRead, mayEdit, owners] = await Promise.all([on(who, 'read'), on(who, 'edit'), ownersOf(who.scope)])
    const owner = owners.get(row.trigger_id) ?? null
    if (!mayRead(row.trigger_id, owner) && !mayEdit(row.trigger_id, owner)) throw notAllowed()
    // Rows of all kinds are in there, also such as a person may not see elsewhere.
    const showsInput = mayInApp(who.app, 'dataManage')
    return {
      ...runTold(row, mayEdit(row.trigger_id, owner), locale),
      input: showsInput ? inputOf(row) : {},
      showsInput,
      steps: (row.steps as { do: string; outcome: string }[]).map(step => ({ ...step, outcome: sayAgain(locale, step.outcome) })),
      by: row.by_name ?? '',
    }
  }

  async function perform(now: Date) {
    await clock.tick(now)
    return runs.work(now)
  }
  const missing = (error: unknown) => !isDatabaseAway(error) && log.warn({ err: error }, 'times of triggers are not worked out')
  bus.on(RELEASE_TOPIC, ({ appId, tag }) => void clock.arrangeAll(new Date(), { appId: String(appId), tag: String(tag) }).catch(missing))

  let watching: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isWanted = false
  /** One after the other in a process: what comes meanwhile is looked for once more. */
  function look() {
    isWanted = true
    working ??= (async () => {
      while (isWanted && watching) {
        isWanted = false
        await perform(new Date()).catch(error => !isDatabaseAway(error) && log.warn({ err: error }, 'triggers are not looked for'))
      }
      working = undefined
    })()
  }
  outbox.onWritten(() => {
    soon ??= setTimeout(() => {
      soon = undefined
      if (watching) look()
    }, SOON_MS)
    soon.unref()
  })

  return {
    source: createSource({ data, flows, resources, db }),

    async list(
      who: TriggerWho,
      {
        page = 1,
        perPage = 20,
        searchValue = '',
        searchType = 'name',
        orderBy = '',
        orderDir = '',
      }: {
        page?: number
        perPage?: number
        searchValue?: string
        searchType?: 'name' | 'key'
        orderBy?: OrderBy | ''
        orderDir?: 'asc' | 'desc' | ''
      },
    ) {
      const [mayRead, mayEdit, mayDelete, all, on1] = await Promise.all([
        on(who, 'read'),
        on(who, 'edit'),
        on(who, 'delete'),
        there(who.scope),
        switches(who.scope).select('trigger_id').where('enabled', '=', true).execute(),
      ])
      const isOn = new Set(on1.map(row => row.trigger_id))
      const wanted = searchValue.trim().toLowerCase()
      const found = all
        .filter(({ id, ownerId = null }) => mayRead(id, ownerId) || mayEdit(id, ownerId))
        .filter(one => !wanted || one[searchType].toLowerCase().includes(wanted))
        .map(one => {
          const definition = readShape(one.definition) ?? NOTHING
          return {
            id: one.id,
            key: one.key,
            name: one.name,
            description: one.description,
            source: sourceOf(definition),
            type: typeOf(definition),
            enable: isOn.has(one.id) ? (1 as const) : (0 as const),
            version: one.version ?? 0,
            updatedAt: one.updatedAt ?? '',
            updatedBy: one.updatedBy ?? '',
            mayEdit: mayEdit(one.id, one.ownerId ?? null),
            mayDelete: mayDelete(one.id, one.ownerId ?? null),
          }
        })
      const by = orderBy || 'updatedAt'
      const isDown = orderDir ? orderDir === 'desc' : by === 'updatedAt'
      const textOf = (one: (typeof found)[number]) => String(one[by]).toLowerCase()
      found.sort((a, b) => (isDown ? -1 : 1) * (textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : a.id < b.id ? -1 : 1))
      const shown = found.slice((page - 1) * perPage, page * perPage)
      const status = await latest(
        who.scope,
        shown.map(one => one.id),
      )
      const items = shown.map(one => ({ ...one, status: status.get(one.id) ?? ('none' as const) }))
      return { items, total: found.length, page, perPage, mayCreate: who.scope.tag === 'dev' && mayCreate(who.app, KIND) }
    },

    get: async (who: TriggerWho, id: string) => told(who, await demanded(who, id, 'read', 'edit')),
    async create(who: TriggerWho, { definition, ...input }: TriggerInput) {
      permissions.checkCreate(who.app, KIND)
      return told(who, await resources.create(who.scope, who.user.id, KIND, { ...input, definition: { ...tidy(definition) } }))
    },
    async update(who: TriggerWho, id: string, { definition: given, ...input }: TriggerInput & { note?: string; baseVersion?: number }) {
      await demanded(who, id, 'edit')
      const definition = tidy(given)
      checkDefinition(definition)
      const saved = await resources.update(who.scope, who.user.id, KIND, id, { ...input, definition: { ...definition } })
      await changed({ ...who.scope, tag: 'dev' })
      return told(who, saved)
    },
    async remove(who: TriggerWho, id: string) {
      await demanded(who, id, 'delete')
      await resources.remove(who.scope, KIND, id)
      await turn({ ...who.scope, tag: 'dev' }, id, who.user.id, false)
    },
    async listVersions(who: TriggerWho, id: string) {
      await demanded(who, id, 'read', 'edit')
      return (await resources.listVersions(who.scope, KIND, id)).map(({ definition: _definition, ...version }) => version)
    },
    async restoreVersion(who: TriggerWho, id: string, version: number) {
      const now = await demanded(who, id, 'edit')
      const old = (await resources.listVersions(who.scope, KIND, id)).find(one => one.version === version)
      if (!old) throw notFound('resource.versionUnknown', 'There is no such version')
      checkDefinition(old.definition as TriggerDefinition)
      const saved = await resources.update(who.scope, who.user.id, KIND, id, { key: now.key, name: old.name, definition: old.definition })
      await changed({ ...who.scope, tag: 'dev' })
      return told(who, saved)
    },

    async setEnable(who: TriggerWho, key: string, enabled: boolean) {
      const found = (await there(who.scope)).find(one => one.key === key)
      if (!found) throw notFound('resource.unknown', 'There is no such resource')
      if (!(await on(who, 'edit'))(found.id, found.ownerId ?? null)) throw notAllowed()
      if (enabled) checkDefinition(found.definition as TriggerDefinition)
      await turn(who.scope, found.id, who.user.id, enabled)
    },

    /** A key for other systems, instead of the one before. */
    async renewSecret(who: TriggerWho, id: string) {
      const row = (await there(who.scope)).find(one => one.id === id)
      if (!row) throw notFound('resource.unknown', 'There is no such resource')
      if (!(await on(who, 'edit'))(id, row.ownerId ?? null)) throw notAllowed()
      if (readShape(row.definition)?.event !== 'webhook') throw new ApiError('trigger.noWebhook', 'This trigger is not called by other systems', 422)
      const { secret, sealed } = webhook.newSecret()
      await inApp(db, who.scope)
        .insertInto('trigger_switch')
        .values({ tag: who.scope.tag, trigger_id: id, enabled: false, secret: sealed, updated_by: who.user.id })
        .onConflict(conflict => conflict.columns(['app_id', 'tag', 'trigger_id']).doUpdateSet({ secret: sealed }))
        .execute()
      const { tag } = who.scope
      return { secret, address: `/api/trigger/${who.company.key}/${who.app.key}${tag === 'latest' ? '' : `-${tag}`}/${row.key}` }
    },
    receive: (at: { companyKey: string; appUrlKey: string; key: string }, body: Record<string, unknown>, signed: Signed, now = new Date()) =>
      webhook.receive(at, body, signed, now),
    previewTimes({ cron, zone = DEFAULT_ZONE }: { cron: string; zone?: string }, now = new Date()) {
      return {
        items: timesAfter(cron, zone || DEFAULT_ZONE, now, 10).map(at => ({ at: at.toISOString(), local: localTime(at, zone || DEFAULT_ZONE) })),
        zone: zone || DEFAULT_ZONE,
      }
    },

    async listRuns(
      who: TriggerWho,
      { page = 1, perPage = 20, trigger, status }: { page?: number; perPage?: number; trigger?: string; status?: RunStatus },
      locale: Locale,
    ) {
      const [mayRead, mayEdit, owners, known] = await Promise.all([on(who, 'read'), on(who, 'edit'), ownersOf(who.scope), there(who.scope)])
      const may = (id: string) => mayRead(id, owners.get(id) ?? null) || mayEdit(id, owners.get(id) ?? null)
      const hidden = known.flatMap(({ id }) => (may(id) ? [] : [id]))
      let found = runRows(who.scope)
      if (trigger) found = found.where('trigger_run.trigger_id', '=', trigger)
      if (status) found = found.where('trigger_run.status', '=', status)
      if (hidden.length) found = found.where('trigger_run.trigger_id', 'not in', hidden)
      const [items, total] = await Promise.all([
        found
          .orderBy('trigger_run.created_at', 'desc')
          .orderBy('trigger_run.id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(
          db,
          found
            .clearSelect()
            .select('trigger_run.id')
            .limit(TOTAL_CAP + 1),
        ),
      ])
      return { items: items.map(row => runTold(row, mayEdit(row.trigger_id, owners.get(row.trigger_id) ?? null), locale)), ...total, page, perPage }
    },
    getRun: runOf,
    /** Goes on with what failed, and tells how that ended. */
    async retryRun(who: TriggerWho, id: string, locale: Locale) {
      const before = await runOf(who, id, locale)
      const owner = (await ownersOf(who.scope)).get(before.triggerId) ?? null
      if (!(await on(who, 'edit'))(before.triggerId, owner)) throw notAllowed()
      if (before.status !== 'failed' || !(await runs.again(id, new Date()))) throw new ApiError('trigger.notFailed', 'Only what failed can be tried again', 409)
      return runOf(who, id, locale)
    },

    /** Does what is due at this moment; answers how many runs that was. */
    async work(now = new Date()) {
      await working
      return perform(now)
    },
    removeOld: runs.removeOld,
    watch() {
      watching ??= setInterval(look, WATCH_MS)
      watching.unref()
      void clock.arrangeAll(new Date()).catch(missing)
      look()
    },
    async unwatch() {
      clearInterval(watching)
      clearTimeout(soon)
      watching = undefined
      await working
    },
  }
}
