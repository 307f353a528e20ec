// APIs for tests: made in dev and called there.
import { DEV } from './models.ts'
import type { Reply, World } from './world.ts'

const must = (reply: Reply) => {
  if (reply.status !== 0) throw new Error(`${reply.status} ${reply.code} ${reply.msg} ${JSON.stringify(reply.errors)}`)
  return reply.data
}
let made = 0

export const http = (address: string, more: Record<string, unknown> = {}) => ({ method: 'GET', address, ...more })
export const MODEL = { type: 'model', model: { source: 'main', model: 'order', operation: 'list' } }
/** A definition that the checks let pass; nothing answers there. */
export const WEATHER = { type: 'http', http: http('https://weather.example.test/v1/now') }

/** Adds an API; answers its id and key. */
export async function makeApi(world: World, definition: object, key = `made${++made}`, more: object = {}): Promise<{ id: string; key: string }> {
  return { id: must(await world.call('api.create', { as: 'ann', params: DEV, body: { key, name: key, definition, ...more } })).id, key }
}

export const makeGroup = async (world: World, key: string): Promise<string> =>
  must(await world.call('apigroup.create', { as: 'ann', params: DEV, body: { key, name: key } })).id

/** Gives an environment variables, the secret ones marked. */
export async function setConsts(world: World, consts: Record<string, { value: string; secret?: boolean }>, appUrlKey = 'shop-dev') {
  const body = { consts: Object.entries(consts).map(([name, one]) => ({ var: name, ...one })) }
  must(await world.call('runtime.saveSettings', { as: 'ann', params: { ...DEV, appUrlKey }, body }))
}

/** An address that names an API of dev. */
export const at = (apiId: string) => ({ params: { ...DEV, apiId } })
