import type { Handler } from '../../handler.ts'

export const orgUpdateDepartment: Handler<'org.updateDepartment'> = async ({ params, body }, { organisation, company }) => {
  await organisation.departments.update(company.id, params.departmentId, body)
  return {}
}
