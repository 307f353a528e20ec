// Publishing in tests.
import { applyAll, builtinSource, makeModel } from './models.ts'
import { DEV } from './pages.ts'
import type { Reply, World } from './world.ts'

/** Publishes shop as Ann and returns the release; fails the test when it is refused. */
export async function publish(world: World, body: Record<string, unknown> = {}): Promise<Reply['data']> {
  const reply = await world.call('release.create', { as: 'ann', params: DEV, body: { title: 'Release', ...body } })
  if (reply.status !== 0) throw new Error(`publish: ${reply.code} ${JSON.stringify(reply.errors)}`)
  return reply.data
}

/** A column of the model `order` that left dev's database; answers the id of what is kept of it. */
export async function keptColumn(world: World): Promise<string> {
  const source = await builtinSource(world)
  const { modelId, fields } = await makeModel(world, source, 'order', [
    { key: 'title', type: 'text' },
    { key: 'note', type: 'text' },
  ])
  await applyAll(world, source)
  await world.call('model.deleteField', { as: 'ann', params: { ...DEV, modelId, fieldId: fields.note as string } })
  await applyAll(world, source, { confirmLoss: true })
  return (await world.call('release.listKept', { as: 'ann', params: DEV })).data.items[0].id
}
