// What a model's table takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { address: 'str' }

export const editor: InEditor = {
  name: 'Rows of a model',
  description: 'A table made from the fields of a model, with forms to add and change rows.',
  icon: 'table-plugin',
  scaffold: { address: '/api/resource/${companyKey}/${appUrlKey}/source/main/model/order' },
  panel: [{ type: 'input-text', name: 'address', label: 'Address of the rows', description: 'Of the model in its data source.' }],
}
