// A model whose rows hold a file and an image, for tests.
import { applyAll, builtinSource, DEV, makeModel } from './models.ts'
import type { Person, World } from './world.ts'

export const ITEMS = { ...DEV, dsKey: 'main', dmKey: 'item' }
export const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const worlds = new WeakSet<World>()

export async function itemsIn(world: World) {
  if (worlds.has(world)) return
  worlds.add(world)
  const sourceId = await builtinSource(world)
  await makeModel(world, sourceId, 'item', [
    { key: 'title', type: 'text' },
    { key: 'offer', type: 'file' },
    { key: 'photo', type: 'image' },
  ])
  await applyAll(world, sourceId)
}
export const withField =
  (fieldKey: string) =>
  async (world: World): Promise<{ params: Record<string, string> }> => {
    await itemsIn(world)
    return { params: { ...ITEMS, fieldKey } }
  }
/** Uploads; answers the address that a row may name, and the id of the file. */
export async function uploaded(world: World, fieldKey: string, name: string, content: Buffer | string, as: Person = 'ann') {
  const reply = await world.call('data.uploadFile', { as, ...(await withField(fieldKey)(world)), files: [{ field: 'file', name, content }] })
  if (reply.status) throw new Error(`${reply.msg} ${JSON.stringify(reply.errors)}`)
  return reply.data as unknown as { value: string; id: string }
}
