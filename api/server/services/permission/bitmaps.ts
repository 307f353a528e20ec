// Exceptions as bitmaps: hundreds of roles × thousands of resources in a few bytes each.
import { sql } from 'kysely'
import type { Db, Scope } from '../../store/database.ts'
import { isWork, type Kind } from '../foundation/access/words.ts'

/** Exceptions that are alike but for their resource. */
export interface Exceptions {
  role_id: string
  option: string
  environment: string
  allow: boolean
  /** Ids with commas between. */
  resources: string
}

/** Bit = resource × options + option, lowest bit of a byte first, as base64; empty where no bit is set. */
export type Bitmaps = { overridden: string; inherited: string; allowed: string }
export const NO_BOXES: Bitmaps = { overridden: '', inherited: '', allowed: '' }

/** The exceptions of roles at an address; of all without a choice. Of any number of them by one question, which needs to know nothing else. */
export async function exceptionsOf(
  { companyId, appId }: Scope,
  kind: Kind,
  environment: string,
  roles: 'first' | readonly string[] | undefined,
  on: Db,
): Promise<Exceptions[]> {
  const chosen =
    roles === 'first'
      ? sql`and role_id = (select id from role where app_id = ${appId} and built_in = 'admin')`
      : roles
        ? sql`and role_id = any (${roles}::uuid[])`
        : sql``
  const { rows } = await sql<Exceptions>`
    select role_id, option, environment, allow, string_agg(resource_id::text, ',') as resources from permission_override
    where app_id = ${appId} and company_id = ${companyId} and kind = ${kind} and environment in ('', ${environment}) ${chosen}
    group by role_id, option, environment, allow`.execute(on)
  return rows
}

/** By role; `placeOf` and `columnOf` say where a resource and an option stand. What is set here stands above what is set for all environments. */
export function bitmapsOf(
  exceptions: readonly Exceptions[],
  placeOf: ReadonlyMap<string, number>,
  columnOf: ReadonlyMap<string, number>,
  environment: string,
): Map<string, Bitmaps> {
  const bytes = Math.ceil((placeOf.size * columnOf.size) / 8)
  const of = new Map<string, Record<keyof Bitmaps, Buffer>>()
  const isHere = (one: Exceptions) => one.environment === (isWork(one.option) ? '' : environment)
  const sorted = [...exceptions.filter(one => !isHere(one)), ...exceptions.filter(isHere)]
  for (const one of sorted) {
    const column = columnOf.get(one.option)
    if (column === undefined) continue
    let maps = of.get(one.role_id)
    if (!maps) of.set(one.role_id, (maps = { overridden: Buffer.alloc(bytes), inherited: Buffer.alloc(bytes), allowed: Buffer.alloc(bytes) }))
    const set = isHere(one) ? maps.overridden : maps.inherited
    for (const id of one.resources.split(',')) {
      const place = placeOf.get(id)
      if (place === undefined) continue
      const box = place * columnOf.size + column
      const [at, bit] = [box >> 3, 1 << (box & 7)]
      set[at] = (set[at] as number) | bit
      maps.allowed[at] = one.allow ? (maps.allowed[at] as number) | bit : (maps.allowed[at] as number) & ~bit
    }
  }
  const text = (map: Buffer) => (map.some(Boolean) ? map.toString('base64') : '')
  return new Map([...of].map(([id, maps]) => [id, { overridden: text(maps.overridden), inherited: text(maps.inherited), allowed: text(maps.allowed) }]))
}
