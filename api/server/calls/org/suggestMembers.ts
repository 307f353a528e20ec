import type { Handler } from '../../handler.ts'

export const orgSuggestMembers: Handler<'org.suggestMembers'> = async ({ query }, { organisation, company }) => ({
  options: await organisation.members.choices(company.id, query.term, query.defaultIds?.split(',')),
})
