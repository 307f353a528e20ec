// The members table as .xlsx in the columns of the import: export, edit, import is a round trip.
import { expect } from 'vitest'
import { asFile, confirmed, filled, linesOf, sheetsOf } from '../support/imports.ts'
import { addDepartment, addMember, notForThem, sitIn } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

async function organisation(world: World) {
  const sales = await addDepartment(world, 'R/D; Sales', undefined, { code: 'rd', manager: world.ids.ben })
  const east = await addDepartment(world, 'East', sales, { code: 'e1' })
  await addDepartment(world, 'Twin', undefined, { code: 't1' })
  const twin = await addDepartment(world, 'Twin', undefined, { code: 't2' })
  await sitIn(world, world.ids.abe, [east, twin])
  await addMember(world, '=1+1', [sales])
  return {}
}

scenarios('org.exportMembers', [
  {
    name: 'holds all departments and members; imported again as it is it changes nothing, edited it changes what was edited',
    as: 'ann',
    given: organisation,
    expect: { status: -1 },
    then: async (reply, world) => {
      expect(reply.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      expect(reply.headers['content-disposition']).toContain('Acme')
      const sheets = await sheetsOf(reply.raw)
      expect(sheets.Departments).toEqual([
        ['Department *', 'Code', 'Manager'],
        ['R//D; Sales', 'rd', 'ben@example.test'],
        ['Twin', 't1'],
        ['Twin', 't2'],
        ['R//D; Sales / East', 'e1'],
      ])
      const members = sheets.Members ?? []
      expect(members).toHaveLength(5)
      expect(members).toContainEqual(['Abe', 'abe@example.test', 'abe', null, 'R//D;; Sales / East; t2'])
      expect(members).toContainEqual(['Ann', 'ann@example.test', 'ann', null, '/'])

      const again = await world.call('org.importDepartments', { as: 'ann', files: asFile(reply.raw) })
      expect(again.data.total).toEqual({ create: 0, change: 0, leave: 8, error: 0 })

      const edited = await filled({
        departments: (sheets.Departments ?? []).slice(1).map(row => (row[1] === 't2' ? ['R//D; Sales / Third', 't2'] : row)),
        members: members.slice(1).map(row => (row[0] === 'Abe' ? ['Abraham', ...row.slice(1)] : row)),
      })
      const plan = await world.call('org.importDepartments', { as: 'ann', files: asFile(edited) })
      expect((await linesOf(world, plan.data.id)).filter(line => !line.startsWith('leave'))).toEqual([
        'change | R//D; Sales / Third | Name: Twin → Third | Parent department: Acme → R//D; Sales',
        // Named by its code, the department is the same wherever it moved.
        'change | Abraham | Name: Abe → Abraham',
      ])
      expect((await confirmed(world, plan.data.id)).data.state).toBe('done')
    },
  },
  {
    name: 'is in Chinese for who reads Chinese',
    as: 'abe',
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: -1 },
    then: async reply => expect(Object.keys(await sheetsOf(reply.raw))).toEqual(['部门', '成员']),
  },
  { name: 'takes no filters', as: 'ann', query: { departmentId: 'x' }, expect: { status: 422, errors: ['departmentId'] } },
  ...notForThem(),
])
