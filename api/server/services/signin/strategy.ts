// What a method of signing in by redirect consists of (CAS, OAuth, OpenID Connect, WeChat).
import type { Proof } from './proof.ts'
import type { Steps } from './settings.ts'

export interface Going {
  /** Where the browser is to come back to. */
  callback: string
  state: string
  /** The page there sits in a frame of ours. */
  isFrame?: boolean
}
export interface Coming extends Going {
  query: Record<string, string>
  kept: Record<string, string>
}
export interface Came {
  proof: Proof
  /** What ends the session there. */
  token?: string
  /** What the provider calls the session there. */
  marks?: string[]
}
/** What a provider posts when a session of its own is over: OpenID Connect a token, CAS a request. */
export interface Message {
  logout_token?: string
  logoutRequest?: string
}
/** Which sessions are over. */
export interface Ending {
  /** Names that a session bears, all of them. */
  marks: string[]
  /** What must not be taken a second time, and when it is too old anyway. */
  once?: { mark: string; until: Date }
}
export interface Strategy<S> {
  /** The address there, and what has to be known again when the browser comes back. */
  start(settings: S, going: Going): Promise<{ to: string; kept: Record<string, string> }>
  /** Who it is; throws a refusal of signin.refused, signin.proofWrong or signin.providerAway. */
  end(settings: S, coming: Coming): Promise<Came>
  /** Where the browser goes to end the session there as well. */
  signOutAt?(settings: S, token: string, back: string): Promise<string | undefined>
  /** What a message of the provider ends; throws where it is not the provider's. */
  ended?(settings: S, message: Message): Promise<Ending>
  steps(settings: S): Steps
}
