// Whole pages as people bring them from elsewhere, with scripts around their calls, and what their servers answered.
import customers from './customers.json' with { type: 'json' }
import orderEdit from './order-edit.json' with { type: 'json' }
import orders from './orders.json' with { type: 'json' }

interface PageOfOthers {
  name: string
  schema: Record<string, unknown>
  /** How many scripts are in it. */
  scripts: number
  /** Place of a script → answers that it was written for. */
  answers: Record<string, object[]>
}

export const PAGES_OF_OTHERS: PageOfOthers[] = [
  {
    name: 'customers',
    schema: customers,
    scripts: 3,
    answers: {
      'body.api.adaptor': [
        { code: 200, message: 'fine', result: { records: [{ id: 1, name: 'Ada', level: 'gold' }], total: 1 } },
        { code: 500, message: 'out of order', result: {} },
      ],
      'body.filter.body[0].source.adaptor': [{ status: 0, msg: '', data: [{ name: 'Gold', code: 'gold' }] }],
    },
  },
  {
    name: 'orders',
    schema: orders,
    scripts: 2,
    answers: {
      'initApi.adaptor': [
        { success: true, errorMessage: '', data: { open: 2, rows: [{ days: 1 }, { days: 5 }] } },
        { success: false, errorMessage: 'closed for the night', data: { open: 0, rows: [] } },
      ],
      'body[1].api.adaptor': [
        {
          status: 0,
          msg: '',
          data: {
            list: [
              { id: 1, customer: 'Ada', state: 'open', days: 4 },
              { id: 2, customer: 'Bo', state: 'gone', days: 9 },
              { id: 3, customer: 'Cy', state: 'new', days: 0 },
            ],
          },
        },
      ],
    },
  },
  {
    name: 'order-edit',
    schema: orderEdit,
    scripts: 4,
    answers: {
      'body.initApi.adaptor': [
        { code: 200, message: 'fine', result: { order: { customer: 'Ada', note: '' }, lines: [{ id: 1 }] } },
        { code: 404, message: 'gone', result: {} },
      ],
      'body.api.adaptor': [{ success: true }, { success: false, msg: 'no' }],
    },
  },
]
