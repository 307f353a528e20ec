import { scenarios } from '../support/scenarios.ts'
import { siteIn } from '../support/embedding.ts'

scenarios('embed.getSettings', [
  {
    name: 'grants nothing at first',
    as: 'ann',
    expect: { status: 0, data: { tag: 'latest', environments: ['latest'], frameOrigins: [], callOrigins: [], secretAt: '', version: '', pages: [] } },
  },
  {
    name: 'tells what a site puts into its page, and what its policy has to allow',
    as: 'ann',
    given: async world => void (await siteIn(world)),
    expect: {
      status: 0,
      data: {
        sdkApp: 'acme/shop',
        version: '1.0.0',
        historyMode: 'browser',
        remFactor: 20,
        pages: [{ name: 'Orders', path: '/orders' }],
        snippet: '<script src="http://localhost:80/sdk.js" async></script>\n<tessera-page app="acme/shop" page="/orders"></tessera-page>',
        policy: 'script-src http://localhost:80; frame-src http://localhost:80; connect-src http://localhost:80',
      },
    },
  },
  { name: 'knows dev as shown nowhere else', as: 'ann', query: { tag: 'dev' }, expect: { status: 422, errors: ['tag'] } },
])
