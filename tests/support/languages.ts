// A shop in two languages for tests of its texts.
import type { World } from './world.ts'
import { applyAll, builtinSource, DEV, makeModel } from './models.ts'
import { addPage } from './pages.ts'

export { DEV }
export const GREETING = 'Hello ${user.name}'

const begun = new WeakSet<World>()
/** A page and a model in English, to be read in German too. */
export async function languagesThere(world: World) {
  if (begun.has(world)) return
  begun.add(world)
  await addPage(world, {
    name: 'Orders',
    path: '/orders',
    schema: { type: 'page', title: 'All orders', body: [GREETING, { type: 'button', label: 'Save', name: 'Save' }, { type: 'select', options: ['Red'] }] },
  })
  const sourceId = await builtinSource(world)
  await makeModel(world, sourceId, 'order', [
    { key: 'state', name: 'State', type: 'enum', options: [{ value: 'open', label: 'Open order' }] },
    { key: 'total', name: 'Total', type: 'integer' },
  ])
  await applyAll(world, sourceId)
  await languages(world, ['en-US', 'de'])
}
export async function languages(world: World, list: string[]) {
  const reply = await world.call('i18n.saveLanguages', { as: 'ann', params: DEV, body: { languages: list, confirmLoss: true } })
  if (reply.status !== 0) throw new Error(`${reply.status} ${reply.msg}`)
}
export async function say(world: World, text: string, translation: string, language = 'de') {
  const reply = await world.call('i18n.saveText', { as: 'ann', params: DEV, body: { language, text, translation } })
  if (reply.status !== 0) throw new Error(`${reply.status} ${reply.msg} ${JSON.stringify(reply.errors)}`)
}
export const IN_GERMAN = { 'accept-language': 'de-AT,en;q=0.5' }
