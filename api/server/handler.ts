// The types that tie a handler to its contract: a missing, misspelt or differently shaped handler does not compile.
import type { calls, CallId } from '../generated/calls.ts'
import type { Levels } from '../generated/levels.ts'
import type { CallTypes } from '../generated/types.ts'
import type { Locale } from '../messages.ts'
import type { EventAnswer, FileAnswer, Redirect, ScimAnswer, Special } from './answers.ts'
import type { AppInScope, AppScope, CompanyInScope, SignedIn } from './services/foundation/access/index.ts'
import type { Progress } from './services/foundation/progress.ts'
import type { Provisioning } from './services/scim/index.ts'
import type { Provider, Session } from './services/foundation/sessions.ts'
import type { Services } from './services/index.ts'
import type { Signed } from './services/trigger/index.ts'

/** A file of a multipart body, streamed to a temporary place that is removed after the answer. */
export interface Upload {
  field: string
  name: string
  mime: string
  size: number
  /** Path of the temporary file. */
  path: string
}

type Table = typeof calls
type AccessOf<K extends CallId> = Table[K]['access']
/**
 * `app.…` calls have all three and the app's scope, `company.…` calls an app only where their address names one that is there; a call open to anyone has a user only when somebody is signed in, and so has what an app lets guests
 * do.
 */
type People<A extends string> = A extends 'app.access'
  ? { user?: SignedIn; company: CompanyInScope; app: AppInScope; scope: AppScope }
  : A extends `app.${string}`
    ? { user: SignedIn; company: CompanyInScope; app: AppInScope; scope: AppScope }
    : A extends `company.${string}`
      ? { user: SignedIn; company: CompanyInScope; app?: AppInScope }
      : A extends `screen.${string}`
        ? { user: SignedIn; company?: CompanyInScope; app?: AppInScope }
        : A extends 'user' | 'platform.super'
          ? { user: SignedIn; company?: undefined; app?: undefined }
          : { user?: SignedIn; company?: undefined; app?: undefined }

export interface Request {
  requestId: string
  ip: string
  agent: string
  locale: Locale
  /** Scheme and host the browser used, or the configured public address. */
  origin: string
  files: Upload[]
  /** The browser's session; undefined while nobody is signed in. */
  session: Session | undefined
  /** Opens a session in this browser; one that comes from a provider knows what ends it there. */
  signIn(userId: string, from?: Provider | { appId: string }): Promise<Session>
  /** Opens a session of an app in this frame, beside that of the browser. */
  signInFrame(userId: string, of: { appId: string; embedded: string }, address: { companyKey: string; appUrlKey: string }): Promise<Session>
  /** Ends this browser's session. */
  signOut(): Promise<void>
  /** Who makes this call now, for what goes on for long; refused as a call that begins. */
  again(): Promise<{ user?: SignedIn | undefined; company?: CompanyInScope | undefined; app?: AppInScope | undefined }>
  /** The site whose script makes a call that is open to other sites; empty otherwise. */
  callerOrigin: string
  /** The call comes from a page that stands in a page of another site. */
  isEmbedded: boolean
  /** A page of ours led the browser here. */
  isFromHere: boolean
  /** What another system signs a call with. */
  signed: Signed
  /** A cookie of ours that this browser sent along. */
  cookie(name: string): string | undefined
  /** Keeps a value in this browser, out of reach of its scripts; 0 seconds takes it away. A path sends it along with addresses below it only. */
  setCookie(name: string, value: string, seconds: number, path?: string): void
  /** Tells whoever waits for this call how far it is, and ends it when they give it up. */
  progress: Progress
  /** Names the version of the answer; the reply becomes 304 when the browser already has it. */
  etag(tag: string): void
}

/** What an identity provider sends besides its input. */
export interface ScimRequest {
  scope: Provisioning
  ifMatch: string | undefined
  locale: Locale
  requestId: string
  /** Writes one operation of a larger request to the audit log. */
  record(call: CallId, path: string, status: number, input: Record<string, unknown>): Promise<void>
}

export type Context<K extends CallId> = Services & (AccessOf<K> extends 'scim' ? ScimRequest : Request & People<AccessOf<K>>)
export type Input<K extends CallId> = Pick<CallTypes[K], 'params' | 'query' | 'body'>
type AnswerOf<K extends CallId> = Table[K]['answer'] extends 'file'
  ? FileAnswer
  : Table[K]['answer'] extends 'redirect'
    ? Redirect
    : Table[K]['answer'] extends 'events'
      ? EventAnswer
      : Table[K]['answer'] extends 'scim'
        ? ScimAnswer
        : CallTypes[K]['data'] | Special

export type Handler<K extends CallId> = (input: Input<K>, context: Context<K>) => AnswerOf<K> | Promise<AnswerOf<K>>
/** One handler for all levels of a call (`levels` in its contract): which it is, the organisation and the app of its context say. */
export type LevelHandler<N extends keyof Levels> = (
  input: Input<Levels[N][keyof Levels[N]] & CallId>,
  context: Context<Levels[N][keyof Levels[N]] & CallId>,
) => ReturnType<Handler<N>>
export type Handlers = { [K in CallId]: Handler<K> }
