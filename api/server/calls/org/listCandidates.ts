import type { Handler } from '../../handler.ts'

export const orgListCandidates: Handler<'org.listCandidates'> = async ({ params, query }, { organisation, company }) => ({
  options: await organisation.members.candidates(company.id, params.departmentId, query.term),
})
