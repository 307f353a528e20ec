import type { Handler } from '../../handler.ts'
import { scimAddress } from '../../services/scim/index.ts'

export const orgListScimTokens: Handler<'org.listScimTokens'> = async (_input, { scim, company, origin }) => {
  const items = await scim.tokens.list(company.id)
  return { address: scimAddress(origin, company.key), items, total: items.length, page: 1, perPage: Math.max(20, items.length) }
}
