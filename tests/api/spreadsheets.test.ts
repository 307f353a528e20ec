// The .xlsx service: what is written is read again, what programs of others write is understood, and files made to do harm are refused.
import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import ExcelJS from 'exceljs'
import yazl from 'yazl'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  headersOf,
  LIMITS,
  openWorkbook,
  readTable,
  writeWorkbook,
  type Cell,
  type Column,
  type Row,
} from '../../api/server/services/foundation/spreadsheets/index.ts'

let folder = ''
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheets-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const place = () => join(folder, `${files++}.xlsx`)
const rowsIn = async (path: string, sheet = 0): Promise<Row[]> => {
  const book = await openWorkbook(path)
  const rows: Row[] = []
  for await (const row of book.sheets[sheet]?.rows() ?? []) rows.push(row)
  book.close()
  return rows
}
async function written(rows: Cell[][], name = 'Sheet'): Promise<string> {
  const path = place()
  await pipeline(writeWorkbook([{ name, columns: [{ header: 'Name' }, { header: 'Value' }], rows }]), createWriteStream(path))
  return path
}

const TYPES = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`
const relation = (type: string, target: string) =>
  `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
/** A workbook of one sheet, its parts given as they are. */
async function handmade(sheet: string | Buffer, more: Record<string, string> = {}): Promise<string> {
  const zip = new yazl.ZipFile()
  const parts: Record<string, string | Buffer> = {
    '[Content_Types].xml': TYPES,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  }
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const path = place()
  await pipeline(zip.outputStream as NodeJS.ReadableStream, createWriteStream(path))
  return path
}
const refusal = async (path: string) =>
  rowsIn(path).then(
    () => '',
    error => error.code as string,
  )

describe('writing', () => {
  it('gives back what was written: texts, numbers, yes and no, dates, gaps, other scripts', async () => {
    const at = new Date(Date.UTC(2026, 4, 17, 8, 30))
    const rows: Cell[][] = [
      ['陈 & <b>"Eva"</b>', 12.5],
      [true, at],
      [null, 'below a gap'],
      ['_x0041_ stays', 'line\none 🙂'],
    ]
    expect((await rowsIn(await written(rows))).slice(1).map(row => row.cells)).toEqual(rows)
  })

  it('makes a workbook that another library opens, with a header that stands out and stays in place', async () => {
    const book = new ExcelJS.Workbook()
    await book.xlsx.readFile(await written([['a', 1]], 'Members: [all]/2026'))
    const sheet = book.worksheets[0]!
    expect(sheet.name).toBe('Members   all  2026')
    expect(sheet.getRow(1).getCell(1).value).toBe('Name')
    expect(sheet.getRow(1).getCell(1).font.bold).toBe(true)
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
    expect(sheet.getRow(2).getCell(2).value).toBe(1)
  })

  it('a text that looks like a formula stays a text', async () => {
    const path = await written([
      ['=HYPERLINK("http://evil.test","x")', '@SUM(1)'],
      ['+1', '-2'],
      ['\t=1', "=cmd|' /C calc'!A0"],
    ])
    const book = new ExcelJS.Workbook()
    await book.xlsx.readFile(path)
    for (const row of [2, 3, 4])
      for (const column of [1, 2]) {
        const cell = book.worksheets[0]!.getRow(row).getCell(column)
        expect(cell.type).toBe(ExcelJS.ValueType.String)
        expect(cell.formula).toBeFalsy()
      }
    expect((await rowsIn(path))[1]?.cells[0]).toBe('=HYPERLINK("http://evil.test","x")')
  })

  it('asks for rows only while somebody reads, and ends with their error', async () => {
    let asked = 0
    async function* rows(): AsyncGenerator<Cell[]> {
      for (let n = 0; n < 1_000_000; n++) {
        asked++
        yield ['x'.repeat(1000) + Math.random(), n]
        if (n === 400_000) throw new Error('too far')
      }
    }
    const stream = writeWorkbook([{ name: 'Many', columns: [{ header: 'A' }], rows: rows() }])
    stream.once('data', () => stream.pause())
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(asked).toBeLessThan(20_000)
    stream.destroy()
    async function* broken(): AsyncGenerator<Cell[]> {
      yield ['a']
      throw new Error('no more rows')
    }
    await expect(pipeline(writeWorkbook([{ name: 'Broken', columns: [{ header: 'A' }], rows: broken() }]), createWriteStream(place()))).rejects.toThrow(
      'no more rows',
    )
  })
})

describe('reading', () => {
  it('understands what another library writes: shared and rich texts, formulas by their value, dates, percentages, styles, a hidden sheet', async () => {
    const book = new ExcelJS.Workbook()
    book.addWorksheet('Secret', { state: 'hidden' }).addRow(['hidden'])
    const sheet = book.addWorksheet('People')
    sheet.addRow(['Name', 'Since', 'Sum'])
    sheet.addRow(['Eve', new Date(Date.UTC(2024, 1, 29)), { formula: '1+1', result: 2 }])
    sheet.addRow([{ richText: [{ text: 'Ri', font: { bold: true } }, { text: 'ch' }] }, 0.1 + 0.2, false])
    sheet.getRow(9).getCell(2).value = '13800000000'
    sheet.getRow(10).getCell(2).value = 0.125
    sheet.getRow(10).getCell(2).numFmt = '0.0%'
    const path = place()
    await book.xlsx.writeFile(path)
    const opened = await openWorkbook(path)
    expect(opened.sheets.map(one => one.name)).toEqual(['People'])
    opened.close()
    expect(await rowsIn(path)).toEqual([
      { row: 1, cells: ['Name', 'Since', 'Sum'] },
      { row: 2, cells: ['Eve', new Date(Date.UTC(2024, 1, 29)), 2] },
      { row: 3, cells: ['Rich', 0.1 + 0.2, false] },
      { row: 9, cells: [null, '13800000000'] },
      { row: 10, cells: [null, '12.5%'] },
    ])
  })

  it('reads cells without references, inline texts and dates since 1904', async () => {
    const path = await handmade(
      `<worksheet><sheetData><row><c t="inlineStr"><is><t>a</t><rPh><t>no</t></rPh></is></c><c><v>1</v></c></row><row r="5"><c r="C5" s="1"><v>0</v></c></row></sheetData></worksheet>`,
      {
        'xl/workbook.xml':
          '<x:workbook xmlns:x="m" xmlns:q="r"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="One" sheetId="1" q:id="r1"/></x:sheets></x:workbook>',
        'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="t/worksheet" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="r2" Type="t/styles" Target="styles.xml"/></Relationships>`,
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="[$-409]d mmm;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>',
      },
    )
    expect(await rowsIn(path)).toEqual([
      { row: 1, cells: ['a', 1] },
      { row: 5, cells: [null, null, new Date(Date.UTC(1904, 0, 1))] },
    ])
  })

  it('is read as far as it is asked for', async () => {
    const path = await written(Array.from({ length: 15_000 }, (_, n) => [`row ${n}`, n]))
    const book = await openWorkbook(path)
    for await (const row of book.sheets[0]!.rows()) {
      expect(row.row).toBe(1)
      break
    }
    book.close()
  })
})

describe('what is refused, in words at the field', () => {
  it.each([
    ['nothing of a sheet', Buffer.from('name,email\na,b\n'), 'sheet.notXlsx'],
    ['an empty file', Buffer.alloc(0), 'sheet.notXlsx'],
    ['an old workbook', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]), 'sheet.oldFormat'],
    [
      'one with a password',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(900), Buffer.from('EncryptedPackage', 'utf16le')]),
      'sheet.encrypted',
    ],
    ['half a zip', Buffer.from('PK\u0003\u0004 and then nothing'), 'sheet.damaged'],
  ])('%s', async (_name, content, code) => {
    const path = place()
    await writeFile(path, content)
    expect(await refusal(path)).toBe(code)
  })

  const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  it.each([
    ['text that is no XML', 'hello', 'sheet.damaged'],
    [
      'entities of its own',
      `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${sheetOf('<row><c t="inlineStr"><is><t>&b;</t></is></c></row>')}`,
      'sheet.damaged',
    ],
    ['an entity from a file', `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${sheetOf('')}`, 'sheet.damaged'],
    ['elements nested without end', '<a>'.repeat(100_000), 'sheet.damaged'],
    ['an element of ten thousand attributes', `<worksheet ${Array.from({ length: 10_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`, 'sheet.damaged'],
    ['too many columns', sheetOf('<row><c r="XFD1"><v>1</v></c></row>'), 'sheet.tooManyColumns'],
    ['a row that no sheet has', sheetOf('<row r="99999999999"><c><v>1</v></c></row>'), 'sheet.damaged'],
    ['a cell of a megabyte', sheetOf(`<row><c t="inlineStr"><is><t>${'x'.repeat(1_000_000)}</t></is></c></row>`), 'sheet.damaged'],
    ['too many rows', sheetOf('<row><c><v>1</v></c></row>'.repeat(LIMITS.rows + 1)), 'sheet.tooManyRows'],
    ['more than it may unpack to', Buffer.alloc(LIMITS.unpackedBytes + 1, ' '), 'sheet.tooLarge'],
  ])('%s', async (_name, sheet, code) => {
    expect(await refusal(await handmade(sheet))).toBe(code)
  })

  it('a zip that announces less than it unpacks to', async () => {
    const path = await handmade(sheetOf(`<row><c t="inlineStr"><is><t>${'x'.repeat(30_000)}</t></is></c></row>`))
    const { readFile } = await import('node:fs/promises')
    const bytes = await readFile(path)
    // The size of the last part in the directory of the zip.
    const entry = bytes.lastIndexOf(Buffer.from('504b0102', 'hex'))
    bytes.writeUInt32LE(100, entry + 24)
    await writeFile(path, bytes)
    expect(await refusal(path)).toBe('sheet.damaged')
  })

  it('names like those of the prototype do nothing', async () => {
    const path = await handmade(
      sheetOf('<row><c t="s"><v>__proto__</v></c><c t="s"><v>constructor</v></c><c t="inlineStr"><is><t>__proto__</t></is></c></row>'),
    )
    expect(await rowsIn(path)).toEqual([{ row: 1, cells: [null, null, '__proto__'] }])
  })
})

describe('tables', () => {
  const COLUMNS: Column[] = [
    { key: 'name', header: 'Name', isRequired: true, maxLength: 25 },
    { key: 'email', header: 'Email', check: text => (text.includes('@') ? undefined : { reason: 'Not valid' }) },
  ]
  async function table(rows: Cell[][], header: string[]) {
    const path = place()
    await pipeline(writeWorkbook([{ name: 'People', columns: header.map(one => ({ header: one })), rows }]), createWriteStream(path))
    const book = await openWorkbook(path)
    const found = []
    try {
      for await (const row of readTable(book.sheets[0]!, COLUMNS)) found.push(row)
    } finally {
      book.close()
    }
    return found
  }

  it('columns are known by their header in either language, in any order, with a star or without', async () => {
    const rows = [{ row: 2, values: { name: 'Eve', email: 'eve@x.test' }, problems: [] }]
    expect(await table([['eve@x.test', ' Eve\u00a0']], ['EMAIL', 'Name *'])).toEqual(rows)
    expect(
      await table(
        [['Eve', 'eve@x.test']],
        headersOf(COLUMNS, 'zh-CN').map(column => column.header),
      ),
    ).toEqual(rows)
    expect(headersOf(COLUMNS, 'zh-CN')[0]?.header).toMatch(/[一-龥]/)
  })

  it('each wrong cell is told with its row, its column and why; blank rows are passed over', async () => {
    expect(
      await table(
        [
          ['', 'no'],
          [' ', ''],
          ['x'.repeat(26), '#N/A'],
          ['a\u0001', 'a@b'],
        ],
        ['Name', 'Email'],
      ),
    ).toEqual([
      {
        row: 2,
        values: { name: '', email: 'no' },
        problems: [
          { row: 2, column: 'name', reason: 'Required' },
          { row: 2, column: 'email', reason: 'Not valid' },
        ],
      },
      {
        row: 4,
        values: { name: 'x'.repeat(25), email: '#N/A' },
        problems: [
          { row: 4, column: 'name', reason: 'No more than {limit} characters', values: { limit: 25 } },
          { row: 4, column: 'email', reason: 'The formula of this cell has an error' },
        ],
      },
      { row: 5, values: { name: 'a?', email: 'a@b' }, problems: [{ row: 5, column: 'name', reason: 'Contains characters that cannot be stored' }] },
    ])
  })

  it.each([
    [['Name', 'Shoe size'], 'sheet.unknownColumns'],
    [['Email'], 'sheet.missingColumns'],
    [['Name', 'name *'], 'sheet.columnTwice'],
  ])('columns %j are refused with %s', async (header, code) => {
    await expect(table([['a']], header)).rejects.toMatchObject({ code, more: { fields: { file: expect.any(String) } } })
  })
})
