import type { Handler } from '../../handler.ts'

export const shareSaveCompanyScripts: Handler<'share.saveCompanyScripts'> = async ({ body }, { sharing, company }) => {
  await sharing.bundles.setForCompany(company.id, body.aipageCustomComponentsSrc)
  return {}
}
