// org.download-import-template: the workbook to fill in, in the language of whoever asks.
import { expect } from 'vitest'
import { sheetsOf } from '../support/imports.ts'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('org.downloadImportTemplate', [
  {
    name: 'is an .xlsx with a sheet of departments, one of members and one that explains them',
    as: 'ann',
    expect: { status: -1 },
    then: async reply => {
      expect(reply.http).toBe(200)
      expect(reply.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      expect(reply.headers['content-disposition']).toContain('attachment; filename="Members_and_departments.xlsx"')
      const sheets = await sheetsOf(reply.raw)
      expect(Object.keys(sheets)).toEqual(['Departments', 'Members', 'How to fill in'])
      expect(sheets.Departments).toEqual([['Department *', 'Code', 'Manager']])
      expect(sheets.Members).toEqual([['Name *', 'Email *', 'Username', 'Phone', 'Departments']])
      expect(sheets['How to fill in']).toHaveLength(9)
    },
  },
  {
    name: 'is in Chinese for who reads Chinese',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: -1 },
    then: async reply => {
      const sheets = await sheetsOf(reply.raw)
      expect(Object.keys(sheets)).toEqual(['部门', '成员', '填写说明'])
      for (const row of Object.values(sheets).flat()) for (const cell of row) expect(cell).toMatch(/[一-龥]/)
    },
  },
  { name: 'takes no fields', as: 'ann', body: { format: 'csv' }, expect: { status: 422, errors: ['format'] } },
  ...notForThem(),
])

scenarios(
  'org.downloadImportTemplate',
  [{ name: 'org.import-visible: is not offered on the cloud-hosted edition', as: 'ann', expect: { status: 403, code: 'org.importNotHere' } }],
  {
    cloudHosted: true,
  },
)
