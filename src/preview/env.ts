// The env of a preview: answers from the contracts' examples or from the server, changes nothing, and stays where it is.
import { createLimitedEnv, env, type ConsoleEnv } from '../amis/env.ts'
import { t } from '../i18n.ts'
import { createAppEnv } from '../runtime/env.ts'

type Api = Parameters<ConsoleEnv['fetcher']>[0]
interface Options {
  session: string
  data: 'examples' | 'real'
  /** Address that the screen believes to be at. */
  pathname: string
  /** Reference of what the screen may read, where it belongs to an organisation or an app. */
  authority?: string
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

export function createPreviewEnv({ session, data, pathname, authority }: Options): ConsoleEnv {
  const { fetcher: ask } = authority ? createLimitedEnv(authority) : env
  const tell = once(text => env.notify('info', text))
  const fetcher = async (api: Api) => {
    const method = (api.method ?? 'get').toUpperCase()
    const own = new URL(api.url, location.href).origin === location.origin
    if (data === 'real' && method === 'GET' && own) return ask(api)
    if (method !== 'GET') tell(t('Not sent from a preview: {method} {url}', { method, url: api.url.slice(0, 120) }))
    const { exampleAnswer } = await import('../examples/examples.ts')
    return exampleAnswer(api)
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

/** A page of an app as it is looked at, not worked with: it reads what it may read, and nothing it does goes anywhere. */
export function createPageEnv(base: string, authority: string | undefined, session: string): ConsoleEnv {
  const own = createAppEnv(base, authority)
  const still =
    (ask: ConsoleEnv['fetcher']): ConsoleEnv['fetcher'] =>
    async api =>
      /^get$/i.test(api.method ?? 'get') ? ask(api) : { status: 200, headers: {}, data: { status: 0, msg: '', data: {} } }
  return {
    ...own,
    session,
    fetcher: still(own.fetcher),
    request: still(own.request),
    notify: () => {},
    alert: async () => {},
    confirm: async () => false,
    jumpTo: () => {},
    updateLocation: () => {},
  }
}
