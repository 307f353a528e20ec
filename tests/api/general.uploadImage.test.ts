// general.upload-image
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
const file = (name: string, content: Buffer | string, mime = 'image/png') => ({ files: [{ field: 'file', name, content, mime }] })
const refused = { status: 422, errors: ['file'], stored: 'same' as const }

scenarios('general.uploadImage', [
  {
    name: 'stores an image that anybody can see, under the type its bytes show',
    as: 'cyd',
    ...file("../../my logo's.jpg", PNG, 'text/html'),
    expect: { status: 0, data: { name: "my logo's.jpg", size: PNG.length } },
    then: async (reply, world) => {
      expect(reply.data.value).toBe(reply.data.url)
      const got = await world.call('general.getFile', { params: { fileId: reply.data.id } })
      expect(got.raw.equals(PNG)).toBe(true)
      expect(got.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    },
  },
  {
    name: 'stores the same bytes once',
    as: 'ann',
    ...file('again.png', PNG),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await world.db.selectFrom('blob').select('size').execute()).toEqual([{ size: PNG.length }])
      expect(await world.db.selectFrom('file').select('id').execute()).toHaveLength(2)
    },
  },
  {
    name: 'takes JPEG, GIF and WebP',
    as: 'ann',
    ...file('a.jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])),
    given: async world => {
      for (const [name, head] of [
        ['a.gif', 'GIF89a....'],
        ['a.webp', 'RIFF1234WEBPVP8 '],
      ] as const)
        expect((await world.call('general.uploadImage', { as: 'ann', ...file(name, head) })).status).toBe(0)
    },
    expect: { status: 0 },
  },
  { name: 'refuses SVG, which may carry script', as: 'ann', ...file('x.svg', '<svg onload="alert(1)"/>'), expect: refused },
  {
    name: 'refuses HTML that calls itself PNG',
    as: 'ann',
    ...file('x.png', '<html><script>alert(1)</script>'),
    expect: { ...refused, code: 'file.notAnImage' },
  },
  { name: 'refuses an empty file', as: 'ann', ...file('x.png', ''), expect: refused },
  { name: 'refuses more than 2 MB', as: 'ann', ...file('x.png', Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)])), expect: refused },
  { name: 'wants a file', as: 'ann', expect: refused },
  {
    name: 'refuses another field',
    as: 'ann',
    files: [{ field: 'other', name: 'a.png', content: PNG }],
    expect: { status: 422, errors: ['other'], stored: 'same' },
  },
  { name: 'keeps out who is not signed in', ...file('a.png', PNG), expect: { status: 401, stored: 'same' } },
])
