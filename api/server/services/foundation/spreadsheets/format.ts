// What a sheet is made of here, and how large a file of a stranger may be.
import { fieldError } from '../../../errors.ts'

export const XLSX_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Dates are in UTC: a sheet knows no time zone. */
export type Cell = string | number | boolean | Date | null

export interface Limits {
  /** Filled rows of one sheet. */
  rows: number
  columns: number
  sheets: number
  /** Bytes of all parts of the file that are read, unpacked. */
  unpackedBytes: number
}
export const LIMITS: Limits = { rows: 20_000, columns: 100, sheets: 20, unpackedBytes: 100 * 1024 * 1024 }

/** What a cell can hold in any program; the rest of a longer text would be lost when it is saved. */
export const CELL_MAX = 32_767

/** The field of the form that the file was chosen in. */
export const FIELD = 'file'
export const damaged = () =>
  fieldError('sheet.damaged', FIELD, 'The file is damaged or is no .xlsx file. Open it in your spreadsheet program and save it again')
export const tooLarge = (limitBytes: number) =>
  fieldError('sheet.tooLarge', FIELD, 'Unpacked, the file would be larger than {limit} MB', { limit: Math.round(limitBytes / 1048576) })
