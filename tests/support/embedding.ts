// A site that shows pages of the world's app: listed, with pages to show, a secret, and tokens as its server would sign them.
import { SignJWT } from 'jose'
import { addPage } from './pages.ts'
import { publish } from './releases.ts'
import { signinBrowser } from './signin.ts'
import type { Ask, Person, Reply, World } from './world.ts'
import type { CallId } from '../../api/generated/calls.ts'

export const SITE = 'https://www.example.test'
export const FROM_SITE = { origin: SITE }

/** Publishes two pages, of which other sites may show one, and lists the site; answers their ids. */
export async function siteIn(world: World): Promise<{ shown: string; hidden: string }> {
  const shown = await addPage(world, { name: 'Orders', path: '/orders' })
  const hidden = await addPage(world, { name: 'Costs', path: '/costs' })
  await publish(world, { tag: 'latest', jssdkPages: [shown], jssdkHistoryMode: 'browser', jssdkRemFactor: 20 })
  await listed(world, [SITE])
  return { shown, hidden }
}

export async function listed(world: World, origins: string[], callOrigins = origins) {
  const reply = await world.call('embed.saveSettings', { as: 'ann', body: { tag: 'latest', frameOrigins: origins, callOrigins } })
  if (reply.status) throw new Error(JSON.stringify(reply.errors))
}

export async function secretOf(world: World): Promise<string> {
  return (await world.call('embed.renewSecret', { as: 'ann', body: {} })).data.secret as string
}

export const nameOf = async (world: World, person: Person) =>
  (await world.db.selectFrom('person').select('username').where('id', '=', world.ids[person]).executeTakeFirstOrThrow()).username

interface Claims {
  minutes?: number
  alg?: string
}
export const signed = (secret: string, sub: string | undefined, { minutes = 5, alg = 'HS256' }: Claims = {}) => {
  const token = new SignJWT(sub === undefined ? {} : { sub }).setProtectedHeader({ alg })
  return (minutes ? token.setExpirationTime(Math.floor(Date.now() / 1000) + minutes * 60) : token).sign(Buffer.from(secret))
}

/** A frame in the site's page, in which somebody was signed in by token. */
export async function frameOf(world: World, secret: string, person: Person) {
  const browser = signinBrowser(world)
  const started = await world.call('embed.start', { headers: FROM_SITE, body: { token: await signed(secret, await nameOf(world, person)) } })
  const headers: Record<string, string> = { 'x-tessera-embedded': 'acme/shop' }
  const entered = await browser.call('embed.enter', { headers, body: { ticket: started.data.ticket } })
  const session = entered.data.session as { csrfToken: string; user: { id: string; onlyApp: string } } | undefined
  headers['x-csrf-token'] = session?.csrfToken ?? ''
  return {
    browser,
    started,
    entered,
    session,
    call: (id: CallId, ask: Ask = {}): Promise<Reply> => browser.call(id, { ...ask, headers: { ...headers, ...ask.headers } }),
  }
}
