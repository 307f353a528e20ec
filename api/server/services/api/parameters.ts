// What a call of an API brings: each value of its type, at its name.
import { ApiError, type FieldText } from '../../errors.ts'
import { MASK } from './masks.ts'
import type { Parameter } from './types.ts'

const LONGEST = 20_000
const LONGEST_JSON = 200_000
const REQUIRED: FieldText = 'This is required'

const isMissing = (value: unknown) => value === undefined || value === null || value === ''

/** The value in the type of its parameter, or the English of what is wrong with it. */
function read({ type }: Parameter, value: unknown): { value: unknown } | { english: string } {
  if (type === 'json') return JSON.stringify(value).length > LONGEST_JSON ? { english: 'This is too long' } : { value: parsed(value) }
  if (typeof value === 'object') return { english: 'Please enter a single value' }
  const text = String(value as string)
  if (text.length > LONGEST) return { english: 'This is too long' }
  if (type === 'text') return { value: text }
  if (type === 'boolean') {
    if (/^(true|1|yes)$/i.test(text)) return { value: true }
    return /^(false|0|no)$/i.test(text) ? { value: false } : { english: 'Please choose yes or no' }
  }
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) return { english: 'Please enter a number' }
  return type === 'integer' && !Number.isSafeInteger(number) ? { english: 'Please enter a whole number' } : { value: number }
}

/** JSON that came as a text, as addresses hold it. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/**
 * The values for the places of an API. Names that it does not have are refused at their place, but for those of an address, where lists put their page
 * and their size: these are left out.
 */
export function readParameters(
  parameters: readonly Parameter[],
  given: Readonly<Record<string, unknown>>,
  { strict }: { strict: boolean },
): { values: Record<string, unknown>; shown: Record<string, unknown> } {
  const fields: Record<string, FieldText> = {}
  const values: Record<string, unknown> = {}
  const shown: Record<string, unknown> = {}
  const known = new Set(parameters.map(one => one.key))
  if (strict) for (const name of Object.keys(given)) if (!known.has(name)) fields[`parameters.${name.slice(0, 60)}`] = 'There is no such parameter'
  for (const parameter of parameters) {
    const { key, required, secret, default: otherwise } = parameter
    const own = Object.hasOwn(given, key) ? given[key] : undefined
    const value = isMissing(own) ? otherwise : own
    if (isMissing(value)) {
      if (required) fields[`parameters.${key}`] = REQUIRED
      continue
    }
    const found = read(parameter, value)
    if ('english' in found) fields[`parameters.${key}`] = found.english
    else {
      values[key] = found.value
      shown[key] = secret ? MASK : found.value
    }
  }
  if (Object.keys(fields).length) throw new ApiError('api.parameterInvalid', 'Check the parameters', 422, { fields })
  return { values, shown }
}
