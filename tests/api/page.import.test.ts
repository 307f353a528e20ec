// page.import: packages, zips and JSON files become pages; what cannot be taken is told; a bad file changes nothing.
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badPackages, BODIES, manifestOf, packageOf } from '../support/package.ts'
import { jsonFilesOf, sampleFiles, sampleZip } from '../support/sample-site.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'
import { craftZip } from '../support/zip.ts'

const AMIS_ADMIN = new URL('../../../shared/data/amis-admin', import.meta.url).pathname
const json = (name: string, content: unknown) => ({ field: 'file', name, content: JSON.stringify(content) })
const site = (pages: unknown[]) => json('site.json', { status: 0, data: { pages } })
const page = (title: string, more = {}) => ({ type: 'page', title, body: title, ...more })
const one = [json('hello.json', page('Hello'))]

scenarios('page.import', [
  {
    name: 'makes a page of a single JSON file, named by its title',
    as: 'abe',
    files: one,
    expect: { status: 0, data: { made: [{ name: 'Hello', path: '/hello', kind: 'page' }], refused: [], notes: [] } },
  },
  {
    name: 'gives a page whose address is taken another one, and says so',
    as: 'ann',
    files: one,
    expect: { status: 0, data: { made: [{ path: '/hello-2' }], notes: [{ code: 'import.pathRenamed' }] } },
  },
  {
    name: 'leaves it out instead when asked to, in the reader’s language',
    as: 'ann',
    files: one,
    body: { onConflict: 'skip' },
    headers: { 'accept-language': 'zh-CN' },
    expect: {
      status: 0,
      data: { made: [], refused: [{ name: 'Hello', file: 'hello.json', code: 'import.pathTaken', reason: '地址 /hello 已被其他页面使用' }] },
      stored: 'same',
    },
  },
  {
    name: 'says what the gate finds in a page, and makes it all the same',
    as: 'ann',
    files: [json('slip.json', page('Slip', { body: { type: 'input-txt', name: 'a', label: 'A' } }))],
    expect: { status: 0, data: { made: [{ name: 'Slip' }], notes: [{ code: 'import.findings', reason: 'Mistakes in the page: 1, the first at body.type' }] } },
  },
  { name: 'wants a file', as: 'ann', expect: { status: 422, errors: ['file'], stored: 'same' } },
  {
    name: 'takes no other endings',
    as: 'ann',
    files: [{ field: 'file', name: 'x.exe', content: 'x' }],
    expect: { status: 422, errors: ['file'], stored: 'same' },
  },
  { name: 'takes no unknown fields', as: 'ann', files: one, body: { x: '1' }, expect: { status: 422, errors: ['x'], stored: 'same' } },
  {
    name: 'takes no unknown way of conflict',
    as: 'ann',
    files: one,
    body: { onConflict: 'overwrite' },
    expect: { status: 422, errors: ['onConflict'], stored: 'same' },
  },
  {
    name: 'takes no parent that is not there',
    as: 'ann',
    files: one,
    body: { parentId: '01890000-0000-7000-8000-000000000001' },
    expect: { status: 422, errors: ['parentId'], stored: 'same' },
  },
  {
    name: 'takes no package together with other files',
    as: 'ann',
    given: async () => ({ files: [...one, { field: 'file', name: 'a.amis', content: await packageOf() }] }),
    expect: { status: 422, code: 'import.mixed', errors: ['file'], stored: 'same' },
  },
  {
    name: 'says which of the files is no page, and makes the rest',
    as: 'ann',
    files: [json('list.json', [1, 2]), { field: 'file', name: 'broken.json', content: '{"a":' }, json('fine.json', page('Fine'))],
    expect: {
      status: 0,
      data: {
        made: [{ name: 'Fine' }],
        refused: [
          { file: 'broken.json', code: 'import.badJson' },
          { file: 'list.json', code: 'import.notPage' },
        ],
      },
    },
  },
  {
    name: 'refuses a page beyond the size and depth of pages, by name',
    as: 'ann',
    files: [{ field: 'file', name: 'deep.json', content: `{"type":"page","body":${'['.repeat(250)}${']'.repeat(250)}}` }],
    expect: { status: 0, data: { made: [], refused: [{ file: 'deep.json', code: 'import.tooDeep' }] }, stored: 'same' },
  },
  {
    name: 'refuses a file larger than a page may be',
    as: 'ann',
    files: [json('big.json', page('x'.repeat(2_100_000)))],
    expect: { status: 422, code: 'package.entryTooLarge', errors: ['file'], stored: 'same' },
  },
  {
    name: 'takes scripts in names as text',
    as: 'ann',
    files: [site([{ label: '<script>alert(1)</script>', url: 'x', schema: page('x') }])],
    expect: { status: 0, data: { made: [{ name: '<script>alert(1)</script>', path: '/x' }] } },
  },
  {
    name: 'makes a page of each menu entry, though they name one file',
    as: 'ann',
    files: [
      site([
        { label: 'Once', url: '/once', schemaApi: '/p.json' },
        { label: 'Twice', url: '/twice', schemaApi: '/p.json' },
      ]),
      json('p.json', page('P', { body: { type: 'input-txt', name: 'a', label: 'A' }, initApi: 'https://api.example.test/x' })),
    ],
    expect: {
      status: 0,
      data: {
        made: [{ name: 'Once' }, { name: 'Twice' }],
        notes: [
          { name: 'Once', code: 'import.foreignApi' },
          { name: 'Twice', code: 'import.foreignApi' },
          { name: 'Once', code: 'import.findings' },
          { name: 'Twice', code: 'import.findings' },
        ],
      },
    },
  },
  {
    name: 'refuses a menu of more entries than an app may hold, before it looks at what they name',
    as: 'ann',
    files: [site(Array.from({ length: 5001 }, () => ({ label: 'a', schemaApi: '/p.json' }))), json('p.json', page('P'))],
    expect: { status: 422, code: 'page.tooMany', errors: ['file'], stored: 'same' },
  },
  { name: 'keeps members without duties out', as: 'ben', files: one, expect: { status: 403, stored: 'same' } },
  { name: 'keeps other organisations out', as: 'dee', files: one, expect: { status: 403, stored: 'same' } },
  { name: 'keeps the signed-out out', files: one, expect: { status: 401, stored: 'same' } },
  {
    name: 'puts nothing into an app of another organisation',
    as: 'dee',
    params: { companyKey: 'globex' },
    files: one,
    expect: { status: 404, stored: 'same' },
  },
])

describe('page.import of amis projects', () => {
  let world: World
  let n = 0
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())

  /** A new app, so that addresses are free. */
  async function into(files: { field: string; name: string; content: Buffer | string }[], body?: Record<string, unknown>) {
    const key = `imp${n++}`
    await world.call('app.create', { as: 'ann', body: { name: key, key, type: 1 } })
    const params = { appUrlKey: `${key}-dev` }
    const reply = await world.call('page.import', { as: 'ann', params, files, body })
    const tree = (await world.call('page.list', { as: 'ann', params })).data.items
    return { reply, tree, params, made: (name: string) => reply.data.made.find((m: any) => m.name === name) }
  }
  const shape = (items: any[]): any[] =>
    items.map(i => (i.children.length ? [`${i.name} ${i.path}`.trim(), shape(i.children)] : `${i.name} ${i.path || i.link}`))

  it('makes the sample site as its menu says', async () => {
    const { reply, tree, params } = await into(sampleFiles())
    expect(reply.data.refused).toEqual([])
    expect(reply.data.notes.map((x: any) => `${x.name}: ${x.code}`).sort()).toEqual(['Home: import.redirect', 'Orders: import.leadsOn'])
    expect(shape(tree)).toEqual([
      ['Work', ['Dashboard /dashboard', ['Orders', ['All orders /orders/list', 'New order /orders/new', 'Order /orders/:id']], 'Onboarding /onboarding']],
      ['Help', ['About /about', 'amis documentation https://aisuda.bce.baidu.com/amis/zh-CN/docs/index']],
    ])
    expect(tree[0].children[1].children.map((c: any) => [c.icon, c.visible])).toEqual([
      ['fa fa-table', true],
      ['fa fa-plus', true],
      ['', false],
    ])
    const order = await world.call('runtime.page', { as: 'ann', params: { ...params, path: 'orders/SO-1041' } })
    expect(order.data).toMatchObject({
      name: 'Order',
      params: { id: 'SO-1041' },
      schema: JSON.parse(String(sampleFiles().find(f => f.name === 'order-view.json')!.content)),
    })
  })

  it('makes the same of a zip, whatever folder it holds', async () => {
    const { reply, tree } = await into([{ field: 'file', name: 'sample.zip', content: sampleZip() }])
    expect(reply.data.refused).toEqual([])
    expect(shape(tree)).toEqual(shape((await into(sampleFiles())).tree))
  })

  it('resolves addresses as amis does: below the nearest entry that has one, by position without one', async () => {
    const { tree } = await into([
      site([
        {
          label: 'G',
          children: [
            {
              label: 'A',
              url: 'a',
              schema: page('A'),
              children: [
                { label: 'A1', url: '1', schema: page('A1') },
                { label: 'A2', url: '/two', schema: page('A2') },
              ],
            },
            { label: 'B', schema: page('B') },
          ],
        },
        { label: 'H', url: '/h/', children: [{ label: 'H1', url: 'x?y=1', schema: page('H1') }] },
        { label: '', url: '/silent/:id', schema: page('Silent') },
      ]),
    ])
    expect(shape(tree)).toEqual([['G', [['A /a', ['A1 /a/1', 'A2 /two']], 'B /page-1/page-2']], ['H', ['H1 /h/x']], 'Silent /silent/:id'])
    expect(tree[2].visible).toBe(false)
  })

  it('refuses what it cannot take, each with its reason, and makes the rest', async () => {
    const { reply, tree } = await into([
      site([
        { label: 'Script', schemaApi: 'jsonp:/pages/x.js?callback=x' },
        { label: 'Function', schemaApi: 'js:return {}' },
        { label: 'Elsewhere', schemaApi: 'get:https://example.test/x.json' },
        { label: 'Host', schemaApi: '${API_HOST}/pages/x.json' },
        { label: 'Missing', schemaApi: 'get:/pages/gone.json' },
        { label: 'Bad', schemaApi: 'get:/pages/bad.json' },
        { label: 'Evil', link: 'javascript:alert(1)' },
        { label: 'Evil too', link: '//evil.test' },
        { label: 'Empty' },
        'nonsense',
        { label: 'Fine', schema: page('Fine') },
        { label: 'Envelope', schemaApi: '/pages/envelope.json' },
        { label: 'Part', schema: { type: 'form', body: [] } },
        { label: 'Design', url: '/design', schema: page('Design') },
      ]),
      json('bad.json', 'text'),
      json('envelope.json', { status: 0, data: page('E') }),
      json('loose.json', page('Loose')),
      json('data.json', { a: 1 }),
    ])
    expect(reply.data.refused.map((r: any) => `${r.name}: ${r.code}`)).toEqual([
      'Script: import.jsonp',
      'Function: import.jsonp',
      'Elsewhere: import.foreignSchema',
      'Host: import.foreignSchema',
      'Missing: import.missingFile',
      'Bad: import.notPage',
      'Evil: import.unsafeLink',
      'Evil too: import.unsafeLink',
      'Empty: import.empty',
      '#10: import.badEntry',
      'data.json: import.notPage',
    ])
    expect(reply.data.refused.every((r: any) => r.reason.length > 10 && !r.reason.includes('{' + 'name'))).toBe(true)
    expect(tree.map((t: any) => `${t.name} ${t.path}`)).toEqual(['Fine /page-11', 'Envelope /page-12', 'Part /page-13', 'Design /design-2', 'Loose /loose'])
    expect(reply.data.notes.map((x: any) => `${x.name}: ${x.code}`).sort()).toEqual(['Design: import.pathChanged', 'Loose: import.notInMenu'])
  })

  it('notes what in a page will not work here', async () => {
    const { reply } = await into([
      json('scripts.json', {
        type: 'page',
        title: 'Scripts',
        body: [
          { type: 'custom', onMount: 'x' },
          { type: 'service', api: { url: '${API_HOST}/api/x', adaptor: 'return payload' } },
          { type: 'crud', api: 'https://api.example.test/rows', bulkActions: [{ api: 'delete://other.test/x' }] },
          { type: 'link', href: ' javascript:alert(1)' },
          { type: 'tpl', tpl: '<%= 1 %>' },
          { type: 'button', actionType: 'link', link: '/fine', api: '/api/local' },
        ],
      }),
    ])
    expect(reply.data.notes.map((x: any) => `${x.code} ${x.reason}`)).toEqual([
      'import.convertible Could be written in a way that works here: 2. Look inside first, and choose it',
      'import.scripts Holds scripts, which do not run here: <% %>, adaptor, onMount, type: custom',
      'import.foreignApi Calls addresses that cannot be reached from here: ${API_HOST}, api.example.test, other.test',
      'import.unsafeLinks Holds links that do not work here: javascript:alert(1)',
    ])
  })

  it('leaves nothing out: handlers, storage, conditions that cannot be read, functions of charts, pictures and frames of other hosts', async () => {
    const { reply } = await into([
      json('more.json', {
        type: 'page',
        title: 'More',
        data: { items: [{ onSale: 'yes', script: 'Latin', course: 'JS: The Good Parts' }] },
        body: [
          { type: 'service', api: { url: '/x', adaptor: 'return payload' } },
          { type: 'button', label: 'Go', onClick: 'alert(1)' },
          { type: 'tpl', tpl: '${ls:a} ${ss: b}' },
          { type: 'tpl', tpl: 'x', visibleOn: 'data.items.some(i => i.a)' },
          { type: 'tpl', tpl: 'x', visibleOn: '~[1, 2].indexOf(this.a)' },
          { type: 'chart', config: { yAxis: { axisLabel: { formatter: 'function (v) { return v }' } } } },
          { type: 'image', src: 'https://pictures.test/a.png' },
          { type: 'iframe', src: 'https://frames.test/' },
          { type: 'tpl', tpl: '<img alt="A" src="https://html.test/a.png">' },
          { type: 'tpl', tpl: '<b onclick="alert(1)">x</b>' },
          { type: 'pdf-viewer', src: 'https://papers.test/a.pdf' },
          { type: 'mapping', value: 'javascript:alert(1)' },
        ],
      }),
    ])
    expect(reply.data.notes.map((x: any) => `${x.code} ${x.reason}`)).toEqual([
      'import.convertible Could be written in a way that works here: 2. Look inside first, and choose it',
      'import.scripts Holds scripts, which do not run here: adaptor, formatter, onClick',
      'import.unsafeLinks Holds links that do not work here: javascript:alert(1)',
      'import.html Holds HTML that would run script; that part is taken out before it is shown: tpl',
      'import.media Shows pictures, media or frames of hosts that an administrator of the organisation has to allow first, under Outside hosts: frames.test, html.test, pictures.test',
      'import.documents Shows documents of other hosts, which cannot be loaded here: papers.test',
      'import.storage Reads the storage of the browser, which is empty here: ${ls:a}',
      'import.conditions Holds conditions that cannot be read here; what they stand at stays hidden: data.items.some(i => i.a)',
    ])
  })

  it('merges into what is there when asked to skip', async () => {
    const { params, tree } = await into(sampleFiles())
    const again = await world.call('page.import', { as: 'ann', params, files: sampleFiles(), body: { onConflict: 'skip' } })
    expect(again.data.made).toEqual([])
    expect(again.data.refused).toHaveLength(7)
    expect(shape((await world.call('page.list', { as: 'ann', params })).data.items)).toEqual(shape(tree))
  })

  it('imports below a group, as deep as an app may be', async () => {
    const { params, tree } = await into(one)
    const below = await world.call('page.import', { as: 'ann', params, files: sampleFiles(), body: { parentId: tree[0].id } })
    expect(below.data.refused).toEqual([])
    const nest = (depth: number): any => (depth ? { label: `L${depth}`, children: [nest(depth - 1)] } : { label: 'Leaf', schema: page('Leaf') })
    const deep = await world.call('page.import', { as: 'ann', params, files: [site([nest(12), { label: 'Flat', schema: page('Flat') }])] })
    expect(deep.data.made.map((m: any) => m.name)).toEqual(['Flat'])
    expect(deep.data.refused[0].code).toBe('import.tooDeepMenu')
  })

  it('takes up to 200 files at once, and no more', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => json(`p${i}.json`, page(`P${i}`)))
    expect((await into(many(200), { onConflict: 'rename', parentId: '', password: '' })).reply.data.made).toHaveLength(200)
    expect((await into(many(201))).reply).toMatchObject({ status: 422, errors: { file: 'Too many files' } })
  })

  it('takes a package with its tree and bodies, protected or not, under any of its endings', async () => {
    for (const [name, password] of [
      ['a.amis', ''],
      ['a.aisuda', 'Secret-1'],
      ['a.zip', ''],
      ['b.zip', 'Secret-1'],
    ] as const) {
      const { reply, tree, params } = await into([{ field: 'file', name, content: await packageOf(manifestOf(), { password }) }], { password })
      expect(reply.status, name).toBe(0)
      expect(shape(tree)).toEqual([['Sales', ['Orders /orders', 'Order /orders/:id']], 'Help https://example.test/help'])
      expect((await world.call('runtime.page', { as: 'ann', params: { ...params, path: 'orders' } })).data.schema).toEqual(JSON.parse(BODIES[0]!))
    }
  })

  it('refuses every bad package with its own code at its field, and nothing is stored', { timeout: 90_000 }, async () => {
    const before = await world.stored()
    for (const { name, content, code, password = '', field = 'file' } of await badPackages()) {
      const reply = await world.call('page.import', { as: 'ann', files: [{ field: 'file', name: 'a.amis', content }], body: { password } })
      expect(`${name}: ${reply.status} ${reply.code} ${Object.keys(reply.errors)}`).toBe(`${name}: 422 ${code} ${field}`)
      expect(reply.errors[field], name).not.toMatch(/\{\w+\}/)
    }
    expect(await world.stored()).toBe(before)
  })

  it('refuses a zip without pages, or with too much in it', async () => {
    expect((await into([{ field: 'file', name: 'a.zip', content: craftZip([{ name: 'readme.txt', content: 'hi' }]) }])).reply).toMatchObject({
      status: 422,
      code: 'import.nothing',
    })
    expect((await into([{ field: 'file', name: 'a.zip', content: craftZip([{ name: '../site.json', content: '{}' }]) }])).reply).toMatchObject({
      status: 422,
      code: 'package.unsafeName',
    })
  })

  it.skipIf(!existsSync(AMIS_ADMIN))('takes amis-admin as it is (needs ../shared/data/amis-admin)', async () => {
    const { reply, tree } = await into(jsonFilesOf(AMIS_ADMIN))
    expect(shape(tree)).toEqual(
      [
        [
          '示例',
          [
            ['页面A /index', ['页面A-1 /index/1', '页面A-2 /index/2', '页面A-3 /index/3']],
            '页面B /page-2/page-2',
            '页面C /page-2/page-3',
            ['列表示例', ['列表 /crud/list', '新增 /crud/new', '查看 /crud/:id', '修改 /crud/:id/edit']],
          ],
        ],
        ['分组2', ['用户管理 /page-3/page-1', '外部链接 http://baidu.gitee.io/amis']],
        'Dashboard /console',
        '高级列表 /crud-advance',
        '代码编辑器 /editor',
        '复杂表单 /form-basic',
        '表单向导 /wizard',
      ].map(entry => (typeof entry === 'string' ? expect.stringContaining(entry.split(' ').at(-1)!) : entry)),
    )
    expect(reply.data.refused.map((r: any) => `${r.name}: ${r.code}`)).toEqual(['部门管理: import.foreignSchema', 'jsonp 返回示例: import.jsonp'])
  })
})
