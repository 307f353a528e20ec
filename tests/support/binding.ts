// Sign-ins that wait, as the calls of the bind area see them.
import { randomUUID } from 'node:crypto'
import { BROWSER_COOKIE, newBrowser } from '../../api/server/services/signin/pending.ts'
import { PLAIN_RULES, type Proof, type Rules } from '../../api/server/services/signin/proof.ts'
import { passPause, signinBrowser, type SigninBrowser } from './signin.ts'
import { PASSWORD, type Person, type World } from './world.ts'

/** A browser in which somebody from elsewhere waits for a decision. */
export async function waits(world: World, proof: Partial<Proof> = {}, rules: Partial<Rules> = {}): Promise<SigninBrowser & { id: string }> {
  const { signin } = world.running.services
  const browser = signinBrowser(world)
  const token = newBrowser()
  browser.cookies.set(BROWSER_COOKIE, token)
  const full: Proof = {
    kind: 'oauth',
    issuer: 'https://op.example.test',
    subject: randomUUID(),
    name: 'Nora',
    email: '',
    emailVerified: false,
    phone: '',
    ...proof,
  }
  await signin.methods.save('oauth', rules, world.ids.sue)
  const arrived = await signin.arrive(full, { ...PLAIN_RULES, ...rules }, { browser: token, redirect: '/company/acme' })
  if ('user' in arrived) throw new Error('nobody waits')
  return { ...browser, id: arrived.pending }
}

/** A browser in which `name` has given the password, and the session is held back until these are bound. */
export async function held(world: World, name: string, bindKey: ('phone' | 'email')[]): Promise<SigninBrowser> {
  const { methods } = world.running.services.signin
  await methods.save('password', { bindKey }, world.ids.sue)
  const browser = signinBrowser(world)
  const reply = await browser.call('signin.login', { body: { username: name, password: PASSWORD, redirect: '/company/acme' } })
  await methods.save('password', { bindKey: [] }, world.ids.sue)
  if (reply.data.session) throw new Error('the session is not held back')
  return browser
}

/** Sign-ins of somebody that are on their way: one is held back until a phone is bound, one owes the second factor. */
export async function onTheWay(world: World, name: Person): Promise<() => Promise<(string | undefined)[]>> {
  const { tickets } = world.running.services.signin
  const [browser, ticket] = [await held(world, name, ['phone']), await tickets.open(world.ids[name], 'password', '/home')]
  /** What they are answered now; `open` while they go on. */
  return async () => {
    const body = { bindKey: 'phone', phone: '13900139009', phone_token: '123456' }
    return [
      (await browser.call('bind.sendPhoneCode', { body: { phone: body.phone } })).code ?? 'open',
      (await browser.call('bind.submit', { body })).code,
      await tickets.find(ticket).then(
        () => 'open',
        error => error.code,
      ),
    ]
  }
}
/** The answers once they have ended. */
export const ENDED = ['bind.expired', 'bind.signedOut', 'signin.ticketExpired']

/** The code of the last message to somebody, mail or text. */
export async function lastCode(world: World, recipient: string): Promise<string> {
  const row = await world.db.selectFrom('outbox').select('body').where('recipient', '=', recipient).orderBy('id', 'desc').executeTakeFirst()
  return /\b\d{6}\b/.exec(row?.body ?? '')?.[0] ?? ''
}

/** Asks for a code as the screen does, and reads it where it arrives. */
export async function codeFor(world: World, browser: SigninBrowser, kind: 'phone' | 'email', to: string): Promise<string> {
  await passPause(world)
  const reply =
    kind === 'phone'
      ? await browser.call('bind.sendPhoneCode', { body: { phone: to } })
      : await browser.call('signin.sendEmailCode', { body: { email: to, purpose: 'bind' } })
  if (reply.status !== 0) throw new Error(`${reply.code}: ${reply.msg}`)
  return lastCode(world, to)
}
export const isSignedIn = async (world: World, browser: SigninBrowser) => (await browser.call('general.session')).data.user?.name as string | undefined
