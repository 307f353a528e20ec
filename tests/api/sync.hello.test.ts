import { scenarios } from '../support/scenarios.ts'
import { accessIn, HELLO, KEY } from '../support/two-servers.ts'

const given = async (more: object = {}) => more
let token = ''

scenarios('sync.hello', [
  {
    name: 'says who answers',
    given: async world => {
      token = await accessIn(world, {})
      return given({ body: { token, ...HELLO } })
    },
    expect: { status: 0, data: { version: '0.1.0', protocol: 1, format: 2, name: 'Acme' } },
  },
  { name: 'knows no other key', body: { token: KEY, ...HELLO }, expect: { status: 401, code: 'sync.denied', stored: 'same' } },
  {
    name: 'does not begin with another protocol',
    given: () => given({ body: { token, ...HELLO, protocol: 2, version: '9.0' } }),
    expect: { status: 409, code: 'sync.otherSender', stored: 'same' },
  },
  {
    name: 'does not begin with newer packages',
    given: () => given({ body: { token, ...HELLO, format: 3 } }),
    expect: { status: 409, code: 'sync.otherSender', stored: 'same' },
  },
])
