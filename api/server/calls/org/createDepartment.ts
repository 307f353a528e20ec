import type { Handler } from '../../handler.ts'

export const orgCreateDepartment: Handler<'org.createDepartment'> = async ({ body }, { organisation, company }) =>
  organisation.departments.create(company.id, body)
