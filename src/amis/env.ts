// The one env object that every screen of the console renders with.
import { createElement } from 'react'
import { attachmentAdpator, makeTranslator, normalizeLink, type RenderOptions } from 'amis-core'
import { isAct } from '../../api/routes.ts'
import { blockRouting, go, isArriving, setAskToLeave } from '../navigation.ts'
import { appLanguage, locale } from '../preferences.ts'
import { loadWords, t, wordsOf } from '../i18n.ts'
import { requestBegins, requestEnds, screenFailed } from '../live/watch.ts'
import { createAhead } from '../live/ahead.ts'
import { whileSending } from '../live/busy.ts'
import { session } from '../session.ts'
import { isScriptUrl, loadSanitizer, sanitize } from './sanitize.ts'
import { UnknownPart } from './unknown-part.tsx'

let loaded: typeof import('../../api/client/index.ts') | undefined
/** Once it is here, a call is sent at once, not after what else the browser has to do. */
const client = async () => (loaded ??= await import('../../api/client/index.ts'))
// Notices show HTML, so they wait for the sanitiser.
const notices = () => Promise.all([import('./notices.tsx'), loadSanitizer()]).then(([module]) => module)

type Fetcher = NonNullable<RenderOptions['fetcher']>
const isCancel = (error: unknown) => (error as { code?: string } | undefined)?.code === 'ERR_CANCELED'

/** Has another reference for the session that is there now, where that is the same person's. */
export type Renew = () => Promise<string | undefined>

/** `authority` is bound to a session: when that one is over, `renew` is asked for another, so that what somebody has typed is not lost. */
function requestWith(authority?: string, renew?: Renew) {
  let reference = authority
  const once = async (api: Parameters<Fetcher>[0]) => {
    const { fetcher: send } = await client()
    const keep = (answer: unknown, asked: unknown) => attachmentAdpator(answer as never, makeTranslator(locale.get()), asked as never)
    return send(api as unknown as Parameters<typeof send>[0], keep, reference)
  }
  return async (api: Parameters<Fetcher>[0]) => {
    const answer = await once(api)
    if (!renew || (answer.data as { code?: string } | undefined)?.code !== 'request.outOfDate') return answer
    const fresh = await renew().catch(() => undefined)
    if (!fresh) return answer
    reference = fresh
    return once(api)
  }
}
const request = requestWith()

/** What screens ask for when they are opened; the router says where somebody goes. */
export const ahead = createAhead(url => request({ url, method: 'get' }))
let who = session.get().user?.id
// An answer holds names in the language that it was asked in.
locale.subscribe(() => ahead.forget())
session.subscribe(() => {
  const next = session.get().user?.id
  if (next !== who) ahead.forget()
  who = next
})

type Request = typeof request

/** The requests of a screen, watched: one that asks without end is broken, and one that is saving must not be exchanged. */
const watched =
  (send: Request, take: (url: string) => ReturnType<Request> | undefined): Request =>
  async api => {
    const { url, method = 'get' } = api
    requestBegins(method, url)
    try {
      if (/^get$/i.test(method)) return await ((url.startsWith('/api/') && !('responseType' in api) && take(url)) || send(api))
      return await ahead.changing(() =>
        whileSending(
          () => send(api),
          ({ data }) => (data as { status?: number } | undefined)?.status === 0,
        ),
      )
    } finally {
      requestEnds(method, url)
    }
  }

/** Opens an address: inside the console by the router, elsewhere in a new tab; never runs code. */
/** `replace` is for a screen that only leads on: going back must not end there again. */
function jumpTo(to: string, action?: { blank?: boolean; targetType?: string; replace?: boolean }) {
  if (to === 'goBack') return history.back()
  if (!to || isScriptUrl(to)) return
  const address = normalizeLink(to)
  const blank = action?.blank || action?.targetType === 'blank'
  if (/^(https?:)?\/\//i.test(address)) return void window.open(address, '_blank', 'noopener')
  if (/^(mailto|tel):/i.test(address)) return location.assign(address)
  if (/^[a-z][\w+.-]*:/i.test(address)) return
  // Downloads and single sign-on are the server's addresses, not the router's.
  if (/^\/(api|auth)\//.test(address) && !blank) return location.assign(address)
  if (blank) return void window.open(address, '_blank', 'noopener')
  // amis puts the arguments of a link action into its address.
  go(action?.replace ? address.replace(/([?&])replace=true(&|$)/, (_, before: string, after: string) => (after ? before : '')) : address, {
    replace: !!action?.replace,
  })
}

function isCurrentUrl(to: string): boolean {
  if (!to) return false
  const url = new URL(normalizeLink(to), location.href)
  if (url.pathname !== location.pathname) return false
  const have = new URLSearchParams(location.search)
  return [...url.searchParams].every(([name, value]) => have.get(name) === value)
}

const clean = (content: unknown) => (typeof content === 'string' ? sanitize(content) : content)

export const env = {
  session: 'global',
  fetcher: watched(request, url => ahead.take(url) as ReturnType<Request> | undefined),
  /** The same as it is: what amis makes of `fetcher` fills in ${…}, which would empty a schema that is being saved. */
  request,
  /** An error while a screen is drawn. */
  errorCatcher: screenFailed,
  /** Asked for a type that nobody registered. */
  loadRenderer(schema: { type?: string; $ref?: unknown }) {
    screenFailed(new Error(`There is no component ${schema.type}`))
    return createElement(UnknownPart, { type: String(schema.type ?? ''), definition: typeof schema.$ref === 'string' ? schema.$ref : undefined })
  },
  isCancel,
  jumpTo,
  blockRouting,
  isCurrentUrl,
  updateLocation(to: string, replace?: boolean) {
    if (to === 'goBack') return history.back()
    const address = normalizeLink(to)
    // A list keeps its filters in the address; one that was left meanwhile must neither lead back to itself nor write into the address of what came after it.
    if (to.startsWith('?') && isArriving()) return
    if (new URL(address, location.href).pathname === location.pathname) go(address, { replace: !!replace })
  },
  notify: (kind: 'info' | 'success' | 'warning' | 'error', message: unknown, options?: Record<string, unknown>) =>
    // Blank where a form has said what is wrong at its fields (quiet-forms.ts, refusals.ts).
    void (
      message === ' ' ||
      message === '' ||
      notices().then(({ toast }) => toast[kind]?.(clean(message) as string, { ...options, title: clean(options?.title) } as never))
    ),
  alert: (message: unknown, title?: string) => notices().then(({ alert }) => alert(clean(message) as string, clean(title ?? t('Notice')) as string)),
  confirm: (message: unknown, title?: string, options?: Record<string, unknown>) =>
    notices().then(({ confirm }) => (confirm as (...all: unknown[]) => Promise<boolean>)(clean(message), clean(title), { closeOnEsc: true, ...options })),
  filterHtml: sanitize,
  copy: async (text: string, options?: { silent?: boolean; said?: string }) => {
    const { copyText } = await import('./copy.ts')
    try {
      await copyText(text)
    } catch {
      return env.notify('error', t('The browser does not allow copying here'))
    }
    if (!options?.silent) env.notify('success', options?.said ?? t('Copied'))
  },
  /** Texts of our renderers in the reader's language, see renderers/words.ts. */
  t,
  language: () => locale.get(),
  figures: () => appLanguage() ?? locale.get(),
  /** Dictionary of an area in the reader's language, or in another, for editors of screens. */
  words: async (area: string, language = locale.get()) => {
    await Promise.all([loadWords(area, language), loadWords('shell', language)])
    return wordsOf(area, language)
  },
  /** What a page of an app may do, with the reference of its app: for canvases that show one. */
  appEnv: async (base: string, authority: string | undefined) => makeAppEnv(base, authority),
  /** Example answers and an example of the shell's context, for canvases that show a screen without using it. */
  examples: () => import('../examples/examples.ts'),
  theme: 'cxd',
  // Narrow screens get the same controls, not amis' imitation of a phone's.
  useMobileUI: false,
  enableAMISDebug: false,
}

/** Told by the shell: running apps know this env, and it does not know them. */
let makeAppEnv = async (_base: string, _authority: string | undefined): Promise<{ request: Request } | undefined> => undefined
export function setAppEnv(make: typeof makeAppEnv) {
  makeAppEnv = make
}

export type ConsoleEnv = typeof env

/** Whether somebody is only led somewhere: `to` as it is after everything that browsers make of it. */
export function isHarmless(to: string): boolean {
  if (!to || to === 'goBack' || !URL.canParse(normalizeLink(to), location.href)) return true
  const target = new URL(normalizeLink(to), location.href)
  return target.origin !== location.origin || !isAct(target.pathname)
}

/** Sent in place of a reference by pages of visitors, who have no session that one could be bound to. */
export const VISITOR = 'visitor'

/**
 * The env of what was changed below the platform: its calls carry its own reference, so that the server lets them do what its place may.
 * What the shell has asked for already is not for it, and it leads to no address that acts.
 */
export function createLimitedEnv(authority: string, renew?: Renew): ConsoleEnv {
  const send = requestWith(authority, renew)
  return {
    ...env,
    // amis keeps the first env that it gets under a name.
    session: `limited:${authority}`,
    fetcher: watched(send, () => undefined),
    request: send,
    jumpTo: (to, action) => (isHarmless(to) ? env.jumpTo(to, action) : env.notify('warning', t('A changed screen cannot lead there'))),
  }
}

setAskToLeave(async () => (await env.confirm(t('There are unsaved changes. Leave anyway?'), t('Unsaved changes'))) === true)

// A search that was cancelled by the next keystroke is no error, but amis' select lets it surface.
window.addEventListener('unhandledrejection', event => {
  if (isCancel(event.reason)) event.preventDefault()
})
