// What one column needs to become as its field says: type, whether it may be empty, and values for rows that are there.
import { sql, type RawBuilder } from 'kysely'
import { isWidening, normalType, type Engine, type FoundColumn } from '../columns.ts'
import { tableOf } from '../sql-text.ts'
import type { Definition, Field } from '../types.ts'
import type { More } from './plan-statement.ts'

export const withoutValue = (table: RawBuilder<unknown>, field: Field) => sql`select 1 from ${table} where ${sql.id(field.column)} is null limit 1`
const defaultOf = (field: Field) => (field.default === 'now' && (field.type === 'date' || field.type === 'datetime') ? null : (field.default ?? null))

const isTextual = (type: string) => /^(text|longtext|varchar|character varying)/.test(type)
const isNumber = (type: string) => /^(bigint|integer|smallint|int|tinyint|numeric|decimal|double|real|float)/.test(type)

interface Parts {
  engine: Engine
  schema: string
  add(run: RawBuilder<unknown>, more?: More): void
  /** Type of a field's column in the database. */
  typeOf(field: Field): string
  /** Text in the order of languages. */
  isLanguage(field: Field): boolean
  /** Type with what belongs to it in an `add column`. */
  typeSql(field: Field): RawBuilder<unknown>
}

export function createColumnChanges({ engine, schema, add, typeOf, isLanguage, typeSql }: Parts) {
  const pg = engine === 'postgres'
  return { addColumn, changeColumn, setNull }

  function addColumn(definition: Definition, field: Field, nameNow: string) {
    const table = tableOf(schema, definition.table)
    const value = defaultOf(field)
    if (!field.required || field.type === 'autoNumber') {
      add(sql`alter table ${table} add column ${sql.id(field.column)} ${typeSql(field)}${field.type === 'autoNumber' && !pg ? sql` not null` : sql``}`)
      return
    }
    // A value for the rows that are there is bound, not written into the statement.
    add(
      sql`alter table ${table} add column ${sql.id(field.column)} ${typeSql(field)}`,
      value === null
        ? {
            guard: {
              find: sql`select 1 from ${tableOf(schema, nameNow)} limit 1`,
              problem: { english: '{name} is required, but the rows that are there have no value; give it a default', values: { name: field.name } },
            },
          }
        : {},
    )
    if (value !== null) add(sql`update ${table} set ${sql.id(field.column)} = ${value}`)
    add(setNull(table, field, true))
  }

  function setNull(table: RawBuilder<unknown>, field: Field, required: boolean) {
    if (pg) return sql`alter table ${table} alter column ${sql.id(field.column)} ${required ? sql`set` : sql`drop`} not null`
    return sql`alter table ${table} modify column ${sql.id(field.column)} ${sql.raw(typeOf(field))} ${required ? sql`not null` : sql`null`}`
  }

  function changeColumn(definition: Definition, field: Field, column: FoundColumn, nameNow: string, isBack: boolean) {
    const table = tableOf(schema, definition.table)
    const from = normalType(engine, column.type)
    const to = normalType(engine, typeOf(field))
    if (from !== to && field.type === 'multiEnum' && isTextual(from)) {
      // One choice is a list of one.
      const name = sql.id(field.column)
      if (pg) add(sql`alter table ${table} alter column ${name} type jsonb using case when ${name} <> '' then jsonb_build_array(${name}) end`)
      else {
        const required = column.nullable ? sql`` : sql` not null`
        add(sql`alter table ${table} modify column ${name} longtext${required}`)
        add(sql`update ${table} set ${name} = json_array(${name}) where ${name} is not null`)
        add(sql`alter table ${table} modify column ${name} json${required}`)
      }
    } else if (from !== to) {
      const lossless = isWidening(engine, from, to)
      const direct = lossless || (isNumber(from) && isNumber(to))
      const using = direct ? sql`${sql.id(field.column)}::${sql.raw(typeOf(field))}` : sql`${sql.id(field.column)}::text::${sql.raw(typeOf(field))}`
      add(
        pg
          ? sql`alter table ${table} alter column ${sql.id(field.column)} type ${sql.raw(typeOf(field))}${isLanguage(field) ? sql` collate "und-x-icu"` : sql``} using ${using}`
          : sql`alter table ${table} modify column ${sql.id(field.column)} ${sql.raw(typeOf(field))}${column.nullable ? sql`` : sql` not null`}`,
        lossless
          ? {}
          : {
              loss: {
                english: 'Values of {column} are changed from {from} to {to}; what does not fit is lost, or stops the change',
                values: { column: field.column, from, to },
              },
            },
      )
    }
    const required = field.required || field.type === 'autoNumber'
    if (required && column.nullable && isBack) {
      // Of rows that came while it was kept.
      const value = defaultOf(field)
      if (value !== null) add(sql`update ${table} set ${sql.id(field.column)} = ${value} where ${sql.id(field.column)} is null`)
      if (field.type !== 'relationOne') add(setNull(table, field, true), { unless: withoutValue(table, field) })
    } else if (required && column.nullable)
      add(setNull(table, field, true), {
        guard: {
          find: sql`select 1 from ${tableOf(schema, nameNow)} where ${sql.id(column.name)} is null limit 1`,
          problem: { english: '{name} is to be required, but there are rows without a value', values: { name: field.name } },
        },
      })
    if (!required && !column.nullable) add(setNull(table, field, false))
  }
}
