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

/** As if a code had come back from it. */
export const confirmEmail = (world: World, email: string, isConfirmed = true) =>
  world.db.updateTable('person').set({ email_verified: isConfirmed }).where('email', '=', email).execute()

/** Invites somebody who has an account with this email, and has confirmed it, to acme; the id of what stands for the account until it accepts. */
export async function inviteAccount(world: World, email: string, departmentId?: string): Promise<string> {
  await confirmEmail(world, email)
  const params = { departmentId: departmentId ?? (await addDepartment(world, `Team ${++invited}`)) }
  const reply = await world.call('org.addMember', { as: 'ann', params, body: { name: 'Somebody', email } })
  if (reply.status !== 0) throw new Error(reply.msg)
  return (await world.db.selectFrom('person').select('id').where('invited_email', '=', email).executeTakeFirstOrThrow()).id
}
