import type { Handler } from '../../handler.ts'

export const iRevokeToken: Handler<'i.revokeToken'> = async ({ params }, { accessTokens, user }) => {
  await accessTokens.revoke(user.id, params.tokenId)
  return {}
}
