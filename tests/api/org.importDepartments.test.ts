// org.import-departments, org.import-file: a file of departments and members is read and planned; org.import-visible, org.IMPORT_TYPE: who may, where, and what.
import { expect } from 'vitest'
import { say } from '../../api/messages.ts'
import { asFile, filled, linesOf, workbook } from '../support/imports.ts'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

const withFile = async () => ({ files: asFile(await filled({ departments: [['Sales']], members: [['Eve', 'eve@example.test', '', '', 'Sales']] })) })
const refused = { status: 422, errors: ['file'], stored: 'same' as const }
const sheet = (header: string[], rows: string[][] = [], name = 'People') => workbook([{ name, columns: header.map(one => ({ header: one })), rows }])

scenarios('org.importDepartments', [
  {
    name: 'answers what the file would do, and does nothing yet',
    as: 'ann',
    given: withFile,
    expect: {
      status: 0,
      data: {
        state: 'planned',
        fileName: 'people.xlsx',
        departments: { create: 1 },
        members: { create: 1 },
        total: { create: 2, change: 0, leave: 0, error: 0 },
        result: null,
      },
    },
    then: async ({ data }, world) => {
      expect(await linesOf(world, data.id)).toEqual(['create | Sales', 'create | Eve | Departments:  → Sales'])
      expect(await world.db.selectFrom('department').select('id').where('name', '=', 'Sales').execute()).toEqual([])
      expect(await world.db.selectFrom('person').select('id').where('email', '=', 'eve@example.test').execute()).toEqual([])
    },
  },
  { name: 'is for administrators, too', as: 'abe', given: withFile, expect: { status: 0 } },
  { name: 'is for the platform, too', as: 'sue', given: withFile, expect: { status: 0 } },
  {
    name: 'understands Chinese headers and sheets, in any order, and passes over sheets that explain',
    as: 'ann',
    given: async () => {
      const zh = (text: string) => say('zh-CN', text)
      return {
        files: asFile(
          await workbook([
            { name: zh('How to fill in'), columns: [{ header: 'x' }], rows: [['y']] },
            { name: zh('Members'), columns: [{ header: zh('Email') }, { header: `${zh('Name')} *` }], rows: [['fay@example.test', '菲']] },
          ]),
        ),
      }
    },
    expect: { status: 0, data: { total: { create: 1, change: 0, leave: 0, error: 0 } } },
  },
  {
    name: 'knows sheets of other names by their columns',
    as: 'ann',
    given: async () => ({ files: asFile(await sheet(['Department', 'Code'], [['Buying', 'b']], '2026')) }),
    expect: { status: 0, data: { departments: { create: 1, change: 0, leave: 0, error: 0 } } },
  },
  { name: 'wants a file', as: 'ann', body: {}, expect: refused },
  { name: 'wants .xlsx by its name', as: 'ann', files: asFile('name,email', 'people.csv'), expect: refused },
  { name: 'wants .xlsx by its content', as: 'ann', files: asFile('name,email'), expect: { ...refused, code: 'sheet.notXlsx' } },
  { name: 'wants one file', as: 'ann', given: async () => ({ files: [...(await withFile()).files, ...(await withFile()).files] }), expect: refused },
  { name: 'wants rows', as: 'ann', given: async () => ({ files: asFile(await filled({})) }), expect: { ...refused, code: 'org.importEmpty' } },
  {
    name: 'wants known columns',
    as: 'ann',
    given: async () => ({ files: asFile(await sheet(['Name', 'Email', 'Salary'], [['Eve', 'eve@example.test', '1']], 'Members')) }),
    expect: { ...refused, code: 'sheet.unknownColumns' },
    then: reply => expect(reply.errors.file).toContain('Salary'),
  },
  {
    name: 'wants the columns that matter',
    as: 'ann',
    given: async () => ({ files: asFile(await sheet(['Name'], [['Eve']], 'Members')) }),
    expect: { ...refused, code: 'sheet.missingColumns' },
  },
  {
    name: 'wants sheets of departments or members',
    as: 'ann',
    given: async () => ({ files: asFile(await sheet(['Product', 'Price'], [['Pen', '1']])) }),
    expect: { ...refused, code: 'org.importSheet' },
  },
  {
    name: 'wants each kind once',
    as: 'ann',
    given: async () => ({
      files: asFile(await workbook(['One', 'Two'].map(name => ({ name, columns: [{ header: 'Department' }], rows: [[name]] })))),
    }),
    expect: { ...refused, code: 'org.importSheetTwice' },
  },
  ...notForThem({ files: asFile('never read') }),
])

scenarios(
  'org.importDepartments',
  [
    {
      name: 'org.import-visible: is not offered on the cloud-hosted edition',
      as: 'ann',
      given: withFile,
      expect: { status: 403, code: 'org.importNotHere', stored: 'same' },
    },
  ],
  { cloudHosted: true },
)
