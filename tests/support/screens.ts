// Changes of a console screen to try calls on.
import { diff, type JsonObject } from '../../api/ledger/index.ts'
import { createScreenStore } from '../../api/server/services/screen/live/store.ts'
import type { World } from './world.ts'

export const SCREEN = { screenId: 'general.forbidden' }
export const HELLO = { type: 'page', title: 'Hello', body: [{ type: 'tpl', tpl: 'Hello' }] }

/** Publishes as Sue on whatever is there. */
export async function publish(world: World, schema: object = HELLO, screenId = SCREEN.screenId) {
  const { version } = (await world.call('screen.getDraft', { as: 'sue', params: { screenId } })).data
  const reply = await world.call('screen.publish', { as: 'sue', params: { screenId }, body: { schema, baseVersion: version } })
  if (reply.status !== 0) throw new Error(`${reply.status} ${reply.msg} ${JSON.stringify(reply.errors)}`)
  return reply.data as { version: number; hash: string; sentences: { text: string }[] }
}

/** Nobody and people who do not run the platform are kept out, and nothing changes. */
export const notForThem = (ask: { params?: Record<string, string>; body?: object; query?: Record<string, unknown> } = {}) =>
  (
    [
      [undefined, 401],
      ['ann', 403],
    ] as const
  ).map(([as, status]) => ({ params: SCREEN, ...ask, as, name: `keeps ${as ?? 'nobody'} out`, expect: { status, stored: 'same' as const } }))

/** An override that Sue published on another screen below than today's, as before an update of Tessera. */
export async function publishedBefore(world: World, screenId: string, base: JsonObject, result: JsonObject, companyId?: string) {
  const store = createScreenStore(world)
  await world.db.transaction().execute(async trx => {
    const row = await store.hold(companyId ? { level: 'company', companyId } : { level: 'platform' }, screenId, trx)
    await store.addVersion(row, { kind: 'publish', patch: JSON.stringify(diff(base, result)), base, result, note: 'Before', by: world.ids.sue }, trx)
  })
  const heard = new Promise<void>(done => {
    const stop = world.running.services.liveScreens.listen(change => {
      if (change.screen !== screenId) return
      stop()
      done()
    })
  })
  await world.pool.query('select pg_notify($1, $2)', [
    'tessera',
    JSON.stringify({
      topic: 'screen',
      payload: { screen: screenId, level: companyId ? 'company' : 'platform', companyId: companyId ?? null, appId: null, people: null },
    }),
  ])
  await heard
}
