// org.import: what is wrong, as a workbook of row, column and reason; the rows themselves come along to be put right.
import { expect } from 'vitest'
import { asFile, confirmed, planned, sheetsOf } from '../support/imports.ts'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const rows = {
  departments: [['Sales'], ['=1+1 / East', '', 'nobody']],
  members: [
    ['Eve', 'no', '', 'x'],
    ['Fay', 'fay@example.test', '', '', 'Nowhere'],
  ],
}
const plan = async (world: World) => ({ params: { importId: (await planned(world, rows)).data.id } })

scenarios('org.downloadImportErrors', [
  {
    name: 'lists each problem with row, column, reason and value; texts stay texts',
    as: 'ann',
    given: plan,
    expect: { status: -1 },
    then: async (reply, world) => {
      expect(reply.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      expect(reply.headers['content-disposition']).toContain('people_-_Errors.xlsx')
      expect(await sheetsOf(reply.raw)).toEqual({
        Errors: [
          ['Sheet', 'Row', 'Column', 'Reason', 'Value'],
          ['Departments', 3, 'Department', 'Its parent department =1+1 is neither in the organisation nor in the file', '=1+1 / East'],
          ['Members', 2, 'Email', 'Please enter a valid email', 'no'],
          ['Members', 2, 'Phone', 'Only digits, spaces and + - ( )', 'x'],
          ['Members', 3, 'Departments', 'There is no department Nowhere', 'Nowhere'],
        ],
        Departments: [
          ['Department *', 'Code', 'Manager'],
          ['=1+1 / East', null, 'nobody'],
        ],
        Members: [
          ['Name *', 'Email *', 'Username', 'Phone', 'Departments'],
          ['Eve', 'no', null, 'x'],
          ['Fay', 'fay@example.test', null, null, 'Nowhere'],
        ],
      })
      // It can be imported again as it is: the same rows with the same errors.
      const again = await world.call('org.importDepartments', { as: 'ann', files: asFile(reply.raw, 'again.xlsx') })
      expect(again.data.total).toEqual({ create: 0, change: 0, leave: 0, error: 3 })
    },
  },
  {
    name: 'is there after the rest was written, in Chinese for who reads Chinese',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    given: async world => {
      const ask = await plan(world)
      await confirmed(world, ask.params.importId)
      return ask
    },
    expect: { status: -1 },
    then: async reply => expect((await sheetsOf(reply.raw))['错误']?.[0]).toEqual(['工作表', '行', '列', '原因', '值']),
  },
  {
    name: 'is not there where nothing is wrong',
    as: 'ann',
    given: async world => ({ params: { importId: (await planned(world, { departments: [['Buying']] })).data.id } }),
    expect: { status: 404, code: 'org.importNoErrors' },
  },
  { name: 'is for who made it alone', as: 'abe', given: plan, expect: { status: 404, code: 'org.importUnknown' } },
  ...notForThem({}, plan),
])
