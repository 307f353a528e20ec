// .csv files as people's programs write them, read row by row; and written so that no cell is taken for a formula.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS, openCsv, writeCsv, type Cell } from '../../api/server/services/foundation/spreadsheets/index.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'csv-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(content: Buffer | string, limits = LIMITS) {
  const path = join(folder, 'a.csv')
  await writeFile(path, content)
  const [sheet] = (await openCsv(path, limits)).sheets
  const rows: [number, Cell[]][] = []
  for await (const { row, cells } of sheet?.rows() ?? []) rows.push([row, cells])
  return rows
}
async function written(rows: Cell[][], headers = ['A', 'B']) {
  const pieces: Buffer[] = []
  for await (const piece of writeCsv(headers, rows)) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

describe('reading', () => {
  it('takes quotes, line breaks in cells, blank rows and every kind of line end', async () => {
    expect(await read('a,b\r\n"x, ""y""","two\nlines"\r\n\r\n c , d \n"  kept ",\r1,2')).toEqual([
      [1, ['a', 'b']],
      [2, ['x, "y"', 'two\nlines']],
      [4, ['c', 'd']],
      [5, ['  kept ']],
      [6, ['1', '2']],
    ])
  })
  it.each([
    ['semicolons', 'a;b\n1,5;2'],
    ['tabs', 'a\tb\n1,5\t2'],
  ])('finds %s by the first line', async (_name, text) => {
    expect(await read(text)).toEqual([
      [1, ['a', 'b']],
      [2, ['1,5', '2']],
    ])
  })
  it('reads UTF-8 with and without its mark, UTF-16 and GB18030', async () => {
    const rows = [
      [1, ['名称', '数量']],
      [2, ['你好', '1']],
    ]
    const text = '名称,数量\n你好,1'
    expect(await read(text)).toEqual(rows)
    expect(await read(`\ufeff${text}`)).toEqual(rows)
    expect(await read(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))).toEqual(rows)
    const gb = Buffer.from([0xc3, 0xfb, 0xb3, 0xc6, 0x2c, 0xca, 0xfd, 0xc1, 0xbf, 0x0a, 0xc4, 0xe3, 0xba, 0xc3, 0x2c, 0x31])
    expect(await read(gb)).toEqual(rows)
  })
  it('is not led astray by what is no table: bytes are refused, an open quote ends with the file', async () => {
    await expect(read(Buffer.from([1, 2, 0, 3]))).rejects.toMatchObject({ code: 'sheet.notText' })
    expect(await read('a\n"open')).toEqual([
      [1, ['a']],
      [2, ['open']],
    ])
    expect(await read('')).toEqual([])
    expect(await read('only')).toEqual([[1, ['only']]])
  })
  it('has limits', async () => {
    await expect(read('a\n1\n2\n3', { ...LIMITS, rows: 3 })).rejects.toMatchObject({ code: 'sheet.tooManyRows' })
    await expect(read('a,b,c', { ...LIMITS, columns: 2 })).rejects.toMatchObject({ code: 'sheet.tooManyColumns' })
  })
})

describe('writing', () => {
  it('makes texts of what would be formulas, quotes where it must, and reads back the same', async () => {
    const rows: Cell[][] = [
      ['=1+1', -5],
      ['@cmd', 'a,"b"'],
      ['-2+3', '\tx'],
      ["'plain", 'two\nlines'],
      ['名称', true],
    ]
    const content = await written(rows)
    expect(content.toString()).toBe(`\ufeffA,B\r\n'=1+1,-5\r\n'@cmd,"a,""b"""\r\n'-2+3,"'\tx"\r\n'plain,"two\nlines"\r\n名称,true\r\n`)
    expect((await read(content)).slice(1).map(([, cells]) => cells)).toEqual([
      ['=1+1', '-5'],
      ['@cmd', 'a,"b"'],
      ['-2+3', '\tx'],
      ["'plain", 'two\nlines'],
      ['名称', 'true'],
    ])
  })
})
