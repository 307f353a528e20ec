// setup.inspectAppInstall: who may install a package may look into it first; installing takes the parts that were chosen, of the same file.
import { expect } from 'vitest'
import { packageOf } from '../support/package.ts'
import { richPackage } from '../support/rich-package.ts'
import { scenarios } from '../support/scenarios.ts'

const given = async () => ({ files: [{ field: 'file', name: 'orders.aisuda', content: await richPackage() }] })

scenarios('setup.inspectAppInstall', [
  {
    name: 'tells everything of an app of its own, example rows and rights in the whole app too',
    as: 'sue',
    given,
    expect: {
      status: 0,
      stored: 'same',
      data: {
        isNew: true,
        models: [
          { rowsPart: 'rows:customer', rowsNeeds: ['model:customer'] },
          { rowsPart: 'rows:order', rowsNeeds: ['model:order', 'rows:customer'] },
          { rowsPart: '' },
        ],
        conflicts: [],
      },
    },
    then: reply => {
      expect(reply.data.rights[0]).toMatchObject({ role: 'Guests', right: 'Open the app', of: 'The whole app' })
      expect(reply.data.sql.map((one: { tag: string }) => one.tag)).toEqual(['dev', 'latest'])
      expect(reply.data.sql[0].groups[0].statements).toEqual(['create schema "app_new_dev"'])
    },
  },
  {
    name: 'shows a picture that comes with the package, and fetches none from elsewhere',
    as: 'sue',
    given: async () => ({
      files: [{ field: 'file', name: 'o.amis', content: await richPackage(manifest => (manifest.app.logo = `/api/file/${manifest.files[0]!.id}`)) }],
    }),
    expect: { status: 0, stored: 'same' },
    then: async (reply, world) => {
      expect(reply.data.app.logo).toMatch(/^data:image\/png;base64,/)
      const content = await richPackage(manifest => (manifest.app.logo = 'https://collect.example.test/seen.png'))
      const other = await world.call('setup.inspectAppInstall', { as: 'sue', files: [{ field: 'file', name: 'o.amis', content }] })
      expect(other.data.app.logo).toBe('')
    },
  },
  {
    name: 'opens a protected package with its password',
    as: 'sue',
    given: async () => ({ files: [{ field: 'file', name: 'o.amis', content: await packageOf(undefined, { password: 'Secret-1' }) }] }),
    body: { password: 'Secret-1' },
    expect: { status: 0, stored: 'same', data: { format: 1, models: [], roles: [], verdict: [{ level: 'good', text: 'Nothing runs on its own' }] } },
  },
  {
    name: 'and not without',
    as: 'sue',
    given: async () => ({ files: [{ field: 'file', name: 'o.amis', content: await packageOf(undefined, { password: 'Secret-1' }) }] }),
    expect: { status: 422, code: 'package.passwordRequired', errors: ['password'], stored: 'same' },
  },
  {
    name: 'refuses what is no package',
    as: 'sue',
    files: [{ field: 'file', name: 'o.amis', content: 'hello' }],
    expect: { status: 422, code: 'package.notZip', errors: ['file'], stored: 'same' },
  },
  { name: 'is closed to owners of organisations once it is installed', as: 'ann', given, expect: { status: 403, stored: 'same' } },
  { name: 'and to the signed-out', given, expect: { status: 401, stored: 'same' } },
])

scenarios(
  'setup.inspectAppInstall',
  [{ name: 'is not here where packages are not installed', as: 'sue', given, expect: { status: 403, code: 'setup.notHere', stored: 'same' } }],
  {
    deployMode: 'saas',
  },
)
