// release.planImport, release.import-sections: what an update from a package would do, told before; nothing is kept.
import { expect } from 'vitest'
import { manifestOf, packageOf } from '../support/package.ts'
import { addPage, DEV, wrongPeople } from '../support/pages.ts'
import { richPackage } from '../support/rich-package.ts'
import { scenarios } from '../support/scenarios.ts'

const ask = { as: 'ann' as const, params: DEV }
const file = (content: Buffer, name = 'orders.amis') => ({ files: [{ field: 'file', name, content }] })

scenarios('release.planImport', [
  {
    ...ask,
    name: 'tells what would come, go and change, and takes what is new or changed unless told otherwise',
    given: async world => {
      await addPage(world, { name: 'Mine', path: '/orders' })
      await addPage(world, { name: 'Own' })
      return file(await packageOf())
    },
    expect: { status: 0, stored: 'same', data: { title: 'Orders 1.2.0', version: '1.2.0', rows: false, plan: { count: 5, problems: [], findings: [] } } },
    then: reply => {
      const parts = reply.data.plan.options[0].children
      expect(parts.map((one: any) => `${one.change} ${one.name}`).sort()).toEqual(['added Help', 'added Order', 'added Sales', 'changed Orders', 'removed Own'])
      expect(reply.data.chosen).toHaveLength(4)
    },
  },
  {
    ...ask,
    name: 'takes what the package has not away where that is asked for',
    given: async () => file(await packageOf()),
    body: { removeOldStuff: 'true' },
    expect: { status: 0, stored: 'same' },
    then: reply => expect(reply.data.chosen).toHaveLength(5),
  },
  {
    ...ask,
    name: 'leaves sections out that are not chosen',
    given: async () => file(await richPackage()),
    body: { overWriteOldConfig: 'api' },
    expect: { status: 0, stored: 'same', data: { rows: true, plan: { models: true } } },
    then: reply => expect(reply.data.chosen.some((one: string) => /^(role|rowRule|list) /.test(one))).toBe(false),
  },
  {
    ...ask,
    name: 'knows no other sections',
    given: async () => file(await packageOf()),
    body: { overWriteOldConfig: 'api,everything' },
    expect: { status: 422, errors: ['overWriteOldConfig'], stored: 'same' },
  },
  {
    ...ask,
    name: 'release.import-password: wants the password of a protected package',
    given: async () => file(await packageOf(manifestOf(), { password: 'Secret-1' })),
    expect: { status: 422, code: 'package.passwordRequired', errors: ['password'], stored: 'same' },
  },
  {
    ...ask,
    name: 'opens a protected package with it',
    given: async () => file(await packageOf(manifestOf(), { password: 'Secret-1' })),
    body: { password: 'Secret-1' },
    expect: { status: 0, stored: 'same' },
  },
  ...wrongPeople({}, async () => ({ params: DEV })),
])
