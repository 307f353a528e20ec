// What somebody has of a model: fields that are hidden are nowhere for that person, of others there is no more than reading. What the server does by
// itself (rules of rows, history, undoing) knows the whole model.
import { createHash } from 'node:crypto'
import { readFormula } from '../formulas.ts'
import type { Asker } from './rules.ts'
import type { Field, Model } from '../types.ts'

/** What may be done with fields, by their ids. */
export interface FieldRights {
  read(fieldId: string): boolean
  write(fieldId: string): boolean
  /** Nothing is kept from this person. */
  all: boolean
}
export type FieldRightsOf = (asker: Asker) => Promise<FieldRights>

/** The model with all of its fields. */
export const wholeOf = (model: Model): Model => model.whole ?? model

/** A relation to many shows what the other model's field says, and a formula what the fields say that it is computed from: such a field is seen as those are. */
function saidBy({ id, key, type, relation, formula }: Field, fields: readonly Field[]): string[] {
  if (type === 'relationMany') return [id, ...(relation?.field ? [relation.field] : [])]
  const read = formula === undefined ? undefined : readFormula(formula, fields, key)
  return read && 'names' in read ? [id, ...fields.flatMap(field => (read.names.includes(field.key) ? [field.id] : []))] : [id]
}

/** A model as somebody with these rights has it; the same model where nothing is kept from that person. */
export function narrowed(model: Model, { all, read, write }: FieldRights): Model {
  if (all) return model
  const { fields } = model.definition
  const seen = fields.filter(field => saidBy(field, fields).every(read))
  // Nobody writes what is computed.
  const locked = new Set(seen.filter(field => field.formula === undefined && !saidBy(field, fields).every(write)))
  if (seen.length === fields.length && !locked.size) return model
  const definition = { ...model.definition, fields: seen.map(field => (locked.has(field) ? { ...field, readOnly: true, locked: true } : field)) }
  const hash = createHash('sha256')
    .update(JSON.stringify([model.hash, seen.map(field => field.id), [...locked].map(field => field.id)]))
    .digest('hex')
  return { ...model, definition, hash, whole: model }
}

const NONE: ReadonlySet<string> = new Set()

/** Ids of the fields of a model that somebody may not write, or not even see. */
export function withheld(model: Model): ReadonlySet<string> {
  if (!model.whole) return NONE
  const open = new Set(model.definition.fields.filter(field => !field.locked).map(field => field.id))
  return new Set(model.whole.definition.fields.filter(field => !open.has(field.id)).map(field => field.id))
}

/** Ids of the fields that are hidden. */
export function hidden(model: Model): ReadonlySet<string> {
  if (!model.whole) return NONE
  const seen = new Set(model.definition.fields.map(field => field.id))
  return new Set(model.whole.definition.fields.filter(field => !seen.has(field.id)).map(field => field.id))
}
