// SQL as text, for plans that are shown before they run and for tests of what is sent to which database.
import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type QueryExecutorProvider,
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

/** A statement to the letter, with its bound values. */
export interface Written {
  exact: string
  parameters: readonly unknown[]
}

export function writtenOf(engine: Engine, statement: RawBuilder<unknown>): Written {
  const { sql: exact, parameters } = statement.compile(silent[engine])
  return { exact, parameters }
}

/** Runs what was written. */
export const runWritten = <Row>({ exact, parameters }: Written, on: QueryExecutorProvider) =>
  on.getExecutor().executeQuery<Row>(CompiledQuery.raw(exact, [...parameters]))

/** As it is shown. */
export const shownSql = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The text and the bound values of a statement in a dialect, as they are shown. */
export function textOf(engine: Engine, statement: RawBuilder<unknown>): { sql: string; parameters: readonly unknown[] } {
  const { exact, parameters } = writtenOf(engine, statement)
  return { sql: shownSql(exact), parameters }
}

/** A table's name, in its schema where there is one. */
export const tableOf = (schema: string, table: string) => (schema ? sql.id(schema, table) : sql.id(table))
