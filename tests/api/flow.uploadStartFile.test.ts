import { expect } from 'vitest'
import { CLAIM, claim, claimFlow, file, PNG } from '../support/flow-forms.ts'
import { DEV, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let key = ''
const at =
  (fieldKey: string, start?: object, more?: object) =>
  async (world: World): Promise<{ params: Record<string, string>; query: Record<string, string> }> => {
    key = await claimFlow(world, start ? { start } : {}, more)
    return { params: { ...CLAIM, fieldKey }, query: { formView: key } }
  }

scenarios('flow.uploadStartFile', [
  {
    name: 'stores a file for whoever fills the form in, with no right on the model',
    as: 'ben',
    given: at('bill'),
    files: file('paid', 'a bill.pdf'),
    expect: { status: 0, data: { name: 'a bill.pdf', size: 4 } },
    then: async (reply, world) => {
      expect(reply.data.value).toMatch(/^\/api\/company\/acme\/app\/shop-dev\/flow\/initiate\/main:claim\/file\/bill\/[0-9a-f-]{36}\?name=a%20bill\.pdf$/)
      const begun = await claim(world, key, { title: 'Desk', bill: { value: reply.data.value, name: 'a bill.pdf' } })
      expect(begun.status).toBe(0)
      // The row keeps the address under which tables load it.
      const { items } = await must(world, 'data.listRows', { params: { ...DEV, dsKey: 'main', dmKey: 'claim' } })
      expect(items[0].bill).toMatch(/^\/api\/resource\/acme\/shop-dev\/source\/main\/model\/claim\/file\/bill\/[0-9a-f-]{36}\?name=a%20bill\.pdf$/)
    },
  },
  {
    name: 'an image is one by its bytes',
    as: 'ben',
    given: at('photo'),
    files: file('<svg>', 'a.png'),
    expect: { status: 422, code: 'file.notAnImage', stored: 'same' },
  },
  { name: 'an image', as: 'ben', given: at('photo'), files: file(PNG, 'a.png'), expect: { status: 0 } },
  { name: 'not for a field that is read there', as: 'ben', given: at('bill', { bill: 'read' }), files: file('x'), expect: { status: 403, stored: 'same' } },
  {
    name: 'not for a field that is hidden there',
    as: 'ben',
    given: at('bill', { bill: 'hidden', title: 'write' }),
    files: file('x'),
    expect: { status: 403, stored: 'same' },
  },
  { name: 'not for a field without files', as: 'ben', given: at('title'), files: file('x'), expect: { status: 422, errors: ['fieldKey'], stored: 'same' } },
  {
    name: 'not for who may not start the flow',
    as: 'ben',
    given: async world => at('bill', undefined, { initiators: { by: 'chosen', users: [world.ids.abe] } })(world),
    files: file('x'),
    expect: { status: 403, stored: 'same' },
  },
  {
    name: 'what somebody else has uploaded is not sent with a form',
    as: 'abe',
    given: at('bill'),
    files: file('secret'),
    expect: { status: 0 },
    then: async (reply, world) => {
      const other = await claim(world, key, { title: 'Desk', bill: reply.data.value })
      expect([other.status, other.code, other.errors]).toEqual([422, 'flow.fieldsRefused', { bill: 'Choose the file again' }])
      for (const bill of ['https://evil.example/x', '/api/session', 7]) expect((await claim(world, key, { title: 'Desk', bill })).status === 0).toBe(bill === 7)
    },
  },
])
