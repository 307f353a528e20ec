import type { Handler } from '../../handler.ts'

export const iListRoles: Handler<'i.listRoles'> = async ({ query: { page = 1, perPage = 20 } }, { access, user }) => {
  // As many as one person holds: cut here, so that the database plans one statement.
  const held = await access.rolesOf(user.id)
  return { items: held.slice((page - 1) * perPage, page * perPage), total: held.length, page, perPage }
}
