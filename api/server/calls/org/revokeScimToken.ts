import type { Handler } from '../../handler.ts'

export const orgRevokeScimToken: Handler<'org.revokeScimToken'> = async ({ params }, { organisation, company }) => {
  await organisation.scim.tokens.revoke(company.id, params.tokenId)
  return {}
}
