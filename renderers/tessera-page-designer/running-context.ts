// What a page finds around it in the running app, so that on the canvas its lists show the rows of this environment.
import { resolveVariableAndFilter } from 'amis-core'

/** The same names as in the context of a running page; `data` is that of the screen that holds the canvas. */
export function runningContext(data: object | undefined, companyKey: string, appUrlKey: string, locale: string): Record<string, unknown> {
  const [user, app, company] = ['${user}', '${app}', '${company}'].map(path => resolveVariableAndFilter(path, data, '| raw'))
  const dataApi = `/api/resource/${encodeURIComponent(companyKey)}/${encodeURIComponent(appUrlKey)}/source`
  return { user, app, company, dataApi, perms: { read: true, edit: true, delete: true }, locale, params: {}, query: {} }
}
