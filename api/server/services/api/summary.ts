// An API as lists show it.
import type { ResourceRow } from '../foundation/resources.ts'
import type { ApiDefinition } from './types.ts'

/** What it does in two words: GET and an address, `list` and a model, a query. */
function whatOf({ type, http, model, query }: ApiDefinition): { method: string; address: string } {
  if (type === 'http') return { method: http?.method ?? '', address: http?.address ?? '' }
  if (type === 'model') return { method: model?.operation ?? '', address: `model:${model?.source ?? ''}/${model?.model ?? ''}` }
  return { method: 'query', address: `query:${query?.key ?? ''}` }
}

export function summaryOf({ definition, ownerId: _owner, kind: _kind, ...row }: ResourceRow, may: { edit: boolean; delete: boolean }) {
  const one = definition as unknown as ApiDefinition
  return { ...row, type: String(one.type), ...whatOf(one), mayEdit: may.edit, mayDelete: may.delete, named: `api:${row.key}` }
}
