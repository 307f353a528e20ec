// A row of a change as it can be undone: what is put back, and whether the row is still as the change left it.
import type { Row } from './input.ts'
import type { Shape } from './exact.ts'
import { unpackedExact, type Exact } from './exact-texts.ts'
import { columnsOf, isSame, isTold, OF_CHANGES, unpacked, type ChangedRow } from './history.ts'
import type { Opened } from './statements.ts'
import { hasColumn, type Field } from '../types.ts'
import { bound, checkValue } from '../values.ts'

/** A row of a change that can be undone, by the keys that fields have now. */
export interface Undoable {
  id: string
  before: Row | null
  after: Row | null
  /** Texts by column, of what is put back and of what is there until then; null where nothing of it was kept. */
  exactBefore: Exact | null
  exactAfter: Exact | null
}

/** A change of a row as it can be undone. */
export function undoableOf({ definition }: Opened['model'], shape: Shape, one: ChangedRow): Undoable {
  const isWhole = !one.before || !one.after
  const exact = (values: ChangedRow['before'], kept: Exact | null) => {
    if (!kept) return null
    const texts = unpackedExact(definition, shape.columns.keys(), isWhole ? (values ?? {}) : {}, kept)
    return isWhole ? texts : Object.fromEntries(Object.entries(texts).filter(([column]) => !definition.managed || !OF_CHANGES.has(column)))
  }
  return {
    id: one.rowId,
    before: one.before && unpacked(definition, one.before),
    after: one.after && unpacked(definition, one.after),
    exactBefore: exact(one.before, one.exactBefore),
    exactAfter: exact(one.after, one.exactAfter),
  }
}

/** Values as columns to write; the fields whose rules of today do not take their value. */
export function writable({ model: { definition }, store, targets }: Opened, values: Row, { all = false } = {}) {
  const columns = new Map<string, unknown>()
  const unfit: Field[] = []
  for (const field of columnsOf(definition)) {
    if (!Object.hasOwn(values, field.key) || field.readOnly) continue
    const value = values[field.key]
    if (field.type === 'autoNumber' && !all) continue
    if (value === null || value === undefined) {
      columns.set(field.column, null)
      continue
    }
    const checked = checkValue(
      { ...field, rules: {}, format: undefined },
      value,
      targets.get(field.relation?.modelId ?? '')?.definition.primaryKey.type ?? 'uuid',
    )
    if ('problem' in checked) unfit.push(field)
    else columns.set(field.column, bound(store.engine, checked.value))
  }
  return { columns, unfit }
}

/** Columns of a row that was deleted, to be as it was, with those that nobody types. */
function wholeRow(opened: Opened, values: Row) {
  const { definition } = opened.model
  const { columns, unfit } = writable(opened, values, { all: true })
  columns.set(definition.primaryKey.column, values.id)
  if (definition.managed) {
    for (const key of ['created_at', 'updated_at'])
      if (typeof values[key] === 'string') columns.set(key, bound(opened.store.engine, new Date(values[key] as string)))
    for (const key of ['created_by', 'updated_by', 'version']) columns.set(key, values[key] ?? null)
  }
  return { columns, unfit }
}

/** Whether a row is still as the change left it, so that undoing the change loses nothing of others. */
export function isStill(opened: Opened, row: Undoable, now: Row | undefined, exactNow: Exact | undefined): boolean {
  if (!row.after) return !now
  if (!now) return false
  const { exactAfter } = row
  if (row.before && exactAfter && exactNow) return Object.keys(exactAfter).every(column => exactAfter[column] === exactNow[column])
  return columnsOf(opened.model.definition).every(
    field => !isTold(field) || (row.before && !Object.hasOwn(row.after as Row, field.key)) || isSame((row.after as Row)[field.key], now[field.key]),
  )
}

/** Columns of optional relations among the rows of a model. */
export const ownRelations = ({ id, definition }: Opened['model']): ReadonlySet<string> =>
  new Set(definition.fields.filter(field => hasColumn(field) && !field.required && field.relation?.modelId === id).map(field => field.column))

const NOTHING: ReturnType<typeof writable> = { columns: new Map(), unfit: [] }

/** The columns that undoing the change of a row writes, and the fields that do not take their value any more. */
export function restored(opened: Opened, { before, after, exactBefore }: Undoable) {
  if (!before) return NOTHING
  const known = after ? writable(opened, before) : wholeRow(opened, before)
  // Of a table of others its database knows what it takes.
  return exactBefore ? { columns: new Map<string, unknown>(Object.entries(exactBefore)), unfit: opened.model.definition.managed ? known.unfit : [] } : known
}
