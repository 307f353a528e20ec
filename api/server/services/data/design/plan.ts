// From what a database holds and what the models say: the statements in between. A pure function; it starts from the database itself, so that it
// also mends what somebody changed there, and goes on where a run without transactions stopped.
import { sql, type RawBuilder } from 'kysely'
import { columnType, isWidening, normalType, type Engine, type FoundColumn, type FoundTable } from '../columns.ts'
import { inTurn, isKept, kept, short, waiting, type Move, type NameChange } from './plan-names.ts'
import { shownSql, tableOf, writtenOf, type Written } from '../sql-text.ts'
import { hasColumn, hasOwnColumn, type Definition, type Field } from '../types.ts'

export interface PlannedModel {
  modelId: string
  definition: Definition
}
/** A sentence with places, in English. */
export interface Sentence {
  english: string
  values: Record<string, string | number>
}
/** A table, or a column of it. */
export interface KeptName {
  modelId: string
  fieldId?: string
}
export interface Statement extends Written {
  /** As it is shown. */
  sql: string
  /** What is lost when it runs, or taken out of sight; undefined when nothing is. */
  loss?: Sentence
  /** Only taken out of sight: it comes back with its model or field. */
  keeps?: KeptName
  /** What comes back of what was kept. */
  back?: Sentence
  returns?: KeptName
  /** Answers a row when the statement is left out. */
  unless?: Written
  /** Answers a row when the statement cannot succeed, and what to say then. */
  guard?: { find: Written; problem: Sentence }
  /** What becomes of a name that was applied. */
  name?: NameChange
}
export interface PlanInput {
  engine: Engine
  schema: string
  /** Makes the schema first; for built-in sources. */
  createSchema?: boolean
  /** Text in the order of languages rather than of bytes; where the database is known to have it. */
  languageOrder?: boolean
  wanted: readonly PlannedModel[]
  /** What was applied last, for names that changed and for what is gone. */
  applied: readonly PlannedModel[]
  found: readonly FoundTable[]
  /** Models whose tables are kept, as they were when these left. */
  kept?: readonly PlannedModel[]
  /** The day until which what leaves now is kept. */
  keptUntil: string
}

const OWN_INDEX = /^(ux|ix|rx)_[0-9a-f]{12}$/
const OWN_REFERENCE = /^fk_[0-9a-f]{12}$/

interface WantedIndex {
  name: string
  columns: string[]
  unique: boolean
  label: string
}

/** Indexes of a model: unique fields, fields that name other rows, and those that were asked for. */
export function indexesOf(engine: Engine, { fields, indexes }: Definition): WantedIndex[] {
  const columns = new Map(fields.filter(hasColumn).map(field => [field.id, field.column]))
  return [
    ...fields
      // MySQL numbers only a column that has a key; it is made with the column.
      .filter(field => hasColumn(field) && field.unique && !(engine === 'mysql' && field.type === 'autoNumber'))
      .map(field => ({ name: `ux_${short(field.id)}`, columns: [field.column], unique: true, label: field.name })),
    // MySQL makes an index with the foreign key.
    ...(engine === 'mysql' ? [] : fields.filter(field => field.type === 'relationOne' && !field.unique)).map(field => ({
      name: `rx_${short(field.id)}`,
      columns: [field.column],
      unique: false,
      label: field.name,
    })),
    ...indexes.map(index => ({
      name: `ix_${short(index.id)}`,
      columns: index.fields.flatMap(id => columns.get(id) ?? []),
      unique: index.unique,
      label: index.name,
    })),
  ].filter(index => index.columns.length > 0)
}

export function planOf({ engine, schema, createSchema, languageOrder, wanted, applied, found, kept: keptModels = [], keptUntil }: PlanInput): Statement[] {
  const pg = engine === 'postgres'
  const list: Statement[] = []
  /** Foreign keys come last, when every table is there; tables go after the keys that name them. */
  const last: Statement[] = []
  interface More extends Pick<Statement, 'loss' | 'name' | 'keeps' | 'back' | 'returns'> {
    guard?: { find: RawBuilder<unknown>; problem: Sentence }
    unless?: RawBuilder<unknown>
  }
  const add = (run: RawBuilder<unknown>, { guard, unless, ...more }: More = {}, to = list) => {
    const written = writtenOf(engine, run)
    to.push({
      ...written,
      sql: shownSql(written.exact),
      ...more,
      ...(guard && { guard: { find: writtenOf(engine, guard.find), problem: guard.problem } }),
      ...(unless && { unless: writtenOf(engine, unless) }),
    })
  }

  /** Foreign keys that went with an index, and are made again. */
  const released = new Set<string>()
  const byTable = new Map(found.map(table => [table.name, table]))
  const before = new Map([...keptModels, ...applied].map(model => [model.modelId, model.definition]))
  const models = new Map(wanted.map(model => [model.modelId, model.definition]))
  const target = (field: Field) => models.get(field.relation?.modelId ?? '') ?? before.get(field.relation?.modelId ?? '')
  const typeOf = (field: Field) => columnType(engine, field, target(field)?.primaryKey.type)
  const isLanguage = (field: Field) => !!languageOrder && pg && (field.type === 'text' || field.type === 'longText')
  /** Type with what belongs to it in a `create table` or `add column`. */
  const typeSql = (field: Field) =>
    sql`${sql.raw(typeOf(field))}${isLanguage(field) ? sql` collate "und-x-icu"` : sql``}${field.type === 'autoNumber' ? (pg ? sql` generated by default as identity` : sql` auto_increment unique`) : sql``}`
  const nullSql = (field: Field) => (field.required || field.type === 'autoNumber' ? sql` not null` : sql``)

  const system: [string, RawBuilder<unknown>][] = pg
    ? [
        ['id', sql`uuid primary key`],
        ['created_at', sql`timestamp with time zone not null default now()`],
        ['created_by', sql`uuid`],
        ['updated_at', sql`timestamp with time zone not null default now()`],
        ['updated_by', sql`uuid`],
        ['version', sql`integer not null default 1`],
      ]
    : [
        ['id', sql`char(36) primary key`],
        ['created_at', sql`datetime(3) not null default current_timestamp(3)`],
        ['created_by', sql`char(36)`],
        ['updated_at', sql`datetime(3) not null default current_timestamp(3)`],
        ['updated_by', sql`char(36)`],
        ['version', sql`integer not null default 1`],
      ]

  if (createSchema) add(sql`create schema ${sql.id(schema)}`)

  // Names first: a table or column that only changed its name keeps what is in it. The name may be that of another one, which leaves it before.
  const tablesBefore = new Set(applied.flatMap(({ definition }) => (definition.managed ? [definition.table] : [])))
  const nameOf = ({ modelId, definition }: PlannedModel) => (byTable.has(waiting(modelId)) ? waiting(modelId) : definition.table)
  const moves = applied.flatMap((model): Move[] => {
    const definition = models.get(model.modelId)
    const from = nameOf(model)
    return definition?.managed && from !== definition.table && byTable.has(from) ? [{ id: model.modelId, from, to: definition.table }] : []
  })
  for (const model of applied) {
    const { modelId, definition } = model
    if (models.has(modelId) || !definition.managed) continue
    const from = nameOf(model)
    const table = byTable.get(from)
    const heir = wanted.find(one => one.definition.table === from)
    // A table that somebody reads stays, and so does one that a model has got already, which was not written down.
    const stays = heir && (!heir.definition.managed || (applied.some(one => one.modelId === heir.modelId) && !moves.some(move => move.id === heir.modelId)))
    if (!table || stays) continue
    byTable.delete(from)
    keepTable(modelId, definition, from, table.references)
  }
  for (const move of inTurn(moves)) renameTable(move)
  const moved = moves.map(({ from, to }) => ({ from, to, table: byTable.get(from) as FoundTable }))
  for (const { from } of moved) byTable.delete(from)
  for (const { to, table } of moved) byTable.set(to, table)
  /** Models whose tables come back with what was in them. */
  const returned = new Set<string>()
  for (const { modelId, definition } of wanted) {
    const table = byTable.get(kept(modelId))
    if (!table || !definition.managed || byTable.has(definition.table)) continue
    const [from, to] = [kept(modelId), definition.table]
    add(pg ? sql`alter table ${tableOf(schema, from)} rename to ${sql.id(to)}` : sql`rename table ${sql.id(from)} to ${sql.id(to)}`, {
      name: { modelId, name: to },
      returns: { modelId },
      back: { english: 'The rows of {table} come back as they were kept', values: { table: to } },
    })
    byTable.delete(from)
    byTable.set(to, table)
    returned.add(modelId)
  }

  for (const { modelId, definition } of wanted) {
    if (!definition.managed) continue
    const table = tableOf(schema, definition.table)
    const there = byTable.get(definition.table)
    const fields = definition.fields.filter(hasOwnColumn)
    if (!there) {
      const columns = [
        ...system.map(([name, type]) => sql`${sql.id(name)} ${type}`),
        ...fields.map(field => sql`${sql.id(field.column)} ${typeSql(field)}${nullSql(field)}`),
      ]
      add(sql`create table ${table} (${sql.join(columns)})${pg ? sql`` : sql` engine = InnoDB default charset = utf8mb4 collate = utf8mb4_unicode_ci`}`)
      for (const index of indexesOf(engine, definition)) addIndex(definition.table, index)
    }
    const back = there ? changeTable(modelId, definition, there, fields) : new Set<string>()
    for (const field of fields) if (field.type === 'relationOne') addReference(definition, field, there, returned.has(modelId) || back.has(field.id))
  }
  return [...list, ...last]

  /** A table that is no model's any more goes out of sight. What names it, or is named by it, would hold back rows of others. */
  function keepTable(modelId: string, definition: Definition, from: string, references: FoundTable['references']) {
    for (const reference of references) if (OWN_REFERENCE.test(reference.name)) dropReference(from, reference.name)
    const to = kept(modelId)
    if (byTable.has(to))
      add(sql`drop table ${tableOf(schema, to)}`, {
        loss: { english: 'Rows of {table} that were kept before are deleted', values: { table: definition.table } },
      })
    byTable.delete(to)
    add(pg ? sql`alter table ${tableOf(schema, from)} rename to ${sql.id(to)}` : sql`rename table ${sql.id(from)} to ${sql.id(to)}`, {
      keeps: { modelId },
      loss: { english: 'The table {table} is removed; its rows are kept until {until}', values: { table: definition.table, until: keptUntil } },
    })
  }

  function renameTable({ id, from, to }: Move) {
    // What has the name and is of no model is somebody else's.
    const isTaken = byTable.has(to) && !tablesBefore.has(to) && to !== waiting(id)
    add(pg ? sql`alter table ${tableOf(schema, from)} rename to ${sql.id(to)}` : sql`rename table ${sql.id(from)} to ${sql.id(to)}`, {
      name: { modelId: id, name: to },
      ...(isTaken && { guard: { find: sql`select 1 as one`, problem: tableThere(to) } }),
    })
  }

  function dropReference(table: string, name: string, to = list) {
    add(sql`alter table ${tableOf(schema, table)} drop ${pg ? sql`constraint` : sql`foreign key`} ${sql.id(name)}`, {}, to)
  }

  function addIndex(name: string, index: WantedIndex, guardTable?: string, old: (column: string) => string = column => column) {
    const columns = index.columns.map(column => sql.id(column))
    const from = index.columns.map(column => sql.id(old(column)))
    add(
      sql`create ${index.unique ? sql`unique ` : sql``}index ${sql.id(index.name)} on ${tableOf(schema, name)} (${sql.join(columns)})`,
      guardTable && index.unique
        ? {
            guard: {
              find: sql`select 1 from ${tableOf(schema, guardTable)} where ${sql.join(
                from.map(column => sql`${column} is not null`),
                sql` and `,
              )} group by ${sql.join(from)} having count(*) > 1 limit 1`,
              problem: { english: '{name} is to be unique, but rows share the same value', values: { name: index.label } },
            },
          }
        : {},
    )
  }

  function changeTable(modelId: string, definition: Definition, there: FoundTable, fields: Field[]) {
    const table = tableOf(schema, definition.table)
    const found = new Map(there.columns.map(column => [column.name, column]))
    const old = new Map((before.get(modelId)?.fields ?? []).filter(hasOwnColumn).map(field => [field.id, field]))
    const columnsBefore = new Set([...old.values()].map(field => field.column))
    const columnOf = ({ id, column }: Field) => (found.has(waiting(id)) ? waiting(id) : column)
    const turns = [...old.values()].flatMap((was): Move[] => {
      const field = fields.find(one => one.id === was.id)
      const from = columnOf(was)
      return field && from !== field.column && found.has(from) ? [{ id: was.id, from, to: field.column }] : []
    })
    const deleted = [...old.values()]
      .filter(({ id }) => !fields.some(field => field.id === id))
      .map(field => ({ ...field, column: columnOf(field) }))
      .filter(({ column }) => {
        const heir = fields.find(field => field.column === column)
        // A field that has got the column already, which was not written down, keeps it.
        return found.has(column) && !(heir && old.has(heir.id) && !turns.some(turn => turn.id === heir.id))
      })
    /** Columns by the names that they get; each still has the one that it was found with. */
    const columns = new Map(found)
    for (const { column } of deleted) columns.delete(column)
    for (const { from } of turns) columns.delete(from)
    for (const { from, to } of turns) columns.set(to, found.get(from) as FoundColumn)
    const nowName = (column: string) => columns.get(column)?.name ?? ''

    const isWanted = ({ name }: { name: string }) => fields.some(field => field.type === 'relationOne' && `fk_${short(field.id)}` === name)
    for (const reference of there.references) {
      if (!OWN_REFERENCE.test(reference.name) || isWanted(reference)) continue
      dropReference(definition.table, reference.name)
    }
    const indexes = indexesOf(engine, definition)
    const foundIndexes = new Map(there.indexes.map(index => [index.name, index]))
    const isAsWanted = (index: WantedIndex) => {
      const one = foundIndexes.get(index.name)
      return !!one && one.unique === index.unique && one.columns.join('\u0000') === index.columns.map(nowName).join('\u0000')
    }
    const dropIndex = (name: string) => add(pg ? sql`drop index ${tableOf(schema, name)}` : sql`drop index ${sql.id(name)} on ${table}`)
    for (const index of there.indexes) {
      if (!OWN_INDEX.test(index.name)) continue
      const kept = indexes.find(one => one.name === index.name)
      if (kept && isAsWanted(kept)) continue
      // MySQL keeps an index that a foreign key needs.
      for (const reference of pg ? [] : there.references) {
        if (reference.column !== index.columns[0] || !isWanted(reference) || released.has(reference.name)) continue
        dropReference(definition.table, reference.name)
        released.add(reference.name)
      }
      dropIndex(index.name)
    }

    // MySQL has one column that numbers in a table.
    const isNumbered = !pg && fields.some(field => field.type === 'autoNumber' && !columns.has(field.column) && !found.has(kept(field.id)))
    if (isNumbered)
      for (const column of there.columns)
        if (isKept(column.name) && column.identity)
          dropKept(column.name, { english: 'Numbers that {table} kept are deleted', values: { table: definition.table } })
    for (const field of deleted) keepColumn(field)
    const back = new Set<string>()
    for (const field of fields) {
      const { id, key, column } = field
      const was = found.get(kept(id))
      if (!was || columns.has(column)) continue
      const [from, to] = [normalType(engine, was.type), normalType(engine, typeOf(field))]
      if (from !== to && !isWidening(engine, from, to)) continue
      add(sql`alter table ${table} rename column ${sql.id(kept(id))} to ${sql.id(column)}`, {
        name: { modelId, fieldId: id, name: column },
        returns: { modelId, fieldId: id },
        back: { english: 'The values of {column} come back as they were kept', values: { column: key } },
      })
      columns.set(column, was)
      back.add(id)
    }
    for (const { id, from, to } of inTurn(turns))
      add(sql`alter table ${table} rename column ${sql.id(from)} to ${sql.id(to)}`, {
        name: { modelId, fieldId: id, name: to },
        ...(found.has(to) &&
          !columnsBefore.has(to) &&
          to !== waiting(id) && { guard: { find: sql`select 1 as one`, problem: columnThere(definition.table, to) } }),
      })
    for (const [name, type] of system) if (!columns.has(name) && name !== 'id') add(sql`alter table ${table} add column ${sql.id(name)} ${type}`)

    for (const field of fields) {
      const column = columns.get(field.column)
      if (column) changeColumn(definition, field, column, there.name, back.has(field.id))
      else addColumn(definition, field, there.name)
    }
    for (const index of indexes) {
      if (isAsWanted(index)) continue
      const isNew = index.columns.some(column => !columns.has(column))
      addIndex(definition.table, index, isNew ? undefined : there.name, nowName)
    }
    return back

    function dropKept(column: string, loss: Sentence) {
      add(sql`alter table ${table} drop column ${sql.id(column)}`, { loss })
    }

    /** A column that is no field's any more goes out of sight, and asks for no value of new rows. */
    function keepColumn({ id, key, column }: Field) {
      const { type, nullable, identity } = found.get(column) as FoundColumn
      const name = { modelId, fieldId: id }
      const values = { column: key, table: definition.table }
      if (isNumbered && identity) {
        add(sql`alter table ${table} drop column ${sql.id(column)}`, {
          name,
          loss: { english: 'The column {column} of {table} is deleted with all its values', values },
        })
        return
      }
      const to = kept(id)
      if (found.has(to)) dropKept(to, { english: 'Values of {column} that were kept before are deleted', values })
      const keeps: More = {
        name,
        keeps: name,
        loss: { english: 'The column {column} of {table} is removed; its values are kept until {until}', values: { ...values, until: keptUntil } },
      }
      const asks = !nullable && !identity
      if (asks && !pg) add(sql`alter table ${table} change column ${sql.id(column)} ${sql.id(to)} ${sql.raw(type)} null`, keeps)
      else add(sql`alter table ${table} rename column ${sql.id(column)} to ${sql.id(to)}`, keeps)
      if (asks && pg) add(sql`alter table ${table} alter column ${sql.id(to)} drop not null`)
    }
  }

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

  function addReference(definition: Definition, field: Field, there: FoundTable | undefined, isBack: boolean) {
    const other = target(field)
    if (!other) return
    // MySQL wants both columns of exactly the same type, which a table of somebody else's need not have.
    if (!pg && !other.managed) return
    const name = `fk_${short(field.id)}`
    const onDelete = field.required ? 'restrict' : 'set null'
    const now = there?.references.find(reference => reference.name === name && !released.has(name))
    const otherNow = byTable.get(other.table)?.name
    if (
      now &&
      now.table === otherNow &&
      now.targetColumn === other.primaryKey.column &&
      (now.onDelete === onDelete || (onDelete === 'restrict' && now.onDelete === 'no action'))
    )
      return
    const table = tableOf(schema, definition.table)
    if (now) dropReference(definition.table, name)
    if (isBack) {
      // Rows that were named may have been deleted while it was kept.
      const [column, key] = [sql.id(field.column), sql.id(other.primaryKey.column)]
      const rows = sql`select ${key} from ${tableOf(schema, other.table)}`
      // MySQL reads no table that it changes, unless through another.
      const there = pg ? rows : sql`select ${key} from (${rows}) as there`
      if (field.required) add(setNull(table, field, false), {}, last)
      add(sql`update ${table} set ${column} = null where ${column} is not null and ${column} not in (${there})`, {}, last)
      if (field.required) add(setNull(table, field, true), { unless: withoutValue(table, field) }, last)
    }
    add(
      sql`alter table ${table} add constraint ${sql.id(name)} foreign key (${sql.id(field.column)}) references ${tableOf(schema, other.table)} (${sql.id(other.primaryKey.column)}) on delete ${sql.raw(onDelete)}`,
      {},
      last,
    )
  }
}

const withoutValue = (table: RawBuilder<unknown>, field: Field) => sql`select 1 from ${table} where ${sql.id(field.column)} is null limit 1`
const defaultOf = (field: Field) => (field.default === 'now' && (field.type === 'date' || field.type === 'datetime') ? null : (field.default ?? null))

/** A table that is there without having been made from here belongs to somebody. */
export const tableThere = (table: string): Sentence => ({
  english: 'The database already has a table {table}; read it as a model, or choose another key',
  values: { table },
})
const columnThere = (table: string, column: string): Sentence => ({
  english: 'The table {table} already has a column {column} that no field has made; choose another key',
  values: { table, column },
})

const isTextual = (type: string) => /^(text|longtext|varchar|character varying)/.test(type)
const isNumber = (type: string) => /^(bigint|integer|smallint|int|tinyint|numeric|decimal|double|real|float)/.test(type)

/** What a table that was read from a database lacks of what its model says; empty while it fits. */
export function missingIn(definition: Definition, found: FoundTable | undefined): string[] {
  if (!found) return [definition.table]
  const there = new Set(found.columns.map(column => column.name))
  return definition.fields.filter(field => hasColumn(field) && !there.has(field.column)).map(field => `${definition.table}.${field.column}`)
}
