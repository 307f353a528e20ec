// A formula as SQL, the same for both engines: it holds no parameter, so that it may stand in an order and in a group as well, and no value can make it fail,
// since one row would take the whole list with it. What cannot be computed is empty.
import { sql, type RawBuilder } from 'kysely'
import { readFormula, type FormulaNode } from './formulas.ts'
import type { Engine } from './columns.ts'
import type { Definition, Field } from './types.ts'

type Sql = RawBuilder<unknown>
/** Days that a date can be moved by; further on there are no dates in one of the databases. */
export const MOST_DAYS = 1_000_000
const COMPARED: Record<string, string> = { '==': '=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' }

function writer(engine: Engine, columnOf: (key: string) => { sql: Sql; field: Field }) {
  const pg = engine === 'postgres'
  const number = (value: Sql) => (pg ? sql`(${value})::numeric` : value)

  /** A text by its bytes: nothing in it could end it, whatever a database takes for a sign of its own. */
  function textLiteral(text: string): Sql {
    const hex = Buffer.from(text).toString('hex')
    return pg ? sql.raw(`E'${hex.replace(/../g, byte => `\\x${byte}`)}'::text`) : sql.raw(`_utf8mb4 x'${hex}'`)
  }

  function literal({ type, value = '' }: FormulaNode): Sql {
    switch (type) {
      case 'number':
        return number(sql.raw(/^\d+(\.\d+)?$/.test(value) ? value : 'null'))
      case 'boolean':
        return value === 'true' ? sql`true` : sql`false`
      case 'date':
        return sql`cast(${textLiteral(value)} as date)`
      case 'text':
        return textLiteral(value)
      default:
        return sql`null`
    }
  }

  function column(key: string): Sql {
    const { sql: name, field } = columnOf(key)
    switch (field.type) {
      case 'integer':
      case 'autoNumber':
        return pg ? number(name) : sql`cast(${name} as decimal(38, 0))`
      case 'decimal':
        return pg ? number(name) : sql`cast(${name} as decimal(50, ${sql.lit(Math.min(field.scale ?? 10, 20))}))`
      case 'text':
      case 'longText':
      case 'enum':
        // Columns of several tables' collations are not compared with each other.
        return pg ? sql`${name}::text` : sql`convert(${name} using utf8mb4) collate utf8mb4_unicode_ci`
      case 'datetime':
        return pg ? sql`${name}::timestamptz` : name
      default:
        return name
    }
  }

  /** The day of a time, as times are shown without a place: in UTC. */
  const day = ({ type }: FormulaNode, value: Sql) => (type !== 'datetime' ? value : pg ? sql`(${value} at time zone 'utc')::date` : sql`cast(${value} as date)`)
  const words = (value: Sql) => (pg ? sql`(${value})::text` : sql`cast(${value} as char)`)

  function asText(node: FormulaNode): Sql {
    const value = write(node)
    switch (node.type) {
      case 'number': {
        // Without the noughts that only its type puts there.
        const told = words(value)
        const short = pg ? sql`rtrim(rtrim(${told}, '0'), '.')` : sql`trim(trailing '.' from trim(trailing '0' from ${told}))`
        return sql`case when ${told} like '%.%' then ${short} else ${told} end`
      }
      case 'date':
        return pg ? sql`to_char(${value}, 'YYYY-MM-DD')` : sql`date_format(${value}, '%Y-%m-%d')`
      case 'datetime':
        return pg ? sql`to_char(${value} at time zone 'utc', 'YYYY-MM-DD HH24:MI')` : sql`date_format(${value}, '%Y-%m-%d %H:%i')`
      default:
        return value
    }
  }

  function moved(left: FormulaNode, right: FormulaNode, sign: Sql): Sql {
    const [from, count] = [write(left), write(right)]
    const next =
      left.type === 'datetime'
        ? pg
          ? sql`${from} ${sign} (${count})::double precision * interval '1 day'`
          : sql`${from} ${sign} interval round(${count} * 86400) second`
        : pg
          ? sql`${from} ${sign} trunc(${count})::integer`
          : sql`${from} ${sign} interval truncate(${count}, 0) day`
    return sql`case when abs(${count}) <= ${sql.lit(MOST_DAYS)} then ${next} end`
  }

  /** The least or greatest of those that are there. */
  function extreme(name: Sql, values: Sql[]): Sql {
    if (values.length === 1) return values[0] as Sql
    // MariaDB answers nothing as soon as one is empty.
    const all = pg ? values : values.map((_one, at) => sql`coalesce(${sql.join([...values.slice(at), ...values.slice(0, at)])})`)
    return sql`${name}(${sql.join(all)})`
  }

  /** What is empty is not true. */
  const truth = (node: FormulaNode): Sql => sql`coalesce(${write(node)}, false)`

  function write(node: FormulaNode): Sql {
    const { op, args } = node
    const [left, right] = args as [FormulaNode, FormulaNode]
    const values = () => args.map(write)
    const first = () => write(left)
    switch (op) {
      case 'field':
        return column(node.value ?? '')
      case 'literal':
        return literal(node)
      case '+':
      case '-': {
        const sign = op === '+' ? sql`+` : sql`-`
        return node.type === 'number' ? sql`(${first()} ${sign} ${write(right)})` : moved(left, right, sign)
      }
      case '*':
        return sql`(${first()} * ${write(right)})`
      case '/':
        return sql`(${pg ? first() : sql`cast(${first()} as decimal(55, 10))`} / nullif(${write(right)}, 0))`
      case '%':
        return sql`(${first()} % nullif(${write(right)}, 0))`
      case 'NEGATE':
        return sql`(- ${first()})`
      case 'AND':
        return sql`(${sql.join(args.map(truth), sql` and `)})`
      case 'OR':
        return sql`(${sql.join(args.map(truth), sql` or `)})`
      case 'NOT':
        return sql`(not ${truth(left)})`
      case 'IF':
        return sql`case when ${first()} then ${write(right)} else ${write(args[2] as FormulaNode)} end`
      case 'ISEMPTY':
        return left.type === 'text' ? sql`(coalesce(${first()}, '') = '')` : sql`(${first()} is null)`
      case 'COALESCE':
        return sql`coalesce(${sql.join(args.map(one => (one.type === 'text' ? sql`nullif(${write(one)}, '')` : write(one))))})`
      case 'ROUND':
        return sql`round(${first()}, ${sql.lit(Number(right?.value ?? 0))})`
      case 'ABS':
      case 'FLOOR':
      case 'CEIL':
      case 'UPPER':
      case 'LOWER':
        return sql`${sql.raw(op.toLowerCase())}(${first()})`
      case 'TRIM':
        return sql`trim(${first()})`
      case 'MIN':
        return extreme(sql`least`, values())
      case 'MAX':
        return extreme(sql`greatest`, values())
      case 'SUM':
        return sql`(${sql.join(
          values().map(value => sql`coalesce(${value}, 0)`),
          sql` + `,
        )})`
      case 'CONCATENATE':
        return sql`concat(${sql.join(args.map(one => sql`coalesce(${asText(one)}, '')`))})`
      case 'LEN':
        return number(sql`char_length(${first()})`)
      case 'LEFT':
      case 'RIGHT':
        return sql`${sql.raw(op.toLowerCase())}(${first()}, ${sql.lit(Number(right.value))})`
      case 'YEAR':
      case 'MONTH':
      case 'DAY':
        return number(sql`extract(${sql.raw(op.toLowerCase())} from ${day(left, first())})`)
      case 'DAYS': {
        const [until, since] = [day(left, first()), day(right, write(right))]
        return pg ? number(sql`(${until} - ${since})`) : sql`datediff(${until}, ${since})`
      }
      case 'TODAY':
        return pg ? sql`(now() at time zone 'utc')::date` : sql`utc_date()`
      case 'NOW':
        return pg ? sql`now()` : sql`utc_timestamp(3)`
      default: {
        const [one, other] = (left.type === right.type ? values() : args.map(side => day(side, write(side)))) as [Sql, Sql]
        if (op === '!=') return pg ? sql`(${one} is distinct from ${other})` : sql`(not (${one} <=> ${other}))`
        return sql`coalesce(${one} ${sql.raw(COMPARED[op] as string)} ${other}, false)`
      }
    }
  }
  return write
}

const NULLS: Partial<Record<Field['type'], string>> = { decimal: 'numeric', boolean: 'boolean', date: 'date', datetime: 'timestamptz' }

/** Writes parts of a formula of a model, of the columns of a table or alias. */
export const formulaWriter = (engine: Engine, { fields }: Definition, table?: string) =>
  writer(engine, key => {
    const field = fields.find(one => one.key === key) as Field
    return { field, sql: table ? sql.id(table, field.column) : sql.id(field.column) }
  })

/** The value of a field that is computed, with the columns of a table or alias. Empty where the formula fits its model no more. */
function valueSql(engine: Engine, definition: Definition, field: Field, table?: string): Sql {
  const read = readFormula(field.formula ?? '', definition.fields, field.key)
  if ('problem' in read) return engine === 'postgres' ? sql`null::${sql.raw(NULLS[field.type] ?? 'text')}` : sql`null`
  const value = formulaWriter(engine, definition, table)(read.tree)
  if (field.type === 'decimal') return sql`round(${value}, ${sql.lit(field.scale ?? 2)})`
  return engine === 'mysql' && field.type === 'text' ? sql`(${value} collate utf8mb4_unicode_ci)` : sql`(${value})`
}

/** A definition whose computed fields know how they are asked for. */
export function withFormulas(definition: Definition, engine: Engine): Definition {
  if (!definition.fields.some(field => field.formula !== undefined)) return definition
  const fields = definition.fields.map(field =>
    field.formula === undefined ? field : { ...field, computed: (table?: string) => valueSql(engine, definition, field, table) },
  )
  return { ...definition, fields }
}

/** A field in SQL that reads it: its column, or what computes it. */
export const columnSql = (field: Field, table?: string): Sql =>
  field.computed ? field.computed(table) : table ? sql.id(table, field.column) : sql.id(field.column)
