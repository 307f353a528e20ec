// Publishing in tests.
import { DEV } from './pages.ts'
import type { Reply, World } from './world.ts'

/** Publishes shop as Ann and returns the release; fails the test when it is refused. */
export async function publish(world: World, body: Record<string, unknown> = {}): Promise<Reply['data']> {
  const reply = await world.call('release.create', { as: 'ann', params: DEV, body: { title: 'Release', ...body } })
  if (reply.status !== 0) throw new Error(`publish: ${reply.code} ${JSON.stringify(reply.errors)}`)
  return reply.data
}
