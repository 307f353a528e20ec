import { hasHosts } from '../../../outside-hosts.ts'
import type { Handler } from '../../handler.ts'

export const appGet: Handler<'app.get'> = async (_input, { apps, app, company, user, outsideHosts }) => {
  const hosts = await outsideHosts.of(company.id)
  return { ...(await apps.get(company, app, user)), ...(hasHosts(hosts) && { outsideHosts: hosts }) }
}
