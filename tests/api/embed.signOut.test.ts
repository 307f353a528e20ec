// What it ends is told by embed.signIn.test.ts.
import { scenarios } from '../support/scenarios.ts'

scenarios('embed.signOut', [
  { name: 'wants the session', body: {}, expect: { status: 422, errors: ['session'], stored: 'same' } },
  { name: 'says the same of one that there is not', body: { session: 'x'.repeat(43) }, expect: { status: 0, stored: 'same' } },
])
