import { hasHosts } from '../../../outside-hosts.ts'
import type { Handler } from '../../handler.ts'
import { packagesInPlan } from '../../services/foundation/plan.ts'
import { offersQuickapps } from '../../services/miniapp/index.ts'
import { mayExportRemotely } from '../../services/standalone/index.ts'
import { mayPushToInterface } from '../../services/sync/index.ts'

export const appGet: Handler<'app.get'> = async (_input, { apps, app, company, user, config, miniapps, outsideHosts }) => {
  const hosts = await outsideHosts.of(company.id)
  const { perms, ...found } = await apps.get(company, app, user)
  return {
    ...found,
    perms: {
      ...perms,
      exportPackages: perms.edit && packagesInPlan(config, company, user),
      remoteExport: perms.edit && mayExportRemotely(config, app),
      ciPush: perms.publish && (await miniapps.pushes.isOpenTo(company, app)),
      quickappSource: perms.edit && offersQuickapps(config, app),
      interfacePush: perms.publish && mayPushToInterface(config, company, app),
    },
    ...(hasHosts(hosts) && { outsideHosts: hosts }),
  }
}
