// Which flows run in an environment: in dev a chosen version of what is saved, elsewhere what was published.
import { definitionFaults, type DefinitionFault, type FlowDefinition } from '../../../flow/definition.ts'
import { FAULT_WORDS } from '../../../flow/fault-words.ts'
import { say, type Locale } from '../../../messages.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Db } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
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

/** What comes in a package was checked by nobody: what cannot even be read does not run. */
function faultsOf(definition: FlowDefinition): (Pick<DefinitionFault, 'at'> & { code: DefinitionFault['code'] | 'unreadable' })[] {
  try {
    return definitionFaults(definition)
  } catch {
    return [{ code: 'unreadable' }]
  }
}

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

  async function running(scope: FlowScope): Promise<RunningFlow[]> {
    if (scope.tag !== 'dev') {
      const [published, off] = await Promise.all([
        resources.listPublished(scope, 'flow'),
        switches(scope).select('flow_id').where('enabled', '=', false).execute(),
      ])
      const isOff = new Set(off.map(row => row.flow_id))
      return published
        .map(({ id, key, name, definition }) => ({ id, key, name, definition: definition as unknown as FlowDefinition }))
        .filter(({ id, definition }) => !isOff.has(id) && faultsOf(definition).length === 0)
    }
    const rows = await switches(scope)
      .innerJoin('resource', join => join.onRef('resource.app_id', '=', 'flow_switch.app_id').onRef('resource.id', '=', 'flow_switch.flow_id'))
      .innerJoin('resource_version', join =>
        join.onRef('resource_version.resource_id', '=', 'resource.id').onRef('resource_version.version', '=', 'flow_switch.version'),
      )
      .select(['resource.id', 'resource.key', 'resource_version.name', 'resource_version.definition'])
      .where('flow_switch.enabled', '=', true)
      .orderBy('resource.id')
      .execute()
    return rows.map(row => ({ ...row, definition: row.definition as FlowDefinition }))
  }

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
