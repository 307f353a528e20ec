// company.create-company, company.name-length, company.industry, company.extra-content, company.create-status-3, company.reserved-keys
import { describe, expect, it } from 'vitest'
import { extraFields, keyFrom } from '../../api/server/services/company/companies.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld } from '../support/world.ts'

const industry = 'other'
const extra = {
  type: 'container',
  body: [
    { type: 'input-text', name: 'taxNumber', label: 'Tax number', required: true },
    { type: 'select', name: 'size' },
    { type: 'tpl', tpl: 'Hello' },
  ],
}

scenarios('company.createCompany', [
  {
    name: 'makes an organisation that belongs to the person',
    as: 'cyd',
    body: { companyName: 'Initech Ltd.', industry: 'finance' },
    expect: { status: 0, data: { url: '/company/initech-ltd', key: 'initech-ltd' } },
    then: async (_reply, world) => {
      const session = await world.call('general.session', { as: 'cyd' })
      expect(session.data.companies).toEqual([{ key: 'initech-ltd', name: 'Initech Ltd.', role: 'owner', screens: 'change' }])
    },
  },
  { name: 'gives a taken key a number', as: 'cyd', body: { companyName: 'ACME', industry }, expect: { status: 0, data: { key: 'acme-2' } } },
  {
    name: 'keeps script as text',
    as: 'cyd',
    body: { companyName: '<script>alert(1)</script>', industry },
    expect: { status: 0, data: { key: 'script-alert-1-script' } },
  },
  { name: 'wants 2 characters', as: 'cyd', body: { companyName: 'A', industry }, expect: { status: 422, errors: ['companyName'], stored: 'same' } },
  {
    name: 'wants 2 characters besides blanks',
    as: 'cyd',
    body: { companyName: 'A      ', industry },
    expect: { status: 422, errors: ['companyName'], stored: 'same' },
  },
  {
    name: 'wants no more than 50',
    as: 'cyd',
    body: { companyName: 'x'.repeat(51), industry },
    expect: { status: 422, errors: ['companyName'], stored: 'same' },
    then: reply => expect(reply.errors.companyName).toBe('No more than 50 characters'),
  },
  { name: 'wants both fields', as: 'cyd', body: {}, expect: { status: 422, errors: ['companyName', 'industry'], stored: 'same' } },
  { name: 'knows 12 industries', as: 'cyd', body: { companyName: 'New', industry: 'magic' }, expect: { status: 422, errors: ['industry'], stored: 'same' } },
  {
    name: 'refuses a wrong type',
    as: 'cyd',
    body: { companyName: 12, industry: ['other'] },
    expect: { status: 422, errors: ['companyName', 'industry'], stored: 'same' },
  },
  {
    name: 'refuses fields nobody configured',
    as: 'cyd',
    body: { companyName: 'New', industry, ownerId: 'x' },
    expect: { status: 422, errors: ['ownerId'], stored: 'same' },
  },
  {
    name: 'refuses lists and objects in fields of its own',
    as: 'cyd',
    body: { companyName: 'New', industry, x: {} },
    expect: { status: 422, errors: ['x'], stored: 'same' },
  },
  { name: 'keeps out who is not signed in', body: { companyName: 'New', industry }, expect: { status: 401, stored: 'same' } },
])

describe('company.createCompany as the operator configured it', () => {
  it("takes the operator's fields under their own names, wants the required ones, and answers 3 when it goes on in dev", async () => {
    const world = await makeWorld({ createCompanyExtra: extra, companyCreateEnv: 'dev' })
    const create = (own: object) => world.call('company.createCompany', { as: 'cyd', body: { companyName: 'New one', industry, ...own } })
    const before = await world.stored()
    expect((await create({})).errors).toEqual({ taxNumber: 'Required' })
    expect(Object.keys((await create({ taxNumber: 'x'.repeat(2001) })).errors)).toEqual(['taxNumber'])
    expect((await create({ taxNumber: '1', other: '2' })).errors).toEqual({ other: 'Unknown field' })
    expect(await world.stored()).toBe(before)
    const made = await create({ taxNumber: 'DE 1', size: 3 })
    expect([made.http, made.status, made.data]).toEqual([200, 3, { url: '/company/new-one', key: 'new-one' }])
    expect((await world.db.selectFrom('company').select('extra').where('key', '=', 'new-one').execute())[0]?.extra).toEqual({ taxNumber: 'DE 1', size: 3 })
    await world.close()
  })

  it('two of the same name at once get two keys', async () => {
    const world = await makeWorld()
    const made = await Promise.all([1, 2, 3].map(() => world.call('company.createCompany', { as: 'cyd', body: { companyName: 'Twin', industry } })))
    expect(new Set(made.map(reply => reply.data.key)).size).toBe(3)
    await world.close()
  })
})

describe('keys of organisations', () => {
  it('come from the name', () => {
    expect(keyFrom('Acme, Inc.')).toBe('acme-inc')
    expect(keyFrom('Müller & Söhne')).toBe('muller-sohne')
    expect(keyFrom('x'.repeat(50))).toBe('x'.repeat(30))
  })
  it('are made up where the name cannot be written in them', () => {
    expect(keyFrom('Acme 公司')).toMatch(/^acme-[a-z0-9]{6}$/)
    expect(keyFrom('公司')).toMatch(/^org-[a-z0-9]{6}$/)
    expect(keyFrom('公司')).not.toBe(keyFrom('公司'))
  })
  it('are never the name of a call', () => {
    for (const name of ['create', 'checkCreate', 'Apply']) expect(keyFrom(name)).toMatch(/-[a-z0-9]{6}$/)
  })
  it('extra fields are those with a type and a name, but for ours', () => {
    expect([...extraFields({ body: [...extra.body, { type: 'input-text', name: 'industry' }] }).keys()]).toEqual(['taxNumber', 'size'])
  })
})
