import type { Handler } from '../../handler.ts'

export const flowListDepartmentUsers: Handler<'flow.listDepartmentUsers'> = async ({ query }, { organisation, company }) => {
  const { departmentId, keywords, page = 1, perPage = 20 } = query
  const { items, total } = await organisation.members.list(company.id, {
    ...(departmentId && { departmentId }),
    ...(keywords && { username: keywords }),
    showDescendants: true,
    page,
    perPage,
  })
  return { items: items.map(({ id, name, email }) => ({ id, name, email: email ?? '' })), total, page, perPage }
}
