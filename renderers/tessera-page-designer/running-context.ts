// What a page finds around it in the running app, so that on the canvas its lists show the rows of this environment.
import { useEffect, useMemo, useState } from 'react'
import { dataApiOf } from '../../api/model-address.ts'
import { ask, type Request } from '../workplace/ask.ts'

type Context = Record<string, unknown>

/** The same names as in the context of a running page; the system variables come from the app as it runs here, once it has told them. */
export function useRunningContext(request: Request, companyKey: string, appUrlKey: string, locale: string): Context {
  const [variables, setVariables] = useState<Context>()
  const [company, app] = [companyKey, appUrlKey].map(encodeURIComponent)
  useEffect(() => {
    if (!company || !app) return
    let here = true
    ask<{ variables?: Context }>(request, 'get', `/api/company/${company}/app/${app}/runtime/site`).then(
      site => here && setVariables(site.variables),
      // A page can be designed without values in its variables.
      () => {},
    )
    return () => void (here = false)
  }, [request, company, app])
  return useMemo(() => {
    const { href, origin, protocol, host, hostname, port, pathname, search, hash } = location
    return {
      ...variables,
      location: { href, origin, protocol, host, hostname, port, pathname, search, hash },
      dataApi: dataApiOf(companyKey, appUrlKey),
      perms: { read: true, edit: true, delete: true },
      locale,
      params: {},
      query: {},
    }
  }, [variables, companyKey, appUrlKey, locale])
}
