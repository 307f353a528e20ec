// What a tree beside its content takes, and how it is edited.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = {
  api: '#Api',
  orderApi: '#Api',
  heading: 'str',
  addLabel: 'str',
  addOn: 'str',
  searchLabel: 'str',
  selected: 'str',
  address: 'str',
  count: 'str',
  all: ['o', { label: 'str', address: 'str' }, 0, ['label', 'address']],
  menu: ['a', ['o', { event: 'str', label: 'str', visibleOn: 'str', reason: 'str' }, 0, ['event', 'label']]],
  body: 'coll',
}

export const editor: InEditor = {
  name: 'Tree with content',
  description: 'A tree at the side, and what is chosen in it beside it.',
  icon: 'tree-select-plugin',
  scaffold: { api: 'get:/api/tree', selected: '${query.node}', address: '?node=${id}', body: [] },
  panel: [
    { type: 'input-text', name: 'heading', label: 'Heading' },
    { type: 'input-text', name: 'api', label: 'Call', description: 'Answers the nodes with id, label and children.' },
    { type: 'input-text', name: 'orderApi', label: 'Call that takes a new order', description: 'Without it nothing can be dragged.' },
    { type: 'input-text', name: 'selected', label: 'What is chosen', description: 'Usually from the address: ${query.node}.' },
    { type: 'input-text', name: 'address', label: 'Address of a node', description: 'Fields of the thing can be used everywhere here: ${name}.' },
    { type: 'input-text', name: 'count', label: 'Number behind the label' },
    { type: 'input-text', name: 'searchLabel', label: 'Label of the search' },
    { type: 'input-text', name: 'addLabel', label: 'Label of the button that adds' },
    { type: 'input-text', name: 'addOn', label: 'Adding is offered when', placeholder: "${company.role == 'owner'}" },
  ],
  regions: [{ key: 'body', label: 'What stands beside the tree' }],
}
