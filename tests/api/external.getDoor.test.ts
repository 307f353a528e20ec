import { openDoor } from '../support/outsiders.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('external.getDoor', [
  { name: 'is not there while nobody may register', expect: { status: 404, code: 'external.closed' } },
  {
    name: 'tells a visitor how to come in, in either environment’s address',
    params: { doorCompany: 'ACME', doorApp: 'shop-dev' },
    given: world => openDoor(world, 'open', { kinds: ['email', 'phone'], approval: true }),
    expect: { status: 0, data: { app: { key: 'shop', name: 'Shop' }, organisation: 'Acme', canRegister: true, kinds: ['email', 'phone'], approval: true } },
  },
  { name: 'knows no other app', params: { doorCompany: 'acme', doorApp: 'nothing' }, expect: { status: 404, code: 'external.closed' } },
])
