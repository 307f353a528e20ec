// company.submit-apply, company.entity-apply, company.apply-redirect (the screen's form names /home)
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { APPLICATION, apply, cleared, mailsTo } from '../support/applications.ts'
import { scenarios } from '../support/scenarios.ts'

const body = APPLICATION

scenarios('company.submitApply', [
  {
    name: 'company.entity-apply: keeps what was entered, and tells the administrators of the platform',
    as: 'cyd',
    body: { ...body, logo: '', position: ' Manager ', remark: 'For our branch' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const row = await world.db.selectFrom('company_application').selectAll().executeTakeFirstOrThrow()
      expect(row).toMatchObject({
        user_id: world.ids.cyd,
        name: 'Initech',
        key: 'initech',
        owner_name: 'Cyd',
        phone: '13800000000',
        position: 'Manager',
        remark: 'For our branch',
        status: 'waiting',
      })
      expect(await mailsTo(world, 'sue@example.test')).toEqual([expect.stringContaining('Cyd applies for the organisation Initech. Decide at http')])
    },
  },
  { name: 'the key may be left out', as: 'cyd', given: cleared, body: { ...body, key: '' }, expect: { status: 0 } },
  {
    name: 'company.apply-required: name, owner and phone are wanted',
    as: 'cyd',
    body: { name: '  ', ownerName: '', phone: '' },
    expect: { status: 422, errors: ['name', 'ownerName', 'phone'], stored: 'same' },
    then: reply => expect(reply.errors).toEqual({ name: 'Field is required', ownerName: 'Field is required', phone: 'Please enter a valid phone number' }),
  },
  {
    name: 'company.apply-key: the key is a word of an address',
    as: 'cyd',
    body: { ...body, key: 'two words' },
    expect: { status: 422, errors: ['key'], stored: 'same' },
    then: reply => expect(reply.errors.key).toBe('Only letters, digits, - and _'),
  },
  {
    name: 'company.apply-phone: the phone is a mobile phone',
    as: 'cyd',
    body: { ...body, phone: '12345' },
    expect: { status: 422, errors: ['phone'], stored: 'same' },
    then: reply => expect(reply.errors.phone).toBe('Please enter a valid phone number'),
  },
  {
    name: 'not a key that is taken',
    as: 'cyd',
    given: cleared,
    body: { ...body, key: 'acme' },
    expect: { status: 422, code: 'company.keyTaken', errors: ['key'], stored: 'same' },
  },
  {
    name: 'company.reserved-keys: not a word of the calls',
    as: 'cyd',
    given: cleared,
    body: { ...body, key: 'Apply' },
    expect: { status: 422, errors: ['key'], stored: 'same' },
  },
  {
    name: 'wants 2 characters',
    as: 'cyd',
    given: cleared,
    body: { ...body, name: 'x ' },
    expect: { status: 422, code: 'company.nameShort', errors: ['name'], stored: 'same' },
  },
  {
    name: 'one at a time',
    as: 'cyd',
    given: async world => {
      await apply(world)
    },
    body,
    expect: { status: 409, code: 'company.applied', stored: 'same' },
  },
  { name: 'only somebody who is signed in', body, expect: { status: 401, stored: 'same' } },
])

it('company.apply-redirect: the form leads home once it is sent', () => {
  const screen = readFileSync(join(import.meta.dirname, '../../schemas/company/apply.json'), 'utf8')
  expect(JSON.parse(screen).body.body.find((one: { type: string }) => one.type === 'form').redirect).toBe('/home')
})
