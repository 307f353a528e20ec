// release.get-remote-status: of this app alone; how exports go is told in release.exportStandaloneRemote.test.ts.
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const id = uuidv7()
scenarios(
  'release.getRemoteStatus',
  [
    { name: 'knows no other', as: 'ann', query: { transId: uuidv7() }, expect: { status: 404, code: 'release.remoteUnknown', stored: 'same' } },
    {
      name: 'nor one of another app',
      as: 'ann',
      given: async world => {
        const made = await world.call('app.create', { as: 'ann', params: { companyKey: 'acme' }, body: { name: 'Desk', key: 'desk', type: 1 } })
        expect(made.status).toBe(0)
        const { id: app_id } = await world.db.selectFrom('app').select('id').where('key', '=', 'desk').executeTakeFirstOrThrow()
        const steps = JSON.stringify(Object.fromEntries(['checkFile', 'gitPull', 'gitCommit', 'gitPush'].map(name => [name, { status: 'NotStarted' }])))
        await world.db
          .insertInto('remote_export')
          .values({ id, company_id: world.ids.acme, app_id, source: 'dev', version: '1', account_id: id, branch: 'main', message: 'x', steps })
          .execute()
      },
      query: { transId: id },
      expect: { status: 404, code: 'release.remoteUnknown', stored: 'same' },
    },
    {
      name: 'says what waits',
      as: 'ann',
      given: async world => void (await world.db.updateTable('remote_export').set({ app_id: world.ids.shop }).execute()),
      query: { transId: id },
      expect: { status: 0, data: { status: 'NotStarted', checkFile: { status: 'NotStarted', msg: '' } }, stored: 'same' },
    },
    { name: 'keeps out who may not edit', as: 'ben', query: { transId: id }, expect: { status: 403 } },
  ],
  { features: { standaloneGitPush: true, standaloneRemoteExport: true } },
)
