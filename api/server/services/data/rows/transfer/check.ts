// What each row of a file would do: its cells as values, the row it is about, and all that is wrong with it. Asks the database once per field for many rows.
import { sql, type QueryExecutorProvider } from 'kysely'
import type { Locale } from '../../../../../messages.ts'
import { ApiError } from '../../../../errors.ts'
import { textOf as cellText } from '../../../foundation/spreadsheets/index.ts'
import type { Columns, Row, RowInput } from '../input.ts'
import { answerOf, columnsSql, type RowLabels } from '../labels.ts'
import { where, type Opened, type RowStatements } from '../statements.ts'
import { tableOf } from '../../sql-text.ts'
import { isJson, type Field } from '../../types.ts'
import { answered, bound, checkKey, checkValue } from '../../values.ts'
import { readCell } from './cells.ts'
import { cellOf, fieldsOf, isWritable } from './columns.ts'
import type { Lookups } from './lookups.ts'
import type { Action, Change, Choices, GivenRow, Problem } from './types.ts'

/** A row with what it would write. */
export interface Checked extends GivenRow {
  action: Action
  changes: Change[]
  problems: Problem[]
  columns: Columns
  /** The row that is changed, as it is. */
  before?: Row
}

/** Fields that rows can be found by. */
export const isKey = (field: Field) => field.key === 'id' || (field.unique && isWritable(field) && !isJson(field.type))

const TAKEN = 'Another row has this value'
const TWICE = 'Row {row} of the file has the same value'

/** Made once for a whole file, so that values are compared across all of it. */
export function createCheck(
  opened: Opened,
  choices: Choices,
  parts: { input: RowInput; statements: RowStatements; labels: RowLabels; lookups: Lookups; locale: Locale },
) {
  const { input, statements, labels, lookups, locale } = parts
  const { scope, model, store, targets } = opened
  const { definition } = model
  const known = fieldsOf(definition)
  const places = choices.fields.map(key => known.find(field => field.key === key && isWritable(field)))
  const keyField = choices.mode === 'insert' ? undefined : known.find(field => field.key === choices.keyField)
  if (choices.fields.some((key, at) => key && !places[at]) || (choices.mode !== 'insert' && (!keyField || !isKey(keyField))))
    throw new ApiError('data.modelChanged', 'The fields of the model have changed. Choose the columns again', 409)
  const unique = places.flatMap(field => (field?.unique && field !== keyField ? [field] : []))
  /** Row of the file that has a value, by field and value. */
  const seen = new Map<string, Map<string, number>>([...unique, ...(keyField ? [keyField] : [])].map(field => [field.key, new Map()]))
  const table = tableOf(store.schema, definition.table)

  const keyTypeOf = (field: Field) => targets.get(field.relation?.modelId ?? '')?.definition.primaryKey.type
  const checked = (field: Field, value: unknown) =>
    field.key === 'id' ? checkKey(definition.primaryKey.type, value) : checkValue(field, value, keyTypeOf(field))
  const textOf = (field: Field, value: unknown) =>
    value === null || value === undefined
      ? ''
      : field.type === 'decimal'
        ? String(Number(value))
        : typeof value === 'object' && !(value instanceof Date)
          ? JSON.stringify(value)
          : String(value instanceof Date ? value.toISOString() : value)

  /** Values of rows by key of the field; what is wrong stands with the row. */
  async function valuesOf(rows: readonly GivenRow[]) {
    const made = rows.map(() => ({ values: {} as Row, problems: [] as Problem[] }))
    for (const [at, field] of places.entries()) {
      if (!field) continue
      const read = rows.map(({ cells }) => (cells[at] ? readCell(field, cells[at]) : undefined))
      const names = read.flatMap(one => (one && 'name' in one ? [one.name] : []))
      const find = names.length ? await lookups(opened, field, names) : undefined
      for (const [index, one] of read.entries()) {
        if (!one) continue
        const result = 'name' in one ? find?.(one.name) : one
        const row = made[index] as (typeof made)[number]
        if (result && 'problem' in result) row.problems.push({ field: field.key, text: result.problem })
        else if (result) row.values[field.key] = result.value
      }
    }
    return made
  }

  /** Rows by the values of a column; with the rules of whoever imports, unless the question is what the database would refuse. */
  async function rowsBy(field: Field, values: readonly unknown[], on: QueryExecutorProvider, withRules: boolean): Promise<Map<string, Row>> {
    if (!values.length) return new Map()
    const rule = withRules ? await statements.limit(opened) : undefined
    const query = sql<Row>`select ${columnsSql(definition)} from ${table}${where([sql<boolean>`${sql.id(field.column)} in (${sql.join(values.map(value => bound(store.engine, value)))})`, rule])}`
    const { rows } = await query.execute(on)
    return new Map(rows.map(row => answerOf(definition, row)).map(row => [textOf(field, row[field.key]), row]))
  }

  function remember(field: Field, value: unknown, row: number): number | undefined {
    const before = seen.get(field.key) as Map<string, number>
    const text = textOf(field, value)
    const first = before.get(text)
    if (first === undefined) before.set(text, row)
    return first
  }

  /** The rows that the key field names. */
  async function found(rows: readonly GivenRow[], made: Awaited<ReturnType<typeof valuesOf>>, on: QueryExecutorProvider) {
    if (!keyField) return new Map<number, Row>()
    const keys = new Map<number, unknown>()
    for (const [index, { values, problems }] of made.entries()) {
      if (problems.some(one => one.field === keyField.key)) continue
      const value = values[keyField.key]
      if (value === undefined) {
        // A new row may leave the id to us.
        if (keyField.key !== 'id' || choices.mode === 'update') problems.push({ field: keyField.key, text: 'Required' })
        continue
      }
      const result = checked(keyField, value)
      if ('problem' in result) {
        problems.push({ field: keyField.key, text: result.problem })
        continue
      }
      const first = remember(keyField, result.value, (rows[index] as GivenRow).row)
      if (first !== undefined) problems.push({ field: keyField.key, text: { english: TWICE, values: { row: first } } })
      else keys.set(index, result.value)
    }
    const there = await rowsBy(keyField, [...keys.values()], on, true)
    return new Map(
      [...keys].flatMap(([index, value]) => (there.has(textOf(keyField, value)) ? [[index, there.get(textOf(keyField, value)) as Row] as const] : [])),
    )
  }

  return async (rows: readonly GivenRow[], on: QueryExecutorProvider): Promise<Checked[]> => {
    const made = await valuesOf(rows)
    const before = await found(rows, made, on)
    for (const [index, { values, problems }] of made.entries()) {
      const isNew = !before.has(index)
      if (isNew && choices.mode === 'update' && keyField && !problems.some(one => one.field === keyField.key))
        problems.push({ field: keyField.key, text: 'There is no such row' })
      if (isNew && choices.mode === 'upsert' && keyField?.key === 'id' && values.id !== undefined && !problems.length)
        problems.push({ field: 'id', text: 'There is no such row' })
      // Rows are found by their id; a new one gets its own.
      delete values.id
    }
    const results: Checked[] = rows.map((row, index) => ({
      ...row,
      action: 'error',
      changes: [],
      problems: made[index]?.problems ?? [],
      columns: new Map(),
      before: before.get(index),
    }))
    for (const mode of ['create', 'update'] as const) {
      const group = results.flatMap((result, index) => ((mode === 'update') === !!result.before ? [{ result, values: made[index]?.values ?? {} }] : []))
      const told = await input.check(
        scope,
        model,
        group.map(one => one.values),
        mode,
        targets,
      )
      for (const [at, { result }] of group.entries()) {
        const { columns, problems } = told[at] as (typeof told)[number]
        result.columns = columns
        for (const [field, text] of Object.entries(problems)) if (!result.problems.some(one => one.field === field)) result.problems.push({ field, text })
      }
    }
    for (const field of unique) await checkUnique(field, results, on)
    if (keyField && keyField.key !== 'id') await checkHidden(keyField, results, on)
    await labels.add(
      scope,
      store,
      model,
      results.flatMap(({ before: row, problems }) => (row && !problems.length ? [row] : [])),
      opened.asker,
      targets,
    )
    for (const result of results) conclude(result)
    return results
  }

  async function checkUnique(field: Field, results: Checked[], on: QueryExecutorProvider) {
    const filled = results.filter(
      ({ columns, problems }) =>
        columns.get(field.column) !== undefined && columns.get(field.column) !== null && !problems.some(one => one.field === field.key),
    )
    const others = await rowsBy(
      field,
      filled.map(({ columns }) => columns.get(field.column)),
      on,
      false,
    )
    for (const { columns, problems, before, row } of filled) {
      const value = columns.get(field.column)
      const first = remember(field, value, row)
      const other = others.get(textOf(field, value))
      if (first !== undefined) problems.push({ field: field.key, text: { english: TWICE, values: { row: first } } })
      else if (other && String(other.id) !== String(before?.id)) problems.push({ field: field.key, text: TAKEN })
    }
  }

  /** What looks new may have the key of a row that whoever imports must not see. */
  async function checkHidden(field: Field, results: Checked[], on: QueryExecutorProvider) {
    const added = results.filter(({ before, problems }) => !before && !problems.length)
    const hidden = await rowsBy(
      field,
      added.map(({ columns }) => columns.get(field.column)),
      on,
      false,
    )
    for (const { columns, problems } of added) if (hidden.has(textOf(field, columns.get(field.column)))) problems.push({ field: field.key, text: TAKEN })
  }

  function conclude(result: Checked) {
    const { before, columns, problems } = result
    if (problems.length) {
      result.action = 'error'
      return
    }
    if (!before) {
      result.action = 'create'
      return
    }
    for (const [at, field] of places.entries()) {
      if (!field || !columns.has(field.column)) continue
      const from = textOf(field, before[field.key])
      const to = textOf(field, answered(field, columns.get(field.column)))
      if (isSame(field, from, to)) columns.delete(field.column)
      else
        result.changes.push({
          field: field.key,
          from: cellText(cellOf(field, before, targets, locale)).slice(0, 200),
          to: (result.cells[at] ?? '').slice(0, 200),
        })
    }
    result.action = columns.size ? 'change' : 'leave'
  }
}

const isSame = (field: Field, from: string, to: string) => {
  if (from === to) return true
  if (!from || !to) return false
  if (field.type === 'datetime') return new Date(from).getTime() === new Date(to).getTime()
  if (field.type === 'json') return sorted(from) === sorted(to)
  if (field.type === 'multiEnum') {
    const chosen = (text: string) => JSON.stringify(checkValue(field, (readCell(field, text) as { value: unknown }).value))
    return chosen(from) === chosen(to)
  }
  return false
}
/** JSON text with its keys in order: databases keep another one. */
function sorted(text: string): string {
  const order = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(order)
      : value && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, one]) => [key, order(one)]),
          )
        : value
  return JSON.stringify(order(JSON.parse(text)))
}
