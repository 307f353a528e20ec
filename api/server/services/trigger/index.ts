// Triggers of an app: designed in dev and kept in versions, enabled by environment; what happens is written down for them (outbox.ts), and done (runs.ts).
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import { isDatabaseAway } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { createApis } from '../api/index.ts'
import type { Data } from '../data/index.ts'
import type { createFlows } from '../flow/index.ts'
import type { AccessService, AppScope } from '../foundation/access/index.ts'
import { mayCreate, notAllowed } from '../foundation/access/rights.ts'
import type { createLimits } from '../foundation/limits.ts'
import type { createMessages } from '../foundation/messages.ts'
import type { DesignResource, ResourceRow, Resources } from '../foundation/resources.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { RELEASE_TOPIC } from '../foundation/topics.ts'
import type { Permissions } from '../permission/index.ts'
import { createAct } from './act.ts'
import { createClock } from './clock.ts'
import { checkDefinition, KIND, readShape, sourceOf, tidy, typeOf, type TriggerDefinition } from './definition.ts'
import type { Outbox } from './outbox.ts'
import { createRuns } from './runs.ts'
import { createSource } from './source.ts'
import { DEFAULT_ZONE, localTime, timesAfter } from './times.ts'
import { createToldRuns, type TriggerWho } from './told-runs.ts'
import { createWebhook, type Signed } from './webhook.ts'

export { keptFault } from './definition.ts'
export { createOutbox, type Outbox } from './outbox.ts'
export type { TriggerWho } from './told-runs.ts'
export type { Signed } from './webhook.ts'

interface TriggerInput {
  key: string
  name: string
  description?: string
  definition: TriggerDefinition
}
type OrderBy = 'key' | 'name' | 'source' | 'type' | 'enable' | 'updatedAt'

/** Looks for what is due as often; what happens in this process is done at once. */
const WATCH_MS = 5_000
/** After what was written down has been committed. */
const SOON_MS = 30
const NOTHING: TriggerDefinition = { event: 'rows', actions: [] }

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

  const runsTold = createToldRuns({ db }, { on, there, runs, resources })

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
      const status = await runsTold.latest(
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

    listRuns: runsTold.list,
    getRun: runsTold.get,
    retryRun: runsTold.retry,

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
