// How the questions of a merge are edited.
import type { InEditor, Properties } from '../about.ts'

export const isFormItem = true
export const properties: Properties = { conflicts: 'str', here: 'str', there: 'str', companyKey: 'str', pagesAt: 'str', direction: 'str' }

export const editor: InEditor = {
  name: 'Questions of a merge',
  description: 'A form field: what two sides changed differently, asked one by one, with pictures of the pages and a way to put them together in the editor.',
  icon: 'radios-plugin',
  scaffold: { name: 'decided', label: 'What stays', conflicts: '${conflicts}', here: 'dev', there: '${name}' },
  panel: [
    { type: 'input-text', name: 'name', label: 'Field name' },
    { type: 'input-text', name: 'label', label: 'Label' },
    { type: 'input-text', name: 'conflicts', label: 'Parts in conflict', description: 'Where the list of them is: ${conflicts}.' },
    { type: 'input-text', name: 'here', label: 'Name of this side' },
    { type: 'input-text', name: 'there', label: 'Name of the other side' },
    { type: 'input-text', name: 'companyKey', label: 'Organisation', description: 'Key of the organisation, usually from the address: ${companyKey}.' },
    { type: 'input-text', name: 'pagesAt', label: 'Address of the pages', description: 'Below it, by its id, a page is given on all sides.' },
  ],
}
