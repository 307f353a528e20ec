// Invitations as their mails bring them.
import { addDepartment } from './organisation.ts'
import type { World } from './world.ts'

let invited = 0

/** Invites somebody new to acme, and gives the token of the mail's link. */
export async function invite(world: World, email = `invited${++invited}@example.test`): Promise<{ email: string; token: string }> {
  const params = { departmentId: await addDepartment(world, `Team ${++invited}`) }
  const reply = await world.call('org.addMember', { as: 'ann', params, body: { name: 'Eve', email } })
  if (reply.status !== 0) throw new Error(reply.msg)
  const mail = await world.db.selectFrom('outbox').select('body').where('recipient', '=', email).orderBy('id', 'desc').executeTakeFirstOrThrow()
  return { email, token: /\/invitation\/([\w-]{43})$/.exec(mail.body)?.[1] ?? '' }
}

/** Invites somebody who has an account to acme; the id of what stands for the account until it accepts. */
export async function inviteAccount(world: World, email: string, departmentId?: string): Promise<string> {
  const params = { departmentId: departmentId ?? (await addDepartment(world, `Team ${++invited}`)) }
  const reply = await world.call('org.addMember', { as: 'ann', params, body: { name: 'Somebody', email } })
  if (reply.status !== 0) throw new Error(reply.msg)
  return (await world.db.selectFrom('person').select('id').where('invited_email', '=', email).executeTakeFirstOrThrow()).id
}
