// Models of what a person said about sheets: each field is checked as one that is added by hand.
import { uuidv7 } from 'uuidv7'
import type { FieldFormat } from '../../../../models/formats.ts'
import { keyFrom } from '../../../../models/keys.ts'
import { ApiError, fieldError } from '../../../errors.ts'
import { checkField, type DesignedModel, type Field } from '../../data/index.ts'
import type { DateOrder } from './dates.ts'
import type { ColumnType, UnderstoodSheet } from './infer.ts'
import type { Column } from './write.ts'

export interface ColumnChoice {
  at: number
  name: string
  type: ColumnType
  format?: FieldFormat
  currency?: string
  /** Of days without the year in front. */
  dateOrder?: DateOrder
  required?: boolean
  unique?: boolean
  relation?: { sheet: number; column: number } | null
}
export interface SheetChoice {
  sheet: number
  name: string
  columns: ColumnChoice[]
}
export interface BuiltSheet {
  sheet: number
  model: DesignedModel
  columns: Column[]
}

const MOST_CHOICES = 200

const invalid = (english: string, values: Record<string, string | number>) => fieldError('starter.sheetInvalid', 'sheets', english, values)

/** Sheets in an order in which those that others name come first. */
function inOrder(choices: readonly SheetChoice[]): SheetChoice[] {
  const left = new Map(choices.map(choice => [choice.sheet, choice]))
  const done: SheetChoice[] = []
  while (left.size) {
    const next = [...left.values()].find(({ sheet, columns }) =>
      columns.every(({ relation }) => !relation || relation.sheet === sheet || !left.has(relation.sheet)),
    )
    if (!next) throw new ApiError('starter.sheetInvalid', 'Sheets name each other in a circle: take one of the relations back', 422)
    left.delete(next.sheet)
    done.push(next)
  }
  return done
}

export function buildModels(
  choices: readonly SheetChoice[],
  understood: readonly UnderstoodSheet[],
  { sourceId, all, options }: { sourceId: string; all: readonly DesignedModel[]; options: (sheet: number, at: number) => string[] },
): BuiltSheet[] {
  const taken = new Set(all.flatMap(one => [one.key.toLowerCase(), one.definition.table.toLowerCase()]))
  const built: BuiltSheet[] = []
  for (const { sheet, name, columns } of inOrder(choices)) {
    const known = understood[sheet]
    if (!known || !columns.length) throw invalid('Choose at least one column of “{name}”', { name: name.slice(0, 50) })
    const key = keyFrom(name, taken, 'sheet')
    taken.add(key.toLowerCase())
    const model: DesignedModel = {
      id: uuidv7(),
      key,
      name: name.trim() || known.name,
      description: '',
      version: 1,
      sourceId,
      hash: Buffer.alloc(0),
      definition: { table: key, managed: true, primaryKey: { column: 'id', type: 'uuid', generated: true }, titleField: '', fields: [], indexes: [] },
      updatedAt: new Date(),
    }
    const placed: Column[] = []
    const keys = new Set<string>()
    for (const column of columns) {
      const seen = known.columns.find(one => one.at === column.at)
      if (!seen) throw invalid('There is no such column in “{name}”', { name: known.name })
      const target = column.type === 'relationOne' ? targetOf(column, built, known.name) : undefined
      const fieldKey = keyFrom(column.name, keys, `field${column.at + 1}`)
      keys.add(fieldKey.toLowerCase())
      const isChoice = column.type === 'enum' || column.type === 'multiEnum'
      const choicesOf = isChoice ? options(sheet, column.at) : []
      if (choicesOf.length > MOST_CHOICES) throw invalid('“{name}” has more than {limit} choices: make it a text', { name: column.name, limit: MOST_CHOICES })
      const field = checkField(
        {
          key: fieldKey,
          name: column.name.slice(0, 50),
          type: column.type,
          required: column.required,
          unique: column.unique,
          ...(isChoice && { options: choicesOf.map(value => ({ value, label: value })) }),
          ...(column.format && { format: column.format, currency: column.currency }),
          ...(column.type === 'decimal' && { precision: 30, scale: Math.min(15, Math.max(2, seen.scale)) }),
          ...(target && { relation: { modelId: target.model.id } }),
        },
        undefined,
        { model, all: [...all, ...built.map(one => one.model)], dialect: 'builtin' },
      )
      model.definition.fields.push(field)
      const dateOrder = column.dateOrder ?? seen.dateOrder
      const isDay = column.type === 'date' || column.type === 'datetime'
      if (isDay && dateOrder === 'unclear') throw invalid('Say how the dates of “{name}” are read', { name: column.name })
      placed.push({
        at: column.at,
        field,
        ...(isDay && dateOrder && dateOrder !== 'unclear' && { dateOrder }),
        ...(target && { target: { definition: target.model.definition, field: target.field } }),
      })
    }
    model.definition.titleField = titleOf(model.definition.fields)?.id ?? ''
    built.push({ sheet, model, columns: placed })
  }
  return built
}

function targetOf({ relation, name }: ColumnChoice, built: readonly BuiltSheet[], sheet: string): { model: DesignedModel; field: Field } {
  const found = built.find(one => one.sheet === relation?.sheet)
  const field = found?.columns.find(one => one.at === relation?.column)?.field
  if (!found || !field) throw invalid('“{name}” of “{sheet}” names rows of a sheet or by a column that is left out', { name, sheet })
  return { model: found.model, field }
}

/** The field that names a row: a text called so, or the first text that is no key. */
function titleOf(fields: readonly Field[]): Field | undefined {
  const texts = fields.filter(field => field.type === 'text')
  return texts.find(field => /^(name|title|subject)$/i.test(field.key)) ?? texts.find(field => !field.unique) ?? texts[0]
}
