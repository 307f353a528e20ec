// What a page finds around it in the running app, so that on the canvas its lists show the rows of this environment, and what it may ask there.
import { useEffect, useMemo, useState } from 'react'
import { dataApiOf } from '../../api/models/address.ts'
import { ask, type Request } from '../workplace/ask.ts'

type Context = Record<string, unknown>
/** The shell's way to act as a page of an app. */
export type AppEnv = (base: string, authority: string | undefined) => Promise<{ request: Request } | undefined>
interface Const {
  name: string
  value: string
}
interface Site {
  variables?: Context
  authority?: string
}
export interface Running {
  /** The same names as in the context of a running page; the system variables come from the app as it runs here, once it has told them. */
  context: Context
  /** Asks what the page on the canvas asks for: as the page may in the running app, not as whoever designs it. */
  request: Request
}

export function useRunning(
  asDesigner: Request,
  appEnv: AppEnv | undefined,
  [companyKey, appUrlKey]: [string, string],
  locale: string,
  consts?: readonly Const[],
): Running {
  const [variables, setVariables] = useState<Context>()
  const [company, app] = [companyKey, appUrlKey].map(encodeURIComponent)
  const site = useMemo(
    () =>
      company && app ? ask<Site>(asDesigner, 'get', `/api/company/${company}/app/${app}/runtime/site`).catch((): Site => ({})) : Promise.resolve<Site>({}),
    [asDesigner, company, app],
  )
  useEffect(() => {
    let here = true
    // A page can be designed without values in its variables.
    void site.then(({ variables: told }) => here && setVariables(told))
    return () => void (here = false)
  }, [site])
  const request = useMemo<Request>(() => {
    // Without a reference it is a visitor's page, and asks for nothing of this person's.
    const env = site.then(({ authority }) => appEnv?.(`/company/${company}/app/${app}`, authority))
    // Where there is no app, a template of an organisation for instance, nothing is asked.
    const nothing = { status: 200, data: { status: 0, msg: '', data: {} } }
    return async api => (company && app ? ((await (await env)?.request(api)) ?? nothing) : nothing)
  }, [site, appEnv, company, app])
  const context = useMemo(() => {
    const { href, origin, protocol, host, hostname, port, pathname, search, hash } = location
    return {
      ...Object.fromEntries((consts ?? []).map(({ name, value }) => [name, value])),
      ...variables,
      location: { href, origin, protocol, host, hostname, port, pathname, search, hash },
      dataApi: dataApiOf(companyKey, appUrlKey),
      perms: { read: true, edit: true, delete: true },
      locale,
      params: {},
      query: {},
    }
  }, [variables, consts, companyKey, appUrlKey, locale])
  return { context, request }
}
