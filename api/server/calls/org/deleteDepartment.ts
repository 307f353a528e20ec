import type { Handler } from '../../handler.ts'

export const orgDeleteDepartment: Handler<'org.deleteDepartment'> = async ({ params }, { organisation, company }) => {
  await organisation.departments.remove(company.id, params.departmentId)
  return {}
}
