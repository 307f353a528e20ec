import { expect } from 'vitest'
import { orderModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

const { given, modelNow } = orderModel()
scenarios('model.addField', [
  {
    name: 'adds a field with its rules',
    as: 'ann',
    given,
    body: { key: 'price', name: 'Price', type: 'decimal', precision: 10, scale: 3, rules: { min: 0, max: null }, default: '1.5' },
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect((await modelNow(world)).fields[2]).toMatchObject({ key: 'price', precision: 10, scale: 3, rules: { min: 0 }, default: '1.5' }),
  },
  {
    name: 'takes a format with the field, and a currency with an amount alone',
    as: 'ann',
    given,
    body: { key: 'cost', name: 'Cost', type: 'decimal', format: 'currency', currency: 'EUR', default: '1.50' },
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect((await modelNow(world)).fields.find((one: { key: string }) => one.key === 'cost')).toMatchObject({ format: 'currency', currency: 'EUR' }),
  },
  {
    name: 'takes no format that its type does not have',
    as: 'ann',
    given,
    body: { key: 'mail', name: 'Mail', type: 'integer', format: 'email' },
    expect: { status: 422, errors: ['format'], stored: 'same' },
  },
  {
    name: 'wants a currency that there is',
    as: 'ann',
    given,
    body: { key: 'sum', name: 'Sum', type: 'decimal', format: 'currency', currency: 'XQZ' },
    expect: { status: 422, errors: ['currency'], stored: 'same' },
  },
  {
    name: 'takes no key of the system',
    as: 'ann',
    given,
    body: { key: 'created_at', name: 'x', type: 'text' },
    expect: { status: 422, errors: ['key'], stored: 'same' },
  },
  {
    name: 'takes no key twice, in whatever case',
    as: 'ann',
    given,
    body: { key: 'tITLE', name: 'x', type: 'text' },
    expect: { status: 422, code: 'model.keyTaken', errors: ['key'], stored: 'same' },
  },
  {
    name: 'takes no default that the field would refuse',
    as: 'ann',
    given,
    body: { key: 'size', name: 'Size', type: 'integer', default: 'big' },
    expect: { status: 422, errors: ['default'], stored: 'same' },
  },
  {
    name: 'wants choices of an enum',
    as: 'ann',
    given,
    body: { key: 'size', name: 'Size', type: 'enum' },
    expect: { status: 422, errors: ['options'], stored: 'same' },
  },
  {
    name: 'wants a pattern that is one',
    as: 'ann',
    given,
    body: { key: 'size', name: 'Size', type: 'text', rules: { pattern: '(' } },
    expect: { status: 422, errors: ['rules.pattern'], stored: 'same' },
  },
  {
    name: 'relates to models of its own source only',
    as: 'ann',
    given,
    body: { key: 'other', name: 'Other', type: 'relationOne', relation: { modelId: '0191d5a0-0000-7000-8000-0000000000ff' } },
    expect: { status: 422, errors: ['relation.modelId'], stored: 'same' },
  },
  { name: 'keeps a member without duties out', as: 'ben', given, body: { key: 'size', name: 'Size', type: 'text' }, expect: { status: 403, stored: 'same' } },
  {
    name: 'takes a formula, whose type follows from it',
    as: 'ann',
    given,
    body: { key: 'double', name: 'Double', type: 'text', required: true, unique: true, formula: ' ${amount * 2} ' },
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect((await modelNow(world)).fields.find((one: { key: string }) => one.key === 'double')).toMatchObject({
        type: 'decimal',
        formula: 'amount * 2',
        required: false,
        unique: false,
        readOnly: true,
      }),
  },
  ...(
    [
      ['', 'Please enter the formula'],
      ['amount +', 'This is no formula'],
      ['amount; 1', 'This is no formula'],
      ['self + 1', 'self would be computed from itself'],
      ['nothing * 2', 'There is no field nothing'],
      ['title * 2', '* takes numbers'],
      ['title + amount', 'Texts are put together with CONCATENATE'],
      ['IF(amount, 1, 2)', 'IF takes conditions, which are true or false'],
      ['IF(amount > 1, 1, title)', 'IF takes values of the same kind'],
      ['EXEC(title)', 'There is no function EXEC'],
      ['constructor(title)', 'There is no function constructor'],
      ['title.length', 'This is no formula'],
      ['this', 'This is no formula'],
      ['ROUND(amount, amount)', 'ROUND takes a number and the digits after the point, 0 to 9'],
      ['1e9', 'This number cannot be used'],
    ] as const
  ).map(([formula, said]) => ({
    name: `says what is wrong with the formula ${formula}`,
    as: 'ann' as const,
    given,
    body: { key: 'self', name: 'Self', type: 'text', formula },
    expect: { status: 422, errors: ['formula'], stored: 'same' as const },
    then: async (reply: { errors?: Record<string, unknown> }) => expect(reply.errors).toEqual({ formula: said }),
  })),
])
