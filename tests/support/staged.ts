// Versions for chosen people to try calls on: Sue gives one to Ben, who is then the only one to get it.
import { HELLO, SCREEN } from './screens.ts'
import type { Person, Reply, World } from './world.ts'

export const BEN = ['ben@example.test']
export const TRIAL = { ...HELLO, title: 'Trial' }

/** Publishes as Sue for some people, on whatever is there. */
export async function stage(
  world: World,
  { schema = TRIAL, people = BEN, screenId = SCREEN.screenId }: { schema?: object; people?: string[]; screenId?: string } = {},
): Promise<Reply> {
  const { version } = (await world.call('screen.getDraft', { as: 'sue', params: { screenId } })).data
  const reply = await world.call('screen.publish', { as: 'sue', params: { screenId }, body: { schema, people, note: 'Try it', baseVersion: version } })
  if (reply.status !== 0) throw new Error(`${reply.status} ${reply.msg} ${JSON.stringify(reply.errors)}`)
  return reply
}

/** Title of the screen as people get it. */
export const titles = async (world: World, ...people: (Person | undefined)[]) =>
  Promise.all(people.map(async as => (await world.call('screen.get', { as, params: SCREEN })).data.schema.title as string))
