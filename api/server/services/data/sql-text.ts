// SQL as text, for plans that are shown before they run and for tests of what is sent to which database.
import {
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type RawBuilder,
} from 'kysely'
import type { Engine } from './columns.ts'

const silent: Record<Engine, Kysely<unknown>> = {
  postgres: new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  mysql: new Kysely<unknown>({
    dialect: {
      createAdapter: () => new MysqlAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: db => new MysqlIntrospector(db),
      createQueryCompiler: () => new MysqlQueryCompiler(),
    },
  }),
}

/** The text and the bound values of a statement in a dialect. */
export function textOf(engine: Engine, statement: RawBuilder<unknown>): { sql: string; parameters: readonly unknown[] } {
  const compiled = statement.compile(silent[engine])
  return { sql: compiled.sql.replace(/\s+/g, ' ').trim(), parameters: compiled.parameters }
}

/** A table's name, in its schema where there is one. */
export const tableOf = (schema: string, table: string) => (schema ? sql.id(schema, table) : sql.id(table))
