// Bodies are checked before they are sent, by the very validators the server uses, so that both refuse with the same words.
import { calls, type CallId } from '../generated/calls.ts'
import { fieldErrors, say, type Locale, type SchemaError } from '../messages.ts'
import type { Envelope } from '../envelope.ts'

type Validate = ((value: unknown) => boolean) & { errors?: SchemaError[] | null }
type Words = Record<string, Record<string, string>>

const bodies = import.meta.glob<Record<string, Validate>>('../generated/validators/*.body.js')
const words = import.meta.glob<Words>('../generated/validators/*.words.js', { import: 'default' })

const table = Object.entries(calls).map(([id, call]) => ({
  id: id as CallId,
  method: call.method as string,
  bodyKind: call.bodyKind as string,
  places: (call.path.match(/\{\w+\}/g) ?? []).length,
  address: new RegExp(`^${call.path.replace(/[.+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
}))
// An address without places is meant before one with places: /api/company/create before /api/company/{companyKey}.
table.sort((a, b) => a.places - b.places)

/** The call that an address and method mean, if any. */
export function findCall(method: string, url: string): CallId | undefined {
  const path = new URL(url, 'http://here').pathname
  return table.find(call => call.method === method.toUpperCase() && call.address.test(path))?.id
}

/** The refusal that the server would answer to this body, or undefined when it may be sent. */
export async function refuseBody(id: CallId, body: unknown, locale: Locale): Promise<Envelope | undefined> {
  if (calls[id].bodyKind !== 'json') return undefined
  const area = id.split('.')[0]
  const [validators, own] = await Promise.all([bodies[`../generated/validators/${area}.body.js`]?.(), words[`../generated/validators/${area}.words.js`]?.()])
  const validate = validators?.[`${id}.body`.replaceAll('.', '_')]
  if (!validate || validate(body)) return undefined
  const errors = fieldErrors(validate.errors ?? [], own?.[`${id}.body`] ?? {}, locale)
  return { status: 422, msg: say(locale, 'Check the form'), code: 'request.invalid', errors }
}
