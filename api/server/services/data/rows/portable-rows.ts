// Which rows may leave an app: what an installation elsewhere would refuse stays behind.
import type { Definition, Field } from '../types.ts'
import { checkValue } from '../values.ts'
import { RowIds } from './row-ids.ts'

export type PlainRow = Record<string, unknown>
/** A model as the package that the rows go into has it. */
export interface PackedModel {
  id: string
  key: string
  source: string
  definition: Definition
}

const LEFT_OUT = new Set<Field['type']>(['user', 'department', 'file', 'image', 'autoNumber', 'relationMany'])
export const carried = ({ fields }: Definition) => fields.filter(field => !LEFT_OUT.has(field.type) && !field.readOnly)
/** Required people: they become who installs the rows. */
export const filledPeople = ({ fields }: Definition) => fields.filter(field => field.type === 'user' && field.required && !field.readOnly)

/** Means something here alone, and is required: a row cannot be without it. One person cannot stand in several rows where each has its own. */
const isBound = ({ type, required, unique }: Field) => required && (type === 'department' || type === 'file' || type === 'image' || (type === 'user' && unique))
/** Whether rows of a model can be written elsewhere at all. */
export const isPortable = ({ fields }: Definition) => !fields.some(isBound)
const isMissing = (value: unknown) => value === undefined || value === null

/** A row with the values that its model takes. */
export const fitting = (row: PlainRow, fields: readonly Field[]): PlainRow => {
  const fit: PlainRow = { id: row.id }
  for (const field of fields) {
    const value = row[field.key]
    if (!isMissing(value) && !('problem' in checkValue(field, value, 'uuid'))) fit[field.key] = value
  }
  return fit
}

interface Known extends PackedModel {
  fields: Field[]
  relations: { key: string; target: string }[]
  required: string[]
}

/**
 * Tells of rows, model by model, which can go: a relation to a row that stays behind is left out, and a row that requires it stays behind itself.
 * Relations to models whose rows were not all seen yet are let through, and looked at again when they were.
 */
export class Staying {
  readonly models: readonly Known[]
  /** Ids of the rows that go, of models that others name. */
  private readonly there = new Map<string, RowIds>()
  private readonly seen = new Set<string>()

  constructor(models: readonly PackedModel[]) {
    this.models = models.map(model => {
      const fields = carried(model.definition)
      const relations = fields.flatMap(({ type, key, relation }) => (type === 'relationOne' ? [{ key, target: relation?.modelId ?? '' }] : []))
      return { ...model, fields, relations, required: fields.filter(({ required }) => required).map(({ key }) => key) }
    })
    for (const { id } of this.models) if (this.naming(id).length) this.there.set(id, new RowIds())
  }

  /** Models with relations to this one. */
  naming = (id: string) => this.models.filter(({ relations }) => relations.some(({ target }) => target === id))
  /** Whether its rows have to be looked at again when those of others were seen. */
  waits = ({ relations }: Known) => relations.some(({ target }) => this.there.has(target) && !this.seen.has(target))
  ended = ({ id }: Known) => void this.seen.add(id)

  /** Whether a row goes, after the relations that lead nowhere were taken out of it. */
  goes({ id, relations, required }: Known, row: PlainRow): boolean {
    for (const { key, target } of relations) {
      if (isMissing(row[key])) continue
      const there = this.there.get(target)
      if (there && !this.seen.has(target)) continue
      if (!there?.has(String(row[key]))) delete row[key]
    }
    const isFit = required.every(key => !isMissing(row[key]))
    const own = this.there.get(id)
    if (isFit && !this.seen.has(id)) own?.add(String(row.id))
    else if (!isFit) own?.delete(String(row.id))
    return isFit
  }
}
