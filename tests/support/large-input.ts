// Input that is as large as it may be, or made to be slow: pages, screens, workbooks, packages, texts. Seeded, so that a run can be had again.
import type { CallId } from '../../api/generated/calls.ts'
import type { Cell } from '../../api/server/services/foundation/spreadsheets/index.ts'
import { filled, workbook } from './imports.ts'
import { craftPackage, manifestOf, sha256 } from './package.ts'
import { seeded } from './random.ts'
import { craftZip } from './zip.ts'

export interface LargeInput {
  name: string
  call: CallId
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  files?: { field: string; name: string; content: Buffer | string }[]
}

type Random = () => number
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const word = (random: Random, length: number) => Array.from({ length }, () => LETTERS[Math.floor(random() * 26)]).join('')

/** Components until the text of the page has `bytes`. */
function pageOf(bytes: number, each: (at: number) => unknown): Record<string, unknown> {
  const body: unknown[] = []
  for (let size = 50; ;) {
    const next = each(body.length)
    size += JSON.stringify(next).length + 1
    if (size > bytes) return { type: 'page', body: [{ type: 'form', body }] }
    body.push(next)
  }
}

/** Pages of every kind that a gate may be slow with. */
export function pages(seed: number, bytes: number): Record<string, Record<string, unknown>> {
  const random = seeded(seed)
  const salt = word(random, 6)
  const nested = (levels: number): unknown =>
    levels ? { type: 'container', body: [nested(levels - 1), { type: 'tpl', tpl: salt }] } : { type: 'tpl', tpl: salt }
  return {
    fields: pageOf(bytes, at => ({
      type: 'input-text',
      name: `${salt}${at}`,
      label: `Field ${at} of ${salt}`,
      visibleOn: `\${${salt}${at} != ${at} && user.name == '${salt}'}`,
      description: `Help under ${at}, as \${user.name | upperCase} reads it`,
    })),
    'names that are nowhere': pageOf(bytes, at => ({ type: 'button', label: 'x', name: `${salt}-${at}`, reload: `${word(random, 12)}${at}` })),
    'long names': pageOf(bytes, () => ({ type: 'button', label: 'x', name: word(random, 150), reload: word(random, 150) })),
    'one name of all its length': { type: 'page', body: [{ type: 'button', name: word(random, bytes / 2), reload: word(random, bytes / 2 - 200) }] },
    'unknown components': pageOf(bytes, () => ({ type: word(random, 12), name: word(random, 5) })),
    'unknown properties': pageOf(bytes, () => ({ type: 'tpl', [word(random, 11)]: 1, [word(random, 14)]: 'x' })),
    'one object of many names': {
      type: 'page',
      data: Object.fromEntries(Array.from({ length: bytes / 18 }, (_none, at) => [`${word(random, 8)}${at}`, 1])),
      body: [],
    },
    'small values': { type: 'page', data: { rows: Array.from({ length: bytes / 3 - 50 }, () => 1) }, body: [] },
    'empty objects': { type: 'page', body: Array.from({ length: bytes / 3 - 50 }, () => ({})) },
    'empty lists': { type: 'page', body: Array.from({ length: bytes / 3 - 50 }, () => []) },
    expressions: { type: 'page', body: { type: 'tpl', tpl: `\${${salt}}`.repeat(bytes / 10) } },
    'texts that begin an expression': { type: 'page', body: { type: 'tpl', tpl: '${a'.repeat(bytes / 3 - 30) } },
    'one long expression': { type: 'page', body: { type: 'tpl', tpl: `\${${'a + '.repeat(bytes / 4 - 40)}b}` } },
    brackets: { type: 'page', body: { type: 'tpl', tpl: `\${${'('.repeat(bytes / 2 - 40)}${')'.repeat(bytes / 2 - 40)}}` } },
    'an old condition': { type: 'page', body: { type: 'tpl', visibleOn: `this.a${' && this.b'.repeat(bytes / 10 - 10)}` } },
    'old conditions': pageOf(bytes, at => ({ type: 'tpl', tpl: 'x', visibleOn: `data.${word(random, 5)}${at} > ${at} && this.b` })),
    spaces: { type: 'page', body: { type: 'tpl', tpl: `\${ls${' '.repeat(bytes - 100)}x}`, visibleOn: ' ' } },
    'angle brackets': { type: 'page', body: { type: 'html', html: '<a on'.repeat(bytes / 5 - 20) } },
    'beginnings of links': { type: 'page', body: { type: 'markdown', value: ']( <'.repeat(bytes / 4 - 20) } },
    deep: { type: 'page', body: Array.from({ length: Math.max(1, bytes / 6000) }, () => nested(65)) },
    actions: pageOf(bytes, at => ({
      type: 'button',
      label: 'x',
      onEvent: { click: { actions: [{ actionType: `${word(random, 7)}`, componentId: `u:${at}`, args: { [word(random, 9)]: 1 } }] } },
    })),
  }
}

const emails = (count: number, salt: string) =>
  Array.from({ length: count }, (_none, at): Cell[] => [`Person ${at}`, `${salt}${at}@example.test`, `${salt}${at}`, '', `Department ${at % 900}`])

/** Workbooks for the import of an organisation. */
export async function organisations(seed: number, rows: number): Promise<Record<string, Buffer>> {
  const random = seeded(seed)
  const salt = word(random, 6)
  const departments = Array.from({ length: Math.min(rows, 900) }, (_none, at): Cell[] => [`Department ${at}`, `${salt}${at}`, ''])
  return {
    people: await filled({ departments, members: emails(rows - departments.length, salt) }),
    'a chain of departments': await filled({
      departments: Array.from({ length: rows }, (_none, at): Cell[] => [
        Array.from({ length: (at % 14) + 1 }, (_one, level) => `${salt}${at - (at % 14)}-${level}`).join('/'),
        `${salt}${at}`,
        `${salt}${at}@example.test`,
      ]),
    }),
    'rows with mistakes': await filled({
      members: Array.from({ length: rows }, (): Cell[] => [word(random, 300), word(random, 60), word(random, 100), word(random, 30), word(random, 200)]),
    }),
    'long texts': await filled({
      members: Array.from({ length: Math.min(rows, 600) }, (): Cell[] => [salt.repeat(5400), salt.repeat(5400), '', '', salt.repeat(5400)]),
    }),
    'many columns': await workbook([
      {
        name: 'Members',
        columns: Array.from({ length: 90 }, (_none, at) => ({ header: at === 0 ? 'Name' : at === 1 ? 'Email' : `${salt}${at}` })),
        rows: Array.from({ length: rows }, (_none, at) => Array.from({ length: 90 }, (_one, column) => (column === 1 ? `${salt}${at}@example.test` : at))),
      },
    ]),
  }
}

/** App packages: of as many and as large pages as there may be, and of many models. */
export function packages(seed: number, bytes: number): Record<string, Buffer> {
  const random = seeded(seed)
  const [group, page] = manifestOf().resources as [object, object]
  const withPages = (count: number, schema: (at: number) => unknown) => {
    const bodies = Array.from({ length: count }, (_none, at) => JSON.stringify(schema(at)))
    const resources = bodies.map((body, at) => ({ ...page, id: `p${at}`, name: `Page ${at}`, path: `/p${at}`, parentId: null, sort: at, hash: sha256(body) }))
    return craftPackage(manifestOf({ resources }), [], [...new Set(bodies)])
  }
  const fields = (count: number) =>
    Array.from({ length: count }, (_none, at) => ({
      id: `f${at}`,
      key: `f${at}`,
      name: `Field ${at}`,
      type: 'text',
      column: `f${at}`,
      required: at % 3 === 1,
      unique: at % 20 === 0,
    }))
  const withModels = (models: number, each: number) => {
    const body = JSON.stringify({ type: 'page', title: word(random, 8) })
    const design = {
      data: {
        sources: [{ id: 'main', key: 'main', name: 'Built-in', dialect: 'builtin' }],
        models: Array.from({ length: models }, (_none, at) => ({
          id: `m${at}`,
          sourceId: 'main',
          key: `m${at}`,
          name: `Model ${at}`,
          description: '',
          definition: {
            table: `m${at}`,
            managed: true,
            primaryKey: { column: 'id', type: 'uuid', generated: true },
            titleField: '',
            fields: fields(each),
            indexes: [],
          },
        })),
      },
      permissions: { roles: [], lists: [], overrides: [], options: [], rowRules: [] },
    }
    return craftPackage(manifestOf({ formatVersion: 2, resources: [{ ...page, id: 'p', path: '/p', parentId: null, hash: sha256(body) }], design }), [], [body])
  }
  return {
    'thousands of pages': withPages(4000, at => ({ type: 'page', title: `Page ${at}`, body: { type: 'tpl', tpl: word(random, 40) } })),
    'large pages': withPages(10, at => ({ ...pages(seed, bytes).fields, title: `Page ${at}` })),
    'thousands of groups': craftPackage(
      manifestOf({
        resources: [
          ...manifestOf().resources,
          ...Array.from({ length: 4900 }, (_none, at) => ({ ...group, id: `g${at}`, name: `Group ${at}`, sort: at + 10 })),
        ],
      }),
    ),
    'hundreds of models': withModels(400, 190),
    'some models': withModels(30, 100),
  }
}

/** Workbooks of one sheet with many rows, for roles and for models. */
export const plainRows = (seed: number, rows: number, columns: readonly string[]): Promise<Buffer> => {
  const random = seeded(seed)
  return workbook([
    {
      name: 'Rows',
      columns: columns.map(header => ({ header })),
      rows: Array.from({ length: rows }, (_none, at) => columns.map((_column, n) => (n ? word(random, 12) : `${word(random, 6)}${at}@example.test`))),
    },
  ])
}

/** Zips of pages, as an amis project has them. */
export function projects(seed: number, bytes: number): Record<string, Buffer> {
  const large = pages(seed, bytes)
  const files = (count: number, schema: (at: number) => unknown) =>
    craftZip(Array.from({ length: count }, (_none, at) => ({ name: `pages/page-${at}.json`, content: JSON.stringify(schema(at)) })))
  const random = seeded(seed)
  return {
    'many small pages': files(2000, at => ({ type: 'page', title: `Page ${at}`, body: { type: 'tpl', tpl: word(random, 40) } })),
    'large pages': files(10, at => ({ ...large.fields, title: `Page ${at}` })),
    'slow pages': files(Object.keys(large).length, at => ({ ...(Object.values(large)[at] as object), title: `Page ${at}` })),
  }
}
