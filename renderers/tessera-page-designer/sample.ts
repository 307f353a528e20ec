// A few pages to start from: a list with a filter, a form and a detail page that work without any data source.
import type { Say } from '../words.ts'
import type { Calls, Schema } from './calls.ts'

function pages(say: Say): { name: string; path: string; icon: string; schema: Schema }[] {
  const orders = [
    { id: 1001, customer: 'Ada Lovelace', state: say('Open|state'), total: 129.9 },
    { id: 1002, customer: 'Grace Hopper', state: say('Shipped'), total: 54 },
    { id: 1003, customer: 'Alan Turing', state: say('Open|state'), total: 312.5 },
    { id: 1004, customer: 'Mary Jackson', state: say('Closed'), total: 18.75 },
  ]
  return [
    {
      name: say('Orders'),
      path: '/orders',
      icon: 'list',
      schema: {
        type: 'page',
        title: say('Orders'),
        data: { orders },
        toolbar: [{ type: 'button', label: say('New order'), level: 'primary', actionType: 'link', link: '/orders/new' }],
        body: [
          {
            type: 'crud',
            source: '${orders}',
            loadDataOnce: true,
            syncLocation: false,
            columns: [
              { name: 'id', label: say('Number'), sortable: true },
              { name: 'customer', label: say('Customer'), searchable: true },
              { name: 'state', label: say('State') },
              { name: 'total', label: say('Total'), type: 'number', align: 'right' },
              { type: 'operation', label: '', buttons: [{ type: 'button', level: 'link', label: say('View'), actionType: 'link', link: '/orders/${id}' }] },
            ],
          },
        ],
      },
    },
    {
      name: say('New order'),
      path: '/orders/new',
      icon: 'plus',
      schema: {
        type: 'page',
        title: say('New order'),
        body: [
          {
            type: 'form',
            title: '',
            mode: 'normal',
            submitText: '',
            body: [
              { type: 'input-text', name: 'customer', label: say('Customer'), required: true },
              { type: 'input-number', name: 'total', label: say('Total'), min: 0, precision: 2 },
              { type: 'textarea', name: 'note', label: say('Note'), maxLength: 500 },
              { type: 'tpl', tpl: say('Connect this form to your own API in the property panel.') },
            ],
            actions: [{ type: 'button', label: say('Back'), actionType: 'link', link: '/orders' }],
          },
        ],
      },
    },
    {
      name: say('Order'),
      path: '/orders/:id',
      icon: 'file',
      schema: {
        type: 'page',
        title: '${params.id}',
        data: { orders },
        body: [
          {
            type: 'property',
            column: 2,
            items: [
              { label: say('Number'), content: '${params.id}' },
              { label: say('Customer'), content: '${ARRAYFIND(orders, o => o.id == params.id).customer}' },
            ],
          },
          { type: 'button', className: 'm-t', label: say('Back'), actionType: 'link', link: '/orders' },
        ],
      },
    },
  ]
}

/** Makes the sample pages and answers the id of the first. */
export async function addSample(calls: Pick<Calls, 'create'>, say: Say): Promise<string> {
  let first = ''
  for (const page of pages(say)) {
    const { id } = await calls.create({ kind: 'page', visible: !page.path.includes(':'), ...page })
    first ||= id
  }
  return first
}
