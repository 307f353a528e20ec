// The env of a running app: the console's, with its own session, addresses inside the app, and no way to the console's own calls.
import { calls } from '../../api/generated/calls.ts'
import { resolveModelAddress } from '../../api/models/address.ts'
import { NAMED_KINDS, resolveResourceAddress, resourceApiBeside } from '../../api/models/resource-address.ts'
import { rowsToAdd } from '../../renderers/tessera-data-table/rows-to-add.ts'
import { withReasons } from '../../renderers/tessera-value/reasons.ts'
import { createLimitedEnv, VISITOR, type ConsoleEnv } from '../amis/env.ts'
import { t } from '../i18n.ts'
import { asSamePerson } from '../session.ts'
import { addressInApp, dataApiIn } from './addresses.ts'
import { callAnswered } from './errors.ts'
import { createConflicts, type Conflicts } from './live/conflicts.ts'
import { createRead, type Read } from './live/follow.ts'
import { modelOf } from './live/parts.ts'

/** First places of an address: `/api/company`, `/login`. */
const areaOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('/api/') ? 3 : 2)
    .join('/')
const CONSOLE_AREAS = new Set(Object.values(calls).map(({ path }) => areaOf(path)))
const FOR_APPS = [/^\/api\/file\//, /^\/api\/upload\/image$/]

/**
 * Whether a page of an app may call an address. A page acts with the session of whoever looks at it,
 * so what its author wrote must not reach the calls that run the console.
 */
export function mayCall(url: string, base: string): boolean {
  let path: string
  try {
    const target = new URL(url, location.href)
    if (target.origin !== location.origin) return false
    path = decodeURIComponent(target.pathname).replace(/\/{2,}/g, '/')
  } catch {
    return false
  }
  if (path.includes('..') || path.includes('\\')) return false
  const own = decodeURIComponent(base)
  if (FOR_APPS.some(allowed => allowed.test(path)) || path.startsWith(`/api${own}/runtime/`)) return true
  // Rows of its own models, its queries, components and APIs; what somebody may do with them is the server's to say.
  const dataApi = dataApiIn(own)
  if ([dataApi, ...NAMED_KINDS.map(kind => `${resourceApiBeside(dataApi)}/${kind}`)].some(at => path.startsWith(`${at}/`))) return true
  return !CONSOLE_AREAS.has(areaOf(path.toLowerCase()))
}

/** One row of a model, or the place where new ones are made. */
const ROW = /\/source\/[^/]+\/model\/[^/]+(\/[^/]+)?$/
/** What is said of a row that was written, where a page says nothing of its own; amis would say nothing either. */
const SAID: Record<string, string> = { post: 'Saved', put: 'Saved', delete: 'Deleted' }

function told(api: Parameters<ConsoleEnv['fetcher']>[0], answer: Awaited<ReturnType<ConsoleEnv['fetcher']>>) {
  const said = SAID[(api.method ?? 'get').toLowerCase()]
  const data = answer.data as { status?: number } | undefined
  if (!said || data?.status !== 0 || !ROW.test(new URL(api.url, location.href).pathname)) return answer
  return { ...answer, data: { ...data, defaultMsg: t(said) } }
}

const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The reference of the app for a new session of the same person. */
async function renewed(base: string): Promise<string | undefined> {
  const [, companyKey = '', appUrlKey = ''] = /^\/company\/([^/]+)\/app\/([^/]+)$/.exec(base) ?? []
  const { call } = await import('../../api/client/index.ts')
  const params = { companyKey: decodeURIComponent(companyKey), appUrlKey: decodeURIComponent(appUrlKey) }
  return asSamePerson(async () => (await call('runtime.site', { params })).authority)
}

interface RowsOfApp {
  rowsToAdd(source: unknown): string | undefined
  /** Models that were read. */
  read: Read
  conflicts: Conflicts
}

/** `authority` is the reference that came with the app; visitors have none. */
export function createAppEnv(base: string, authority: string | undefined): ConsoleEnv & RowsOfApp {
  const toAdd = rowsToAdd()
  const read = createRead()
  const conflicts = createConflicts()
  const env = createLimitedEnv(authority || VISITOR, authority ? () => renewed(base) : undefined)
  let toldAt = ''
  /** amis could not compile an adaptor, and goes on without it; what its page shows is not what its author meant. */
  const tellAdaptor = (api: object) => {
    const { adaptor, requestAdaptor } = api as { adaptor?: unknown; requestAdaptor?: unknown }
    if ((adaptor !== null && requestAdaptor !== null) || toldAt === location.pathname) return
    toldAt = location.pathname
    env.notify('warning', t('This page changes answers by a script. Scripts in pages are switched off here, so something may be missing or look different.'))
  }
  type Asked = Parameters<ConsoleEnv['fetcher']>[0]
  const resolved = <A extends Asked>(api: A): A => ({
    ...api,
    url: resolveResourceAddress(resolveModelAddress(api.url, dataApiIn(base)), resourceApiBeside(dataApiIn(base)), zoneHere()),
  })
  const guarded =
    (send: ConsoleEnv['fetcher']): ConsoleEnv['fetcher'] =>
    async api => {
      tellAdaptor(api)
      const refused = { status: 200, headers: {}, data: { status: 403, msg: t('An app cannot call this address'), code: 'runtime.refused' } }
      const answer = mayCall(api.url, base) ? await send(api) : refused
      callAnswered(api.method, api.url, answer.data)
      return answer
    }
  return {
    ...env,
    session: `app:${base} ${authority ?? ''}`,
    fetcher: async named => {
      const api = resolved(named)
      const model = /^get$/i.test(api.method ?? 'get') ? modelOf(api) : undefined
      if (model) read.add(model)
      const send: ConsoleEnv['fetcher'] = one => guarded(env.fetcher)(resolved(one))
      const settled = await conflicts.settle(named, await send(api), send, text => env.notify('info', text))
      const answer = withReasons(api, told(api, settled))
      read.answered(named.url, answer.data)
      toAdd.learn(named, answer)
      conflicts.learn(named, answer)
      return answer
    },
    rowsToAdd: toAdd.of,
    read,
    conflicts,
    request: api => guarded(env.request)(resolved(api)),
    jumpTo: (to, action) => env.jumpTo(addressInApp(to, base), action),
    updateLocation: (to, replace) => env.updateLocation(addressInApp(to, base), replace),
    isCurrentUrl: to => env.isCurrentUrl(addressInApp(to, base)),
  }
}
