import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { scenarios } from '../support/scenarios.ts'
import { serviceIn } from '../support/two-servers.ts'

let id = ''
const at = async () => ({ params: { syncServiceId: id } })

scenarios('sync.updateService', [
  {
    name: 'keeps the access key where none is sent, and forgets what was checked',
    as: 'sue',
    body: { name: 'Renamed', address: 'https://tessera.example.test/other', token: '' },
    given: async world => {
      id = await serviceIn(world, {})
      await world.db
        .updateTable('sync_service')
        .set({ checked: JSON.stringify({ ok: true, text: 'Works' }), checked_at: new Date() })
        .execute()
      return at()
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const row = await world.db.selectFrom('sync_service').selectAll().executeTakeFirstOrThrow()
      expect(row).toMatchObject({ name: 'Renamed', address: 'https://tessera.example.test/other', checked: null, checked_at: null })
      expect(row.token).not.toBe('')
    },
  },
  {
    name: 'shows the access key of one host to no other',
    as: 'sue',
    body: { name: 'Renamed', address: 'https://elsewhere.example.test' },
    given: at,
    expect: { status: 422, code: 'sync.tokenAgain', errors: ['token'], stored: 'same' },
  },
  {
    name: 'takes a name once',
    as: 'sue',
    body: { name: 'Second', address: 'https://tessera.example.test' },
    given: async world => {
      await serviceIn(world, { name: 'Second' })
      return at()
    },
    expect: { status: 422, code: 'sync.nameTaken', errors: ['name'], stored: 'same' },
  },
  {
    name: 'knows no others',
    as: 'sue',
    body: { name: 'Any', address: 'https://tessera.example.test' },
    params: { syncServiceId: uuidv7() },
    expect: { status: 404, code: 'sync.serviceUnknown', stored: 'same' },
  },
])
