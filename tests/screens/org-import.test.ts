// What the third product document asks of the bulk import, read off the screen itself.
import { expect, it } from 'vitest'
import { type Node, nodesOf, screens } from '../support/shipped.ts'

const members = (await screens.get('org.members'))?.schema
const button = nodesOf(members).find(node => node.label === 'i18n:Import from a file') as Node
const addresses = nodesOf(button).flatMap(node => (node.api ? [`${node.api.method} ${node.api.url}`] : []))

it('org.member-toolbar, org.import-visible: administrators have the import, not on the cloud-hosted edition', () => {
  expect(button.visibleOn).toContain('!config.cloudHosted')
  for (const who of ['user.isPlatformSuper', "company.role == 'owner'", "company.role == 'admin'"]) expect(button.visibleOn).toContain(who)
})

it('org.import, org.import-file, org.IMPORT_TYPE: a file that must be chosen, .xlsx alone, and the template', () => {
  expect(nodesOf(button).find(node => node.type === 'input-file')).toMatchObject({
    name: 'file',
    required: true,
    accept: '.xlsx',
    invalidTypeMessage: 'i18n:Please choose an .xlsx file',
    validationErrors: { isRequired: 'i18n:Please choose an .xlsx file' },
  })
  expect(addresses).toContain('post /api/company/${companyKey}/department/downloadExcelTemplate')
})

it('org.import-departments: the plan is looked at before it is confirmed, by what its rows do', () => {
  const base = '/api/company/${companyKey}/department/import'
  expect(addresses).toEqual(
    expect.arrayContaining([`post ${base}`, `post ${base}/\${plan.id}/confirm`, `delete ${base}/\${plan.id}`, `get ${base}/\${plan.id}/errors`]),
  )
  expect(nodesOf(button).flatMap(node => (node.type === 'crud' ? [node.api.data.action] : []))).toEqual(['create', 'change', 'leave', 'error'])
})
