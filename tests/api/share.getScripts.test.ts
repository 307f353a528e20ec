import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const given = async (world: World) => {
  await world.call('share.saveAppScripts', { as: 'ann', body: { aipageCustomComponentsSrc: '/parts.js' } })
  await world.call('share.saveCompanyScripts', { as: 'ann', params: { companyKey: 'acme' }, body: { aipageCustomComponentsSrc: 'https://cdn.example/a.js' } })
}

scenarios('share.getScripts', [
  { name: 'answers both settings', as: 'ann', given, expect: { status: 0, data: { app: '/parts.js', company: 'https://cdn.example/a.js', mayCompany: true } } },
  { name: 'refuses an address that is none', as: 'ann', params: { appUrlKey: 'No App' }, expect: { status: 404 } },
  { name: 'keeps members out', as: 'ben', given, expect: { status: 403 } },
  { name: 'keeps strangers out', given, expect: { status: 401 } },
])
