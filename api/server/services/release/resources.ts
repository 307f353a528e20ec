// The queries and APIs that a version holds.
import type { Scope, Trx } from '../../store/database.ts'
import { inCompany } from '../../store/scoped.ts'
import { namedResources } from '../../../models/resource-address.ts'
import { publishedResources, type DesignResource } from '../foundation/resources.ts'
import type { Content } from './manifest.ts'
import { sql } from 'kysely'

/** What the chosen pages name, and what that stands in. */
async function neededBy(scope: Scope, { pages }: Content, chosen: readonly string[], all: readonly DesignResource[], trx: Trx) {
  const hashes = chosen.flatMap(id => pages[id]?.hash ?? []).map(hash => Buffer.from(hash, 'hex'))
  const bodies = hashes.length
    ? await inCompany(trx, scope.companyId)
        .selectFrom('body')
        .select('content')
        .where('hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
        .execute()
    : []
  const named = new Set(bodies.flatMap(({ content }) => [...namedResources(content)]))
  const direct = all.filter(one => named.has(`${one.kind} ${one.key}`))
  const groups = new Set(direct.flatMap(one => one.parentId ?? []))
  return [...direct, ...all.filter(one => groups.has(one.id))]
}

/** All that the source has; where chosen pages are published, what the environment has and what those pages name. */
export async function resourcesFor(
  scope: Scope,
  tag: string,
  { mode, partialBody = [] }: { mode: 1 | 2; partialBody?: readonly string[] | undefined },
  source: Content,
  trx: Trx,
): Promise<DesignResource[]> {
  const all = source.design?.resources ?? []
  if (mode === 1) return all
  const there = new Map((await publishedResources(scope, tag, trx)).map(one => [one.id, one]))
  for (const one of await neededBy(scope, source, partialBody, all, trx)) {
    for (const [id, other] of there) if (other.kind === one.kind && other.key.toLowerCase() === one.key.toLowerCase()) there.delete(id)
    there.set(one.id, one)
  }
  return [...there.values()]
}
