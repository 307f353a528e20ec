// Sign-in by redirect (CAS, OAuth, OpenID Connect, WeChat): the browser goes to the provider, comes back, and what it brings is checked.
import type { Core } from '../../core.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { createCas } from './cas.ts'
import { createBackchannelLogout, messageWrong } from './backchannel-logout.ts'
import type { ProviderSession } from '../foundation/provider-session.ts'
import type { Methods } from './methods.ts'
import { createOauth } from './oauth.ts'
import type { Proof } from './proof.ts'
import { createStates } from './states.ts'
import { KINDS, type Kind, type SettingsOf } from './settings.ts'
import type { Going, Message, Strategy } from './strategy.ts'
import { createWeixin, qrPage } from './weixin.ts'

/** The kind behind each address `/auth/{place}`. */
export const PLACES = { uuap: 'sso', oauth: 'oauth', third: 'third', cas2: 'cas2', weixin: 'weixin' } as const
export type Place = keyof typeof PLACES
export type RedirectKind = (typeof PLACES)[Place]

interface Parts {
  methods: Methods
  secrets: Pick<Secrets, 'seal' | 'open'>
}
interface From {
  origin: string
  browser: string
  /** Query of the page that the browser comes from. */
  query: Record<string, string>
  isFrame?: boolean
  /** Somebody signed in who adds this way to sign in. */
  userId?: string
}
export interface Back {
  proof: Proof
  settings: object
  providerSession: ProviderSession
}

export function createRedirectSignin(core: Pick<Core, 'db' | 'log'>, { methods, secrets }: Parts) {
  const { log } = core
  const states = createStates(core, secrets)
  const backchannelLogout = createBackchannelLogout(core)
  const strategies: { [K in RedirectKind]: Strategy<SettingsOf[K]> } = {
    sso: createCas('sso'),
    oauth: createOauth('oauth'),
    third: createOauth('third'),
    cas2: createCas('cas2'),
    weixin: createWeixin(),
  }
  // The settings of a kind fit the strategy of the same kind; the compiler cannot follow that through the table.
  const strategyOf = (kind: RedirectKind) => strategies[kind] as Strategy<object>
  const callbackOf = (place: Place, origin: string) => `${origin}/auth/${place}/callback`
  const note = (kind: Kind, error: unknown) => log.warn({ kind, err: (error as Error).cause ?? error }, 'sign-in by redirect failed')

  return {
    states,

    /** Tries settings of a method that redirects. */
    steps: (kind: RedirectKind, settings: object) => strategyOf(kind).steps(settings),
    callbackOf: (kind: Kind, origin: string) => {
      const place = (Object.keys(PLACES) as Place[]).find(name => PLACES[name] === kind)
      return place && callbackOf(place, origin)
    },

    /** The address to go to. */
    async start(place: Place, { origin, browser, query, isFrame, userId }: From): Promise<string> {
      const kind = PLACES[place]
      const { settings } = await methods.require(kind)
      const state = states.fresh()
      const going: Going = { callback: callbackOf(place, origin), state, isFrame }
      try {
        const { to, kept } = await strategyOf(kind).start(settings, going)
        await states.keep(state, { kind, browser, query, kept, userId })
        return isFrame ? `/auth/weixin/frame?state=${state}` : to
      } catch (error) {
        note(kind, error)
        throw error
      }
    },

    /** The page with the QR code for the frame that was begun with this state; undefined where there is none. */
    async framed(state: string, browser: string | undefined, origin: string): Promise<string | undefined> {
      const { enabled, settings } = await methods.get('weixin')
      if (!enabled || !(await states.isKept(state, 'weixin', browser))) return undefined
      return qrPage(settings, { callback: callbackOf('weixin', origin), state, isFrame: true })
    },

    /** What was kept when the browser went there; works once. */
    take: (place: Place, state: string, browser: string | undefined) => states.take(state, PLACES[place], browser),

    /** Who came back. */
    async end(place: Place, state: string, query: Record<string, string>, kept: Record<string, string>): Promise<Back> {
      const kind = PLACES[place]
      const { settings } = await methods.require(kind)
      try {
        const { proof, token, marks = [] } = await strategyOf(kind).end(settings, { query, kept, state, callback: kept.callback ?? '' })
        return { proof, settings, providerSession: { token: token && settings.signOut ? secrets.seal(token) : '', marks } }
      } catch (error) {
        note(kind, error)
        throw error
      }
    },

    /** Where the browser goes on to when it signs out of a session that came from there. */
    async signOutAt({ provider, token }: { provider: string; token: string }, back: string): Promise<string | undefined> {
      const kind = KINDS.find(one => one === provider) as RedirectKind | undefined
      if (!kind || !token || !(kind in strategies)) return undefined
      try {
        const { enabled, settings } = await methods.get(kind)
        return enabled && settings.signOut ? await strategyOf(kind).signOutAt?.(settings, secrets.open(token), back) : undefined
      } catch (error) {
        note(kind, error)
        return undefined
      }
    },

    /** Ends what a provider says is over; it may say so of a way that is switched off by now, too. */
    async ended(place: Place, message: Message): Promise<void> {
      const kind = PLACES[place]
      const { settings } = await methods.get(kind)
      try {
        const ending = await strategyOf(kind).ended?.(settings, message)
        if (!ending) throw messageWrong()
        log.info({ kind, sessions: await backchannelLogout.end(ending) }, 'the provider ended sessions')
      } catch (error) {
        note(kind, error)
        throw error
      }
    },

    removeExpired: () => Promise.all([states.removeExpired(), backchannelLogout.removeExpired()]),
  }
}
export type RedirectSignin = ReturnType<typeof createRedirectSignin>
