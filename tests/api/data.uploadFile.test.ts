// Files for fields of a model.
import { expect } from 'vitest'
import { ITEMS, PNG, withField } from '../support/data-files.ts'
import { scenarios } from '../support/scenarios.ts'

const file = (name: string, content: Buffer | string) => [{ field: 'file', name, content }]

scenarios('data.uploadFile', [
  {
    name: 'answers the address that a row names',
    as: 'ann',
    given: withField('offer'),
    files: file('offer 1.pdf', 'text'),
    expect: { status: 0, data: { name: 'offer 1.pdf', size: 4 } },
    then: async (reply, world) => {
      expect(reply.data.value).toMatch(/^\/api\/resource\/acme\/shop-dev\/source\/main\/model\/item\/file\/offer\/[0-9a-f-]{36}\?name=offer%201\.pdf$/)
      expect((await world.call('data.createRow', { as: 'ann', params: ITEMS, body: { offer: reply.data.value } })).status).toBe(0)
      // Members of the organisation without the duty do not read it beside its model.
      for (const as of ['ann', 'ben'] as const) expect((await world.call('general.getFile', { as, params: { fileId: reply.data.id } })).status).toBe(404)
    },
  },
  {
    name: 'an image is one by its bytes',
    as: 'ann',
    given: withField('photo'),
    files: file('lamp.txt', PNG),
    expect: { status: 0, data: { name: 'lamp.txt' } },
  },
  {
    name: 'what only says it is an image',
    as: 'ann',
    given: withField('photo'),
    files: file('lamp.png', '<svg onload=alert(1)>'),
    expect: { status: 422, code: 'file.notAnImage', errors: ['file'], stored: 'same' },
  },
  {
    name: 'a long name keeps its ending',
    as: 'ann',
    given: withField('offer'),
    files: file(`${'名'.repeat(150)}.pdf`, 'x'),
    expect: { status: 0 },
    then: reply => {
      expect(reply.data.name).toMatch(/^名{96}\.pdf$/)
      expect(reply.data.value.length).toBeLessThan(2000)
    },
  },
  {
    name: 'a field that holds no file',
    as: 'ann',
    given: withField('title'),
    files: file('a', 'x'),
    expect: { status: 422, errors: ['fieldKey'], stored: 'same' },
  },
  { name: 'no file', as: 'ann', given: withField('offer'), files: [], expect: { status: 422, errors: ['file'], stored: 'same' } },
  { name: 'not for a member without the duty', as: 'ben', given: withField('offer'), files: file('a', 'x'), expect: { status: 403, stored: 'same' } },
  { name: 'not for another organisation', as: 'dee', given: withField('offer'), files: file('a', 'x'), expect: { status: 403, stored: 'same' } },
  { name: 'not for a stranger', given: withField('offer'), files: file('a', 'x'), expect: { status: 401, stored: 'same' } },
])
