import type { CallId } from '../../../generated/calls.ts'
import { ScimAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { scimError } from '../../scim-errors.ts'
import { runBulk } from '../../services/scim/index.ts'

const CALLS: Record<string, CallId> = { POST: 'scim.create', PUT: 'scim.replace', PATCH: 'scim.patch', DELETE: 'scim.delete' }

export const scimBulk: Handler<'scim.bulk'> = async ({ body }, { scim, scope, record, locale, requestId }) =>
  new ScimAnswer(
    await runBulk(
      scope,
      body,
      type => scim.of(type),
      error => scimError(error, locale, requestId),
      ({ method, path, status, data }) => record(CALLS[method] as CallId, path, status, data),
    ),
  )
