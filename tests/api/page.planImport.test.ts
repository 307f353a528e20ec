// page.planImport: what an import of a project would make, change, leave out and convert, without making it; the import then does exactly that.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packageOf } from '../support/package.ts'
import { PAGES_OF_OTHERS } from '../support/pages-of-others/index.ts'
import { sampleFiles, sampleZip } from '../support/sample-site.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'

const json = (name: string, content: unknown) => ({ field: 'file', name, content: JSON.stringify(content) })
const OLD = {
  type: 'page',
  title: 'Old',
  body: [
    { type: 'tpl', tpl: 'Hello <%- data.name %>' },
    { type: 'tpl', tpl: '<%= data.rows.map(r => r.id).join() %>' },
    { type: 'tpl', tpl: 'x', visibleOn: 'data.rows.some(r => r.open)' },
    { type: 'service', api: { url: '/x', adaptor: 'return payload' } },
    { type: 'image', alt: 'A', src: 'https://images.example.com/a.png' },
    { type: 'iframe', src: 'https://frames.example.com/' },
  ],
}
const old = [json('old.json', OLD)]
const codes = (list: { code: string }[]) => list.map(({ code }) => code)

scenarios('page.planImport', [
  {
    name: 'tells what would be made and keeps nothing',
    as: 'abe',
    files: sampleFiles(),
    expect: { status: 0, data: { isPackage: false, refused: [], conversions: [], hosts: [] }, stored: 'same' },
    then: reply => expect(reply.data.made.length).toBeGreaterThan(3),
  },
  {
    name: 'tells it of a zip',
    as: 'ann',
    given: async () => ({ files: [{ field: 'file', name: 'site.zip', content: await sampleZip() }] }),
    expect: { status: 0, data: { isPackage: false }, stored: 'same' },
  },
  {
    name: 'says of a package that it is one',
    as: 'ann',
    given: async () => ({ files: [{ field: 'file', name: 'orders.zip', content: await packageOf() }] }),
    expect: { status: 0, data: { isPackage: true, made: [] }, stored: 'same' },
  },
  {
    name: 'tells what could be converted, which hosts the page wants and what will not work',
    as: 'ann',
    files: old,
    expect: {
      status: 0,
      stored: 'same',
      data: {
        conversionsTotal: 3,
        conversions: [
          { name: 'Old', file: 'old.json', path: 'body[0].tpl', from: 'Hello <%- data.name %>', to: 'Hello ${name}' },
          { path: 'body[2].visibleOn', to: '${ARRAYSOME(rows, r => r.open)}' },
          { path: 'body[3].api.adaptor', to: '' },
        ],
        hosts: [
          { host: 'frames.example.com', kind: 'frames', isAllowed: false },
          { host: 'images.example.com', kind: 'pictures', isAllowed: false },
        ],
      },
    },
    then: reply => expect(codes(reply.data.notes)).toEqual(['import.convertible', 'import.scripts', 'import.media', 'import.conditions']),
  },
  {
    name: 'tells what is left when it is converted, and of hosts that are allowed',
    as: 'ann',
    files: old,
    body: { convert: 'yes' },
    given: async world =>
      void (await world.call('company.saveHosts', {
        as: 'ann',
        body: {
          hosts: [
            { host: '*.example.com', kinds: ['pictures'] },
            { host: 'frames.example.com', kinds: ['frames'] },
          ],
        },
      })),
    expect: {
      status: 0,
      stored: 'same',
      data: {
        hosts: [
          { host: 'frames.example.com', isAllowed: true },
          { host: 'images.example.com', isAllowed: true },
        ],
      },
    },
    then: reply =>
      expect(reply.data.notes.map(({ code, reason }: { code: string; reason: string }) => `${code} ${reason}`)).toEqual([
        'import.converted Written in another way that means the same: 3',
        'import.scripts Holds scripts, which do not run here: <% %>',
      ]),
  },
  { name: 'wants a file', as: 'ann', expect: { status: 422, errors: ['file'] } },
  { name: 'takes no other endings', as: 'ann', files: [{ field: 'file', name: 'x.amis', content: 'x' }], expect: { status: 422, errors: ['file'] } },
  { name: 'keeps members without duties out', as: 'ben', files: old, expect: { status: 403 } },
  { name: 'keeps the signed-out out', files: old, expect: { status: 401 } },
])

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

it('the import makes what was planned, converted where that was chosen', async () => {
  const params = { appUrlKey: 'shop-dev' }
  const ask = { as: 'ann' as const, params, files: [json('old.json', OLD), json('list.json', [1, 2])], body: { convert: 'yes' } }
  const plan = await world.call('page.planImport', ask)
  const done = await world.call('page.import', ask)
  const bare = (list: { name: string; path: string; kind: string }[]) => list.map(({ name, path, kind }) => ({ name, path, kind }))
  expect([bare(plan.data.made), plan.data.refused, plan.data.notes]).toEqual([bare(done.data.made), done.data.refused, done.data.notes])
  const { schema } = (await world.call('page.get', { as: 'ann', params: { ...params, pageId: done.data.made[0].id } })).data
  expect(schema.body.slice(0, 4)).toEqual([
    { type: 'tpl', tpl: 'Hello ${name}' },
    OLD.body[1],
    { type: 'tpl', tpl: 'x', visibleOn: '${ARRAYSOME(rows, r => r.open)}' },
    { type: 'service', api: { url: '/x' } },
  ])
})

it('three whole pages of others come in by the proposals, and hold no script', async () => {
  const params = { companyKey: 'acme', appUrlKey: 'shop-dev' }
  const files = PAGES_OF_OTHERS.map(({ name, schema }) => json(`${name}.json`, schema))
  const ask = { as: 'ann' as const, params, files, body: { convert: 'yes' } }
  const plan = await world.call('page.planImport', ask)
  expect(plan.data.conversionsTotal).toBe(PAGES_OF_OTHERS.reduce((sum, { scripts }) => sum + scripts, 0))
  const { data } = await world.call('page.import', ask)
  expect([data.made.length, data.refused]).toEqual([PAGES_OF_OTHERS.length, []])
  expect(codes(data.notes)).not.toContain('import.scripts')
  for (const { id } of data.made as { id: string }[]) {
    const { schema } = (await world.call('page.get', { as: 'ann', params: { ...params, pageId: id } })).data
    expect(JSON.stringify(schema)).not.toMatch(/adaptor|"script"/i)
    const { findings } = (await world.call('page.check', { as: 'ann', params, body: { schema } })).data
    expect(findings.filter((one: { severity: string }) => one.severity === 'error')).toEqual([])
  }
})
