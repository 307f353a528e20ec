// What a field starts with, and what is wrong with what was typed.
import { isTrue, textOf, valueOf } from '../formula.ts'
import { get, isJson, type Json } from '../json.ts'
import type { Say } from '../words.ts'

export function startOf(field: Json, around: Json): unknown {
  const name = String(field.name)
  const given = get(around, name)
  return given !== undefined ? given : field.value === undefined ? undefined : valueOf(field.value, around)
}

export function faultOf(field: Json, given: unknown, scope: Json, say: Say): string {
  const value = given === undefined ? startOf(field, scope) : given
  const errors = isJson(field.validationErrors) ? field.validationErrors : {}
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)
  if (isEmpty)
    return (field.required === true || isTrue(field.requiredOn, scope, false)) && field.type !== 'switch' && field.type !== 'checkbox'
      ? textOf(errors.isRequired, scope) || say('Please fill in')
      : ''
  const rules = isJson(field.validations) ? field.validations : {}
  const most = Number(field.maxLength ?? rules.maxLength)
  if (most && typeof value === 'string' && [...value].length > most) return textOf(errors.maxLength, scope) || say('This is too long')
  if (field.type === 'input-number') {
    const number = Number(value)
    if (!Number.isFinite(number)) return say('This is no number')
    if (field.min !== undefined && number < Number(valueOf(field.min, scope))) return say('This is too small')
    if (field.max !== undefined && number > Number(valueOf(field.max, scope))) return say('This is too large')
  }
  if (typeof rules.matchRegexp === 'string' && typeof value === 'string') {
    const pattern = /^\/(.*)\/([a-z]*)$/s.exec(rules.matchRegexp)
    try {
      if (!new RegExp(pattern?.[1] ?? rules.matchRegexp, pattern?.[2]).test(value)) return textOf(errors.matchRegexp, scope) || '!'
    } catch {
      return ''
    }
  }
  if (rules.isJson && typeof value === 'string') {
    try {
      JSON.parse(value)
    } catch {
      return textOf(errors.isJson, scope) || say('This is no JSON')
    }
  }
  return ''
}
