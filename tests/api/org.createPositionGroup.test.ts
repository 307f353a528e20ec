import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { groupNames } from '../support/positions.ts'
import { scenarios } from '../support/scenarios.ts'

const body = { name: ' Engineers ', sequence: 3, description: 'Those who build' }

scenarios('org.createPositionGroup', [
  {
    name: 'org.create-position-group: adds a category',
    as: 'abe',
    body,
    expect: { status: 0 },
    then: async (_reply, world) => expect(await groupNames(world)).toEqual(['Engineers']),
  },
  {
    name: 'org.category-name: 2 to 50 characters, surrounding spaces not counted',
    as: 'ann',
    body: { ...body, name: ' x ' },
    expect: { status: 422, errors: ['name'], stored: 'same' },
    then: reply => expect(reply.errors.name).toBe('2 to 50 characters'),
  },
  { name: 'org.category-name: at most 50', as: 'ann', body: { ...body, name: '字'.repeat(51) }, expect: { status: 422, errors: ['name'], stored: 'same' } },
  { name: 'org.category-name: two Chinese characters are enough', as: 'ann', body: { ...body, name: '技术' }, expect: { status: 0 } },
  { name: 'org.category-sequence: is wanted', as: 'ann', body: { name: 'Sales' }, expect: { status: 422, errors: ['sequence'], stored: 'same' } },
  {
    name: 'org.category-description: at most 200 characters',
    as: 'ann',
    body: { ...body, description: 'x'.repeat(201) },
    expect: { status: 422, errors: ['description'], stored: 'same' },
  },
  {
    name: 'takes no name twice, in whatever case, also of two that come at once',
    as: 'ann',
    body: { ...body, name: 'ENGINEERS' },
    expect: { status: 422, code: 'org.groupNameTaken', errors: ['name'], stored: 'same' },
    then: async (_reply, world) => {
      const add = () => world.call('org.createPositionGroup', { as: 'ann', params: { companyKey: 'acme' }, body: { ...body, name: 'Twins' } })
      expect((await Promise.all([add(), add()])).map(reply => reply.status).sort()).toEqual([0, 422])
    },
  },
  ...notForThem({ body }),
])
