// The env of a preview: answers from the contracts' examples or from the server, changes nothing, and stays where it is.
import type { CallId } from '../../api/generated/calls.ts'
import { findCall } from '../../api/client/validate.ts'
import { env, type ConsoleEnv } from '../amis/env.ts'
import { t } from '../i18n.ts'

type Api = Parameters<ConsoleEnv['fetcher']>[0]
interface Options {
  session: string
  data: 'examples' | 'real'
  /** Address that the screen believes to be at. */
  pathname: string
}

/** The same sentence once in a while; a screen may fire the same call in a loop. */
function once(tell: (text: string) => void) {
  let last = { text: '', at: 0 }
  return (text: string) => {
    if (last.text === text && Date.now() - last.at < 3000) return
    last = { text, at: Date.now() }
    tell(text)
  }
}

const answer = (data: unknown) => ({ status: 200, headers: {}, data: { status: 0, msg: '', data } })

export function createPreviewEnv({ session, data, pathname }: Options): ConsoleEnv {
  const tell = once(text => env.notify('info', text))
  const example = async (id: CallId | undefined) => {
    const { examples } = await import('../../api/generated/examples.ts')
    return structuredClone(id ? examples[id] : {})
  }
  const fetcher = async (api: Api) => {
    const method = (api.method ?? 'get').toUpperCase()
    const own = new URL(api.url, location.href).origin === location.origin
    const id = own ? findCall(method, api.url) : undefined
    if (data === 'real' && method === 'GET' && own) return env.fetcher(api)
    if (method !== 'GET') tell(t('Not sent from a preview: {method} {url}', { method, url: api.url.slice(0, 120) }))
    // What has no example is said where it is asked for, as a refusal that the screen shows.
    if (!id) return { status: 200, headers: {}, data: { status: 404, msg: t('No call answers {address}', { address: `${method} ${api.url.slice(0, 120)}` }) } }
    return answer(await example(id))
  }
  return {
    ...env,
    session,
    fetcher: fetcher as ConsoleEnv['fetcher'],
    request: fetcher as ConsoleEnv['request'],
    jumpTo: to => tell(t('In the console this leads to {address}', { address: String(to).slice(0, 120) })),
    updateLocation: () => {},
    isCurrentUrl: to => !!to && new URL(to, location.origin).pathname === pathname,
  }
}
