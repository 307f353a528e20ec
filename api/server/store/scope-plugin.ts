// Puts the scope into queries: each table of an app or organisation that a query names gets its conditions, new rows get its values.
import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  OnNode,
  OrderByItemNode,
  OperationNodeTransformer,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  ReferenceNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
  sql,
  type ColumnUpdateNode,
  type CommonTableExpressionNode,
  type DeleteQueryNode,
  type InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  type MergeQueryNode,
  type OperationNode,
  type OnConflictNode,
  type QueryId,
  type UpdateQueryNode,
} from 'kysely'
import { SCOPED_TABLES, type ScopeColumn } from './scoped-tables.ts'

/** Values of the columns that say whose a row is. */
export interface ScopeValues {
  companyId: string
  appId?: string
}

/** Nodes that hold no query. */
const LEAVES = new Set<OperationNode['kind']>([
  'ColumnNode',
  'IdentifierNode',
  'LimitNode',
  'OffsetNode',
  'OperatorNode',
  'PrimitiveValueListNode',
  'ReferenceNode',
  'SchemableIdentifierNode',
  'SelectAllNode',
  'SelectModifierNode',
  'TableNode',
  'ValueNode',
])

/** True for nodes that hold no query, nor anything that could: most of a query, left as it is. */
const isPlain = (node: OperationNode): boolean =>
  LEAVES.has(node.kind) ||
  (SelectionNode.is(node) && isPlain(node.selection)) ||
  (AliasNode.is(node) && isPlain(node.node)) ||
  (OrderByItemNode.is(node) && isPlain(node.orderBy)) ||
  (BinaryOperationNode.is(node) && isPlain(node.leftOperand) && isPlain(node.rightOperand))

/** Queries that have a scope: what is built in one and used within another keeps its own, and has it once. */
const QUERIES = new Set<OperationNode['kind']>(['SelectQueryNode', 'InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

const columnsOf = (table: string) => (SCOPED_TABLES as Readonly<Record<string, readonly ScopeColumn[]>>)[table]

/** The name of a column that a statement writes. */
const written = (node: OperationNode) => (ColumnNode.is(node) ? node.column.name : '')

const both = (left: OperationNode | undefined, right: OperationNode) => (left ? AndNode.create(left, right) : right)

class ScopeTransformer extends OperationNodeTransformer {
  #scope: ScopeValues = { companyId: '' }
  #done = new WeakSet<OperationNode>()

  apply<N extends OperationNode>(node: N, scope: ScopeValues): N {
    this.#scope = scope
    return this.transformNode(node)
  }

  protected override transformNodeImpl<N extends OperationNode>(node: N, queryId?: QueryId): N {
    if (isPlain(node) || this.#done.has(node)) return node
    const transformed = super.transformNodeImpl(node, queryId)
    if (QUERIES.has(node.kind)) this.#done.add(transformed)
    return transformed
  }

  /** Column and value for each of a table's columns that the scope fills. */
  #values(table: string): (readonly [ScopeColumn, string])[] | undefined {
    const { companyId, appId } = this.#scope
    const values = columnsOf(table)?.flatMap(column => {
      const value = column === 'company_id' ? companyId : appId
      return value === undefined ? [] : [[column, value] as const]
    })
    if (values && !values.length) throw new Error(`${table} belongs to an app: ask for it with the app's scope`)
    return values
  }

  /** `page.company_id = … and page.app_id = …` for a table or its alias; nothing for what has no scope. */
  #conditions(node: OperationNode | undefined): OperationNode | undefined {
    const table = node && AliasNode.is(node) ? node.node : node
    if (!table || !TableNode.is(table) || table.table.schema) return undefined
    const name = node && AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : table.table.identifier.name
    return this.#values(table.table.identifier.name)?.reduce<OperationNode | undefined>(
      (before, [column, value]) =>
        both(
          before,
          BinaryOperationNode.create(
            ReferenceNode.create(ColumnNode.create(column), TableNode.create(name)),
            OperatorNode.create('='),
            ValueNode.create(value),
          ),
        ),
      undefined,
    )
  }

  /** The conditions of tables before those that were given; these in brackets, for one of them may be an `or`. */
  #all(tables: readonly (OperationNode | undefined)[], given: OperationNode | undefined): OperationNode | undefined {
    const conditions = tables.reduce<OperationNode | undefined>((before, table) => {
      const own = this.#conditions(table)
      return own ? both(before, own) : before
    }, undefined)
    return conditions && given ? AndNode.create(conditions, ParensNode.create(given)) : (conditions ?? given)
  }

  #where(tables: readonly (OperationNode | undefined)[], where: WhereNode | undefined): WhereNode | undefined {
    const all = this.#all(tables, where?.where)
    return all && WhereNode.create(all)
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const select = super.transformSelectQuery(node, queryId)
    return { ...select, where: this.#where(node.from?.froms ?? [], select.where) }
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const update = super.transformUpdateQuery(node, queryId)
    this.#refuse(node.table, node.updates)
    return { ...update, where: this.#where([node.table, ...(node.from?.froms ?? [])], update.where) }
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const remove = super.transformDeleteQuery(node, queryId)
    return { ...remove, where: this.#where([...node.from.froms, ...(node.using?.tables ?? [])], remove.where) }
  }

  /** In `on`, so that an outer join still finds the rows that have nothing beside them. */
  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    const join = super.transformJoin(node, queryId)
    if (join.joinType === 'RightJoin' || join.joinType === 'FullJoin') throw new Error('Ask the other way round: a scope cannot be put into this join')
    const all = this.#all([node.table], join.on?.on)
    if (all && join.joinType === 'CrossJoin') throw new Error('Join by a condition: a scope cannot be put into a cross join')
    return all ? { ...join, on: OnNode.create(all) } : join
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const insert = super.transformInsertQuery(node, queryId)
    const table = node.into?.table.identifier.name ?? ''
    const values = this.#values(table)
    if (!values) return insert
    const columns = insert.columns ?? []
    if (values.some(([column]) => columns.some(one => written(one) === column))) throw new Error(`${table}: its scope is not written by hand`)
    return {
      ...insert,
      columns: [...columns, ...values.map(([column]) => ColumnNode.create(column))],
      values: this.#filled(insert.values, values),
      onConflict: insert.onConflict && this.#onConflict(insert.onConflict, node.into as OperationNode),
    }
  }

  /** New rows with the scope's values at their end. */
  #filled(rows: OperationNode | undefined, values: readonly (readonly [ScopeColumn, string])[]): OperationNode {
    if (rows && ValuesNode.is(rows))
      return ValuesNode.create(
        rows.values.map(row =>
          PrimitiveValueListNode.is(row)
            ? PrimitiveValueListNode.create([...row.values, ...values.map(([, value]) => value)])
            : ValueListNode.create([...row.values, ...values.map(([, value]) => ValueNode.create(value))]),
        ),
      )
    if (rows && SelectQueryNode.is(rows) && !rows.setOperations)
      return SelectQueryNode.cloneWithSelections(
        rows,
        values.map(([column, value]) => SelectionNode.create(AliasNode.create(sql`${value}::uuid`.toOperationNode(), IdentifierNode.create(column)))),
      )
    throw new Error('A scope cannot be put into this insert')
  }

  /** A row of another scope that is in the way is not overwritten. */
  #onConflict(node: OnConflictNode, into: OperationNode): OnConflictNode {
    if (!node.updates) return node
    this.#refuse(into, node.updates)
    return { ...node, updateWhere: this.#where([into], node.updateWhere) }
  }

  /** A row stays where it is. */
  #refuse(target: OperationNode | undefined, updates: readonly ColumnUpdateNode[] | undefined) {
    const table = target && AliasNode.is(target) ? target.node : target
    if (!table || !TableNode.is(table)) return
    const columns = columnsOf(table.table.identifier.name)
    if (updates?.some(update => columns?.some(column => column === written(update.column))))
      throw new Error(`${table.table.identifier.name}: a row does not change its scope`)
  }

  protected override transformCommonTableExpression(node: CommonTableExpressionNode, queryId?: QueryId): CommonTableExpressionNode {
    const { identifier } = node.name.table.table
    if (columnsOf(identifier.name)) throw new Error(`${identifier.name} is the name of a table that has a scope`)
    return super.transformCommonTableExpression(node, queryId)
  }

  protected override transformMergeQuery(): MergeQueryNode {
    throw new Error('A scope cannot be put into a merge')
  }
}

// One for all queries: a query is read from its beginning to its end without a pause.
const transformer = new ScopeTransformer()

/** Gives what is asked through it a scope. */
export const scopePlugin = (scope: ScopeValues): KyselyPlugin => ({
  transformQuery: ({ node }) => transformer.apply(node, scope),
  transformResult: async ({ result }) => result,
})
