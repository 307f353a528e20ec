import { expect } from 'vitest'
import { addDepartment, foreignDepartment, namesIn, notForThem, rootOf, treeOf } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const body = (more: Record<string, unknown>) => async (world: World) => ({ body: { name: 'Sales', parentId: await rootOf(world), ...more } })

scenarios('org.createDepartment', [
  {
    name: 'org.create-department: adds a department, last of its level, and makes a code when there is none',
    as: 'abe',
    given: async world => {
      await addDepartment(world, 'First')
      return body({ code: '' })(world)
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data.code).toMatch(/^[0-9a-f]{8}$/)
      expect(await treeOf(world)).toEqual([['Acme', ['First', 'Sales']]])
    },
  },
  {
    name: 'org.department-create: the manager becomes a member of it',
    as: 'ann',
    given: async world => body({ name: 'Led', manager: world.ids.ben })(world),
    expect: { status: 0 },
    then: async (reply, world) => expect(await namesIn(world, reply.data.id)).toEqual(['Ben']),
  },
  {
    name: 'org.department-code: takes a code once in an organisation, whatever its case',
    as: 'ann',
    given: async world => {
      await addDepartment(world, 'Coded', undefined, { code: 'R-D' })
      return body({ code: 'r-d' })(world)
    },
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 422, code: 'org.codeTaken', errors: ['code'], stored: 'same' },
    then: reply => expect(reply.errors.code).toBe('该编码已被使用'),
  },
  { name: 'takes no odd code', as: 'ann', given: body({ code: 'a b' }), expect: { status: 422, errors: ['code'], stored: 'same' } },
  {
    name: 'org.department-name: wants a name',
    as: 'ann',
    given: body({ name: '  ' }),
    expect: { status: 422, errors: ['name'], stored: 'same' },
    then: reply => expect(reply.errors.name).toBe('Please enter the name'),
  },
  {
    name: 'org.department-name: of at most 25 characters',
    as: 'ann',
    given: body({ name: '字'.repeat(26) }),
    expect: { status: 422, errors: ['name'], stored: 'same' },
    then: reply => expect(reply.errors.name).toBe('No more than 25 characters'),
  },
  { name: 'org.department-name: 25 Chinese characters are not too many', as: 'ann', given: body({ name: '字'.repeat(25) }), expect: { status: 0 } },
  {
    name: 'org.department-parent: wants the parent department',
    as: 'ann',
    body: { name: 'Sales', parentId: '' },
    expect: { status: 422, errors: ['parentId'], stored: 'same' },
    then: reply => expect(reply.errors.parentId).toBe('Please choose the parent department'),
  },
  {
    name: 'takes no parent of another organisation',
    as: 'ann',
    given: async world => ({ body: { name: 'Sales', parentId: await foreignDepartment(world) } }),
    expect: { status: 422, code: 'org.departmentUnknown', errors: ['parentId'], stored: 'same' },
  },
  {
    name: 'takes no manager from outside, and adds nothing then',
    as: 'ann',
    given: async world => body({ name: 'Lost', manager: world.ids.dee })(world),
    expect: { status: 422, code: 'org.managerUnknown', errors: ['manager'], stored: 'same' },
  },
  {
    name: 'ends at 20 levels',
    as: 'ann',
    given: async world => {
      let parentId = await rootOf(world)
      for (let level = 2; level <= 20; level++) parentId = await addDepartment(world, `Level ${level}`, parentId)
      return { body: { name: 'Too deep', parentId } }
    },
    expect: { status: 422, code: 'org.tooDeep', errors: ['parentId'], stored: 'same' },
    then: reply => expect(reply.msg).toBe('Departments can be nested 20 deep'),
  },
  ...notForThem({}, body({})),
])
