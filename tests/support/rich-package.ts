// A package with something of everything that an inspection tells of: related models, rows, roles, rules, scripts, addresses of elsewhere.
import type { Manifest } from '../../api/server/services/packages/format.ts'
import { manifestOf, packageOf, sha256 } from './package.ts'

const FILE = '01890000-0000-7000-8000-0000000000f1'
export const PICTURE = Buffer.from('not much of a picture')
export const ROW = { customer: '01890000-0000-7000-8000-0000000000c1', order: '01890000-0000-7000-8000-0000000000d1' }

const orders = {
  type: 'page',
  title: 'Orders',
  initApi: { method: 'post', url: 'https://collect.example.test/seen' },
  body: [
    { type: 'crud', api: '${dataApi}/main/model/order', columns: [{ name: 'title', label: 'Title' }] },
    { type: 'service', api: { url: 'get:${API_HOST}/prices', adaptor: 'return payload' } },
    { type: 'button', label: 'Everybody', actionType: 'ajax', api: 'delete:/api/company/${companyKey}/org/member/1' },
    { type: 'tpl', tpl: '<img src=x onerror="alert(1)">' },
    { type: 'image', src: `/api/file/${FILE}` },
  ],
}
const customers = {
  type: 'page',
  title: 'Customers',
  body: { type: 'crud', api: '/api/resource/${companyKey}/${appUrlKey}/source/main/model/customer', columns: [] },
}
const about = { type: 'page', title: 'About', body: 'An app for orders' }
export const RICH_BODIES = [orders, customers, about].map(body => JSON.stringify(body))

const field = (id: string, key: string, name: string, more: object = {}) => ({
  id,
  key,
  name,
  type: 'text',
  column: key,
  required: false,
  unique: false,
  ...more,
})
const model = (id: string, name: string, fields: object[], indexes: object[] = []) => ({
  id,
  sourceId: 'main',
  key: id,
  name,
  description: '',
  definition: { table: id, managed: true, primaryKey: { column: 'id', type: 'uuid', generated: true }, titleField: '', fields, indexes },
})
const role = (id: string, name: string, builtIn: string | null, type = 0) => ({
  id,
  name,
  type,
  builtIn,
  description: '',
  editable: true,
  deleteable: true,
  includes: [],
})

export function richManifest(): Manifest {
  const item = { icon: '', link: '', visible: true, sort: 0, path: '', parentId: null, hash: null }
  const hash = (at: number) => sha256(RICH_BODIES[at] as string)
  return manifestOf({
    formatVersion: 2,
    resources: [
      { ...item, id: 'g', kind: 'group', name: 'Sales' },
      { ...item, id: 'a', kind: 'page', name: 'Orders', path: '/orders', parentId: 'g', hash: hash(0) },
      { ...item, id: 'b', kind: 'page', name: 'Customers', path: '/customers', parentId: 'g', sort: 1, hash: hash(1) },
      { ...item, id: 'c', kind: 'page', name: 'About', path: '/about', sort: 1, hash: hash(2) },
    ],
    files: [{ id: FILE, name: 'shelf.png', mime: 'image/png', size: PICTURE.length, hash: sha256(PICTURE) }],
    design: {
      data: {
        sources: [
          { id: 'main', key: 'main', name: 'Built-in', dialect: 'builtin' },
          { id: 'crm', key: 'crm', name: 'CRM', dialect: 'postgres' },
        ],
        models: [
          model('customer', 'Customer', [
            field('cn', 'name', 'Name', { required: true }),
            field('co', 'orders', 'Orders', { type: 'relationMany', column: '', relation: { modelId: 'order', field: 'oc' } }),
          ]),
          model(
            'order',
            'Order',
            [field('ot', 'title', 'Title'), field('oc', 'customer', 'Customer', { type: 'relationOne', relation: { modelId: 'customer' } })],
            [{ id: 'i', name: 'By title', fields: ['ot'], unique: false }],
          ),
          model('note', 'Note', [field('nt', 'text', 'Text')]),
        ],
      },
      permissions: {
        roles: [role('guest', 'Guests', 'guest', 1), role('all', 'All users', 'all-users'), role('sales', 'Sales', null)],
        lists: [{ environment: '', list: 'read', roles: ['all', 'guest'], owner: false }],
        overrides: [
          { roleId: 'guest', kind: 'page', option: 'read', environment: '', allow: true, resourceIds: ['c'] },
          { roleId: 'sales', kind: 'model', option: 'edit', environment: '', allow: true, resourceIds: ['order'] },
        ],
        options: [],
        rowRules: [
          {
            id: 'rule',
            modelId: 'order',
            name: 'Named orders',
            description: '',
            userIds: [],
            roleIds: ['sales'],
            permissions: ['SELECT'],
            filters: { conjunction: 'and', children: [{ left: { type: 'field', field: 'ot' }, op: 'is_not_empty' }] },
            baseAcl: false,
          },
        ],
      },
    },
    rows: [
      { source: 'main', model: 'customer', rows: [{ id: ROW.customer, name: 'Anders' }] },
      { source: 'main', model: 'order', rows: [{ id: ROW.order, title: 'Chairs', customer: ROW.customer }] },
    ],
  })
}

export const richPackage = (change: (manifest: Manifest) => void = () => {}, password = '') => {
  const manifest = richManifest()
  change(manifest)
  return packageOf(manifest, { bodies: RICH_BODIES, files: [PICTURE], password })
}
