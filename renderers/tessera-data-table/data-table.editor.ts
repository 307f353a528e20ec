// How a model's table is edited.
import { componentPlugin } from '../tessera-schema-editor/component-plugin.ts'

componentPlugin({
  type: 'tessera-data-table',
  name: 'Rows of a model',
  description: 'A table made from the fields of a model, with forms to add and change rows.',
  icon: 'table-plugin',
  scaffold: { address: '/api/resource/${companyKey}/${appUrlKey}/source/main/model/order' },
  panel: [{ type: 'input-text', name: 'address', label: 'Address of the rows', description: 'Of the model in its data source.' }],
})
