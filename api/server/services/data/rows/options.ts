// Rows of a model to choose from on pages: a list of theirs with two fields of each, under the rules of whoever asks.
import { fieldError } from '../../../errors.ts'
import type { Locale } from '../../../../messages.ts'
import { fieldOf } from './filter.ts'
import type { Row } from './input.ts'
import type { Opened, Rows } from './rows.ts'
import type { RowTexts } from './texts.ts'
import { isJson, quoted, type Field } from '../types.ts'
import { checkKey, checkValue } from '../values.ts'

export type RowChoice = { value: string | number | boolean; label: string; children?: RowChoice[] }
export interface OptionQuery {
  keywords?: string
  value?: string
  selected?: string
  parent?: string
  filter?: string
  orderBy?: string
  orderDir?: 'asc' | 'desc'
  page?: number
  perPage?: number
}

/** More are found by typing. */
const MOST = 50
/** A tree is searched where it is shown. */
const MOST_IN_TREE = 1000
const MOST_SELECTED = 200

export function createRowOptions({ rows, texts }: { rows: Rows; texts: RowTexts }) {
  /** A field of the model that has a value to show or keep. */
  function known({ model }: Opened, key: string, at: string): Field {
    const field = fieldOf(model.definition, key)
    if (!field || isJson(field.type) || field.type === 'file' || field.type === 'image')
      throw fieldError('data.fieldUnknown', at, 'There is no field {name}', { name: quoted(key) })
    return field
  }
  function parentOf({ model }: Opened, key: string): Field {
    const field = model.definition.fields.find(one => one.key === key && one.type === 'relationOne' && one.relation?.modelId === model.id)
    if (!field) throw fieldError('data.fieldUnknown', 'parent', 'There is no field {name}', { name: quoted(key) })
    return field
  }

  /** Of what is said to be chosen, what can be a value of the field at all. */
  function possible({ model, filterModel }: Opened, field: Field, selected: string): unknown[] {
    const parts = selected.includes(',') ? [selected, ...selected.split(',')] : [selected]
    const { type } = model.definition.primaryKey
    const target = filterModel.keyTypeOf?.(field.relation?.modelId ?? '')
    return [...new Set(parts.map(part => part.trim()).filter(Boolean))].slice(0, MOST_SELECTED).filter(part => {
      const number = (field.type === 'integer' || field.type === 'autoNumber') && /^-?\d{1,15}$/.test(part) ? Number(part) : part
      return 'value' in (field.key === 'id' ? checkKey(type, part) : checkValue({ ...field, rules: {}, format: undefined }, number, target))
    })
  }

  /** Rows below the rows that they name; what would stand below itself stands at the top. */
  function treeOf(found: readonly Row[], parent: Field, optionOf: (row: Row) => RowChoice): RowChoice[] {
    const byId = new Map(found.map(row => [String(row.id), row]))
    const options = new Map(found.map(row => [String(row.id), optionOf(row)]))
    const isBelowItself = (row: Row) => {
      const seen = new Set<string>()
      for (let at: Row | undefined = row; at; at = byId.get(String(at[parent.key]))) {
        if (seen.has(String(at.id))) return true
        seen.add(String(at.id))
      }
      return false
    }
    const top: RowChoice[] = []
    for (const row of found) {
      const option = options.get(String(row.id)) as RowChoice
      const above = isBelowItself(row) ? undefined : options.get(String(row[parent.key]))
      if (above) above.children = [...(above.children ?? []), option]
      else top.push(option)
    }
    return top
  }

  return {
    async of(opened: Opened, key: string, query: OptionQuery, locale: Locale): Promise<{ options: RowChoice[]; total: number }> {
      const label = known(opened, key, 'fieldKey')
      const kept = known(opened, query.value || 'id', 'value')
      const parent = query.parent ? parentOf(opened, query.parent) : undefined
      const fields = [...new Set([label.key, kept.key, ...(parent ? [parent.key] : [])])].join()
      const { keywords, filter, orderBy, orderDir, page = 1 } = query
      const perPage = parent ? MOST_IN_TREE : (query.perPage ?? MOST)
      const { items, total } = await rows.list(opened, { page, perPage, keywords, filter, orderBy, orderDir, fields })

      // What is chosen says its name whatever is looked for, as long as the person may see the row.
      const there = new Set(items.map(row => String(row[kept.key])))
      const missing = page === 1 && query.selected ? possible(opened, kept, query.selected).filter(one => !there.has(String(one))) : []
      const chosen = missing.length
        ? (
            await rows.list(opened, {
              page: 1,
              perPage: missing.length,
              filter: JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: kept.key }, op: 'select_any_in', right: missing }] }),
              fields,
            })
          ).items
        : []
      const found = [...chosen, ...items].filter(row => row[kept.key] !== null && row[kept.key] !== undefined && row[kept.key] !== '')
      const read = await texts.reader(opened, found, locale)
      const optionOf = (row: Row): RowChoice => {
        const value = row[kept.key] as RowChoice['value']
        return { value, label: read(label, row[label.key]) || read(kept, value) }
      }
      if (parent) return { options: treeOf(found, parent, optionOf), total }
      // Where several rows keep the same, it is offered once.
      return { options: [...new Map(found.map(row => [String(row[kept.key]), optionOf(row)])).values()], total }
    },
  }
}
