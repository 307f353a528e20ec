// Between a package and the tables: its resources as pages to add, and its files with the addresses in the pages turned to the new ones.
import type { Readable } from 'node:stream'
import type { Trx } from '../../store/database.ts'
import { jsonOf, schemaOf } from '../foundation/contents.ts'
import { IMAGE_TYPES, type createFiles } from '../foundation/files.ts'
import type { DesignTheme } from '../foundation/app-themes.ts'
import type { DesignResource, ResourceDefinition } from '../foundation/resources.ts'
import type { OpenedPackage } from './read.ts'
import type { PackageResource } from './format.ts'
import type { ImportNode } from './project.ts'

type Json = Record<string, unknown>
export const FILE_ADDRESS = /\/api\/file\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/g

/** Stores the package's files in the organisation; returns old id → new id. */
export async function storeFiles(
  { manifest, file }: OpenedPackage,
  files: ReturnType<typeof createFiles>,
  owner: { companyId: string; appId: string; ownerId: string },
  trx: Trx,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { id, name, mime, hash } of manifest.files) {
    const source = (): Promise<Readable> => file(hash)
    const stored = await files.add(source, { ...owner, name, mime: IMAGE_TYPES.has(mime) ? mime : 'application/octet-stream' }, trx)
    ids.set(id, stored.id)
  }
  return ids
}

export const withNewFiles = (text: string, ids: ReadonlyMap<string, string>) =>
  text.replace(FILE_ADDRESS, (whole, id: string) => (ids.has(id) ? `/api/file/${ids.get(id)}` : whole))

/** What is named by keys, with the new files in the definitions: components have their bundles there. */
export const resourcesWithFiles = (resources: readonly DesignResource[], ids: ReadonlyMap<string, string>): DesignResource[] =>
  resources.map(one => (ids.size ? { ...one, definition: JSON.parse(withNewFiles(JSON.stringify(one.definition), ids)) as ResourceDefinition } : one))

/** Themes with the new files in their CSS. */
export const themesWithFiles = (themes: readonly DesignTheme[], ids: ReadonlyMap<string, string>): DesignTheme[] =>
  themes.map(one => ({ ...one, document: { ...one.document, customStyle: { style: withNewFiles(one.document.customStyle.style, ids) } } }))

/** The resources as a tree in menu order; bodies are read when their turn comes. */
export function nodesOf({ manifest, body }: OpenedPackage, ids: ReadonlyMap<string, string>, file: string): ImportNode[] {
  const below = new Map<string | null, PackageResource[]>()
  for (const resource of manifest.resources) below.set(resource.parentId, [...(below.get(resource.parentId) ?? []), resource])
  const load = async (hash: string): Promise<Json> => {
    const schema = await body(hash)
    if (!ids.size) return schema
    const text = jsonOf(schema)
    const shown = withNewFiles(text, ids)
    return shown === text ? schema : schemaOf(shown)
  }
  const under = (parentId: string | null): ImportNode[] =>
    (below.get(parentId) ?? [])
      .toSorted((a, b) => a.sort - b.sort)
      .map(({ id, kind, name, path, icon, link, visible, hash }) => ({
        id,
        kind,
        name,
        path,
        icon,
        link,
        visible,
        file,
        schema: undefined,
        ...(hash && { load: () => load(hash) }),
        children: under(id),
      }))
  return under(null)
}
