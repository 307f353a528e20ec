import { expect } from 'vitest'
import { addPage, DEV, foreignPages, SCRIPT, wrongPeople } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'

const deep = (levels: number): object => (levels ? { body: deep(levels - 1) } : {})

scenarios('page.create', [
  {
    name: 'adds a page with a path made from its name',
    as: 'ann',
    params: DEV,
    body: { name: 'Order list', schema: { type: 'page', body: 'Hello' } },
    expect: { status: 0, data: { name: 'Order list', kind: 'page', path: '/order-list', parentId: null, version: 1, visible: true, updatedBy: 'Ann' } },
  },
  {
    name: 'makes a free path from a name used twice',
    as: 'ann',
    params: DEV,
    body: { name: 'Order list' },
    expect: { status: 0, data: { path: '/order-list-2' } },
  },
  { name: 'takes a path with places', as: 'ann', params: DEV, body: { name: 'Detail', path: 'crud/:id/' }, expect: { status: 0, data: { path: '/crud/:id' } } },
  {
    name: 'adds a page to a group, last',
    as: 'ann',
    params: DEV,
    given: async world => {
      const parentId = await addPage(world, { name: 'Reports', kind: 'group' })
      await addPage(world, { name: 'First', parentId })
      return { body: { name: 'Second', parentId } }
    },
    expect: { status: 0, data: { sort: 1, name: 'Second' } },
  },
  {
    name: 'adds a link',
    as: 'ann',
    params: DEV,
    body: { name: 'Help', kind: 'link', link: 'https://example.test/' },
    expect: { status: 0, data: { kind: 'link', path: '' } },
  },
  {
    name: 'keeps script-bearing names as text',
    as: 'ann',
    params: DEV,
    body: { name: SCRIPT },
    expect: { status: 0, data: { name: SCRIPT, path: '/img-src-x-onerror-alert-1' } },
  },
  {
    name: 'takes a path from nobody who has it, under another place name neither',
    as: 'ann',
    params: DEV,
    body: { name: 'Other', path: '/crud/:key' },
    expect: { status: 422, code: 'page.pathTaken', errors: ['path'], stored: 'same' },
  },
  { name: 'says which field is empty', as: 'ann', params: DEV, body: {}, expect: { status: 422, errors: ['name'], stored: 'same' } },
  { name: 'takes no name of spaces', as: 'ann', params: DEV, body: { name: '   ' }, expect: { status: 422, errors: ['name'], stored: 'same' } },
  { name: 'takes no long name', as: 'ann', params: DEV, body: { name: 'x'.repeat(51) }, expect: { status: 422, errors: ['name'], stored: 'same' } },
  { name: 'takes no NUL in a name', as: 'ann', params: DEV, body: { name: 'a\u0000b' }, expect: { status: 422, errors: ['name'], stored: 'same' } },
  {
    name: 'names every field of a wrong type',
    as: 'ann',
    params: DEV,
    body: { name: 7, kind: 'folder', schema: 'page', visible: 'yes', extra: 1 },
    expect: { status: 422, errors: ['extra', 'kind', 'name', 'schema', 'visible'], stored: 'same' },
  },
  {
    name: 'refuses paths of odd signs',
    as: 'ann',
    params: DEV,
    body: { name: 'A', path: '/a b/<c>' },
    expect: { status: 422, code: 'page.pathInvalid', errors: ['path'], stored: 'same' },
  },
  {
    name: 'refuses paths that browsers shorten',
    as: 'ann',
    params: DEV,
    body: { name: 'A', path: '/a/../b' },
    expect: { status: 422, errors: ['path'], stored: 'same' },
  },
  {
    name: 'keeps the console addresses free',
    as: 'ann',
    params: DEV,
    body: { name: 'A', path: '/admin/x' },
    expect: { status: 422, code: 'page.pathReserved', stored: 'same' },
  },
  {
    name: 'takes no link that runs',
    as: 'ann',
    params: DEV,
    body: { name: 'A', kind: 'link', link: 'javascript:alert(1)' },
    expect: { status: 422, errors: ['link'], stored: 'same' },
  },
  { name: 'wants the address of a link', as: 'ann', params: DEV, body: { name: 'A', kind: 'link' }, expect: { status: 422, errors: ['link'], stored: 'same' } },
  {
    name: 'puts nothing under a link',
    as: 'ann',
    params: DEV,
    given: async world => ({ body: { name: 'A', parentId: await addPage(world, { name: 'L', kind: 'link', link: '/x' }) } }),
    expect: { status: 422, code: 'page.parentIsLink', errors: ['parentId'], stored: 'same' },
  },
  {
    name: 'puts nothing under a page of another app',
    as: 'ann',
    params: DEV,
    given: async world => ({ body: { name: 'A', parentId: (await foreignPages(world)).otherApp } }),
    expect: { status: 422, code: 'page.parentUnknown', errors: ['parentId'], stored: 'same' },
  },
  {
    name: 'takes no page over 2 MB',
    as: 'ann',
    params: DEV,
    body: { name: 'Big', schema: { type: 'page', body: 'x'.repeat(2 * 1024 * 1024) } },
    expect: { status: 422, code: 'page.schemaTooLarge', errors: ['schema'], stored: 'same' },
  },
  {
    name: 'takes no page nested without end',
    as: 'ann',
    params: DEV,
    body: { name: 'Deep', schema: deep(3000) },
    expect: { status: 422, errors: ['schema'], stored: 'same' },
  },
  {
    name: 'nests groups only so deep',
    as: 'ann',
    params: DEV,
    given: async world => {
      let parentId: string | null = null
      for (let i = 0; i < 8; i++) parentId = await addPage(world, { name: `Level ${i}`, kind: 'group', parentId })
      return { body: { name: 'Too deep', parentId } }
    },
    expect: { status: 422, code: 'page.tooDeep', errors: ['parentId'], stored: 'same' },
  },
  {
    name: 'stores the author’s key order, once for equal pages',
    as: 'ann',
    params: DEV,
    given: async world => {
      await addPage(world, { name: 'Twin', schema: { zebra: 1, type: 'page', alpha: [] } })
    },
    body: { name: 'Other twin', schema: { zebra: 1, type: 'page', alpha: [] } },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const bodies = await world.db.selectFrom('body').select('content').where('content', 'like', '%zebra%').execute()
      expect(bodies).toEqual([{ content: '{"zebra":1,"type":"page","alpha":[]}' }])
    },
  },
  ...wrongPeople({ body: { name: 'Mine' } }, async () => ({ params: DEV })),
])
