// Resources of an app that are a definition named by a key: queries, components, APIs and their groups, flows, triggers. Kept like pages: each save is a version, a release holds what
// there was, and an environment that is published reads it from its release.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { RELEASE_TOPIC } from './topics.ts'

/** Kinds that are kept here; each is a kind of permissions too. */
export const RESOURCE_KINDS = ['query', 'component', 'api', 'apigroup', 'flow', 'trigger'] as const
export type ResourceKind = (typeof RESOURCE_KINDS)[number]
export type ResourceDefinition = Record<string, unknown>

/** A resource as releases, packages and copies hold it. */
export interface DesignResource {
  id: string
  kind: ResourceKind
  key: string
  name: string
  description: string
  /** The group that it stands in. */
  parentId: string | null
  definition: ResourceDefinition
}
export interface ResourceRow extends DesignResource {
  version: number
  ownerId: string | null
  updatedAt: string
  updatedBy: string
}
export interface ResourceInput {
  key: string
  name: string
  description?: string | undefined
  parentId?: string | null | undefined
  definition: ResourceDefinition
}

/** Of one kind in one app. */
export const MAX_RESOURCES = 1_000
/** Environments whose resources are kept in memory. */
const KEPT = 200

const unknown = () => notFound('resource.unknown', 'There is no such resource')
const keyTaken = () => fieldError('resource.keyTaken', 'key', 'This key is taken')
const changed = () => new ApiError('resource.changed', 'Somebody else has saved it meanwhile. Look at it again', 409)

/** Everything of these kinds as a release holds it, in one order. */
export async function readResources(scope: Scope, on: Db | Trx): Promise<DesignResource[]> {
  const rows = await inApp(on, scope)
    .selectFrom('resource')
    .select(['id', 'kind', 'key', 'name', 'description', 'parent_id as parentId', 'definition'])
    .orderBy('id')
    .execute()
  return rows.map(row => ({ ...row, kind: row.kind as ResourceKind, definition: row.definition as ResourceDefinition }))
}

/** What an environment has, as it was published. */
export async function publishedResources(scope: Scope, tag: string, on: Db | Trx): Promise<DesignResource[]> {
  const row = await inApp(on, scope)
    .selectFrom('environment')
    .innerJoin('release', 'release.id', 'environment.release_id')
    .innerJoin('manifest', join => join.onRef('manifest.app_id', '=', 'release.app_id').onRef('manifest.hash', '=', 'release.manifest_hash'))
    .select(sql<DesignResource[] | null>`manifest.design -> 'resources'`.as('resources'))
    .where('environment.tag', '=', tag)
    .executeTakeFirst()
  return row?.resources ?? []
}

/** Puts resources into an app, groups first. Where a key is taken, what is there is used. Answers the ids of what was made by those in the list. */
export async function placeResources(trx: Trx, scope: Scope, userId: string, list: readonly DesignResource[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const made = new Map<string, string>()
  const there = new Map((await readResources(scope, trx)).map(one => [`${one.kind} ${one.key.toLowerCase()}`, one.id]))
  const inOrder = [...list].sort((a, b) => Number(a.parentId !== null) - Number(b.parentId !== null))
  for (const { id: old, kind, key, name, description, parentId, definition } of inOrder) {
    const same = there.get(`${kind} ${key.toLowerCase()}`)
    if (same) {
      ids.set(old, same)
      continue
    }
    const id = uuidv7()
    ids.set(old, id)
    made.set(old, id)
    there.set(`${kind} ${key.toLowerCase()}`, id)
    const content = { key, name, definition: JSON.stringify(definition) }
    await inApp(trx, scope)
      .insertInto('resource')
      .values({ id, kind, ...content, description, parent_id: ids.get(parentId ?? '') ?? null, owner_id: userId, updated_by: userId })
      .execute()
    await inApp(trx, scope)
      .insertInto('resource_version')
      .values({ resource_id: id, version: 1, ...content, created_by: userId })
      .execute()
  }
  return made
}

export function createResources({ db, bus }: Pick<Core, 'db' | 'bus'>) {
  const kept = new Map<string, Promise<ReadonlyMap<string, DesignResource>>>()
  bus.on(RELEASE_TOPIC, ({ appId, tag }) => void kept.delete(`${String(appId)} ${String(tag)}`))
  bus.on('reconnected', () => kept.clear())

  const rows = (scope: Scope, on: Db | Trx = db) =>
    inApp(on, scope)
      .selectFrom('resource')
      .leftJoin('person', 'person.id', 'resource.updated_by')
      .select([
        'resource.id',
        'resource.kind',
        'resource.key',
        'resource.name',
        'resource.description',
        'resource.parent_id',
        'resource.definition',
        'resource.version',
        'resource.owner_id',
        'resource.updated_at',
        'person.name as by_name',
      ])
  type Stored = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]
  const answerOf = (row: Stored): ResourceRow => ({
    id: row.id,
    kind: row.kind as ResourceKind,
    key: row.key,
    name: row.name,
    description: row.description,
    parentId: row.parent_id,
    definition: row.definition as ResourceDefinition,
    version: row.version,
    ownerId: row.owner_id,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.by_name ?? '',
  })

  async function get(scope: Scope, kind: ResourceKind, id: string, on: Db | Trx = db): Promise<ResourceRow> {
    const row = await rows(scope, on).where('resource.kind', '=', kind).where('resource.id', '=', id).executeTakeFirst()
    if (!row) throw unknown()
    return answerOf(row)
  }

  async function checkFree(scope: Scope, kind: ResourceKind, key: string, except: string | undefined, trx: Trx) {
    const taken = await inApp(trx, scope)
      .selectFrom('resource')
      .select('id')
      .where('kind', '=', kind)
      .where(sql`lower(key)`, '=', key.toLowerCase())
      .executeTakeFirst()
    if (taken && taken.id !== except) throw keyTaken()
  }
  async function checkGroup(scope: Scope, parentId: string | null | undefined, trx: Trx) {
    if (!parentId) return
    const group = await inApp(trx, scope).selectFrom('resource').select('kind').where('id', '=', parentId).executeTakeFirst()
    if (group?.kind !== 'apigroup') throw fieldError('resource.groupUnknown', 'parentId', 'There is no such group')
  }
  const contentOf = ({ key, name, definition }: ResourceInput) => ({ key, name: name.trim(), definition: JSON.stringify(definition) })
  /** Keys are given away one after the other: two that come at once do not both take one. */
  const alone = (scope: Scope, trx: Trx) => inApp(trx, scope).selectFrom('app').select('id').forNoKeyUpdate().execute()

  /** What an environment has, by kind and key; kept until something else is published there. */
  function publishedIn(scope: Scope, tag: string): Promise<ReadonlyMap<string, DesignResource>> {
    const at = `${scope.appId} ${tag}`
    let found = kept.get(at)
    if (!found) {
      found = publishedResources(scope, tag, db).then(list => new Map(list.map(one => [`${one.kind} ${one.key.toLowerCase()}`, one])))
      kept.set(at, found)
      found.catch(() => kept.delete(at))
      if (kept.size > KEPT) kept.delete(kept.keys().next().value as string)
    }
    return found
  }

  return {
    get,

    async list(scope: Scope, kind: ResourceKind, on: Db | Trx = db): Promise<ResourceRow[]> {
      const found = await rows(scope, on)
        .where('resource.kind', '=', kind)
        .orderBy(sql`lower(resource.name)`)
        .orderBy('resource.id')
        .execute()
      return found.map(answerOf)
    },

    /** Keys of all that there are in dev. */
    async keys(scope: Scope, kind: ResourceKind): Promise<string[]> {
      return (await inApp(db, scope).selectFrom('resource').select('key').where('kind', '=', kind).orderBy('key').execute()).map(({ key }) => key)
    },

    /** A resource by its key, as an environment has it; undefined where it has none. */
    async find({ tag, ...scope }: Scope & { tag: string }, kind: ResourceKind, key: string): Promise<DesignResource | undefined> {
      if (tag === 'dev') {
        const row = await rows(scope)
          .where('resource.kind', '=', kind)
          .where(sql`lower(resource.key)`, '=', key.toLowerCase())
          .executeTakeFirst()
        return row && answerOf(row)
      }
      return (await publishedIn(scope, tag)).get(`${kind} ${key.toLowerCase()}`)
    },

    /** All of a kind as an environment that is published has them. */
    async listPublished({ tag, ...scope }: Scope & { tag: string }, kind: ResourceKind): Promise<DesignResource[]> {
      return [...(await publishedIn(scope, tag)).values()].filter(one => one.kind === kind)
    },

    async create(scope: Scope, userId: string, kind: ResourceKind, input: ResourceInput): Promise<ResourceRow> {
      const id = uuidv7()
      return db.transaction().execute(async trx => {
        await alone(scope, trx)
        await checkFree(scope, kind, input.key, undefined, trx)
        await checkGroup(scope, input.parentId, trx)
        const { count } = await inApp(trx, scope)
          .selectFrom('resource')
          .select(eb => eb.fn.countAll<number>().as('count'))
          .where('kind', '=', kind)
          .executeTakeFirstOrThrow()
        if (Number(count) >= MAX_RESOURCES) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_RESOURCES } })
        const content = contentOf(input)
        await inApp(trx, scope)
          .insertInto('resource')
          .values({ id, kind, ...content, description: input.description ?? '', parent_id: input.parentId || null, owner_id: userId, updated_by: userId })
          .execute()
        await inApp(trx, scope)
          .insertInto('resource_version')
          .values({ resource_id: id, version: 1, ...content, created_by: userId })
          .execute()
        return get(scope, kind, id, trx)
      })
    },

    /** Saves a version; with `baseVersion` only what nobody else has saved since. */
    async update(
      scope: Scope,
      userId: string,
      kind: ResourceKind,
      id: string,
      { note = '', baseVersion, ...input }: ResourceInput & { note?: string | undefined; baseVersion?: number | undefined },
    ): Promise<ResourceRow> {
      return db.transaction().execute(async trx => {
        await alone(scope, trx)
        const row = await get(scope, kind, id, trx)
        if (baseVersion !== undefined && baseVersion !== row.version) throw changed()
        await checkFree(scope, kind, input.key, id, trx)
        await checkGroup(scope, input.parentId, trx)
        const content = contentOf(input)
        const version = row.version + 1
        await inApp(trx, scope)
          .updateTable('resource')
          .set({
            ...content,
            description: input.description ?? row.description,
            parent_id: input.parentId === undefined ? row.parentId : input.parentId || null,
            version,
            updated_at: new Date(),
            updated_by: userId,
          })
          .where('id', '=', id)
          .execute()
        await inApp(trx, scope)
          .insertInto('resource_version')
          .values({ resource_id: id, version, ...content, note, created_by: userId })
          .execute()
        return get(scope, kind, id, trx)
      })
    },

    /** Another definition of what was read in this transaction, as a version. */
    async saveIn(trx: Trx, scope: Scope, userId: string, row: ResourceRow, definition: ResourceDefinition, note: string) {
      const content = { definition: JSON.stringify(definition) }
      const version = row.version + 1
      const saved = await inApp(trx, scope)
        .updateTable('resource')
        .set({ ...content, version, updated_at: new Date(), updated_by: userId })
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .returning('id')
        .executeTakeFirst()
      // Somebody has saved another one in this moment: that stays, and what it names is theirs to look at.
      if (!saved) return
      await inApp(trx, scope)
        .insertInto('resource_version')
        .values({ resource_id: row.id, version, key: row.key, name: row.name, ...content, note, created_by: userId })
        .execute()
    },

    async remove(scope: Scope, kind: ResourceKind, id: string) {
      const gone = await inApp(db, scope).deleteFrom('resource').where('kind', '=', kind).where('id', '=', id).returning('id').executeTakeFirst()
      if (!gone) throw unknown()
    },

    async listVersions(scope: Scope, kind: ResourceKind, id: string) {
      await get(scope, kind, id)
      const found = await inApp(db, scope)
        .selectFrom('resource_version')
        .leftJoin('person', 'person.id', 'resource_version.created_by')
        .select(['version', 'key', 'resource_version.name', 'note', 'resource_version.created_at', 'definition', 'person.name as by_name'])
        .where('resource_id', '=', id)
        .orderBy('version', 'desc')
        .limit(200)
        .execute()
      return found.map(row => ({
        version: row.version,
        key: row.key,
        name: row.name,
        note: row.note,
        createdAt: row.created_at.toISOString(),
        createdBy: row.by_name ?? '',
        definition: row.definition as ResourceDefinition,
      }))
    },
  }
}

export type Resources = ReturnType<typeof createResources>
