// People from outside at the door of an app: a browser of their own, and the code out of the mail or message.
import { builtIn, setList } from './permissions.ts'
import { mailedCode, passPause, signinBrowser, type SigninBrowser } from './signin.ts'
import type { Ask, Reply, World } from './world.ts'
import type { CallId } from '../../api/generated/calls.ts'

type Mode = 'off' | 'invite' | 'open'

export async function openDoor(world: World, mode: Mode = 'open', more: { kinds?: string[]; approval?: boolean } = {}) {
  const body = { mode, kinds: more.kinds ?? ['email'], approval: more.approval ?? false }
  const reply = await world.call('external.saveSettings', { as: 'ann', body })
  if (reply.status !== 0) throw new Error(reply.msg)
  await setList(world, 'read', [await builtIn(world, 'all-users'), await builtIn(world, 'admin'), await builtIn(world, 'external-users')])
}

export interface Outsider {
  browser: SigninBrowser
  /** As somebody signed in at the door. */
  call(id: CallId, ask?: Ask): Promise<Reply>
  reply: Reply
}

/** Asks for a code and comes in with it. */
export async function enter(world: World, to: string, name?: string): Promise<Outsider> {
  const browser = signinBrowser(world)
  await passPause(world)
  await browser.call('external.sendCode', { body: { to } })
  const token = (await mailedCode(world, to)) ?? '000000'
  const reply = await browser.call('external.signIn', { body: { to, token, ...(name && { name }) } })
  const csrf = String(reply.data?.session?.csrfToken ?? '')
  return { browser, reply, call: (id, ask = {}) => browser.call(id, { ...ask, headers: { ...ask.headers, 'x-csrf-token': csrf } }) }
}
