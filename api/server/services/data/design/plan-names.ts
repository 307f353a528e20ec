// Names of tables and columns that change: in which order, so that each finds its name free, and what a database that stopped half-way holds of it.
import type { Definition } from '../types.ts'

/** The last characters of an id are random; the first are a time that ids made together share. */
export const short = (id: string) => id.replaceAll('-', '').slice(-12)

/** What a table or a column is called while the name that it is to have, or to leave, is another's. */
export const waiting = (id: string) => `tessera_${short(id)}`

/** What a table or a column is called that left with its model or field, and is kept for a while. */
export const kept = (id: string) => `tessera_kept_${short(id)}`
export const isKept = (name: string) => /^tessera_kept_[0-9a-f]{12}$/.test(name)

export interface Move {
  id: string
  from: string
  to: string
}

/** Changes of names one after the other, each onto a free name; of those that go round in a circle, one waits under another name. */
export function inTurn(moves: readonly Move[]): Move[] {
  const left = [...moves]
  const order: Move[] = []
  // MySQL tells columns apart without regard to case.
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  while (left.length) {
    const used = new Set(left.map(move => move.from.toLowerCase()))
    const free = left.findIndex(move => same(move.from, move.to) || !used.has(move.to.toLowerCase()))
    const [move] = left.splice(Math.max(free, 0), 1) as [Move]
    if (free >= 0) order.push(move)
    else {
      order.push({ ...move, to: waiting(move.id) })
      left.push({ ...move, from: waiting(move.id) })
    }
  }
  return order
}

/** What a statement makes of a name that was applied: of a table, or of a field's column; without a name it is gone. */
export interface NameChange {
  modelId: string
  fieldId?: string
  name?: string
}

/** A definition as the database holds it after the change of a name. */
export function withName(definition: Definition, { fieldId, name }: NameChange): Definition {
  if (fieldId === undefined) return { ...definition, table: name ?? definition.table }
  if (name !== undefined) return { ...definition, fields: definition.fields.map(field => (field.id === fieldId ? { ...field, column: name } : field)) }
  return {
    ...definition,
    fields: definition.fields.filter(field => field.id !== fieldId),
    indexes: definition.indexes.filter(index => !index.fields.includes(fieldId)),
    titleField: definition.titleField === fieldId ? '' : definition.titleField,
  }
}
