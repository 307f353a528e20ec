// The env of the canvas: shows real data, never changes any, and stays where it is.
import { resolveModelAddress } from '../../api/model-address.ts'
import type { Say } from '../words.ts'
import { ChooseModel } from './choose-model.tsx'
import { choicesFor } from './model-schemas.ts'
import { designAnswer, placeNow } from './place.ts'

interface Api {
  url: string
  method?: string
}
export interface CanvasEnv {
  /** The fetcher before amis wraps it; the editor wraps ours again. */
  request(api: Api): Promise<unknown>
  notify(kind: 'info', message: string, options?: object): void
  [name: string]: unknown
}

/** Reading calls to this origin may go out. */
export function isHarmless({ url, method = 'get' }: Api, origin = location.origin): boolean {
  if (method.toLowerCase() !== 'get') return false
  try {
    return new URL(url, origin).origin === origin
  } catch {
    return false
  }
}

/** The editor marks every object of a schema, and so what a call sends: its server does not know that field. */
const withoutMark = (url: string) => url.replace(/(?<=[?&])(\$|%24){2}id=[^&]*&?/g, '').replace(/[?&]$/, '')

/** With `answer`, the canvas shows examples and nothing goes out at all. */
export function sandboxEnv(env: CanvasEnv, session: string, say: Say, answer?: (api: Api) => unknown) {
  let last = { text: '', at: 0 }
  // A screen may fire the same call in a loop; one notice in a while says it all.
  const tell = (text: string) => {
    if (last.text === text && Date.now() - last.at < 3000) return
    last = { text, at: Date.now() }
    env.notify('info', text)
  }
  // Only what we know: the env around is one that amis has completed, and its own parts would take the place of the editor's.
  const { isCancel, notify, alert, confirm, filterHtml, copy, theme } = env
  return {
    isCancel,
    notify,
    alert,
    confirm,
    filterHtml,
    copy,
    theme,
    session,
    /** Components that are a whole workplace draw a sign of themselves instead. */
    onCanvas: true,
    chooseModel: ChooseModel,
    t: env.t,
    fetcher: async (named: Api): Promise<unknown> => {
      const known = choicesFor(named.url) ?? designAnswer(named.url, say)
      if (known) return { status: 200, headers: {}, data: { status: 0, msg: '', data: known } }
      const api = { ...named, url: resolveModelAddress(named.url, placeNow().dataApi) }
      if (isHarmless(api)) return answer ? answer(api) : env.request({ ...api, url: withoutMark(api.url) })
      tell(say('{method} {url} is not sent in the editor', { method: (named.method ?? 'get').toUpperCase(), url: String(named.url).slice(0, 120) }))
      return { status: 200, headers: {}, data: { status: 0, msg: '', data: {} } }
    },
    jumpTo: (to: string) => tell(say('In the running app this leads to {address}', { address: String(to).slice(0, 120) })),
    updateLocation: () => {},
    isCurrentUrl: () => false,
  }
}
