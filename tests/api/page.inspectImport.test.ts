// page.inspectImport: what a package holds, asks for and would do in this app, without doing any of it; bad files are refused as by the import.
import { expect } from 'vitest'
import { manifestOf, packageOf, sha256 } from '../support/package.ts'
import { richPackage } from '../support/rich-package.ts'
import { scenarios } from '../support/scenarios.ts'
import { craftZip } from '../support/zip.ts'

const given = async () => ({ files: [{ field: 'file', name: 'orders.amis', content: await richPackage() }] })
/** What is found in a package whose only page has this body. */
const bodyOf = (body: unknown[]) => async () => {
  const page = JSON.stringify({ type: 'page', title: 'One', body })
  const item = { kind: 'page' as const, icon: '', link: '', visible: true, sort: 0, path: '/one', parentId: null }
  const manifest = manifestOf({ resources: [{ ...item, id: 'a', name: 'One', hash: sha256(page) }], files: [] })
  return { files: [{ field: 'file', name: 'one.amis', content: await packageOf(manifest, { bodies: [page] }) }] }
}
const write = { method: 'post', url: '/api/x' }
const DEV = { companyKey: 'acme', appUrlKey: 'shop-dev' }

scenarios('page.inspectImport', [
  {
    name: 'tells pages, models, roles, scripts and addresses, and changes nothing',
    as: 'ann',
    given,
    expect: {
      status: 0,
      stored: 'same',
      data: {
        isNew: false,
        withPermissions: true,
        app: { key: 'orders', name: 'Orders' },
        format: 2,
        createdBy: 'Tessera',
        pages: [
          { part: 'page:g', kind: 'group', depth: 0 },
          { part: 'page:a', depth: 1, path: '/orders', needs: ['model:order'], conflict: '' },
          { part: 'page:b', needs: ['model:customer'] },
          { part: 'page:c', needs: [], findings: 0 },
        ],
        models: [
          { part: 'model:customer', needs: [], rows: 1, rowsPart: '' },
          { part: 'model:order', needs: ['model:customer'], indexes: [{ name: 'By title', fields: ['Title'] }] },
          { part: 'model:note', rows: 0 },
        ],
        roles: [
          { part: 'role:guest', builtIn: true, outside: 'guest' },
          { part: 'role:sales', builtIn: false },
        ],
        rules: [{ part: 'rule:rule', needs: ['model:order', 'role:sales'], model: 'Order', condition: 'Title is not empty' }],
        rights: [{ role: 'Guests', outside: 'guest', right: 'Pages: View', of: 'About', allow: true }, { role: 'Sales' }],
        sources: [{ part: 'source:crm', dialect: 'postgres' }],
        variables: [{ name: 'API_HOST', pages: ['Orders'] }],
        filesTotal: 1,
      },
    },
    then: reply => {
      const { verdict, findings, sql } = reply.data
      expect(verdict.map((one: { text: string }) => one.text)).toEqual([
        'Pages that change something as soon as they are opened: 1',
        'Pages with scripts, which do not run here: 1',
        'Pages that call addresses outside this installation: 1',
        'Pages that call Tessera itself rather than rows of the app: 1',
        'Guests get rights: people who have not signed in',
        'Statements that make tables: 7',
      ])
      const at = (kind: string) => findings.filter((one: { kind: string }) => one.kind === kind).map((one: { path: string }) => one.path)
      expect(at('script')).toEqual(['body[1].api.adaptor'])
      expect(at('host').sort()).toEqual(['body[1].api', 'initApi'])
      expect(at('onOpen')).toEqual(['initApi'])
      expect(at('beyondApp')).toEqual(['body[2].api'])
      expect(at('markup')).toEqual(['body[3].tpl'])
      expect(sql.map((one: { tag: string }) => one.tag)).toEqual(['dev'])
      const groups = sql[0].groups as { name: string; statements: string[] }[]
      expect(groups.map(group => group.name)).toEqual(['', 'Customer', 'Order', 'Note'])
      expect(groups[0]!.statements[0]).toMatch(/^create schema "app_[0-9a-f]{32}_dev"$/)
      expect(groups[2]!.statements[0]).toMatch(/^create table "app_[0-9a-f]{32}_dev"\."order" \("id" uuid primary key/)
    },
  },
  {
    name: 'speaks the reader’s language',
    as: 'abe',
    given,
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 0, stored: 'same', data: { rights: [{ role: '访客' }, { role: 'Sales' }] } },
    then: reply => expect(reply.data.verdict.at(-1).text).toBe('建表语句：7 条'),
  },
  {
    name: 'says what is taken here, and what becomes of it',
    as: 'ann',
    given: async world => {
      await world.call('page.import', { as: 'ann', params: DEV, ...(await given()) })
      return given()
    },
    expect: { status: 0, stored: 'same' },
    then: reply => {
      expect(reply.data.conflicts.map((one: { kind: string; text: string }) => `${one.kind} ${one.text}`)).toEqual([
        'page Its address /orders belongs to another page; it becomes /orders-2',
        'page Its address /customers belongs to another page; it becomes /customers-2',
        'page Its address /about belongs to another page; it becomes /about-2',
        'model Its key customer is taken here; it is now customer2. Pages go on calling customer, which is the model of the app',
        'model Its key order is taken here; it is now order2. Pages go on calling order, which is the model of the app',
        'model Its key note is taken here; it is now note2. Pages go on calling note, which is the model of the app',
        'role The app has a role of this name; this one becomes Sales 2',
      ])
      // What the app has need not come along with the page.
      expect(reply.data.pages[1].needs).toEqual([])
    },
  },
  {
    name: 'with what is there being used instead',
    as: 'ann',
    given,
    body: { onConflict: 'skip' },
    expect: { status: 0, stored: 'same' },
    then: reply => {
      const texts = reply.data.conflicts.map((one: { text: string }) => one.text)
      expect(texts).toContain('The group of the app is used')
      expect(texts).toContain('Left out: the address /orders belongs to another page')
      expect(texts).toContain('The model order of the app is used')
      expect(reply.data.sql[0].groups).toEqual([])
    },
  },
  {
    name: 'tells what writes as soon as it appears',
    as: 'ann',
    given: bodyOf([
      { type: 'service', api: write },
      { type: 'crud', api: 'POST:/api/x' },
      { type: 'service', initFetch: false, schemaApi: write },
      { type: 'select', name: 'a', label: 'A', source: 'delete:/api/x' },
      { type: 'form', api: write, submitOnInit: true, body: [] },
    ]),
    expect: { status: 0, stored: 'same' },
    then: reply => {
      expect(reply.data.verdict.map((one: { text: string }) => one.text)).toContain('Pages that change something as soon as they are opened: 1')
      const found = reply.data.findings.filter((one: { kind: string }) => one.kind === 'onOpen').map((one: { path: string }) => one.path)
      expect(found.sort()).toEqual(['body[0].api', 'body[1].api', 'body[2].schemaApi', 'body[3].source', 'body[4].api'])
    },
  },
  {
    name: 'and nothing of what waits for a click, or only reads',
    as: 'ann',
    given: bodyOf([
      { type: 'service', api: write, initFetch: false },
      { type: 'crud', api: 'get:/api/x', source: '${items}' },
      { type: 'form', api: write, body: [] },
      { type: 'button', label: 'Open', actionType: 'dialog', dialog: { title: 'Open', body: { type: 'service', api: write } } },
      { type: 'button', label: 'Open', actionType: 'drawer', drawer: { title: 'Open', body: { type: 'crud', api: write } } },
    ]),
    expect: { status: 0, stored: 'same' },
    then: reply => expect(reply.data.verdict.map((one: { text: string }) => one.text)).toContain('Nothing runs on its own'),
  },
  { name: 'wants a file', as: 'ann', expect: { status: 422, errors: ['file'], stored: 'same' } },
  { name: 'takes no other endings', as: 'ann', files: [{ field: 'file', name: 'a.json', content: '{}' }], expect: { status: 422, errors: ['file'] } },
  // How packages can be wrong is tried with page.import, which reads them the same way.
  {
    name: 'refuses what is no package',
    as: 'ann',
    files: [{ field: 'file', name: 'a.aisuda', content: 'hello' }],
    expect: { status: 422, code: 'package.notZip', errors: ['file'], stored: 'same' },
  },
  {
    name: 'refuses what unpacks to far more than it should',
    as: 'ann',
    files: [{ field: 'file', name: 'a.zip', content: craftZip([{ name: 'manifest.json', content: Buffer.alloc(12_000_000, ' ') }]) }],
    expect: { status: 422, code: 'package.ratio', errors: ['file'], stored: 'same' },
  },
  {
    name: 'opens a protected package with its own password alone',
    as: 'ann',
    given: async () => ({ files: [{ field: 'file', name: 'a.amis', content: await richPackage(undefined, 'Secret-1') }] }),
    body: { password: 'secret-1' },
    expect: { status: 422, code: 'package.wrongPassword', errors: ['password'], stored: 'same' },
  },
  { name: 'takes no unknown fields', as: 'ann', given, body: { x: '1' }, expect: { status: 422, errors: ['x'], stored: 'same' } },
  { name: 'keeps members without duties out', as: 'ben', given, expect: { status: 403, stored: 'same' } },
  { name: 'keeps other organisations out', as: 'dee', given, expect: { status: 403, stored: 'same' } },
  { name: 'keeps the signed-out out', given, expect: { status: 401, stored: 'same' } },
])
