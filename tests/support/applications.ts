// Applications for organisations in tests.
import type { World } from './world.ts'

export const APPLICATION = { name: 'Initech', key: 'initech', ownerName: 'Cyd', phone: '13800000000' }

/** Nobody has applied. */
export const cleared = async (world: World): Promise<void> => {
  await world.db.deleteFrom('company_application').execute()
}

/** Somebody applies, who has no other application that waits; answers the id. */
export async function apply(world: World, as: 'cyd' | 'ben' = 'cyd', more: Partial<typeof APPLICATION> = {}, headers = {}): Promise<string> {
  await world.db.deleteFrom('company_application').where('user_id', '=', world.ids[as]).where('status', '=', 'waiting').execute()
  const reply = await world.call('company.submitApply', { as, body: { ...APPLICATION, ...more }, headers })
  if (reply.status !== 0) throw new Error(reply.msg)
  return reply.data.id as string
}

export const mailsTo = async (world: World, recipient: string) =>
  (await world.db.selectFrom('outbox').select(['subject', 'body']).where('recipient', '=', recipient).execute()).map(
    ({ subject, body }) => `${subject}\n${body}`,
  )
