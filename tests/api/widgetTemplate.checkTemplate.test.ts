import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { PANEL } from '../support/widget-templates.ts'

scenarios('widgetTemplate.checkTemplate', [
  { name: 'finds nothing in a good schema', as: 'cyd', body: { schema: PANEL }, expect: { status: 0, data: { findings: [] }, stored: 'same' } },
  {
    name: 'names what is wrong and where',
    as: 'cyd',
    body: { schema: { type: 'page', body: { type: 'button', label: 'Go', onClick: 'alert(1)' } } },
    expect: { status: 0, stored: 'same' },
    then: ({ data }) => expect(data.findings[0]).toMatchObject({ code: 'safety.script', path: 'body.onClick' }),
  },
  { name: 'wants a schema', as: 'cyd', body: {}, expect: { status: 422, errors: ['schema'], stored: 'same' } },
  { name: 'wants somebody signed in', body: { schema: PANEL }, expect: { status: 401, stored: 'same' } },
])
