import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { writeWorkbook, type Cell } from '../../api/server/services/foundation/spreadsheets/index.ts'
import { addRole, builtIn, foreignRole, lastChange, rolesNotForThem, within } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let sales = ''
const sheet = async (headers: string[], rows: Cell[][]) => buffer(writeWorkbook([{ name: 'People', columns: headers.map(header => ({ header })), rows }]))
const file = async (headers: string[], rows: Cell[][], name = 'people.xlsx') => ({ files: [{ field: 'file', name, content: await sheet(headers, rows) }] })
const own = (content: () => Promise<object>) => async (world: World) => ({
  params: { roleId: (sales ||= await addRole(world, 'Sales')) },
  ...(await content()),
})
const ben = () => file(['Email'], [['ben@example.test']])

scenarios('role.importUsers', [
  {
    name: 'role.import-users role.import-users-dialog: takes the rows that fit and tells of the others',
    as: 'abe',
    given: own(() =>
      file(
        ['Email *', 'Name'],
        [
          ['BEN@example.test', 'Ben'],
          ['nobody@example.test', 'No'],
          ['', 'Without'],
          ['ann@example.test', ''],
          ['ben@example.test', 'Again'],
          ['cyd@example.test', ''],
        ],
      ),
    ),
    expect: {
      status: 0,
      data: {
        added: 2,
        already: 0,
        failed: 4,
        message: '2 added, 0 already in it, 4 left out',
        errors: [
          { row: 3, email: 'nobody@example.test', message: 'Nobody in the organisation has this email' },
          { row: 4, email: '', message: 'Required' },
          { row: 6, email: 'ben@example.test', message: 'The same email as in row 2' },
          { row: 7, email: 'cyd@example.test' },
        ],
      },
    },
    then: async (_reply, world) => {
      expect((await within(world, sales, 'user')).sort()).toEqual([world.ids.ann, world.ids.ben].sort())
      expect((await lastChange(world)).by).toBe('abe')
    },
  },
  {
    name: 'role.import-users: columns in Chinese, and what is in it already',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    given: own(() => file(['邮箱'], [['ben@example.test'], ['abe@example.test']])),
    expect: { status: 0, data: { added: 1, already: 1, failed: 0, message: '已添加 1 人，1 人已在其中' } },
  },
  { name: 'role.import-file: wants a file', as: 'ann', given: own(async () => ({ files: [] })), expect: { status: 422, errors: ['file'], stored: 'same' } },
  {
    name: 'role.import-file: only .xlsx',
    as: 'ann',
    given: own(() => file(['Email'], [['ben@example.test']], 'people.csv')),
    expect: { status: 422, errors: ['file'], stored: 'same' },
  },
  {
    name: 'role.import-file: only .xlsx inside too',
    as: 'ann',
    given: own(async () => ({ files: [{ field: 'file', name: 'people.xlsx', content: 'Email\nben@example.test' }] })),
    expect: { status: 422, code: 'sheet.notXlsx', errors: ['file'], stored: 'same' },
  },
  {
    name: 'wants the column of emails',
    as: 'ann',
    given: own(() => file(['Name'], [['Ben']])),
    expect: { status: 422, code: 'sheet.missingColumns', errors: ['file'], stored: 'same' },
  },
  {
    name: 'wants somebody',
    as: 'ann',
    given: own(() => file(['Email'], [])),
    expect: { status: 422, code: 'role.importEmpty', errors: ['file'], stored: 'same' },
  },
  {
    name: 'role.members-disabled: everybody is in “all users” already',
    as: 'ann',
    given: async world => ({ params: { roleId: await builtIn(world, 'all-users') }, ...(await ben()) }),
    expect: { status: 409, code: 'role.membersLocked', stored: 'same' },
  },
  {
    name: 'knows no role of another organisation',
    as: 'ann',
    given: async world => ({ params: { roleId: await foreignRole(world) }, ...(await ben()) }),
    expect: { status: 404, stored: 'same' },
  },
  ...rolesNotForThem({}, own(ben)),
])
