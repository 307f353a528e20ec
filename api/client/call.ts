// call('app.create', { params, body }): a call by its id, with input and answer typed by its contract.
import { calls, type CallId } from '../generated/calls.ts'
import type { CallTypes } from '../generated/types.ts'
import { CallError } from './call-error.ts'
import { afterCall, currentLocale, send, toEnvelope } from './transport.ts'
import { refuseBody } from './validate.ts'

type Part<K extends CallId, Name extends 'params' | 'query' | 'body'> = keyof CallTypes[K][Name] extends never
  ? { [N in Name]?: CallTypes[K][Name] }
  : object extends CallTypes[K][Name]
    ? { [N in Name]?: CallTypes[K][Name] }
    : { [N in Name]: CallTypes[K][Name] }
export type CallInput<K extends CallId> = Part<K, 'params'> & Part<K, 'query'> & Part<K, 'body'>
interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Address of a call with its places and query filled in. */
export function addressOf(id: CallId, { params = {}, query = {} }: LooseInput): string {
  const path = calls[id].path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item))
  }
  return search.size ? `${path}?${search}` : path
}

/** Makes a call and answers its `data`; a refusal is thrown as CallError. */
export async function call<K extends CallId>(id: K, input: CallInput<K>, { signal }: { signal?: AbortSignal } = {}): Promise<CallTypes[K]['data']> {
  const { body, ...rest } = input as LooseInput
  const { method } = calls[id]
  if (body !== undefined) {
    const refusal = await refuseBody(id, body, currentLocale())
    if (refusal) throw new CallError(refusal)
  }
  const answer = await send({ url: addressOf(id, rest), method, ...(method !== 'GET' && { data: body ?? {} }), signal })
  const envelope = toEnvelope(answer.status, answer.data)
  if (envelope.status !== 0) throw new CallError(envelope)
  if (method !== 'GET') await afterCall(id, envelope.data)
  return (envelope.data ?? {}) as CallTypes[K]['data']
}
