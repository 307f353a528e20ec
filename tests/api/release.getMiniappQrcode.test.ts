// release.get-miniapp-qrcode, release.experience-visible: where a phone tries a release.
import { uuidv7 } from 'uuidv7'
import { addPage, DEV, foreignPages, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

let id = ''
scenarios('release.getMiniappQrcode', [
  {
    name: 'answers the address of the environment with what it runs',
    as: 'ann',
    params: DEV,
    given: async world => {
      await addPage(world, { name: 'Home' })
      id = (await publish(world, { tag: 'qa' })).id
      return { query: { pushId: id, appletType: 'WEAPP' } }
    },
    expect: { status: 0, data: { items: [{ label: 'qa · 1.0.0' }] } },
    then: reply => {
      if (!/^https?:\/\/[^/]+\/company\/acme\/app\/shop-qa$/.test(reply.data.items[0].url)) throw new Error(reply.data.items[0].url)
    },
  },
  {
    name: 'has none for a release that failed',
    as: 'ann',
    params: DEV,
    given: async world => {
      await world.db.updateTable('release').set({ status: -1 }).execute()
      return { query: { pushId: id } }
    },
    expect: { status: 409, code: 'release.notRunning', stored: 'same' },
  },
  { name: 'wants the id of a release', as: 'ann', params: DEV, query: { pushId: 'x' }, expect: { status: 422, errors: ['pushId'] } },
  {
    name: 'does not reach a release of another organisation',
    as: 'ann',
    params: DEV,
    given: async world => {
      await foreignPages(world)
      const app = await world.db.selectFrom('app').select(['id', 'company_id']).where('company_id', '=', world.ids.globex).executeTakeFirstOrThrow()
      const theirs = { id: uuidv7(), company_id: app.company_id, app_id: app.id, version: '1.0.0', title: 'Secret', tag: 'latest', source: 'dev', status: 1 }
      await world.db.insertInto('release').values(theirs).execute()
      return { query: { pushId: theirs.id } }
    },
    expect: { status: 404, code: 'release.unknown', stored: 'same' },
  },
  { name: 'knows no other releases', as: 'ann', params: DEV, query: { pushId: uuidv7() }, expect: { status: 404, code: 'release.unknown' } },
  ...wrongPeople({ query: { pushId: uuidv7() } }, async () => ({ params: DEV })),
])
