// The prepared installation with more of everything than a page of a list shows, so that names beyond it are met: people, departments, positions, roles, models.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import pg from 'pg'
import { modelOf } from './models-made.ts'
import { ADMIN, prepare } from './prepared.ts'
import type { JourneyServer } from './server.ts'

const PEOPLE = 60
/** Whose name comes last: shown as chosen where a list of people ends long before. */
const LAST_PERSON = 'Zora Last'

/** People, members of the organisation and visitors of its apps, straight into the tables: 60 invitations would only take time. */
async function addPeople(server: JourneyServer): Promise<string> {
  const password = readFileSync(join(server.dataDir, 'postgres-password'), 'utf8')
  const db = new pg.Client({ host: join(server.dataDir, 'socket'), user: 'tessera', password, database: 'tessera' })
  await db.connect()
  const last = randomUUID()
  const people = Array.from({ length: PEOPLE }, (_, at) => ({ id: at ? randomUUID() : last, name: at ? `Person ${String(at).padStart(2, '0')}` : LAST_PERSON }))
  const visitors = Array.from({ length: 30 }, (_, at) => ({ id: randomUUID(), name: `Visitor ${String(at + 1).padStart(2, '0')}` }))
  for (const [at, { id, name }] of [...people, ...visitors].entries())
    await db.query(`insert into person (id, username, email, name, nick_name) values ($1, $2, $3, $4, $4)`, [id, `p${at}`, `p${at}@people.test`, name])
  await db.query(`insert into member (company_id, user_id, role) select company.id, unnest($1::uuid[]), 'member' from company`, [people.map(one => one.id)])
  await db.query(
    `insert into external_user (id, company_id, app_id, user_id) select gen_random_uuid(), app.company_id, app.id, visitor from app, unnest($1::uuid[]) visitor`,
    [visitors.map(one => one.id)],
  )
  // What one's own account can lose: a phone and an email that are bound, a passkey.
  await db.query(`update person set email_verified = true, phone = '13900000000', phone_verified = true where email = $1`, [ADMIN.email])
  await db.query(
    `insert into passkey (id, user_id, name, credential_id, public_key, counter) select gen_random_uuid(), id, 'Laptop', 'choices', '\\x00', 0 from person where email = $1`,
    [ADMIN.email],
  )
  await db.end()
  return last
}

export interface ChoicesWorld {
  company: string
  /** Names that people gave to apps and pages, in whatever language. */
  names: ReadonlySet<string>
  /** What stands for the names in addresses. */
  params: Record<string, string>
}

export async function seed(context: BrowserContext, server: JourneyServer): Promise<ChoicesWorld> {
  const { company, pageId, shareKey } = await prepare(context)
  const { csrfToken } = ((await (await context.request.get(`${server.url}/api/session`)).json()) as { data: { csrfToken: string } }).data
  const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, data?: object, headers: Record<string, string> = {}) => {
    const reply = await context.request.fetch(server.url + path, { method, headers: { 'x-csrf-token': csrfToken, ...headers }, ...(data && { data }) })
    const envelope = (await reply.json()) as { status: number; msg: string; data: Record<string, any>; errors?: object }
    if (envelope.status !== 0) throw new Error(`${method} ${path}: ${envelope.status} ${envelope.msg} ${JSON.stringify(envelope.errors)}`)
    return envelope.data
  }
  const org = `/api/company/${company}`
  const app = `${org}/app/order_desk-dev`
  const last = await addPeople(server)

  const [root] = (await ask('GET', `${org}/department`)).options as { id: string }[]
  const rootId = root?.id as string
  const departments: { id: string; name: string }[] = []
  for (let at = 1; at <= 25; at++) {
    const name = `Department ${at}`
    departments.push({ id: (await ask('POST', `${org}/department/create`, { name, parentId: rootId })).id, name })
  }
  // What is in use cannot be deleted: one of each kind that is not.
  await ask('POST', `${org}/organization/positionGroup`, { name: 'Group of nobody', sequence: 9 })
  const positions: string[] = []
  for (const group of ['Engineering', 'Sales', 'Service']) {
    const { id } = await ask('POST', `${org}/organization/positionGroup`, { name: `Group of ${group}`, sequence: 1 })
    for (let at = 1; at <= 10; at++)
      positions.push((await ask('POST', `${org}/organization/position/${id}`, { groupId: id, name: `${group} ${at}`, level: at })).id)
  }
  const [managed] = departments as [(typeof departments)[number]]
  await ask('PUT', `${org}/department/${managed.id}`, { name: managed.name, parentId: rootId, manager: last, positionIds: [positions.at(-1)] })
  await ask('POST', `${org}/hosts`, { hosts: [{ host: 'images.example.test', kinds: ['pictures'] }] })
  await ask('POST', `${org}/scim/token`, { name: 'Directory', days: 90 })
  await ask('POST', '/api/screen/grant', { email: 'p1@people.test', permission: 'read' })
  await ask('POST', `${app}/external`, { mode: 'open', kinds: ['email'], approval: false })
  await ask('POST', `${app}/external/invitation`, { to: 'ina@elsewhere.test', name: 'Ina Invited' })

  const roles: string[] = []
  for (let at = 1; at <= 22; at++) roles.push((await ask('POST', `${app}/role`, { name: `Role ${at}` })).id)
  await ask('POST', `${app}/role`, { name: 'Partners', type: 1 })
  const users = (await ask('GET', `${org}/user/autoComplete?term=Zora`)).options as { value: string }[]
  await ask('POST', `${app}/role/${roles[0]}/member/user`, { email: users.map(one => one.value) })
  await ask('POST', `${app}/role/${roles[0]}/member/department`, { department: [managed.id] })
  await ask('POST', `${app}/acl/test`, { name: 'Zora may open it', who: 'user', userId: last, resource: 'app', option: 'access', expected: true })

  const customer = await modelOf(context, server, company, 'customer', 'Customers', [{ key: 'title', name: 'Full name', type: 'text' }])
  const order = await modelOf(context, server, company, 'order', 'Orders', [
    { key: 'title', name: 'Order title', type: 'text' },
    {
      key: 'state',
      name: 'Order state',
      type: 'enum',
      options: [
        { value: 'open', label: 'Open order' },
        { value: 'done', label: 'Done order' },
      ],
    },
    { key: 'paid', name: 'Paid already', type: 'boolean' },
    { key: 'customer', name: 'Bought by', type: 'relationOne', relation: { modelId: customer.id } },
    { key: 'owner', name: 'Looked after by', type: 'user' },
    { key: 'team', name: 'Team of it', type: 'department' },
  ])
  await ask('POST', `${app}/model/${order.id}/index`, { name: 'By state', fields: ['state'] })
  const sources = (await ask('GET', `${app}/source`)).options as { id: string }[]
  const { hash } = await ask('POST', `${app}/source/${sources[0]?.id}/plan`, {})
  await ask('POST', `${app}/source/${sources[0]?.id}/apply`, { hash })
  const customers: string[] = []
  for (let at = 1; at <= 30; at++) customers.push(await customer.add({ title: `Customer ${String(at).padStart(2, '0')}` }))
  for (let at = 1; at <= 3; at++)
    await order.add({ title: `Order ${at}`, state: 'open', paid: false, customer: customers.at(-1), owner: last, team: departments.at(-1)?.id })
  const query = await ask('POST', `${app}/query`, {
    key: 'by_state',
    name: 'Orders by state',
    definition: { model: 'main/order', groups: [{ path: 'state' }], measures: [{ measure: 'count' }] },
  })
  const leads = {
    model: 'main/order',
    nodes: [
      { id: 'start', kind: 'start', name: 'Begin' },
      { id: 'lead', kind: 'user', name: 'Lead decides', approvers: { by: 'people', users: [last] } },
      { id: 'end', kind: 'end', name: 'Done with it' },
    ],
    lines: [
      { id: 'first', from: 'start', to: 'lead' },
      { id: 'second', from: 'lead', to: 'end' },
    ],
  }
  const flow = await ask('POST', `${app}/flow/design`, { key: 'orders', name: 'Order approval', definition: leads })
  await ask('POST', `${app}/flow/revisions/${flow.id}/1/enable`, {})
  const { flowDataId } = await ask('POST', `${app}/flow/initiate/main:order`, { title: 'Order to approve' })
  const uploaded = await context.request.post(`${server.url}${app}/component`, {
    headers: { 'x-csrf-token': csrfToken },
    multipart: { key: 'stars', name: 'Stars', file: { name: 'index.html', mimeType: 'text/html', buffer: Buffer.from('<p>★★★</p>') } },
  })
  const component = ((await uploaded.json()) as { data: { id: string } }).data
  const declared = { props: [{ key: 'value', type: 'number' }] }
  await ask('POST', `${app}/component/${component.id}`, { key: 'stars', name: 'Stars', definition: declared })
  const theme = await ask('POST', `${app}/theme`, { name: 'Harbour', ready: 'harbour' })
  const shared = await ask('POST', `${org}/shared-theme`, { name: 'House', ready: 'harbour' })
  const message = { do: 'message', to: 'p1@people.test', subject: 'An order', text: 'It is {{row.state}} now.' }
  const trigger = await ask('POST', `${app}/trigger`, {
    key: 'ordered',
    name: 'Ordered',
    definition: { event: 'rows', model: 'main/order', changes: ['create'], actions: [message] },
  })
  // Of an app that was never published: it offers to bring its rows along.
  const item = await modelOf(context, server, company, 'item', 'Items', [{ key: 'title', name: 'Item name', type: 'text' }], 'warehouse')
  await item.add({ title: 'Crate' })
  const nowhere = { name: 'Legacy', host: '127.0.0.1', port: 9, database: 'none', schema: 'public', username: 'nobody', password: 'Nothing-1', tls: 'off' }
  const legacy = await ask('POST', `${app}/source`, { ...nowhere, key: 'legacy', dialect: 'postgres' })
  // Of its own where the app is published.
  await ask('PUT', `${org}/app/order_desk/source/${legacy.id}`, nowhere)
  await ask(
    'POST',
    '/api/resource/v2/acl/model/main/order',
    {
      type: 'row',
      name: 'Open orders',
      permissions: ['SELECT'],
      users: { users: [last], roles: [roles.at(-1)] },
      filters: { conjunction: 'and', children: [{ left: { type: 'field', field: 'state' }, op: 'equal', right: 'open' }] },
    },
    { 'x-company-key': company, 'x-app-key': 'order_desk-dev' },
  )
  // The one page that may stand for the sign-in.
  await ask('POST', `${app}/page`, {
    name: 'A door',
    path: '/door',
    kind: 'page',
    schema: { type: 'page', title: 'A door', body: [{ type: 'tessera-sign-in' }] },
  })
  let templateId = ''
  for (const at of ['/api', org, app]) {
    const { id } = await ask('POST', `${at}/widgetTemplate/group/create`, { name: 'Ordering' })
    templateId = (
      await ask('POST', `${at}/widgetTemplate/create`, {
        name: 'Order-card',
        widgetType: 0,
        status: 1,
        type: id,
        body: { type: 'tpl', tpl: 'An order' },
      })
    ).id
    for (const name of ['Empty', 'Spare']) await ask('POST', `${at}/widgetTemplate/group/create`, { name })
  }
  await ask('POST', `${app}/apigroup`, { key: 'inside', name: 'Inside' })
  const api = { type: 'http', http: { method: 'POST', address: 'https://orders.example.test/', body: { kind: 'none' }, auth: { kind: 'none' } } }
  const apiId = (await ask('POST', `${app}/api`, { key: 'orders', name: 'Orders', definition: api })).id

  const apps = (await ask('GET', `${org}/app?perPage=100`)).items as { name: string }[]
  const pages = (await ask('GET', `${app}/page`)).items as { name: string }[]
  return {
    company,
    names: new Set([...[...apps, ...pages].map(one => one.name), 'Inside']),
    params: {
      companyKey: company,
      appUrlKey: 'order_desk-dev',
      pageId,
      sourceId: sources[0]?.id ?? '',
      modelId: order.id,
      queryId: query.id as string,
      componentId: component.id,
      themeId: theme.id as string,
      sharedThemeId: shared.id as string,
      triggerId: trigger.id as string,
      flowDataId,
      caseId: flowDataId,
      flowId: flow.id as string,
      dsKey: 'main',
      dmKey: 'order',
      apiId,
      dsId: sources[0]?.id ?? '',
      mId: order.id,
      templateId,
      key: shareKey,
      docKey: 'welcome',
      // With somebody in it.
      departmentId: managed.id,
    },
  }
}
