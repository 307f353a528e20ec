import type { Handler } from '../../handler.ts'

export const shareSaveAppScripts: Handler<'share.saveAppScripts'> = async ({ body }, { sharing, company, app }) => {
  await sharing.bundles.setForApp({ companyId: company.id, appId: app.id }, body.aipageCustomComponentsSrc)
  return {}
}
