import type { Handler } from '../../handler.ts'

export const roleAutocompleteUsers: Handler<'role.autocompleteUsers'> = async ({ query }, { organisation, company }) => ({
  options: await organisation.members.suggest(company.id, query.term),
})
