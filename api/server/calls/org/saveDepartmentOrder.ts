import type { Handler } from '../../handler.ts'

export const orgSaveDepartmentOrder: Handler<'org.saveDepartmentOrder'> = async ({ body }, { organisation, company }) => {
  await organisation.departments.saveOrder(company.id, body.parentId, body.ids)
  return {}
}
