// Writes .xlsx files as they are read by whoever downloads them: one row at a time, texts as texts whatever they begin with.
import { Readable } from 'node:stream'
import yazl from 'yazl'
import { CELL_MAX, type Cell } from './format.ts'

export interface SheetToWrite {
  /** At most 31 characters are kept. */
  name: string
  columns: readonly { header: string; width?: number }[]
  rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>
}

/** Numbers of the styles in STYLES. */
const HEADER = 1
const TEXT = 2
const DATE = 3
/** A text that would be a formula if it were typed; marked the way an apostrophe marks it, so that it stays a text when it is edited. */
const QUOTED = 4
const WOULD_BE_FORMULA = /^[=+\-@\t\r]/

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>
<fill><patternFill patternType="solid"><fgColor rgb="FFE8F0FE"/><bgColor indexed="64"/></patternFill></fill></fills>
<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>
<border><left/><right/><top/><bottom style="thin"><color rgb="FFB6C8F0"/></bottom><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, sign => ENTITIES[sign] ?? sign)

/** Text of a cell: what XML cannot hold is written the way programs do, and what looks like that is protected from being read so. */
const content = (text: string) =>
  escaped(
    text
      .slice(0, CELL_MAX)
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, sign => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
      .replace(/\p{Surrogate}/gu, '\ufffd'),
  )

function letters(column: number): string {
  let text = ''
  for (let n = column + 1; n > 0; n = Math.floor((n - 1) / 26)) text = String.fromCharCode(65 + ((n - 1) % 26)) + text
  return text
}

const DAY_MS = 86_400_000
function cellXml(cell: Cell, column: number, row: number, style?: number): string {
  const at = `r="${letters(column)}${row}"`
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c ${at}><v>${cell}</v></c>` : ''
  if (typeof cell === 'boolean') return `<c ${at} t="b"><v>${cell ? 1 : 0}</v></c>`
  if (cell instanceof Date) return `<c ${at} s="${DATE}"><v>${(cell.getTime() - Date.UTC(1899, 11, 30)) / DAY_MS}</v></c>`
  const look = style ?? (WOULD_BE_FORMULA.test(cell) ? QUOTED : TEXT)
  return `<c ${at} s="${look}" t="inlineStr"><is><t xml:space="preserve">${content(cell)}</t></is></c>`
}

const rowXml = (cells: readonly Cell[], row: number, style?: number) =>
  `<row r="${row}">${cells.map((cell, column) => cellXml(cell, column, row, style)).join('')}</row>`

async function* sheetXml({ columns, rows }: SheetToWrite): AsyncGenerator<string> {
  const cols = columns.map(
    ({ header, width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width ?? Math.max(12, header.length + 4)}" style="${TEXT}" customWidth="1"/>`,
  )
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData>`
  yield rowXml(
    columns.map(column => column.header),
    1,
    HEADER,
  )
  let row = 1
  let held = ''
  for await (const cells of rows) {
    held += rowXml(cells, ++row)
    if (held.length < 65_536) continue
    yield held
    held = ''
  }
  yield `${held}</sheetData></worksheet>`
}

/** Names that programs take: no `[]:*?/\`, 31 characters, none twice. */
function sheetNames(sheets: readonly SheetToWrite[]): string[] {
  const used = new Set<string>()
  return sheets.map(({ name }) => {
    const base =
      name
        .replace(/[[\]:*?/\\\u0000-\u001f]/g, ' ')
        .replace(/^'+|'+$/g, '')
        .trim() || 'Sheet'
    let free = base.slice(0, 31)
    for (let n = 2; used.has(free.toLowerCase()); n++) free = `${base.slice(0, 27)} ${n}`
    used.add(free.toLowerCase())
    return free
  })
}

/** The bytes of a workbook. Rows are asked for while the stream is read; an error of theirs ends it. */
export function writeWorkbook(sheets: readonly SheetToWrite[]): Readable {
  const zip = new yazl.ZipFile()
  const options = { mode: 0o100644 }
  const text = (name: string, xml: string) => zip.addBuffer(Buffer.from(XML + xml), name, options)
  const type = (name: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`
  const each = (make: (name: string, n: number) => string) =>
    sheetNames(sheets)
      .map((name, at) => make(name, at + 1))
      .join('')

  text(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type('sheet.main')}"/><Override PartName="/xl/styles.xml" ContentType="${type('styles')}"/>${each(
      (_name, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type('worksheet')}"/>`,
    )}</Types>`,
  )
  text(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  text(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((name, n) => `<sheet name="${escaped(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  )
  text(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${each(
      (_name, n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
    )}<Relationship Id="rId0" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  )
  zip.addBuffer(Buffer.from(STYLES), 'xl/styles.xml', options)
  const output = zip.outputStream as Readable
  for (const [at, sheet] of sheets.entries())
    zip.addReadStreamLazy(`xl/worksheets/sheet${at + 1}.xml`, options, done => {
      const stream = Readable.from(sheetXml(sheet), { objectMode: false })
      stream.on('error', error => output.destroy(error))
      done(null, stream)
    })
  zip.on('error', error => output.destroy(error as Error))
  zip.end()
  return output
}
