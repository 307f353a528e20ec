// A browser at the sign-in page: keeps its cookies, and reads the outbox like the owner of the mailbox.
import type { CallId } from '../../api/generated/calls.ts'
import type { Ask, Reply, World } from './world.ts'

export interface SigninBrowser {
  cookies: Map<string, string>
  call(id: CallId, ask?: Ask): Promise<Reply>
}

export function signinBrowser(world: World): SigninBrowser {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async call(id, ask = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const reply = await world.call(id, { ...ask, headers: { ...ask.headers, ...(cookie && { cookie }) } })
      for (const line of [reply.headers['set-cookie'] ?? []].flat() as string[]) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value) cookies.set(name, value)
        else cookies.delete(name)
      }
      return reply
    },
  }
}

/** The last code that was mailed to somebody; undefined when there was none. */
export async function mailedCode(world: World, recipient: string): Promise<string | undefined> {
  await world.running.services.signin.codes.settled()
  const row = await world.db.selectFrom('outbox').select('body').where('recipient', '=', recipient).orderBy('id', 'desc').executeTakeFirst()
  return /\b\d{6}\b/.exec(row?.body ?? '')?.[0]
}

/** Lets another code be sent at once. */
export async function passPause(world: World) {
  await world.db
    .updateTable('signin_code_sent')
    .set({ sent_at: new Date(Date.now() - 61_000) })
    .execute()
  await world.db.deleteFrom('rate').execute()
}

export const otherCode = (code = '') => (code === '111111' ? '222222' : '111111')
