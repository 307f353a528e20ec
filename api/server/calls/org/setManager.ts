import type { Handler } from '../../handler.ts'

export const orgSetManager: Handler<'org.setManager'> = async ({ params, body }, { organisation, company }) => {
  await organisation.departments.setManager(company.id, params.departmentId, body.userId)
  return {}
}
