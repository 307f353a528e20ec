// Flows as they are designed: in dev, saved in versions, enabled by whoever may edit them.
import { readFile } from 'node:fs/promises'
import { ruleOf, type FlowDefinition } from '../../../flow/definition.ts'
import type { CallTypes } from '../../../generated/types.ts'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { inApp } from '../../store/scoped.ts'
import type { Data } from '../data/index.ts'
import type { AppInScope, AppScope, CompanyInScope, SignedIn } from '../foundation/access/index.ts'
import { mayDutyAt, notAllowed } from '../foundation/access/rights.ts'
import { environmentOf } from '../foundation/access/words.ts'
import type { ResourceRow, Resources } from '../foundation/resources.ts'
import type { Permissions } from '../permission/index.ts'
import { bpmnFile, definitionOf } from './bpmn.ts'
import { personUnknown } from './commands.ts'
import { conditionSource } from './fields.ts'
import { asFlow } from './forms.ts'
import { activeOf, approversOf, toldAt } from './people.ts'
import { emptyFrom, readFlow, type MadeFlow } from './read.ts'
import type { Switches } from './switches.ts'

/** Who works on flows of which app. */
export interface FlowWho {
  scope: AppScope
  app: AppInScope
  user: SignedIn
}
interface FlowInput {
  key: string
  name: string
  description?: string
  definition: MadeFlow
}
type Asked = CallTypes['flow.findApprovers']['body']

export function createDesigns(
  { db, config }: Pick<Core, 'db' | 'config'>,
  {
    data,
    permissions,
    resources,
    switches,
    mayRun,
  }: {
    data: Data
    permissions: Permissions
    resources: Resources
    switches: Switches
    /** What stands against running a flow that nothing in it tells. */
    mayRun(scope: AppScope, id: string, locale: Locale): (definition: FlowDefinition) => Promise<void>
  },
) {
  const on = ({ app, user }: FlowWho, option: string) => permissions.rights.on(app, user, 'flow', option)
  async function demanded(who: FlowWho, id: string, ...options: string[]): Promise<ResourceRow> {
    const row = await resources.get(who.scope, 'flow', id)
    const allowed = await Promise.all(options.map(async option => (await on(who, option))(row.id, row.ownerId)))
    if (!allowed.some(Boolean)) throw notAllowed()
    return row
  }
  const answerOf = ({ id, key, name, description, definition, version, updatedAt, updatedBy }: ResourceRow) => ({
    id,
    key,
    name,
    description,
    definition: definition as unknown as MadeFlow,
    version,
    updatedAt,
    updatedBy,
  })
  async function tellTo(who: FlowWho) {
    const [mayEdit, mayDelete, versions] = await Promise.all([on(who, 'edit'), on(who, 'delete'), switches.versions({ ...who.scope, tag: 'dev' })])
    return (row: ResourceRow) => ({
      ...answerOf(row),
      enabledVersion: versions.get(row.id) ?? null,
      mayEdit: mayEdit(row.id, row.ownerId),
      mayDelete: mayDelete(row.id, row.ownerId),
    })
  }
  const told = async (who: FlowWho, row: ResourceRow) => (await tellTo(who))(row)

  return {
    async list(who: FlowWho) {
      const [mayRead, mayEdit] = await Promise.all([on(who, 'read'), on(who, 'edit')])
      const seen = (await resources.list(who.scope, 'flow')).filter(row => mayRead(row.id, row.ownerId) || mayEdit(row.id, row.ownerId))
      return seen.map(await tellTo(who))
    },
    get: async (who: FlowWho, id: string) => told(who, await demanded(who, id, 'read', 'edit')),
    async exportBpmn(who: FlowWho, id: string) {
      const { key, name, definition } = await demanded(who, id, 'read', 'edit')
      return bpmnFile({ key, name, definition: definition as unknown as FlowDefinition })
    },
    async readBpmn(who: FlowWho, id: string, path: string, locale: Locale) {
      const { definition: now } = await demanded(who, id, 'edit')
      const { definition, notes } = await definitionOf(await readFile(path, 'utf8'), (now as unknown as FlowDefinition).model, locale)
      return { definition: definition as unknown as MadeFlow, steps: definition.nodes.length, notes }
    },
    async create(who: FlowWho, input: FlowInput) {
      permissions.checkCreate(who.app, 'flow')
      return told(who, await resources.create(who.scope, who.user.id, 'flow', { ...input, definition: { ...readFlow(input.definition) } }))
    },
    async update(who: FlowWho, id: string, { enable, ...input }: FlowInput & { note?: string; baseVersion?: number; enable?: boolean }, locale: Locale) {
      await demanded(who, id, 'edit')
      const definition = readFlow(input.definition)
      // Nothing is saved half: what is to run and cannot is not saved either.
      if (enable) {
        switches.check(definition, locale)
        await mayRun(who.scope, id, locale)(definition)
      }
      const saved = await resources.update(who.scope, who.user.id, 'flow', id, { ...input, definition: { ...definition } })
      if (enable) await switches.enableVersion(who.scope, id, saved.version, who.user.id, locale)
      return told(who, saved)
    },
    /** The fields of a model as conditions, rules and rights name them; of one that is not applied yet there are none. */
    async conditionSource(who: FlowWho, company: CompanyInScope, objectKey: string) {
      const [dsKey = '', dmKey = ''] = objectKey.split('.')
      const described = await data.rows.open(who.scope, asFlow({ user: who.user, company, app: who.app }), dsKey, dmKey).then(
        opened => data.rows.describe(opened),
        () => [],
      )
      return conditionSource(described)
    },
    async remove(who: FlowWho, id: string) {
      await demanded(who, id, 'delete')
      await resources.remove(who.scope, 'flow', id)
      await inApp(db, who.scope).deleteFrom('flow_switch').where('flow_id', '=', id).where('tag', '=', 'dev').execute()
    },
    async revisions(who: FlowWho, id: string) {
      await demanded(who, id, 'read', 'edit')
      const [versions, running] = await Promise.all([resources.listVersions(who.scope, 'flow', id), switches.versions({ ...who.scope, tag: 'dev' })])
      const items = versions.map(({ version, name, note, createdAt, createdBy, definition }) => ({
        id: String(version),
        name,
        note,
        createdAt,
        createdByUser: { name: createdBy },
        definition: definition as unknown as MadeFlow,
      }))
      return { items, current: String(running.get(id) ?? ''), mayMigrate: mayDutyAt(who.app, environmentOf('dev'), 'flowManage') }
    },
    async enable(who: FlowWho, id: string, version: number, locale: Locale) {
      await demanded(who, id, 'edit')
      await switches.enableVersion(who.scope, id, version, who.user.id, locale, mayRun(who.scope, id, locale))
    },
    /** Flows that a step of another one can call, with their variables. */
    async callable(scope: AppScope) {
      const flows = await switches.running({ ...scope, tag: 'dev' })
      return flows.map(({ key, name, definition: { model, parameters = [] } }) => ({
        value: key,
        label: name,
        model,
        input: parameters.map(parameter => ({ value: parameter.name, label: parameter.name })),
      }))
    },
    /** How overdue actions can tell people here. */
    noticeOptions: (locale: Locale) => [
      { value: 'inApp', label: say(locale, 'In the app') },
      ...(config.smtpUrl ? [{ value: 'email', label: say(locale, 'By mail') }] : []),
    ],
    /** Who would be asked at a step of a flow that is played; nothing of it is saved. */
    async findApprovers(who: FlowWho, id: string, { kind, approvers, empty, sameApprover, starter, named = [], approved = [] }: Asked) {
      await demanded(who, id, 'read', 'edit')
      if (!(await activeOf(who.scope, [starter], db)).length) throw personUnknown('starter')
      const rule = ruleOf(approvers)
      const node = 'asked'
      const definition: FlowDefinition = {
        model: '',
        nodes: [{ id: node, kind, name: '', approvers: rule, ...(empty && { empty: emptyFrom(empty) }) }],
        lines: [],
        ...(sameApprover && { sameApprover }),
      }
      const facts = {
        starter,
        values: rule.by === 'field' ? { [rule.field]: named } : {},
        choices: { [node]: named },
        decided: rule.by === 'earlier' ? { [rule.node]: named } : {},
        approved: new Set(approved),
      }
      const found = kind === 'copy' ? await toldAt(who.scope, definition, node, facts, db) : await approversOf(who.scope, definition, node, facts, db)
      if (!Array.isArray(found)) return { then: found, people: [] }
      const rows = found.length ? await db.selectFrom('person').select(['id', 'name']).where('id', 'in', found).execute() : []
      return { then: 'ask' as const, people: found.flatMap(one => rows.find(row => row.id === one) ?? []) }
    },
  }
}
