// A page of a list, as SCIM asks for it: filtered, sorted, with the attributes that are wanted.
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../store/database.ts'
import { conditionOf, orderOf, type Condition, type Places } from './conditions.ts'
import { readFilter } from './filter.ts'
import { projected } from './project.ts'
import type { Resource, ResourceType } from './schemas.ts'
import { pageOf, type ListQuery, type Provisioning } from './scope.ts'

interface Source<Row> {
  type: ResourceType
  places: Places
  /** What tells apart what is otherwise sorted alike. */
  id: RawBuilder<unknown>
  count(on: Db, companyId: string, where: Condition): Promise<number>
  rows(on: Db, companyId: string, where: Condition, page: { order: RawBuilder<unknown>; limit: number; offset: number }): Promise<Row[]>
  shown(row: Row, scope: Provisioning): Resource
}

export async function listed<Row>(db: Db, scope: Provisioning, query: ListQuery, { type, places, id, count: counted, rows: read, shown }: Source<Row>) {
  const companyId = scope.company.id
  const where = query.filter ? conditionOf(places, readFilter(query.filter)) : sql<boolean>`true`
  const order = orderOf(places, id, query.sortBy, query.sortOrder)
  const { startIndex, count } = pageOf(query)
  const [total, rows] = await Promise.all([
    counted(db, companyId, where),
    count ? read(db, companyId, where, { order, limit: count, offset: startIndex - 1 }) : [],
  ])
  return { total, startIndex, resources: rows.map(row => projected(type, shown(row, scope), query)) }
}
