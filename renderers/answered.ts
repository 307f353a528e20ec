// What amis is given in place of an answer that says so: `answer: { status: '${code == 200 ? 0 : code}', data: '${result}' }`, over the fields of the answer.
// Unlike responseData it sees the whole answer, and what is not there stays out instead of being an empty text.
//   `&`            what all of it is put over: `$$` for the answer itself (of a row, the row)
//   `${list}`      as the only key: each of its rows, called `item`
import { createObject, filter, resolveVariableAndFilter } from 'amis-core'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const WHOLE = /^\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}$/

const valueOf = (text: string, from: Json) => (WHOLE.test(text) ? resolveVariableAndFilter(text, from, '| raw', (value: unknown) => value) : filter(text, from))

function made(to: unknown, from: Json, all: unknown): unknown {
  if (to === '$$') return all
  if (typeof to === 'string') return to.includes('${') ? (valueOf(to, from) as unknown) : to
  if (Array.isArray(to)) return to.map(one => made(one, from, all))
  if (!isObject(to)) return to
  const [key = '', ...others] = Object.keys(to)
  if (!others.length && key.startsWith('${')) {
    const rows = valueOf(key, from) as unknown
    return Array.isArray(rows) ? rows.map(row => made(to[key], createObject(from, { item: row }) as Json, row)) : undefined
  }
  const { '&': under, ...fields } = to
  const base = under === undefined ? undefined : made(under, from, all)
  return { ...(isObject(base) && base), ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, made(value, from, all)])) }
}

/** The answer as the mapping has it; as it is where there is none, or where it is no object. */
export const answered = (payload: unknown, answer: unknown): unknown => (isObject(answer) && isObject(payload) ? made(answer, payload, payload) : payload)
