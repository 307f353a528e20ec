import type { Handler } from '../../handler.ts'

export const externalListUsers: Handler<'external.listUsers'> = async ({ query }, { external, scope }) =>
  external.list(scope, { ...query, page: query.page ?? 1, perPage: query.perPage ?? 20 })
