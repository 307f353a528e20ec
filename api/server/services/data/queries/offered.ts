// What a query can be made of: fields of a model, and of the rows that its relations lead to.
import { say, type Locale } from '../../../../messages.ts'
import { ApiError } from '../../../errors.ts'
import { choiceOf, SYSTEM_NAMES } from '../rows/conditions.ts'
import { systemFields } from '../rows/filter.ts'
import type { Opened } from '../rows/statements.ts'
import { isNumber } from '../rows/summaries.ts'
import { hasValue, type Field } from '../types.ts'
import { NOT_GROUPED } from './compile.ts'

/** Relations that are followed where fields are offered; queries may go one further. */
const LEVELS = 2
const MOST = 400
const DAYS = [
  'today',
  'tomorrow',
  'weekStart',
  'monthStart',
  'quarterStart',
  'yearStart',
  'lastMonthStart',
  'lastYearStart',
  'daysAgo7',
  'daysAgo30',
  'daysAgo90',
  'daysAgo365',
]
const DAY_NAMES: Record<string, string> = {
  today: 'Today',
  tomorrow: 'Tomorrow',
  weekStart: 'Start of this week',
  monthStart: 'Start of this month',
  quarterStart: 'Start of this quarter',
  yearStart: 'Start of this year',
  lastMonthStart: 'Start of last month',
  lastYearStart: 'Start of last year',
  daysAgo7: '7 days ago',
  daysAgo30: '30 days ago',
  daysAgo90: '90 days ago',
  daysAgo365: '365 days ago',
}

interface Offered {
  path: string
  label: string
  field: Field
  group: string
  /** Of related rows. */
  isMany?: boolean
}

async function walk(opened: Opened, openModel: (dsKey: string, dmKey: string) => Promise<Opened>, locale: Locale): Promise<Offered[]> {
  const found: Offered[] = []
  async function visit(at: Opened, path: string, label: string, level: number) {
    const { definition } = at.model
    const system = systemFields(definition)
      .filter(({ key }) => key !== 'version')
      .map(field => ({ ...field, name: say(locale, SYSTEM_NAMES[field.key] ?? field.name) }))
    for (const field of [...definition.fields.filter(hasValue), ...system])
      found.push({ path: path + field.key, label: label ? `${label} · ${field.name}` : field.name, field, group: label })
    if (level === 0) await visitMany(at)
    if (level >= LEVELS) return
    for (const field of definition.fields) {
      const target = field.type === 'relationOne' ? at.targets.get(field.relation?.modelId ?? '') : undefined
      if (!target || found.length > MOST) continue
      try {
        await visit(await openModel(target.source.key, target.key), `${path}${field.key}.`, label ? `${label} · ${field.name}` : field.name, level + 1)
      } catch (error) {
        // What somebody may not see is not offered.
        if (!(error instanceof ApiError)) throw error
      }
    }
  }
  /** Rows that name a row of the model: their own fields, and the relation itself. */
  async function visitMany(at: Opened) {
    for (const field of at.model.definition.fields) {
      const target = field.type === 'relationMany' ? at.targets.get(field.relation?.modelId ?? '') : undefined
      if (!target || found.length > MOST) continue
      try {
        const { definition } = (await openModel(target.source.key, target.key)).model
        if (!definition.fields.some(({ id }) => id === field.relation?.field)) continue
        found.push({ path: field.key, label: field.name, field, group: field.name })
        for (const one of definition.fields.filter(hasValue))
          found.push({ path: `${field.key}.${one.key}`, label: `${field.name} · ${one.name}`, field: one, group: field.name, isMany: true })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
      }
    }
  }
  await visit(opened, '', '', 0)
  return found
}

const BY_ID = ['equal', 'not_equal', 'is_empty', 'is_not_empty']
const isNamedById = ({ type }: Field) => type === 'relationOne' || type === 'user' || type === 'department'

export async function offeredBy(opened: Opened, openModel: (dsKey: string, dmKey: string) => Promise<Opened>, parameters: readonly string[], locale: Locale) {
  const all = await walk(opened, openModel, locale)
  const option = ({ path, label }: Offered) => ({ value: path, label })
  const isTime = ({ field: { type } }: Offered) => type === 'date' || type === 'datetime'
  const groups = all.filter(({ field }) => !NOT_GROUPED.has(field.type) && field.key !== 'id')
  const condition = ({ path, field, isMany }: Offered) => {
    const choice = choiceOf({ ...field, key: path })
    if (field.type === 'relationMany') return { ...choice, operators: ['is_empty', 'is_not_empty'] }
    if (isMany) return { ...choice, ...(isNamedById(field) && { type: 'text', options: undefined, operators: BY_ID }), valueTypes: ['value'] }
    // Rows and people are chosen by their ids in lists of a page; here by what is known of them.
    return isNamedById(field)
      ? { ...choice, type: 'text', options: undefined, valueTypes: ['value', 'field'], operators: BY_ID }
      : { ...choice, valueTypes: ['value', 'field'] }
  }
  const byGroup = new Map<string, Offered[]>()
  for (const one of all) byGroup.set(one.group, [...(byGroup.get(one.group) ?? []), one])
  const fields = [...byGroup].flatMap(([label, list]): Record<string, unknown>[] => (label ? [{ label, children: list.map(condition) }] : list.map(condition)))
  const named = (label: string, list: Record<string, unknown>[]) => (list.length ? [{ label, children: list }] : [])
  return {
    groups: groups.map(one => ({ ...option(one), isTime: isTime(one) })),
    numbers: all.filter(({ field }) => isNumber(field)).map(option),
    values: groups.filter(({ isMany }) => !isMany).map(option),
    times: all.filter(one => isTime(one) && !one.isMany).map(option),
    extremes: all.filter(one => isNumber(one.field) || isTime(one)).map(option),
    relations: all.filter(({ field }) => field.type === 'relationMany').map(option),
    conditions: [
      ...fields,
      ...named(
        say(locale, 'Parameters'),
        parameters.map(key => ({ label: key, name: `param.${key}`, type: 'text', operators: [] })),
      ),
      ...named(
        say(locale, 'Days'),
        DAYS.map(name => ({ label: say(locale, DAY_NAMES[name] as string), name: `date.${name}`, type: 'date', operators: [] })),
      ),
    ],
  }
}
