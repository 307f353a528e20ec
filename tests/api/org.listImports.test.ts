// org.import: what was imported, by whom and how it ended, and what is being imported now.
import { expect } from 'vitest'
import { confirmed, imported, planned } from '../support/imports.ts'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const list = (world: World, as: 'ann' | 'abe' = 'ann') => world.call('org.listImports', { as })

scenarios('org.listImports', [
  {
    name: 'tells every administrator what was imported, and who may open it',
    as: 'abe',
    given: async world => {
      await imported(world, { departments: [['Sales']] })
      await planned(world, { departments: [['Support']] })
    },
    expect: { status: 0, data: { total: 1, running: null } },
    then: async (reply, world) => {
      const shown = { fileName: 'people.xlsx', state: 'done', startedBy: 'Ann', total: { create: 1, change: 0, leave: 0, error: 0 } }
      expect(reply.data.items).toMatchObject([{ ...shown, canOpen: false }])
      expect((await list(world)).data.items).toMatchObject([{ ...shown, canOpen: true }])
    },
  },
  {
    name: 'keeps what was written when the rows of the file are forgotten, for a while',
    as: 'ann',
    given: async world => {
      await world.db
        .updateTable('directory_import')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .execute()
      await world.running.services.organisation.imports.removeExpired()
    },
    expect: { status: 0, data: { total: 1, items: [{ state: 'done', canOpen: false }] } },
    then: async (_reply, world) => {
      expect(await world.db.selectFrom('directory_import_row').select('n').execute()).toEqual([])
      await world.db
        .updateTable('directory_import')
        .set({ created_at: new Date(Date.now() - 91 * 86_400_000) })
        .execute()
      await world.running.services.organisation.imports.removeExpired()
      expect((await list(world)).data.total).toBe(0)
    },
  },
  {
    name: 'says what is under way, which nobody else confirms beside it, and mails its maker how it ended',
    as: 'ann',
    given: async world => {
      const first = (await planned(world, { departments: [['Works']] })).data.id as string
      // Somebody else changes the organisation, so that the import waits.
      const other = await world.pool.connect()
      await other.query('begin')
      await other.query(`select pg_advisory_xact_lock(hashtextextended('department ' || $1, 0))`, [world.ids.acme])
      const reply = await world.call('org.confirmImport', { as: 'ann', params: { importId: first }, body: { invite: false } })
      expect(reply.data.state).toBe('working')
      expect((await list(world, 'abe')).data).toMatchObject({
        running: { id: first, fileName: 'people.xlsx', startedBy: 'Ann' },
        items: [{ state: 'working' }],
      })
      const second = (await planned(world, { departments: [['Yard']] })).data.id as string
      const refused = await world.call('org.confirmImport', { as: 'ann', params: { importId: second }, body: { invite: false } })
      expect([refused.status, refused.code, refused.msg]).toEqual([
        409,
        'org.importRunning',
        'people.xlsx is being imported by Ann. Confirm this plan when that is done',
      ])
      await other.query('rollback')
      other.release()
      await world.running.services.organisation.imports.settled()
      expect((await confirmed(world, second)).data.state).toBe('done')
    },
    expect: { status: 0, data: { total: 2, running: null } },
    then: async (_reply, world) => {
      const mails = await world.db.selectFrom('outbox').select(['recipient', 'subject', 'body']).where('subject', 'like', 'The import of%').execute()
      expect(mails.map(mail => [mail.recipient, mail.subject])).toEqual([['ann@example.test', 'The import of people.xlsx into Acme is done']])
      expect(mails[0]?.body).toContain('Departments: 1 created, 0 changed.')
    },
  },
  { name: 'wants a page', as: 'ann', query: { page: 0 }, expect: { status: 422, errors: ['page'], stored: 'same' } },
  ...notForThem(),
])

scenarios('org.listImports', [{ name: 'is not offered where there is no import', as: 'ann', expect: { status: 403, code: 'org.importNotHere' } }], {
  cloudHosted: true,
})
