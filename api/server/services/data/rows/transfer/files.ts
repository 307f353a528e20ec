// The files that an import gives: the template to fill in, and the rows with errors to put right.
import type { Readable } from 'node:stream'
import type { FieldFormat } from '../../../../../models/formats.ts'
import { say, type Locale } from '../../../../../messages.ts'
import { writeCsv, writeWorkbook, type Cell } from '../../../foundation/spreadsheets/index.ts'
import type { Definition, Field } from '../../types.ts'
import { isWritable } from './columns.ts'
import type { Format } from './exports.ts'
import { HELP } from './read-task.ts'

const KINDS: Partial<Record<Field['type'], string>> = {
  integer: 'A whole number',
  decimal: 'A number',
  boolean: 'Yes or no',
  date: 'A date such as 2026-01-31',
  time: 'A time such as 09:30',
  datetime: 'A time such as 2026-01-31 09:30, in UTC',
  user: 'Email, user name or name of a member',
  department: 'Code or name of a department',
  relationOne: 'Title or id of the row',
  json: 'JSON',
  file: 'Address of a file',
  image: 'Address of an image',
}

const FORMS: Partial<Record<FieldFormat, string>> = {
  email: 'An email such as ann@example.com',
  phone: 'A phone number such as +44 20 7946 0958',
  url: 'A web address that starts with http:// or https://',
  color: 'A colour such as #2468ff',
  rating: 'A whole number from 1 to 5',
  percent: 'A percentage as people read it: 12.5 is 12.5 %',
  currency: 'An amount in {currency}',
  location: 'A place: latitude and longitude such as 52.52, 13.405',
}

function whatToWrite(field: Field, locale: Locale): string {
  const choices = (field.options ?? []).map(option => option.label || option.value).join(' / ')
  if (field.type === 'enum') return choices
  if (field.type === 'multiEnum') return say(locale, 'Several of these, with ; between them: {choices}', { choices })
  return say(locale, (field.format && FORMS[field.format]) ?? KINDS[field.type] ?? 'Text', { currency: field.currency ?? '' })
}

/** A file to fill in: a column per field, and in a workbook a sheet that says what goes where. */
export function template(name: string, definition: Definition, format: Format, locale: Locale): Readable {
  const fields = definition.fields.filter(isWritable)
  const headers = fields.map(field => `${field.name}${field.required && field.default === undefined ? ' *' : ''}`)
  if (format === 'csv') return writeCsv(headers, [])
  const help = fields.map((field): Cell[] => [
    field.name,
    field.key,
    say(locale, field.required && field.default === undefined ? 'Required' : 'Optional'),
    whatToWrite(field, locale),
    field.description ?? '',
  ])
  return writeWorkbook([
    { name, columns: headers.map(header => ({ header, width: Math.max(16, header.length + 4) })), rows: [] },
    {
      name: say(locale, HELP),
      columns: [
        { header: say(locale, 'Column'), width: 24 },
        { header: say(locale, 'Key'), width: 20 },
        { header: say(locale, 'Required'), width: 12 },
        { header: say(locale, 'What to write'), width: 60 },
        { header: say(locale, 'Description'), width: 60 },
      ],
      rows: help,
    },
  ])
}

/** Rows with errors in the columns of their file, and what is wrong with each behind them: put right, the file can be imported again. */
export function errorFile(
  headers: readonly string[],
  rows: AsyncIterable<{ row: number; cells: string[]; reasons: string }>,
  format: Format,
  locale: Locale,
): Readable {
  const all = [...headers, say(locale, 'Row of the file'), say(locale, 'What is wrong')]
  async function* lines(): AsyncGenerator<Cell[]> {
    for await (const { row, cells, reasons } of rows) yield [...cells, row, reasons]
  }
  return format === 'csv'
    ? writeCsv(all, lines())
    : writeWorkbook([
        { name: say(locale, 'Errors'), columns: all.map((header, at) => ({ header, ...(at === all.length - 1 && { width: 60 }) })), rows: lines() },
      ])
}
