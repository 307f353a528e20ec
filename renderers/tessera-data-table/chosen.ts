// What the author of a page chose of the table: its columns, what it offers, which rows, and where a row leads.
import type { Schema } from 'amis-core'
import type { Column } from './columns-kept.ts'
import type { DataField } from './controls.ts'
import type { May } from './table-schema.ts'
import type { Values } from './values.ts'

export const ACTIONS = ['add', 'edit', 'delete', 'import', 'export', 'views', 'history'] as const
export type Action = (typeof ACTIONS)[number]

export interface ChosenField {
  name: string
  label?: string
  width?: number | string
}

/** A condition tree, as amis' condition builder makes it. */
export interface Conditions {
  conjunction: 'and' | 'or'
  not?: boolean
  children: (Conditions | Leaf)[]
}
interface Leaf {
  left: { type: 'field'; field: string }
  op: string
  right?: unknown
}

export interface Chosen {
  /** Columns in their order; all of the model when left out. */
  fields?: readonly (string | ChosenField)[]
  /** What of the person's rights the table offers; all of them when left out. */
  actions?: readonly Action[]
  perPage?: number
  /** Which rows there are at all, beside what people filter. */
  filter?: Conditions
  /** Where a click on a row leads: `/customer/${id}`. */
  rowLink?: string
}

export interface Offered extends May {
  views: boolean
}

/** What the person may do of what the author offers. */
export function offered(may: May, actions: readonly Action[] = ACTIONS): Offered {
  const has = (action: Action) => actions.includes(action)
  return {
    create: may.create && has('add'),
    edit: may.edit && has('edit'),
    delete: may.delete && has('delete'),
    import: may.import && has('import'),
    export: may.export && has('export'),
    share: may.share,
    explain: may.explain && has('history'),
    history: may.history && has('history'),
    views: has('views'),
  }
}

const namesOf = (fields: Chosen['fields'] = []): ChosenField[] => fields.map(field => (typeof field === 'string' ? { name: field } : field))

/** Fields under the names that the author gave them. */
export function named<T extends DataField>(fields: readonly T[], { fields: chosen }: Chosen): T[] {
  const labels = new Map(namesOf(chosen).map(({ name, label }) => [name, label]))
  return fields.map(field => (labels.get(field.key) ? { ...field, name: labels.get(field.key) as string } : field))
}

/** The columns that the author chose, in that order; one that the model does not have any more is left out. */
export function chosenColumns<T extends Column & Schema>(columns: readonly T[], { fields, filter }: Chosen): T[] {
  const fixed = fixedValues(filter)
  // All rows of the table say the same there.
  if (!fields?.length) return columns.filter(({ name }) => !(name !== undefined && name in fixed))
  return namesOf(fields).flatMap(({ name, label, width }) => {
    const column = columns.find(one => one.name === name)
    if (!column) return []
    const { toggled: _hidden, ...shown } = column
    return [{ ...shown, ...(label && { label }), ...(width && { width }) } as T]
  })
}

const isLeaf = (one: Conditions | Leaf): one is Leaf => 'left' in one

/** Values that all rows of the table have, by field: a row that is added gets them too. */
export function fixedValues(filter: Conditions | undefined): Values {
  if (!filter || filter.conjunction !== 'and' || filter.not) return {}
  return Object.fromEntries(
    filter.children.flatMap(one =>
      isLeaf(one) && /^(equal|select_equals)$/.test(one.op) && one.right !== null && typeof one.right !== 'object' ? [[one.left.field, one.right]] : [],
    ),
  )
}

/** Whether a condition waits for a value of the page, such as that of the row that it shows: until it is there, no row fits. */
export function isWaiting(filter: Conditions | undefined): boolean {
  return !!filter?.children.some(one => (isLeaf(one) ? !/^is_(not_)?empty$/.test(one.op) && (one.right === undefined || one.right === '') : isWaiting(one)))
}

/** What people filter by, within what the author fixed: a tree as JSON. */
export function within(fixed: Conditions | undefined, asked: string | undefined): string | undefined {
  if (!fixed?.children.length) return asked || undefined
  const own = asked ? (JSON.parse(asked) as Conditions) : undefined
  return JSON.stringify(own ? { conjunction: 'and', children: [fixed, own] } : fixed)
}

/** What a list is asked with besides the page, as its requests say it: of what people search, filter and order by. */
export function asked(query: Values, { filter: fixed }: Chosen): Record<string, string> {
  const own = query._conditions as Conditions | undefined
  const filter = within(fixed, own?.children?.length ? JSON.stringify(own) : undefined)
  return {
    ...(query.keywords ? { keywords: String(query.keywords) } : {}),
    ...(query.orderBy ? { orderBy: String(query.orderBy), orderDir: String(query.orderDir || 'asc') } : {}),
    ...(filter && { filter }),
  }
}
