// release.get-export-options: what the dialog starts with that exports an app, and for whom.
import { expect } from 'vitest'
import { DEV } from '../support/models.ts'
import { addPage } from '../support/pages.ts'
import { addRole, setList } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

const password = 'Secret-1'

scenarios('release.getExportOptions', [
  {
    name: 'offers dev and the published versions, and rows to those who manage data',
    given: async world => {
      await addPage(world, { name: 'Orders', path: '/orders' })
      await world.call('release.create', { as: 'ann', params: DEV, body: { version: '1.0.0', title: 'First' } })
      await setList(world, 'edit', [await addRole(world, 'Designers', { users: [world.ids.ben] })])
      return { params: DEV }
    },
    as: 'ann',
    expect: {
      status: 0,
      data: {
        fromOptions: [
          { label: 'Current development version', value: 'dev' },
          { label: '1.0.0', value: '1.0.0' },
        ],
        mayTakeRows: true,
      },
    },
    async then(_reply, world) {
      for (const [call, told] of [
        ['release.getExportOptions', { mayTakeRows: false }],
        ['release.listModels', { options: [] }],
        ['release.listForms', { options: [] }],
      ] as const)
        expect((await world.call(call, { as: 'ben', params: DEV })).data).toMatchObject(told)
    },
  },
])

// release.package-export-plan, release.cloud-edition.
scenarios(
  'release.exportPackage',
  [
    {
      name: 'is not in the plan of an organisation, but for administrators of the platform',
      given: async world => {
        await addPage(world, { name: 'Orders', path: '/orders' })
      },
      as: 'ann',
      body: { password },
      expect: { status: 403, code: 'release.exportNotInPlan', stored: 'same' },
      async then(_reply, world) {
        expect((await world.call('release.exportPackage', { as: 'sue', body: { password } })).http).toBe(200)
        const mayExport = async (as: 'ann' | 'sue') => (await world.call('app.get', { as, params: DEV })).data.perms.exportPackages
        expect([await mayExport('ann'), await mayExport('sue')]).toEqual([false, true])
        const paid = await world.another({ cloudHosted: true, packageExport: ['acme'] })
        expect((await paid.call('app.get', { as: 'ann', params: DEV })).data.perms.exportPackages).toBe(true)
        expect((await paid.call('release.exportPackage', { as: 'ann', body: { password } })).http).toBe(200)
      },
    },
  ],
  { cloudHosted: true, packageExport: ['globex'] },
)
