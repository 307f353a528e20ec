import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { KEY, serviceIn } from '../support/two-servers.ts'

const body = { name: 'Production', address: 'https://tessera.example.test/tools/', token: KEY }

scenarios('sync.addService', [
  {
    name: 'keeps the access key sealed',
    as: 'sue',
    body,
    expect: { status: 0 },
    then: async (_reply, world) => {
      const row = await world.db.selectFrom('sync_service').selectAll().executeTakeFirstOrThrow()
      expect(row).toMatchObject({ name: 'Production', address: 'https://tessera.example.test/tools' })
      expect(row.token).not.toContain(KEY)
      expect(JSON.stringify(await world.db.selectFrom('audit').selectAll().execute())).not.toContain(KEY)
    },
  },
  {
    name: 'takes a name once',
    as: 'sue',
    body: { ...body, name: 'production' },
    expect: { status: 422, code: 'sync.nameTaken', errors: ['name'], stored: 'same' },
  },
  {
    name: 'wants an access key',
    as: 'sue',
    body: { name: 'Other', address: body.address },
    expect: { status: 422, code: 'sync.tokenMissing', errors: ['token'], stored: 'same' },
  },
  ...['tessera', 'ftp://tessera.example.test', 'https://ann:secret@tessera.example.test', 'https://tessera.example.test/?a=1'].map(address => ({
    name: `does not take ${address}`,
    as: 'sue' as const,
    body: { ...body, name: 'Other', address },
    expect: { status: 422, code: 'sync.badAddress', errors: ['address'], stored: 'same' as const },
  })),
  {
    name: 'keeps no more than fifty',
    as: 'sue',
    body: { ...body, name: 'One more' },
    given: async world => {
      for (let n = 0; n < 49; n++) await serviceIn(world, { name: `Service ${n}` })
    },
    expect: { status: 422, code: 'data.tooMany', stored: 'same' },
  },
])
