// flowDesign.card-options: how overdue actions can tell people; mail only where mail is sent.
import { DEV } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('flow.listNoticeOptions', [
  {
    name: 'offers no mail where none is sent',
    as: 'ann',
    given: async () => ({ params: DEV }),
    expect: { status: 0, data: { options: [{ value: 'inApp', label: 'In the app' }] } },
  },
  { name: 'is for who works on the app', as: 'ben', given: async () => ({ params: DEV }), expect: { status: 403 } },
])
scenarios(
  'flow.listNoticeOptions',
  [
    {
      name: 'offers mail where it is sent',
      as: 'ann',
      given: async () => ({ params: DEV }),
      expect: { status: 0, data: { options: [{ value: 'inApp' }, { value: 'email' }] } },
    },
  ],
  { smtpUrl: 'smtp://127.0.0.1:9' },
)
