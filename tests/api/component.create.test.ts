import { expect } from 'vitest'
import { componentIn, DECLARED, DEV, fileOf, STARS, zipped } from '../support/components.ts'
import { scenarios } from '../support/scenarios.ts'

const body = { key: 'stars', name: 'Stars' }
const refused = (name: string, content: Buffer, code: string, text: string) => ({
  name,
  as: 'ann' as const,
  params: DEV,
  body: { key: 'refused', name: 'Refused' },
  files: fileOf(content),
  expect: { status: 422, code, stored: 'same' as const },
  then: (reply: { errors?: unknown }) => expect(reply.errors).toEqual({ file: text }),
})
const bad = (manifest: unknown) => zipped({ 'index.js': '', 'component.json': typeof manifest === 'string' ? manifest : JSON.stringify(manifest) })
const manifestRefused = (reason: string) => `component.json in the bundle cannot be used: ${reason}`
/** The same length, so that the tables of the zip stay right. */
const renamed = async (from: string, to: string) =>
  Buffer.from((await zipped({ 'index.js': '', [from]: '' })).toString('latin1').replaceAll(from, to), 'latin1')

scenarios('component.create', [
  {
    name: 'keeps a bundle, and what its component.json declares',
    as: 'ann',
    params: DEV,
    body,
    files: fileOf(await zipped(STARS)),
    expect: {
      status: 0,
      data: { key: 'stars', version: 1, definition: { ...DECLARED, sample: '{"value":4}' }, bundle: { entry: 'index.html' }, mayEdit: true, usedBy: [] },
    },
    then: reply => expect(reply.data.bundle.files.map((file: { name: string }) => file.name)).toEqual(Object.keys(STARS).sort()),
  },
  {
    name: 'takes one file, and leaves out what systems put into a zip and the folder around it',
    as: 'ann',
    params: DEV,
    body: { key: 'around', name: 'Around' },
    files: fileOf(await zipped({ '__MACOSX/stars/._index.js': 'x', 'stars/.DS_Store': 'x', 'stars/index.js': '', 'stars/img/a.png': 'x' })),
    expect: { status: 0, data: { bundle: { entry: 'index.js', files: [{ name: 'img/a.png' }, { name: 'index.js' }] } } },
    then: async (_reply, world) => {
      const reply = await world.call('component.create', {
        as: 'ann',
        params: DEV,
        body: { key: 'single', name: 'Single' },
        files: fileOf('hello()', 'anything.js'),
      })
      expect(reply.data.bundle.files).toEqual([{ name: 'index.js', size: 7 }])
    },
  },
  {
    name: 'gives no key twice, in whatever case',
    as: 'ann',
    params: DEV,
    given: async world => void (await componentIn(world, STARS, { key: 'taken_Key' })),
    body: { key: 'taken_key', name: 'Other' },
    files: fileOf('x', 'index.html'),
    expect: { status: 422, code: 'resource.keyTaken', stored: 'same' },
    then: reply => expect(reply.errors).toEqual({ key: 'This key is taken' }),
  },
  refused('refuses a bundle without a beginning', await zipped({ 'main.js': '' }), 'component.noEntry', 'The bundle has neither index.html nor index.js'),
  refused(
    'refuses kinds that it does not know',
    await zipped({ 'index.js': '', 'run.exe': '' }),
    'component.fileType',
    '“run.exe” is of a kind that a component cannot have',
  ),
  refused(
    'refuses files without a kind',
    await zipped({ 'index.js': '', Makefile: '' }),
    'component.fileType',
    '“Makefile” is of a kind that a component cannot have',
  ),
  refused(
    'refuses names that lead out',
    await renamed('aaaaaaa.js', '../../b.js'),
    'component.unsafeName',
    'The file holds an entry with a name that cannot be used: ../../b.js',
  ),
  refused(
    'refuses names with signs that addresses have',
    await zipped({ 'index.js': '', 'a?b.js': '' }),
    'component.unsafeName',
    'The file holds an entry with a name that cannot be used: a?b.js',
  ),
  refused(
    'refuses more files than it keeps',
    await zipped(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`${at}.js`, '']))),
    'component.tooManyFiles',
    'The bundle has more than 200 files',
  ),
  refused(
    'refuses what is too large unpacked',
    await zipped({ 'index.js': Buffer.alloc(6 * 1024 * 1024) }),
    'component.tooLarge',
    'Unpacked, the bundle is larger than 5 MB',
  ),
  refused('refuses what is no zip', Buffer.from('no zip'), 'component.zipDamaged', 'The zip file cannot be read'),
  refused('refuses half a zip', (await zipped(STARS)).subarray(0, 400), 'component.zipDamaged', 'The zip file cannot be read'),
  refused('refuses a component.json that is none', await bad('{'), 'component.manifest', manifestRefused('JSON')),
  refused(
    'names what it does not know in component.json',
    await bad({ props: [{ key: 'a', type: 'function' }] }),
    'component.manifest',
    manifestRefused('props.0.type'),
  ),
  refused(
    'names a value that does not fit',
    await bad({ props: [{ key: 'a', type: 'number', default: 'x' }] }),
    'component.manifest',
    manifestRefused('props.0.default'),
  ),
  {
    name: 'is for who works on the app',
    as: 'ben',
    params: DEV,
    body: { key: 'no', name: 'No' },
    files: fileOf('x', 'index.html'),
    expect: { status: 403, stored: 'same' },
  },
])
