import { scenarios } from '../support/scenarios.ts'

scenarios('theme.getFile', [
  {
    name: 'knows no theme that nobody has saved',
    params: { file: `${'0'.repeat(64)}-1.css` },
    expect: { status: 404, code: 'theme.unknown', stored: 'same' },
  },
])
