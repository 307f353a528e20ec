// Ways in which a screen of an organisation might reach beyond it: how it sends × where to × how the address is written.
interface Target {
  name: string
  method: 'get' | 'post' | 'put'
  url: string
  data?: Record<string, unknown>
}
interface Api {
  method: string
  url: string
  data?: Record<string, unknown>
  headers?: Record<string, string>
}
type Part = Record<string, unknown>
export interface Vector {
  name: string
  /** Its number is in the query of what it sends. */
  id: number
  part: Part
}

/** Nothing of these is the organisation's own. `other` is another organisation that the opener manages. */
const targetsOf = (other: string): Target[] => [
  { name: 'change another organisation', method: 'post', url: `/api/company/${other}/organization/positionGroup`, data: { name: 'Pwned', sequence: 1 } },
  { name: 'make a token of another', method: 'post', url: `/api/company/${other}/scim/token`, data: { name: 'x', days: 365, invites: true } },
  { name: 'read its members', method: 'get', url: `/api/company/${other}/department/users` },
  { name: 'read the outbox', method: 'get', url: '/api/platform/outbox' },
  { name: 'read how people sign in', method: 'get', url: '/api/platform/signin' },
  { name: 'make a template of the platform', method: 'post', url: '/api/widgetTemplate/create', data: { name: 'Pwned', body: { type: 'page' } } },
  { name: 'rename the opener', method: 'post', url: '/api/user/info', data: { id: '0191d5a0-0000-7000-8000-000000000001', name: 'Pwned', username: 'pwned' } },
  { name: 'read the account', method: 'get', url: '/api/user/security' },
  { name: 'end sessions', method: 'post', url: '/api/user/sessions/end', data: {} },
  { name: 'make an organisation', method: 'post', url: '/api/company/create', data: { companyName: 'Pwned', industry: 'other' } },
  { name: 'sign out', method: 'post', url: '/api/logout', data: {} },
  { name: 'sign in as the author', method: 'post', url: '/login', data: { username: 'author', password: 'Correct-1-horse!' } },
  { name: 'read the session', method: 'get', url: '/api/session' },
]

const input = (type: string) => (api: Api) => ({ type: 'form', wrapWithPanel: false, body: [{ type, name: 'a', source: api }] })
const item = (api: Api) => ({ type: 'service', api })

/** How amis can be made to send something as soon as a screen is drawn. */
const ways: Record<string, (api: Api) => Part> = {
  service: item,
  'page in a page': api => ({ type: 'page', initApi: api }),
  form: api => ({ type: 'form', initApi: api, body: [] }),
  'form that is sent at once': api => ({ type: 'form', api, submitOnInit: true, body: [{ type: 'hidden', name: 'a', value: 1 }] }),
  crud: api => ({ type: 'crud', api, syncLocation: false, columns: [{ name: 'a' }] }),
  cards: api => ({ type: 'crud', mode: 'cards', api, syncLocation: false, card: { body: [] } }),
  chart: api => ({ type: 'chart', api }),
  nav: api => ({ type: 'nav', source: api }),
  timeline: api => ({ type: 'timeline', source: api }),
  mapping: api => ({ type: 'form', wrapWithPanel: false, data: { a: 1 }, body: [{ type: 'mapping', name: 'a', source: api }] }),
  select: input('select'),
  checkboxes: input('checkboxes'),
  radios: input('radios'),
  'tree select': input('tree-select'),
  'nested select': input('nested-select'),
  transfer: input('transfer'),
  'list select': input('list-select'),
  'button group': input('button-group-select'),
  'an event': api => ({ type: 'service', onEvent: { init: { actions: [{ actionType: 'ajax', api }] } }, body: [] }),
  'an event of an event': api => ({
    type: 'service',
    onEvent: { init: { actions: [{ actionType: 'parallel', children: [{ actionType: 'ajax', api }] }] } },
    body: [],
  }),
  'a schema out of data': api => ({ type: 'service', data: { schema: item(api) }, body: [{ type: 'amis', name: 'schema' }] }),
  'rows of data': api => ({ type: 'service', data: { rows: [{ a: 1 }] }, body: [{ type: 'each', source: '${rows}', items: item(api) }] }),
  'a screen from elsewhere': api => ({ type: 'service', schemaApi: api }),
}

/** How an address is written, so that nothing in the schema says where it leads. */
const writings: Record<string, (api: Api, origin: string) => [api: Api, data?: Part]> = {
  plainly: api => [api],
  'as an expression': api => [{ ...api, url: '${u}' }, { u: api.url }],
  'in parts': api => [
    { ...api, url: '/${a}/${b|raw}' },
    { a: api.url.split('/')[1], b: api.url.split('/').slice(2).join('/') },
  ],
  'from decoded text': api => [{ ...api, url: `\${${'DECODEJSON'}('"${api.url.replaceAll('/', '\\/')}"')}` }],
  'from below': api => [{ ...api, url: `/api/company/mine/../../..${api.url}` }],
  'from below, encoded': api => [{ ...api, url: `/api/company/mine/%2e%2e/%2E%2e/.%2e${api.url}` }],
  'with an origin': (api, origin) => [{ ...api, url: origin + api.url }],
  'without a slash': api => [{ ...api, url: `../../../../../..${api.url}` }],
  'with headers of its own': api => [
    {
      ...api,
      headers: {
        'X-Tessera-Authority': '',
        'x-tessera-authority ': 'null',
        'X-CSRF-Token': '',
        'X-Company-Key': 'northwind',
        'X-HTTP-Method-Override': 'POST',
      },
    },
  ],
  'under a name that is the place': api => [
    { ...api, url: api.url.replace(/^\/api\/company\/[^/]+/, '/api/company/${companyKey}') },
    { companyKey: api.url.split('/')[3] },
  ],
}

/** Each way to each target, the writings in turn, and each writing to each target. */
export function vectorsFor(other: string, origin: string): Vector[] {
  const vectors: Vector[] = []
  const names = Object.keys(writings)
  const targets = targetsOf(other)
  const add = (way: string, { name, method, url, data }: Target, writing: string) => {
    const id = vectors.length
    const [api, scope] = (writings[writing] as (typeof writings)[string])({ method, url: `${url}?v=${id}`, ...(data && { data }) }, origin)
    const part = (ways[way] as (api: Api) => Part)(api)
    vectors.push({ id, name: `${id}: ${way}, ${writing}: ${name}`, part: scope ? { type: 'service', data: scope, body: [part] } : part })
  }
  let turn = 0
  for (const way of Object.keys(ways)) for (const target of targets) add(way, target, names[turn++ % names.length] as string)
  for (const writing of names) for (const target of targets) add('service', target, writing)
  return vectors
}
