import { expect } from 'vitest'
import { addDepartment, foreignDepartment, notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

let sales = ''
const here = async () => ({ params: { departmentId: sales } })
const labels = (reply: { data: Record<string, any> }) => reply.data.options.map((option: { label: string }) => option.label)

scenarios('org.listCandidates', [
  {
    name: 'org.member-add: offers members who are not in the department, then everybody else of a private installation',
    as: 'abe',
    given: async world => {
      sales = await addDepartment(world, 'Sales', undefined, { manager: world.ids.ben })
      return here()
    },
    expect: { status: 0 },
    then: (reply, world) => {
      expect(labels(reply)).toEqual([
        'Abe (abe@example.test)',
        'Ann (ann@example.test)',
        'Cyd (cyd@example.test)',
        'Dee (dee@example.test)',
        'Sue (sue@example.test)',
      ])
      expect(reply.data.options[2]).toMatchObject({ value: world.ids.cyd, isMember: false })
    },
  },
  {
    name: 'finds by a part of the email',
    as: 'ann',
    given: async () => ({ ...(await here()), query: { term: 'CYD@' } }),
    expect: { status: 0 },
    then: reply => expect(labels(reply)).toEqual(['Cyd (cyd@example.test)']),
  },
  {
    name: 'shows nobody of elsewhere where organisations share an installation',
    as: 'ann',
    given: here,
    expect: { status: 0 },
    then: async (_reply, world) => {
      const saas = await world.another({ deployMode: 'saas' })
      expect(labels(await saas.call('org.listCandidates', { as: 'ann', ...(await here()) }))).toEqual(['Abe (abe@example.test)', 'Ann (ann@example.test)'])
      await saas.close()
    },
  },
  {
    name: 'knows no department of another organisation',
    as: 'ann',
    given: async world => ({ params: { departmentId: await foreignDepartment(world) } }),
    expect: { status: 404, code: 'org.departmentUnknown' },
  },
  {
    name: 'refuses a term that is too long',
    as: 'ann',
    given: async () => ({ ...(await here()), query: { term: 'x'.repeat(101) } }),
    expect: { status: 422, errors: ['term'] },
  },
  ...notForThem({}, here),
])
