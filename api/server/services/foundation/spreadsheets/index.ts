// Spreadsheets: .xlsx and .csv files read and written row by row (decisions/spreadsheets.md).
//
//   const book = await openWorkbook(file.path)
//   for await (const { row, values, problems } of readTable(book.sheets[0], COLUMNS)) …
//   return new FileAnswer(writeWorkbook([{ name, columns: headersOf(COLUMNS, locale), rows }]), { name: 'members.xlsx', mime: XLSX_MIME })
export { CSV_MIME, isWorkbook, openCsv, writeCsv } from './csv.ts'
export { LIMITS, XLSX_MIME, type Cell, type Limits } from './format.ts'
export { openWorkbook, type OpenWorkbook, type Row, type Sheet } from './read.ts'
export { firstRow, headersOf, looksLike, readTable, textOf, type CellProblem, type Column, type Reason, type TableRow } from './table.ts'
export { writeWorkbook, type SheetToWrite } from './write.ts'
