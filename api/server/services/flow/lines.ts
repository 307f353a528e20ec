// Rows of another model that name the row of a case: shown in its form, added, changed and taken away there, in the transaction of the row.
import type { QueryExecutorProvider } from 'kysely'
import { ApiError, fieldError, type FieldText } from '../../errors.ts'
import type { Asker, Data, Opened } from '../data/index.ts'
import { fieldsRefused, isEmpty } from './rights.ts'
import type { Described } from './screens.ts'

type Row = Record<string, unknown>
/** In one form; of more there is a list elsewhere. */
export const MOST_LINES = 200
/** What these rows hold beside plain values is seen where they have a page of their own. */
const NOT_IN_LINES = new Set(['file', 'image', 'relationMany', 'json'])
const CHOSEN = new Set(['user', 'department', 'relationOne'])

export interface Lines {
  /** Of the row's model. */
  field: Described
  opened: Opened
  /** Of each of the rows, but for the one that names the row. */
  fields: Described[]
}
export type GivenLines = ReadonlyMap<string, readonly Row[]>

export const hasLines = ({ type, model, back }: Described) => type === 'relationMany' && model !== '' && back !== ''

export function createLines({ data }: { data: Data }) {
  async function open(parent: Opened, field: Described): Promise<Lines> {
    const opened = await data.rows.open(parent.scope, parent.asker, parent.model.source.key, field.model)
    const fields = data.rows.describe(opened).filter(one => one.key !== field.back && !one.readOnly && !NOT_IN_LINES.has(one.type))
    return { field, opened, fields }
  }

  /** The first of them last: as they were added. */
  async function rowsOf({ field, opened }: Lines, recordId: unknown): Promise<Row[]> {
    const filter = JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: field.back }, op: 'select_equals', right: recordId }] })
    const { items } = await data.rows.list(opened, { page: 1, perPage: MOST_LINES + 1, filter })
    return items.reverse()
  }

  /** What is wrong with one of the rows is told at the list, with its place. */
  async function atRow<T>({ field, fields }: Lines, at: number, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      const [problem] = error instanceof ApiError ? Object.entries(error.more.fields ?? {}) : []
      if (!(error instanceof ApiError) || !problem) throw error
      const [key, text] = problem
      const name = fields.find(one => one.key === key)?.name ?? key
      const problemText: FieldText = typeof text === 'string' && error.more.values ? { english: text, values: error.more.values } : text
      const told: FieldText = { english: 'Row {row}, {field}: {problem}', values: { row: at + 1, field: name }, texts: { problem: problemText } }
      throw new ApiError(error.code, error.english, error.status, { ...error.more, fields: { [field.key]: told } })
    }
  }

  function check({ field, fields }: Lines, given: readonly Row[], now: ReadonlySet<string>) {
    const known = new Set(fields.map(({ key }) => key))
    const seen = new Set<string>()
    for (const [at, row] of given.entries()) {
      const unknown = Object.keys(row).find(key => key !== 'id' && !known.has(key))
      const id = isEmpty(row.id) ? '' : String(row.id)
      if (unknown !== undefined || (id && (!now.has(id) || seen.has(id))))
        throw fieldsRefused({ [field.key]: { english: 'Row {row} is not one of these', values: { row: at + 1 } } })
      seen.add(id)
    }
  }

  /** Makes the rows that name a row those that a form has: new ones are added, others changed, and those that are left out taken away. */
  async function writeOne(lines: Lines, recordId: unknown, given: readonly Row[]) {
    const { field, opened } = lines
    const before = await rowsOf(lines, recordId)
    if (before.length > MOST_LINES) throw fieldsRefused({ [field.key]: { english: 'At most {most} rows are changed here', values: { most: MOST_LINES } } })
    const now = new Map(before.map(row => [String(row.id), row]))
    check(lines, given, new Set(now.keys()))
    const kept = new Set(given.map(({ id }) => String(id)))
    const gone = before.filter(({ id }) => !kept.has(String(id))).map(({ id }) => String(id))
    if (gone.length) await data.rows.remove(opened, gone)
    for (const [at, { id, ...values }] of given.entries())
      await atRow(lines, at, async () => {
        if (!isEmpty(id)) await data.rows.update(opened, String(id), values)
        else await data.rows.create(opened, { ...values, [field.back]: recordId })
      })
  }

  return {
    open,

    /** The lists of rows that a model's row can have; those whose model is not there yet are left out. */
    async all(parent: Opened): Promise<Map<string, Lines>> {
      const found = await Promise.all(
        data.rows
          .describe(parent)
          .filter(hasLines)
          .map(field =>
            open(parent, field).catch(error => {
              if (error instanceof ApiError) return undefined
              throw error
            }),
          ),
      )
      return new Map(found.flatMap(one => (one ? [[one.field.key, one] as const] : [])))
    },

    rowsOf,

    /** What a form sends, with its lists apart from the values of the row. */
    split(parent: Opened, sent: Row): { row: Row; lines: GivenLines } {
      const keys = new Set(
        data.rows
          .describe(parent)
          .filter(hasLines)
          .map(({ key }) => key),
      )
      const lines = new Map<string, readonly Row[]>()
      for (const key of Object.keys(sent).filter(one => keys.has(one))) {
        const rows = sent[key] ?? []
        const isList = Array.isArray(rows) && rows.every(one => typeof one === 'object' && one !== null && !Array.isArray(one))
        if (!isList) throw fieldsRefused({ [key]: 'This is no list of rows' })
        if (rows.length > MOST_LINES) throw fieldsRefused({ [key]: { english: 'At most {most} rows are changed here', values: { most: MOST_LINES } } })
        lines.set(key, rows as Row[])
      }
      return { row: Object.fromEntries(Object.entries(sent).filter(([key]) => !keys.has(key))), lines }
    },

    /** What a field, or with a point between them a field of one of the lists, can name: what the flow lets fill in, it lets choose. */
    async options(asker: Asker, parent: Opened, key: string, words: { keywords?: string; selected?: string }) {
      const [first = '', inner] = key.split('.')
      const list = inner === undefined ? undefined : data.rows.describe(parent).find(field => field.key === first && hasLines(field))
      if (inner !== undefined && !list) throw fieldError('data.fieldUnknown', 'fieldKey', 'There is no field {name}', { name: `“${first}”` })
      const lines = list && (await open(parent, list))
      const opened = lines?.opened ?? parent
      const name = inner ?? first
      const field = (lines?.fields ?? data.rows.describe(opened)).find(one => one.key === name)
      if (!field || !CHOSEN.has(field.type)) throw fieldError('data.fieldUnknown', 'fieldKey', 'There is no field {name}', { name: `“${key}”` })
      // Who works in the organisation is told to its people alone, whatever a flow lets fill in.
      return data.choices.ofField(field.type === 'relationOne' ? opened : { ...opened, asker }, name, words)
    },

    /** How many rows each of these lists has: those that a step wants are there or not, whatever the row says. */
    async counted(parent: Opened, keys: readonly string[], recordId: unknown): Promise<Row> {
      const fields = data.rows.describe(parent).filter(field => hasLines(field) && keys.includes(field.key))
      const counts = await Promise.all(fields.map(async field => [field.key, (await rowsOf(await open(parent, field), recordId)).length || null] as const))
      return Object.fromEntries(counts)
    },

    /** In the transaction that changes the row. */
    async write(parent: Opened, on: QueryExecutorProvider, recordId: unknown, given: GivenLines) {
      if (!given.size) return
      const described = new Map(data.rows.describe(parent).map(field => [field.key, field]))
      for (const [key, rows] of given) {
        const lines = await open(parent, described.get(key) as Described)
        await writeOne({ ...lines, opened: data.rows.within(lines.opened, on) }, recordId, rows)
      }
    },
  }
}
export type FormLines = ReturnType<typeof createLines>
