// A browser that chooses a new password: keeps its cookie, reads the outbox like the owner of the mailbox, does the work of the challenge.
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { CallId } from '../../api/generated/calls.ts'
import type { Ask, Reply, World } from './world.ts'

/** The key that a challenge asks for, found as a browser finds it. */
export async function solved(parameters: Parameters<typeof solveChallenge>[0]['challenge']['parameters']): Promise<string> {
  const solution = await solveChallenge({ challenge: { parameters }, deriveKey })
  if (!solution) throw new Error('the challenge has no solution')
  return solution.derivedKey
}

export interface ResetBrowser {
  cookie: string
  call(id: CallId, ask?: Ask): Promise<Reply>
  /** A graphical code that is right. */
  graphCode(): Promise<string>
}

export function resetBrowser(world: World, cookie = ''): ResetBrowser {
  const browser: ResetBrowser = {
    cookie,
    async call(id, ask = {}) {
      const reply = await world.call(id, { ...ask, headers: { ...ask.headers, ...(browser.cookie && { cookie: browser.cookie }) } })
      for (const line of [reply.headers['set-cookie'] ?? []].flat() as string[]) {
        const [pair = ''] = line.split(';')
        if (pair.startsWith('tessera_reset=')) browser.cookie = pair
      }
      return reply
    },
    async graphCode() {
      const { data } = await browser.call('reset.getChallenge')
      return solved(data.challenge)
    },
  }
  return browser
}

/** The last code that was sent to an email or phone; undefined when there was none. */
export async function codeSentTo(world: World, recipient: string): Promise<string | undefined> {
  await world.running.services.reset.settled()
  const row = await world.db.selectFrom('outbox').select('body').where('recipient', '=', recipient).orderBy('id', 'desc').executeTakeFirst()
  return /\b\d{6}\b/.exec(row?.body ?? '')?.[0]
}

/** Lets an account be sent another code at once. */
export const passMinute = (world: World) =>
  world.db
    .updateTable('reset_send')
    .set({ sent_at: new Date(Date.now() - 61_000) })
    .execute()

/** A browser that has proved the account of an email. */
export async function verifiedBrowser(world: World, email: string): Promise<ResetBrowser> {
  const browser = resetBrowser(world)
  await passMinute(world)
  await world.db.deleteFrom('rate').execute()
  await browser.call('reset.sendEmailCode', { body: { email } })
  const token = await codeSentTo(world, email)
  const reply = await browser.call('reset.verifyAccount', { body: { accountType: 'email', email, token } })
  if (reply.status !== 0) throw new Error(`not verified: ${reply.msg}`)
  return browser
}

/** A code that is not the one given. */
export const otherCode = (code = '') => (code === '111111' ? '222222' : '111111')
