// Why a formula is empty in a row: the part of it that could not be computed first, found by asking the database of the row which parts are empty. A formula
// names only fields that the asker may see; one that names others is not there.
import { sql, type RawBuilder } from 'kysely'
import { fieldError, type FieldText } from '../../../errors.ts'
import { formulaWriter, MOST_DAYS } from '../formula-sql.ts'
import { readFormula, type FormulaNode } from '../formulas.ts'
import { quoted } from '../types.ts'
import type { Opened, Rows } from './rows.ts'

type Facts = ReadonlyMap<FormulaNode, boolean>
/** What the database is asked of a part. */
interface Asked {
  /** Whether it is empty. */
  empty: Map<FormulaNode, RawBuilder<boolean>>
  /** Of a choice, whether its condition holds; of a division, whether it divides by 0; of a moved date, whether by too many days. */
  more: Map<FormulaNode, RawBuilder<boolean>>
}

/** Parts that are there whatever the row has. */
const NEVER_EMPTY = new Set(['AND', 'OR', 'NOT', 'ISEMPTY', 'SUM', 'TODAY', 'NOW', '==', '!=', '<', '<=', '>', '>='])
const isMoved = ({ op, type }: FormulaNode) => (op === '+' || op === '-') && type !== 'number'
const pair = ({ args }: FormulaNode) => args as [FormulaNode, FormulaNode]

function questions(tree: FormulaNode, write: (node: FormulaNode) => RawBuilder<unknown>): Asked {
  const asked: Asked = { empty: new Map(), more: new Map() }
  const ask = (node: FormulaNode) => {
    const { op, type, args } = node
    if (NEVER_EMPTY.has(op)) return
    if (op !== 'literal')
      asked.empty.set(node, type === 'text' ? sql<boolean>`coalesce(char_length(${write(node)}), 0) = 0` : sql<boolean>`${write(node)} is null`)
    const [left, right] = pair(node)
    if (op === 'IF') asked.more.set(node, sql<boolean>`coalesce(${write(left)}, false)`)
    if (op === '/' || op === '%') asked.more.set(node, sql<boolean>`coalesce(${write(right)} = 0, false)`)
    if (isMoved(node)) asked.more.set(node, sql<boolean>`coalesce(abs(${write(right)}) > ${sql.lit(MOST_DAYS)}, false)`)
    for (const part of op === 'IF' ? args.slice(1) : op === 'LEFT' || op === 'RIGHT' || op === 'ROUND' ? [left] : args) ask(part)
  }
  ask(tree)
  return asked
}

const tooFar: Record<string, FieldText> = {
  number: 'The number is too large',
  date: 'There is no such date',
  datetime: 'There is no such date',
  text: 'Nothing is left of the text',
}
const OWN_CHOICE: FieldText = 'The formula leaves it empty in this case'

/** The reason of a part that is empty. */
function reasonOf(node: FormulaNode, empty: Facts, more: Facts, nameOf: (key: string) => string): FieldText {
  const why = (part: FormulaNode) => reasonOf(part, empty, more, nameOf)
  const isEmpty = (part: FormulaNode) => (part.op === 'literal' ? !part.value : (empty.get(part) ?? false))
  const { op, type, args, value = '' } = node
  const [left, right] = pair(node)
  switch (op) {
    case 'field':
      return { english: '{name} is empty', values: { name: nameOf(value) } }
    case 'literal':
      return OWN_CHOICE
    case 'IF': {
      const taken = (more.get(node) ? right : args[2]) as FormulaNode
      return isEmpty(taken) ? why(taken) : OWN_CHOICE
    }
    case 'MIN':
    case 'MAX':
    case 'COALESCE':
    case 'CONCATENATE':
      if (args.length > 1 && args.every(part => part.op === 'field'))
        return { english: '{names} are empty', values: { names: args.map(part => nameOf(part.value ?? '')).join(', ') } }
      break
    case '/':
    case '%':
      if (isEmpty(left) || !more.get(node)) break
      if (right.op === 'field') return { english: '{name} is 0, and nothing can be divided by 0', values: { name: nameOf(right.value ?? '') } }
      return 'What it divides by is 0, and nothing can be divided by 0'
    default:
      if (isMoved(node) && more.get(node)) return { english: 'A date cannot be moved by more than {limit} days', values: { limit: MOST_DAYS } }
  }
  const first = args.find(isEmpty)
  return first ? why(first) : (tooFar[type] ?? OWN_CHOICE)
}

export function createFormulaReasons({ rows }: { rows: Rows }) {
  return {
    async of(opened: Opened, rowId: string, fieldKey: string): Promise<{ isEmpty: boolean; reason: FieldText }> {
      // Refused for a row that the asker does not see.
      const row = await rows.get(opened, rowId)
      const { definition } = opened.model
      const field = definition.fields.find(one => one.key === fieldKey && one.formula !== undefined)
      if (!field) throw fieldError('data.fieldUnknown', 'fieldKey', 'There is no formula {name}', { name: quoted(fieldKey) })
      const value = row[field.key]
      if (value !== null && value !== undefined && value !== '') return { isEmpty: false, reason: '' }
      const read = readFormula(field.formula ?? '', definition.fields, field.key)
      if ('problem' in read) return { isEmpty: true, reason: 'The formula does not fit its model any more' }
      const { empty, more } = questions(read.tree, formulaWriter(opened.filterModel.engine, definition))
      const held = await rows.holds(opened, rowId, [...empty.values(), ...more.values()])
      const facts = [...empty.keys(), ...more.keys()].map((node, at) => [node, held[at] ?? false] as const)
      const reason = reasonOf(
        read.tree,
        new Map(facts.slice(0, empty.size)),
        new Map(facts.slice(empty.size)),
        key => definition.fields.find(one => one.key === key)?.name ?? key,
      )
      return { isEmpty: true, reason }
    },
  }
}
