// Whether the input of a call is what its contract takes.
import type { FastifyRequest } from 'fastify'
import type { CallId } from '../generated/calls.ts'
import { ownWords, validators } from '../generated/validators.ts'
import type { Call } from '../contract-schema.ts'
import { fieldErrors, typeSentence, type Locale } from '../messages.ts'
import { ApiError } from './errors.ts'
import { findUnusable } from './text-check.ts'

export const isPlain = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Refuses what the contract of a call does not take, at the fields; 404 where it is the address. */
export function checkInput(id: CallId, where: 'params' | 'query' | 'body', value: unknown, locale: Locale) {
  // A million lists in a list need no looking into: every input has names.
  if (!isPlain(value)) throw new ApiError('request.invalid', 'Check the form', 422, { fields: { body: typeSentence('object') } })
  const unusable = findUnusable(value)
  if (unusable && where !== 'params') throw new ApiError('request.invalid', 'Check the form', 422, { fields: { [unusable.at]: unusable.english } })
  if (unusable) throw new ApiError('request.unknownAddress', 'There is nothing at this address', 404)
  const validate = validators[id][where]
  if (validate(value)) {
    // What the coercion made of a text: no list has a page of that number.
    const wild =
      where === 'query' && Object.entries(value as object).find(([, item]) => typeof item === 'number' && !(Math.abs(item) <= Number.MAX_SAFE_INTEGER))
    if (wild) throw new ApiError('request.invalid', 'Check the form', 422, { fields: { [wild[0]]: 'This is too large' } })
    return
  }
  const fields = fieldErrors(validate.errors ?? [], ownWords[`${id}.${where}`] ?? {}, locale)
  if (where === 'params') throw new ApiError('request.unknownAddress', 'There is nothing at this address', 404)
  throw new ApiError('request.invalid', 'Check the form', 422, { fields })
}

/** A body of another kind than the contract's is not taken for an empty one. */
export function checkKind(request: FastifyRequest, kind: Call['bodyKind']) {
  const type = request.headers['content-type']
  if (type === undefined || kind === 'multipart') return
  const json = /^application\/(json|[\w.-]+\+json)\b/i.test(type)
  if (json || (kind === 'form' && /^application\/x-www-form-urlencoded\b/i.test(type))) return
  throw new ApiError('request.mediaType', 'This kind of content is not accepted here', 415)
}
