// Which flows run in an environment: in dev a chosen version of what is saved, elsewhere what was published.
import { CompiledQuery } from 'kysely'
import { definitionFaults, type DefinitionFault, type FlowDefinition } from '../../../flow/definition.ts'
import { FAULT_WORDS } from '../../../flow/fault-words.ts'
import { say, type Locale } from '../../../messages.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Db } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { atOnce } from '../../store/together.ts'
import type { Resources } from '../foundation/resources.ts'
import type { FlowScope } from './cases.ts'

export interface RunningFlow {
  id: string
  key: string
  name: string
  definition: FlowDefinition
}
export interface FlowState {
  id: string
  name: string
  /** 0 never started, 1 running, -1 paused, -2 a case of it stands still. */
  status: number
  enabled: boolean
}

const MOST_KEPT = 500

/** What comes in a package was checked by nobody: what cannot even be read does not run. */
function faultsOf(definition: FlowDefinition): (Pick<DefinitionFault, 'at'> & { code: DefinitionFault['code'] | 'unreadable' })[] {
  try {
    return definitionFaults(definition)
  } catch {
    return [{ code: 'unreadable' }]
  }
}

const RUNNING_IN_DEV = `/* flow.running */ select r.id, r.key, v.name, v.version from flow_switch s
  join resource r on r.id = s.flow_id and r.app_id = s.app_id join resource_version v on v.resource_id = r.id and v.version = s.version
  where s.company_id = $1 and s.app_id = $2 and s.tag = 'dev' and s.enabled order by r.id`

/** What else may stand against running a version. */
type Check = (definition: FlowDefinition) => Promise<void>
const notInState = () => new ApiError('flow.notInState', 'This is not possible in the state that it is in now', 409)

export function createSwitches({ db, resources }: { db: Db; resources: Resources }) {
  const switches = (scope: FlowScope) => inApp(db, scope).selectFrom('flow_switch').where('flow_switch.tag', '=', scope.tag)

  /** Refuses what cannot run, with each thing that stands against it. */
  function checkRuns(definition: FlowDefinition, locale: Locale) {
    const faults = faultsOf(definition).map(({ code, at }) => ({ code, at: at ?? '', text: FAULT_WORDS[code] }))
    const [first] = faults
    if (!first) return
    const where = definition.nodes.find(({ id }) => id === first.at)?.name ?? definition.lines.find(({ id }) => id === first.at)?.label
    throw where
      ? new ApiError('flow.faultyAt', '{fault}: {where}', 422, { values: { fault: say(locale, first.text), where }, data: { faults } })
      : new ApiError('flow.faulty', first.text, 422, { data: { faults } })
  }

  const versions = new Map<string, FlowDefinition>()
  const runnable = new WeakMap<FlowDefinition, boolean>()
  function canRun(definition: FlowDefinition): boolean {
    const known = runnable.get(definition)
    if (known !== undefined) return known
    const made = faultsOf(definition).length === 0
    runnable.set(definition, made)
    return made
  }
  const versionOf = ({ id, version }: { id: string; version: number }) => `${id} ${version}`

  /** What was saved as a version never changes: each is read once. */
  async function readVersions(scope: FlowScope, wanted: readonly { id: string; version: number }[]) {
    const rows = await inApp(db, scope)
      .selectFrom('resource_version')
      .select(['resource_id as id', 'version', 'definition'])
      .where(eb => eb.or(wanted.map(({ id, version }) => eb.and({ resource_id: id, version }))))
      .execute()
    const read = new Map(rows.map(row => [versionOf(row), row.definition as FlowDefinition]))
    for (const [key, definition] of read) {
      versions.set(key, definition)
      if (versions.size > MOST_KEPT) versions.delete(versions.keys().next().value as string)
    }
    return read
  }

  const running = atOnce(
    ({ companyId, appId, tag }: FlowScope) => `${companyId} ${appId} ${tag}`,
    async (scope: FlowScope): Promise<RunningFlow[]> => {
      if (scope.tag !== 'dev') {
        const [published, off] = await Promise.all([
          resources.listPublished(scope, 'flow'),
          switches(scope).select('flow_id').where('enabled', '=', false).execute(),
        ])
        const isOff = new Set(off.map(row => row.flow_id))
        return published
          .map(({ id, key, name, definition }) => ({ id, key, name, definition: definition as unknown as FlowDefinition }))
          .filter(({ id, definition }) => !isOff.has(id) && canRun(definition))
      }
      const { rows } = await db.executeQuery<{ id: string; key: string; name: string; version: number }>(
        CompiledQuery.raw(RUNNING_IN_DEV, [scope.companyId, scope.appId]),
      )
      const known = new Map(
        rows.flatMap(row => {
          const definition = versions.get(versionOf(row))
          return definition ? [[versionOf(row), definition] as const] : []
        }),
      )
      const unknown = rows.filter(row => !known.has(versionOf(row)))
      const read = unknown.length ? await readVersions(scope, unknown) : known
      return rows.flatMap(({ id, key, name, version }) => {
        const at = versionOf({ id, version })
        const definition = known.get(at) ?? read.get(at)
        return definition ? [{ id, key, name, definition }] : []
      })
    },
  )

  const write = (scope: FlowScope, flowId: string, by: string, to: { enabled: boolean; version?: number }) =>
    inApp(db, scope)
      .insertInto('flow_switch')
      .values({ tag: scope.tag, flow_id: flowId, enabled: to.enabled, version: to.version ?? null, updated_by: by })
      .onConflict(conflict =>
        conflict.columns(['app_id', 'tag', 'flow_id']).doUpdateSet({
          enabled: to.enabled,
          ...(to.version !== undefined && { version: to.version }),
          updated_at: new Date(),
          updated_by: by,
        }),
      )
      .execute()

  const all = async (scope: FlowScope) => (scope.tag === 'dev' ? resources.list(scope, 'flow') : resources.listPublished(scope, 'flow'))

  return {
    running,
    check: checkRuns,

    /** The versions that run in dev, by flow. */
    async versions(scope: FlowScope): Promise<ReadonlyMap<string, number>> {
      const rows = await switches(scope).select(['flow_id', 'version']).where('enabled', '=', true).execute()
      return new Map(rows.flatMap(row => (row.version === null ? [] : [[row.flow_id, row.version] as const])))
    },

    /** From now on this version runs in dev; cases that run go on as they began. */
    async enableVersion(scope: FlowScope, flowId: string, version: number, by: string, locale: Locale, check?: Check) {
      const old = (await resources.listVersions(scope, 'flow', flowId)).find(one => one.version === version)
      if (!old) throw notFound('resource.versionUnknown', 'There is no such version')
      const definition = old.definition as unknown as FlowDefinition
      checkRuns(definition, locale)
      await check?.(definition)
      await write({ ...scope, tag: 'dev' }, flowId, by, { enabled: true, version })
    },

    async list(scope: FlowScope): Promise<FlowState[]> {
      const [flows, known, stuck] = await Promise.all([
        all(scope),
        switches(scope).select(['flow_id', 'enabled']).execute(),
        inApp(db, scope).selectFrom('flow_case').select('flow_id').distinct().where('tag', '=', scope.tag).where('status', '=', -2).execute(),
      ])
      const isOn = new Map(known.map(row => [row.flow_id, row.enabled]))
      const stands = new Set(stuck.map(row => row.flow_id))
      return flows.map(({ id, name }) => {
        const set = isOn.get(id)
        const enabled = set ?? scope.tag !== 'dev'
        return { id, name, enabled, status: stands.has(id) ? -2 : enabled ? 1 : set === false ? -1 : 0 }
      })
    },

    /** New cases begin, or none do any more; those that run go on. */
    async turn(scope: FlowScope, flowId: string, by: string, enabled: boolean, locale: Locale, check?: Check) {
      const flow = (await all(scope)).find(({ id }) => id === flowId)
      if (!flow) throw notFound('resource.unknown', 'There is no such resource')
      const known = await switches(scope).select(['enabled', 'version']).where('flow_id', '=', flowId).executeTakeFirst()
      if ((known?.enabled ?? scope.tag !== 'dev') === enabled) throw notInState()
      if (!enabled) return void (await write(scope, flowId, by, { enabled }))
      if (scope.tag === 'dev' && known?.version === undefined) {
        const [latest] = await resources.listVersions(scope, 'flow', flowId)
        const definition = flow.definition as unknown as FlowDefinition
        checkRuns(definition, locale)
        await check?.(definition)
        return void (await write(scope, flowId, by, { enabled, ...(latest && { version: latest.version }) }))
      }
      if (scope.tag !== 'dev') checkRuns(flow.definition as unknown as FlowDefinition, locale)
      await write(scope, flowId, by, { enabled })
    },
  }
}
export type Switches = ReturnType<typeof createSwitches>
