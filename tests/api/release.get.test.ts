// release.get-release, release.detail-dialog
import { uuidv7 } from 'uuidv7'
import { addPage, DEV, foreignPages, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const one = async (world: World) => {
  await addPage(world, { name: 'Home' })
  return { params: { ...DEV, releaseId: (await publish(world, { description: 'Why', consts: [{ var: 'A', value: '1' }] })).id as string } }
}
const elsewhere = async (world: World) => {
  await foreignPages(world)
  const id = uuidv7()
  const app = await world.db.selectFrom('app').select(['id', 'company_id']).where('company_id', '=', world.ids.globex).executeTakeFirstOrThrow()
  await world.db
    .insertInto('release')
    .values({
      id,
      company_id: app.company_id,
      app_id: app.id,
      version: '1.0.0',
      title: 'Secret',
      tag: 'latest',
      source: 'dev',
      status: 1,
      manifest_hash: Buffer.alloc(32),
    })
    .execute()
  return { params: { ...DEV, releaseId: id } }
}

scenarios('release.get', [
  {
    name: 'answers what was chosen',
    as: 'ann',
    given: one,
    expect: {
      status: 0,
      data: { description: 'Why', consts: [{ var: 'A', value: '1' }], mode: 1, partialBody: [], task: { status: 2, progress: 100, reason: '', sql: '' } },
    },
  },
  { name: 'does not reach a release of another organisation', as: 'ann', given: elsewhere, expect: { status: 404, code: 'release.unknown' } },
  { name: 'does not know every id', as: 'ann', params: { ...DEV, releaseId: uuidv7() }, expect: { status: 404, code: 'release.unknown' } },
  { name: 'refuses what is no id', as: 'ann', params: { ...DEV, releaseId: 'latest' }, expect: { status: 404, code: 'request.unknownAddress' } },
  ...wrongPeople({}, one),
])
