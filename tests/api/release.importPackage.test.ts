// release.import-package, release.import-file, release.import-password, release.entity-export-import-payload: an app updated from packages, as a whole or not at all.
import { expect } from 'vitest'
import { badPackages, manifestOf, packageOf, sha256 } from '../support/package.ts'
import { addPage, DEV, shopOf, wrongPeople } from '../support/pages.ts'
import { richPackage } from '../support/rich-package.ts'
import { scenarios, type Scenario } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ask = { as: 'ann' as const, params: DEV }
const file = (content: Buffer, name = 'orders.amis') => ({ files: [{ field: 'file', name, content }] })
const NEXT = ['{"type":"page","title":"Orders","body":"orders by month"}', '{"type":"page","title":"News","body":"news"}']
/** The next state of the package: a page changed, one new, one gone, the link moved into the group. */
function next() {
  const manifest = manifestOf({ version: '1.3.0' })
  const [group, orders, , link] = manifest.resources
  manifest.resources = [
    group!,
    { ...orders!, name: 'All orders', hash: sha256(NEXT[0]!) },
    { ...orders!, id: 'n', name: 'News', path: '/news', sort: 1, hash: sha256(NEXT[1]!) },
    { ...link!, parentId: 'g', sort: 2 },
  ]
  return manifest
}
const pagesNow = async (world: World) =>
  Object.values((await world.running.services.releases.contentOf(shopOf(world), 'dev')).pages)
    .map(({ name, path, kind }) => `${kind} ${name} ${path}`)
    .sort()
let merge = ''
/** What reads packages is tried with everything that may be wrong where pages are imported. */
const BAD = new Set([
  'no zip',
  'a zip cut off',
  'a format of the future',
  'a body with another content',
  'a name that climbs out',
  'a wrong password',
  'a protected package with a changed byte',
  'a protected package cut off',
])

scenarios('release.importPackage', [
  { ...ask, name: 'wants a file', expect: { status: 422, errors: ['file'], stored: 'same' } },
  { ...ask, name: 'takes no other endings', ...file(Buffer.from('x'), 'x.exe'), expect: { status: 422, errors: ['file'], stored: 'same' } },
  {
    ...ask,
    name: 'adds what the app has not, under addresses that nobody has',
    given: async world => {
      await addPage(world, { name: 'Own', path: '/own' })
      return file(await packageOf())
    },
    expect: { status: 0, data: { count: 4, models: false } },
    then: async (_reply, world) =>
      expect(await pagesNow(world)).toEqual(['group Sales ', 'link Help ', 'page Order /orders/:id', 'page Orders /orders', 'page Own /own']),
  },
  {
    ...ask,
    name: 'has nothing to do a second time',
    given: async () => file(await packageOf()),
    expect: { status: 422, code: 'merge.nothing', stored: 'same' },
  },
  {
    ...ask,
    name: 'knows its pages again when a later package comes, and leaves alone what that has not',
    given: async () => file(await packageOf(next(), { bodies: NEXT })),
    expect: { status: 0, data: { count: 3 } },
    then: async (reply, world) => {
      merge = reply.data.id
      expect(await pagesNow(world)).toEqual([
        'group Sales ',
        'link Help ',
        'page All orders /orders',
        'page News /news',
        'page Order /orders/:id',
        'page Own /own',
      ])
    },
  },
  {
    ...ask,
    name: 'is taken back as a whole',
    given: async world => {
      expect((await world.call('release.undoMerge', { as: 'ann', params: { ...DEV, mergeId: merge } })).status).toBe(0)
      expect(await pagesNow(world)).toContain('page Orders /orders')
      return { ...file(await packageOf(next(), { bodies: NEXT })), body: { removeOldStuff: 'true' } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect(await pagesNow(world)).toEqual(['group Sales ', 'link Help ', 'page All orders /orders', 'page News /news']),
  },
  {
    ...ask,
    name: 'refuses what was not looked into',
    given: async () => ({ ...file(await packageOf()), body: { sha256: '0'.repeat(64) } }),
    expect: { status: 422, code: 'package.notInspected', errors: ['file'], stored: 'same' },
  },
  {
    ...ask,
    name: 'refuses what is no list of parts',
    given: async () => ({ ...file(await packageOf()), body: { parts: '{' } }),
    expect: { status: 422, errors: ['parts'], stored: 'same' },
  },
  {
    ...ask,
    name: 'takes one part of it where one is chosen',
    given: async world => {
      const { data } = await world.call('release.planImport', { ...ask, ...file(await packageOf()) })
      const part = data.plan.options[0].children.find((one: any) => one.name === 'Order').value
      return { ...file(await packageOf()), body: { parts: JSON.stringify([part]), sha256: data.sha256 } }
    },
    expect: { status: 0, data: { count: 1 } },
    then: async (_reply, world) => expect(await pagesNow(world)).toContain('page Order /orders/:id'),
  },
  {
    ...ask,
    name: 'brings models, roles and rules of the package, and knows them again',
    given: async () => file(await richPackage(), 'rich.amis'),
    expect: { status: 0, data: { models: true } },
    then: async (_reply, world) => {
      const { design } = await world.running.services.releases.contentOf(shopOf(world), 'dev')
      expect(design?.data.models.map(one => one.key).sort()).toEqual(['customer', 'note', 'order'])
      expect(design?.permissions.roles.map(one => one.name)).toContain('Sales')
      const rule = design?.permissions.rowRules[0]
      expect(design?.data.models.find(one => one.id === rule?.modelId)?.key).toBe('order')
      expect(rule?.roleIds).toEqual([design?.permissions.roles.find(one => one.name === 'Sales')?.id])
      const again = await world.call('release.planImport', { ...ask, ...file(await richPackage(), 'rich.amis') })
      expect(again.data.plan.options.filter((one: any) => one.children.some(({ change }: any) => change !== 'removed'))).toEqual([])
    },
  },
  ...(await badPackages())
    .filter(({ name }) => BAD.has(name))
    .map(({ name, content, code, password = '', field = 'file' }): Scenario => ({
      ...ask,
      name: `refuses ${name}`,
      ...file(content),
      body: { password },
      expect: { status: 422, code, errors: [field], stored: 'same' },
    })),
  ...wrongPeople({}, async () => ({ params: DEV })),
])
