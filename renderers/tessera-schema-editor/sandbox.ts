// The env of the canvas: shows real data, changes none while somebody designs, and stays where it is.
import { resolveModelAddress } from '../../api/models/address.ts'
import { resolveResourceAddress, resourceApiBeside } from '../../api/models/resource-address.ts'
import { rowsToAdd } from '../tessera-data-table/rows-to-add.ts'
import { withReasons } from '../tessera-value/reasons.ts'
import type { Say } from '../words.ts'
import { ChooseModel } from './choose-model.tsx'
import { choicesFor } from './model-schemas.ts'
import { designAnswer, placeNow } from './place.ts'

interface Api {
  url: string
  method?: string
  data?: unknown
}
export interface CanvasEnv {
  /** The fetcher before amis wraps it; the editor wraps ours again. */
  request(api: Api): Promise<unknown>
  notify(kind: 'info' | 'success', message: string, options?: object): void
  [name: string]: unknown
}

/** Reading calls to this origin may go out. */
export const isHarmless = (api: Api, origin = location.origin): boolean => (api.method ?? 'get').toLowerCase() === 'get' && isOwn(api, origin)
function isOwn({ url }: Api, origin = location.origin): boolean {
  try {
    return new URL(url, origin).origin === origin
  } catch {
    return false
  }
}

/** The editor marks every object of a schema, and so what a call sends: its server does not know that field. */
const withoutMark = (url: string) => url.replace(/(?<=[?&])(\$|%24){2}id=[^&]*&?/g, '').replace(/[?&]$/, '')

/** The same in what is sent along. */
function unmarked(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(unmarked)
  if (!data || typeof data !== 'object' || Object.getPrototypeOf(data) !== Object.prototype) return data
  return Object.fromEntries(Object.entries(data).flatMap(([key, value]) => (key === '$$id' ? [] : [[key, unmarked(value)]])))
}

interface Answer {
  data?: { status?: number }
}

const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** With `answer`, the canvas shows examples and nothing goes out at all. Where the place writes, what changes something goes out, too. */
export function sandboxEnv(env: CanvasEnv, session: string, say: Say, answer?: (api: Api) => unknown) {
  let last = { text: '', at: 0 }
  const toAdd = rowsToAdd()
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
    language: env.language,
    fetcher: async (named: Api): Promise<unknown> => {
      const known = choicesFor(named.url) ?? designAnswer(named.url, say)
      if (known) return { status: 200, headers: {}, data: { status: 0, msg: '', data: known } }
      const { dataApi } = placeNow()
      const api = { ...named, url: resolveResourceAddress(resolveModelAddress(named.url, dataApi), resourceApiBeside(dataApi), zoneHere()) }
      const send = () => (placeNow().request ?? env.request)({ ...api, url: withoutMark(api.url), ...('data' in api && { data: unmarked(api.data) }) })
      if (isHarmless(api)) {
        const reply = withReasons(api, (await (answer ? answer(api) : send())) as Answer)
        toAdd.learn(named, reply)
        return reply
      }
      if (placeNow().writes && !answer && isOwn(api)) {
        const reply = (await send()) as Answer
        if (reply.data?.status === 0) env.notify('success', say('Done, in the dev data'))
        return reply
      }
      tell(say('{method} {url} is not sent in the editor', { method: (named.method ?? 'get').toUpperCase(), url: String(named.url).slice(0, 120) }))
      return { status: 200, headers: {}, data: { status: 0, msg: '', data: {} } }
    },
    /** Where something can be added at all. */
    rowsToAdd: (source: unknown) => (placeNow().writes ? toAdd.of(source) : undefined),
    jumpTo: (to: string) => tell(say('In the running app this leads to {address}', { address: String(to).slice(0, 120) })),
    updateLocation: () => {},
    isCurrentUrl: () => false,
  }
}
