// Components of an app: bundles of others, with what they declare. Saved in dev with their versions, shown in every environment as its release has them.
import { sql } from 'kysely'
import { namedResources } from '../../../models/resource-address.ts'
import type { Core } from '../../core.ts'
import { fieldError, notFound } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { AppInScope, AppScope, SignedIn } from '../foundation/access/index.ts'
import { mayCreate, notAllowed } from '../foundation/access/rights.ts'
import type { createFiles } from '../foundation/files.ts'
import type { ResourceDefinition, ResourceRow, Resources } from '../foundation/resources.ts'
import type { Secrets } from '../foundation/secrets.ts'
import type { Permissions } from '../permission/index.ts'
import { readBundle, type Bundle, type ReadBundle } from './bundle.ts'
import { checkDefinition, declaredOf, fromManifest, type ComponentDefinition } from './definition.ts'
import { createFrames } from './frame.ts'

export { keptFault } from './definition.ts'
export { PREVIEW } from './frame.ts'
export type Components = ReturnType<typeof createComponents>

interface Who {
  scope: AppScope
  app: AppInScope
  user: SignedIn
}
/** Who looks at pages of an app. */
interface Looking extends Omit<Who, 'user'> {
  user: SignedIn | undefined
}
interface Upload {
  name: string
  path: string
}
/** A form without a file is refused before it comes here. */
export const NO_FILE: Upload = { name: '', path: '' }
interface Parts {
  files: ReturnType<typeof createFiles>
  permissions: Permissions
  resources: Resources
  secrets: Secrets
}

const KIND = 'component'
const NO_BUNDLE: Bundle = { file: '', hash: '', size: 0, entry: '', files: [] }
const LEAST_HEIGHT = 20
const GREATEST_HEIGHT = 2_000
/** Of one share: each is an address in the policy of its frame. */
export const MOST_SHARED = 20

/** Packages of others may say anything here; the file behind it is looked at where it is opened. */
function bundleOf({ bundle }: ResourceDefinition): Bundle {
  const kept = bundle as Partial<Bundle> | undefined
  const isWhole =
    typeof kept?.file === 'string' &&
    typeof kept.hash === 'string' &&
    Number.isInteger(kept.size) &&
    typeof kept.entry === 'string' &&
    Array.isArray(kept.files)
  if (!isWhole) return NO_BUNDLE
  const { file, hash, size, entry, files } = kept as Bundle
  return { file, hash, size, entry, files: files.map(one => ({ name: String(one?.name), size: Math.trunc(Number(one?.size)) || 0 })) }
}
const toldBundle = ({ file: _file, ...bundle }: Bundle) => bundle

export function createComponents({ db }: Pick<Core, 'db'>, { files, permissions, resources, secrets }: Parts) {
  const { rights } = permissions
  const frames = createFrames({ files, secrets })
  const on = ({ app, user }: Looking, option: string) => rights.on(app, user, KIND, option)

  const answerOf = ({ id, key, name, description, definition, version, updatedAt, updatedBy }: ResourceRow) => ({
    id,
    key,
    name,
    description,
    definition: declaredOf(definition),
    bundle: toldBundle(bundleOf(definition)),
    version,
    updatedAt,
    updatedBy,
  })

  /** A component that is there, and that this person may do this with. */
  async function demanded(who: Who, id: string, ...options: string[]): Promise<ResourceRow> {
    const row = await resources.get(who.scope, KIND, id)
    const allowed = await Promise.all(options.map(async option => (await on(who, option))(row.id, row.ownerId)))
    if (!allowed.some(Boolean)) throw notAllowed()
    return row
  }

  /** Pages, as they are saved, that show a component. */
  async function usedBy(scope: AppScope, key: string) {
    const named = `"componentKey"\\s*:\\s*"${key}"`
    return inApp(db, scope)
      .selectFrom('page')
      .innerJoin('body', join => join.onRef('body.company_id', '=', 'page.company_id').onRef('body.hash', '=', 'page.body_hash'))
      .select(['page.id', 'page.name'])
      .where(sql<boolean>`body.content ~ ${named}`)
      .orderBy('page.name')
      .limit(100)
      .execute()
  }

  async function told(who: Who, row: ResourceRow) {
    const [mayEdit, mayDelete, pages] = await Promise.all([on(who, 'edit'), on(who, 'delete'), usedBy(who.scope, row.key)])
    return {
      ...answerOf(row),
      mayEdit: mayEdit(row.id, row.ownerId),
      mayDelete: mayDelete(row.id, row.ownerId),
      frame: frames.addressOf(who.scope, bundleOf(row.definition).file),
      usedBy: pages,
    }
  }

  async function stored({ scope, user }: Who, name: string, { content, about }: ReadBundle): Promise<Bundle> {
    const meta = { name, mime: 'application/octet-stream', companyId: scope.companyId, appId: scope.appId, ownerId: user.id }
    return { file: `/api/file/${(await files.add(content, meta)).id}`, ...about }
  }
  const kept = (declared: ComponentDefinition, bundle: Bundle): ResourceDefinition => ({ ...declared, bundle })

  /** What a page needs to show a component. */
  function shownAs({ key, name, definition }: Pick<ResourceRow, 'key' | 'name' | 'definition'>, frame: string) {
    const { height = 0, minHeight = LEAST_HEIGHT, maxHeight = GREATEST_HEIGHT, props = [], events = [] } = declaredOf(definition)
    return { key, name, height, minHeight, maxHeight, props, events, frame }
  }

  return {
    fileAt: frames.fileAt,
    shareOf: frames.shareOf,

    /** Components that a shared content names, as they are saved, at addresses of this share alone. Its author decides what strangers see. */
    async forShare(scope: Scope, body: unknown, share: string) {
      const named = namedResources(JSON.stringify(body ?? ''))
      if (![...named].some(name => name.startsWith(`${KIND} `))) return []
      const rows = (await resources.list(scope, KIND)).filter(({ key }) => named.has(`${KIND} ${key}`)).slice(0, MOST_SHARED)
      return rows.map(row => shownAs(row, frames.addressOf(scope, bundleOf(row.definition).file, share)))
    },

    async list(who: Who) {
      const [mayRead, mayEdit, mayDelete] = await Promise.all([on(who, 'read'), on(who, 'edit'), on(who, 'delete')])
      const seen = (await resources.list(who.scope, KIND)).filter(row => mayRead(row.id, row.ownerId) || mayEdit(row.id, row.ownerId))
      return seen.map(row => ({ ...answerOf(row), mayEdit: mayEdit(row.id, row.ownerId), mayDelete: mayDelete(row.id, row.ownerId) }))
    },
    get: async (who: Who, id: string) => told(who, await demanded(who, id, 'read', 'edit')),

    async create(who: Who, { key, name, description }: { key: string; name: string; description?: string }, upload: Upload) {
      if (!mayCreate(who.app, KIND)) throw notAllowed()
      const bundle = await readBundle(upload)
      const declared = bundle.manifest ? fromManifest(bundle.manifest) : {}
      // Before its bundle is kept, which would stay.
      if (await resources.find({ ...who.scope, tag: 'dev' }, KIND, key)) throw fieldError('resource.keyTaken', 'key', 'This key is taken')
      const definition = kept(declared, await stored(who, upload.name, bundle))
      return told(who, await resources.create(who.scope, who.user.id, KIND, { key, name, description, definition }))
    },

    async replaceBundle(who: Who, id: string, { declared = 'keep' }: { declared?: 'keep' | 'bundle' }, upload: Upload) {
      const { key, name, definition, version } = await demanded(who, id, 'edit')
      const bundle = await readBundle(upload)
      const now = declared === 'bundle' && bundle.manifest ? fromManifest(bundle.manifest) : declaredOf(definition)
      const next = kept(now, await stored(who, upload.name, bundle))
      return told(
        who,
        await resources.update(who.scope, who.user.id, KIND, id, { key, name, definition: next, baseVersion: version, note: upload.name.slice(0, 200) }),
      )
    },

    async update(
      who: Who,
      id: string,
      { definition, ...input }: { key: string; name: string; description?: string; definition: ComponentDefinition; note?: string; baseVersion?: number },
    ) {
      const row = await demanded(who, id, 'edit')
      checkDefinition(definition)
      return told(who, await resources.update(who.scope, who.user.id, KIND, id, { ...input, definition: kept(definition, bundleOf(row.definition)) }))
    },

    async remove(who: Who, id: string) {
      await demanded(who, id, 'delete')
      await resources.remove(who.scope, KIND, id)
    },

    async listVersions(who: Who, id: string) {
      await demanded(who, id, 'read', 'edit')
      return (await resources.listVersions(who.scope, KIND, id)).map(({ definition, ...version }) => ({
        ...version,
        definition: declaredOf(definition),
        bundle: toldBundle(bundleOf(definition)),
      }))
    },
    async restoreVersion(who: Who, id: string, version: number) {
      const now = await demanded(who, id, 'edit')
      const old = (await resources.listVersions(who.scope, KIND, id)).find(one => one.version === version)
      if (!old) throw notFound('resource.versionUnknown', 'There is no such version')
      return told(who, await resources.update(who.scope, who.user.id, KIND, id, { key: now.key, name: old.name, definition: old.definition }))
    },

    /** The keys of what each component of dev takes. */
    async taken(scope: Scope): Promise<Record<string, string[]>> {
      const rows = await resources.list(scope, KIND)
      return Object.fromEntries(rows.map(({ key, definition }) => [key, (declaredOf(definition).props ?? []).map(prop => prop.key)]))
    },

    /** What a page of this environment needs to show a component. */
    async read(who: Looking, key: string) {
      const found = await resources.find(who.scope, KIND, key)
      if (!found) throw notFound('component.unknown', 'There is no such component in this environment')
      if (!(await on(who, 'read'))(found.id)) throw notAllowed()
      return shownAs(found, frames.addressOf(who.scope, bundleOf(found.definition).file))
    },
  }
}
