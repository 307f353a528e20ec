import type { Handler } from '../../handler.ts'

export const orgRevokeScimToken: Handler<'org.revokeScimToken'> = async ({ params }, { scim, company }) => {
  await scim.tokens.revoke(company.id, params.tokenId)
  return {}
}
