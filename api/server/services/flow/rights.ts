// What a step lets people do with the fields of its form.
import type { DefinedNode, FieldRight } from '../../../flow/definition.ts'
import { ApiError, type FieldText } from '../../errors.ts'

type Row = Record<string, unknown>
type WithFields = Pick<DefinedNode, 'fields'> | undefined

export const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)

export const rightOf = (node: WithFields, key: string, otherwise: FieldRight): FieldRight =>
  node?.fields && Object.hasOwn(node.fields, key) ? (node.fields[key] ?? otherwise) : otherwise

/** What may be done with a field of which a node says nothing: whoever starts a flow fills in a form of which nothing is said. */
export const otherwiseAt = (node: Pick<DefinedNode, 'kind' | 'fields'> | undefined): FieldRight => (node?.kind === 'start' && !node.fields ? 'write' : 'read')

export const mayFillIn = (node: Pick<DefinedNode, 'kind' | 'fields'> | undefined, key: string) =>
  /^(write|required)$/.test(rightOf(node, key, otherwiseAt(node)))

export const fieldsRefused = (fields: Record<string, FieldText>) => new ApiError('flow.fieldsRefused', 'Please look at the fields', 422, { fields })

/** Refuses fields that a node does not let fill in, and those that it wants and are empty. */
export function checkFields(node: DefinedNode | undefined, given: Row, there: Row) {
  const fields: Record<string, string> = {}
  for (const key of Object.keys(given)) if (!mayFillIn(node, key)) fields[key] = 'This field cannot be filled in here'
  for (const [key, right] of Object.entries(node?.fields ?? {}))
    if (right === 'required' && isEmpty(Object.hasOwn(given, key) ? given[key] : there[key])) fields[key] = 'Please fill this in'
  if (Object.keys(fields).length) throw fieldsRefused(fields)
}

/** What is wrong with fields of the row is told at `values`, where the call has them. */
export function atValues(run: () => void) {
  try {
    run()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.more.fields) throw error
    const fields = Object.fromEntries(Object.entries(error.more.fields).map(([key, text]) => [`values.${key}`, text]))
    throw new ApiError(error.code, error.english, error.status, { ...error.more, fields })
  }
}
