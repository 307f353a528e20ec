// What a trigger can be made of: for the form that makes one.
import { say, type Locale } from '../../../messages.ts'
import type { Db } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { Data } from '../data/index.ts'
import { asFlow, conditionSource } from '../flow/index.ts'
import type { Resources } from '../foundation/resources.ts'
import type { TriggerDefinition } from './definition.ts'
import type { TriggerWho } from './index.ts'
import { DEFAULT_ZONE } from './times.ts'

interface Option {
  value: string
  label: string
}
const optionOf = ({ key, name }: { key: string; name: string }): Option => ({ value: key, label: name })
const place = (path: string, label: string): Option => ({ value: `{{${path}}}`, label })

interface Asked {
  model?: string
  event?: TriggerDefinition['event']
  flow?: string
}
/** What an event tells beside a row. */
const OWN: Record<TriggerDefinition['event'], readonly (readonly [string, string])[]> = {
  rows: [['row.id', 'Id of the row']],
  form: [['row.id', 'Id of the row']],
  time: [
    ['time.at', 'The time that came'],
    ['time.missed', 'How many times were missed'],
  ],
  webhook: [['body', 'What was sent']],
  flow: [
    ['row.id', 'Id of the row'],
    ['flow.title', 'Title of the instance'],
    ['flow.result', 'How it ended'],
    ['flow.starter', 'Who started it'],
  ],
}
/** The messages that steps of flows wait for. */
const awaited = (flows: readonly { definition: Record<string, unknown> }[]): Option[] => {
  const nodes = flows.flatMap(({ definition }) => (definition as { nodes?: { awaits?: { messageName?: string } }[] }).nodes ?? [])
  const names = new Set(nodes.flatMap(({ awaits }) => awaits?.messageName?.trim() || []))
  return [...names].sort().map(name => ({ value: name, label: name }))
}
let known: string[] | undefined
const zones = () => (known ??= ['UTC', ...Intl.supportedValuesOf('timeZone').filter(zone => zone !== 'UTC')])

export function createSource({ db, data, resources }: { db: Db; data: Data; resources: Resources; flows?: unknown }) {
  /** The zone that the app's triggers have, the one changed last first; without any the reader's. */
  async function zoneOf(scope: TriggerWho['scope'], locale: Locale): Promise<string> {
    const all = (await resources.list(scope, 'trigger')).sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    for (const { definition } of all) if (typeof definition.zone === 'string' && definition.zone) return definition.zone
    return locale === 'zh-CN' ? 'Asia/Shanghai' : DEFAULT_ZONE
  }

  return async ({ scope, app, company }: TriggerWho, { model = '', event = 'rows', flow = '' }: Asked, locale: Locale) => {
    const ended = event === 'flow' && flow ? await resources.find({ ...scope, tag: 'dev' }, 'flow', flow) : undefined
    const about = event === 'flow' ? String(ended?.definition.model ?? '') : event === 'rows' || event === 'form' ? model : ''
    const [dsKey = '', dmKey = ''] = about.split('/')
    const [flows, apis, models, opened] = await Promise.all([
      resources.list(scope, 'flow'),
      resources.list(scope, 'api'),
      inApp(db, scope)
        .selectFrom('data_model')
        .innerJoin('data_source', 'data_source.id', 'data_model.source_id')
        .select(['data_source.key as source', 'data_model.key', 'data_model.name'])
        .orderBy('data_model.name')
        .execute(),
      // Of a model that is not applied yet there are no fields.
      about ? data.rows.open(scope, asFlow({ company, app }), dsKey, dmKey).catch(() => undefined) : undefined,
    ])
    const fields = opened ? data.rows.describe(opened) : []
    const stored = fields.filter(({ type }) => type !== 'relationMany')
    const { fields: compared } = conditionSource(fields)
    return {
      models: models.map(({ source, key, name }) => ({ value: `${source}/${key}`, label: name })),
      flows: flows.map(optionOf),
      apis: apis.map(optionOf),
      messages: awaited(flows),
      zones: zones().map(value => ({ value, label: value })),
      zone: await zoneOf(scope, locale),
      fields: stored.map(optionOf),
      writable: stored.filter(({ readOnly }) => !readOnly).map(optionOf),
      conditions: compared.map(field => ({ ...field })),
      places: [...stored.map(({ key, name }) => place(`row.${key}`, name)), ...OWN[event].map(([path, label]) => place(path, say(locale, label)))],
      isOutside: opened !== undefined && opened.model.source.dialect !== 'builtin',
    }
  }
}
