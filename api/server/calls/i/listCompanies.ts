import type { Handler } from '../../handler.ts'

export const iListCompanies: Handler<'i.listCompanies'> = async ({ query }, { companies, user }) => {
  const { items, ...rest } = await companies.list(user.id, { page: query.page ?? 1, perPage: query.perPage ?? 20 })
  return { ...rest, items: items.map(({ id, name, key, logo, createdAt, isOwner }) => ({ id, name, key, logo, createdAt, isOwner })) }
}
