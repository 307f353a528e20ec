// The form of a case: filled in and decided where the person is asked, read elsewhere; with the files and the rows that belong to it.
import type { DefinedNode, FlowDefinition } from '../../../flow/definition.ts'
import type { Locale } from '../../../messages.ts'
import { ApiError } from '../../errors.ts'
import type { Data, Opened } from '../data/index.ts'
import { notAllowed } from '../foundation/access/rights.ts'
import { fileShown, fileUnknown, isFile, placeOf, type FormFiles, type Upload } from './form-files.ts'
import { asFlow, asForm, type Begins } from './forms.ts'
import type { FormLines, Lines } from './lines.ts'
import type { OneCase } from './one-case.ts'
import { mayFillIn } from './rights.ts'
import { caseForm, type Shown } from './screens.ts'
import { fieldsOf } from './told.ts'

type Found = Awaited<ReturnType<OneCase['get']>>
type Row = Record<string, unknown>

/** What names something else is read by its name. */
const NAMED = /^(user|department|relationOne)$/

export function createCaseForms({ data, one, files, lines }: { data: Data; one: OneCase; files: FormFiles; lines: FormLines }) {
  function open({ scope, asker }: Begins, model: string, as = asFlow): Promise<Opened> {
    const [dsKey = '', dmKey = ''] = model.split('/')
    return data.rows.open(scope, as(asker), dsKey, dmKey)
  }
  const casePlace = (begins: Begins, caseId: string) => `${placeOf(begins)}/case/${caseId}`

  const openTask = ({ row, mine }: Found) => (row.ended_at === null && !row.suspended_at ? mine.find(({ state }) => state === 'open') : undefined)

  /** The step at which somebody is asked now, by the number of the task. */
  async function asked(begins: Begins, caseId: string, task: number): Promise<{ found: Found; node: DefinedNode }> {
    const found = await one.get(begins.scope, caseId, begins.asker.user.id, false)
    const mine = found.row.ended_at === null ? found.mine.find(({ no, state }) => no === task && state === 'open') : undefined
    const node = found.row.definition.nodes.find(({ id }) => id === mine?.node)
    if (!node) throw new ApiError('flow.taskGone', 'This task is not open any more', 409)
    return { found, node }
  }

  /** Values of a row in words, as far as its fields name something else or are files. */
  async function inWords(opened: Opened, place: string, shown: readonly Shown[], row: Row, locale: Locale): Promise<Row> {
    const read = await data.texts.reader(opened, [row], locale)
    const byKey = new Map(opened.model.definition.fields.map(field => [field.key, field]))
    return Object.fromEntries(
      shown.flatMap(({ field, right }) => {
        const of = byKey.get(field.key)
        if (isFile(field)) return [[field.key, fileShown(place, field, row[field.key])]]
        return of && right === 'read' && NAMED.test(field.type) ? [[field.key, read(of, row[field.key])]] : []
      }),
    )
  }

  /** The rows of a list: as a form changes them, or each value in words. */
  async function rowsIn(list: Lines, record: string, isRead: boolean, locale: Locale): Promise<Row[]> {
    const rows = await lines.rowsOf(list, record)
    if (!isRead) return rows.map(row => Object.fromEntries(['id', ...list.fields.map(({ key }) => key)].map(key => [key, row[key] ?? null])))
    const read = await data.texts.reader(list.opened, rows, locale)
    const byKey = new Map(list.opened.model.definition.fields.map(field => [field.key, field]))
    const textOf = (key: string, value: unknown) => {
      const of = byKey.get(key)
      return of ? read(of, value) : ''
    }
    return rows.map(row => Object.fromEntries(list.fields.map(({ key, type }) => [key, type === 'datetime' ? (row[key] ?? null) : textOf(key, row[key])])))
  }

  return {
    /** What somebody sees of the row of a case. */
    async fields(begins: Begins, found: Found) {
      const opened = await open(begins, found.row.model).catch(error => {
        if (error instanceof ApiError) return undefined
        throw error
      })
      const described = opened ? data.rows.describe(opened) : []
      const place = casePlace(begins, found.row.id)
      const files = new Map(described.filter(isFile).map(field => [field.key, field]))
      return fieldsOf(found, begins.asker.user.id, described).map(field => {
        const file = files.get(field.key)
        // Where it is loaded from here, not where the row keeps it.
        const shown = file && fileShown(place, file, field.value)
        return shown && typeof shown === 'object' ? { ...field, value: shown.url } : shown ? { ...field, value: shown } : field
      })
    },

    /** `isRead`: as it is printed, whoever asks. */
    async get(begins: Begins, caseId: string, locale: Locale, isRead = false) {
      const { user } = begins.asker
      const found = await one.get(begins.scope, caseId, user.id, false)
      const opened = await open(begins, found.row.model)
      const described = data.rows.describe(opened)
      const rights = new Map(fieldsOf(found, user.id, described).map(({ key, right }) => [key, right]))
      const mine = isRead ? undefined : openTask(found)
      const isAgain = found.row.definition.nodes.some(({ id, kind }) => kind === 'start' && id === mine?.node)
      const all = await lines.all(opened)
      const shown = described.flatMap((field): Shown[] => {
        const list = all.get(field.key)
        const right = rights.get(field.key)
        if (!right || (field.type === 'relationMany' && !list)) return []
        return [{ field, right: mine ? right : 'read', lines: list?.fields }]
      })
      const place = casePlace(begins, caseId)
      const { snapshot, record_id: record } = found.row
      const values: Row = { ...snapshot, ...(await inWords(opened, place, shown, snapshot, locale)) }
      for (const { field, right } of shown) {
        const list = all.get(field.key)
        if (list) values[field.key] = await rowsIn(list, record, right === 'read', locale)
      }
      const at = mine ? `${place}/task/${mine.no}` : place
      return { schema: caseForm({ caseId, task: mine?.no, isAgain, shown, values, place: at }, locale) }
    },

    /** Stores a file for a field that the step lets fill in. */
    async addFile(begins: Begins, caseId: string, task: number, fieldKey: string, upload: Upload) {
      const { found, node } = await asked(begins, caseId, task)
      if (!mayFillIn(node, fieldKey)) throw notAllowed()
      return files.add(await open(begins, found.row.model, asForm), fieldKey, upload, casePlace(begins, caseId))
    },

    /** A file of the case, for those who see its field there. */
    async getFile(begins: Begins, caseId: string, fieldKey: string, fileId: string) {
      const { user } = begins.asker
      const found = await one.get(begins.scope, caseId, user.id, false)
      const opened = await open(begins, found.row.model)
      const field = fieldsOf(found, user.id, data.rows.describe(opened)).find(({ key }) => key === fieldKey)
      if (!field) throw fileUnknown()
      return files.get(opened, fieldKey, fileId, field.value)
    },

    /** What a field that the step lets fill in can name. */
    async options(begins: Begins, caseId: string, task: number, fieldKey: string, words: { keywords?: string; selected?: string }) {
      const { found, node } = await asked(begins, caseId, task)
      if (!mayFillIn(node, fieldKey.split('.')[0] ?? '')) throw notAllowed()
      return lines.options(begins.asker, await open(begins, found.row.model), fieldKey, words)
    },

    /** How many rows there are in the lists that a step wants filled in: the row itself does not say. */
    async listed(begins: Begins, about: { definition: FlowDefinition; record: string; row: Row; model?: string }, node: DefinedNode): Promise<Row> {
      const wanted = Object.entries(node.fields ?? {}).flatMap(([key, right]) => (right === 'required' && !Object.hasOwn(about.row, key) ? [key] : []))
      return wanted.length ? lines.counted(await open(begins, about.model ?? about.definition.model), wanted, about.record) : {}
    },
  }
}
export type CaseForms = ReturnType<typeof createCaseForms>
