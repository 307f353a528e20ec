// What a trigger can be made of: for the form that makes one.
import type { Db } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { Data } from '../data/index.ts'
import { asFlow, conditionSource } from '../flow/index.ts'
import type { Resources } from '../foundation/resources.ts'
import type { TriggerWho } from './index.ts'

interface Option {
  value: string
  label: string
}
const optionOf = ({ key, name }: { key: string; name: string }): Option => ({ value: key, label: name })
const place = (path: string, label: string): Option => ({ value: `{{${path}}}`, label })

export function createSource({ db, data, resources }: { db: Db; data: Data; resources: Resources; flows?: unknown }) {
  return async ({ scope, app, company }: TriggerWho, model: string) => {
    const [dsKey = '', dmKey = ''] = model.split('/')
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
      model ? data.rows.open(scope, asFlow({ company, app }), dsKey, dmKey).catch(() => undefined) : undefined,
    ])
    const fields = opened ? data.rows.describe(opened) : []
    const stored = fields.filter(({ type }) => type !== 'relationMany')
    const { fields: compared } = conditionSource(fields)
    return {
      models: models.map(({ source, key, name }) => ({ value: `${source}/${key}`, label: name })),
      flows: flows.map(optionOf),
      apis: apis.map(optionOf),
      zones: [],
      zone: '',
      fields: stored.map(optionOf),
      writable: stored.filter(({ readOnly }) => !readOnly).map(optionOf),
      conditions: compared.map(field => ({ ...field })),
      places: stored.map(({ key, name }) => place(`row.${key}`, name)),
      isOutside: opened !== undefined && opened.model.source.dialect !== 'builtin',
    }
  }
}
