// The pages of a release as pure values: their text, their order, versions, and a part of them put into others.
import { ApiError, fieldError } from '../../errors.ts'
import { designText, type AppDesign } from '../data/index.ts'
import { pathShape, type TreeEntry } from '../page/index.ts'

const FIRST_VERSION = '1.0.0'

export type ManifestEntry = TreeEntry
/** Page id → what the page was when it was published. */
export type Manifest = Record<string, ManifestEntry>

/** What a version is: its pages, and what the app is besides; null for versions from before that was kept. */
export interface Content {
  pages: Manifest
  design: AppDesign | null
}

/** The text that a version's hash is made from. */
export const contentText = ({ pages, design }: Content) => manifestText(pages) + (design ? `\n${designText(design)}` : '')

/** The text that a manifest's hash is made from: the same pages give the same text, whatever order they were read in. */
export function manifestText(manifest: Manifest): string {
  const ids = Object.keys(manifest).sort()
  return JSON.stringify(
    Object.fromEntries(
      ids.map(id => {
        const { kind, hash, name, path, parentId, icon, link, visible, sort } = manifest[id] as ManifestEntry
        return [id, { kind, hash, name, path, parentId, icon, link, visible, sort }]
      }),
    ),
  )
}

/** Entries of a manifest in menu order. */
export function entriesInOrder(manifest: Manifest): (ManifestEntry & { id: string })[] {
  return Object.entries(manifest)
    .map(([id, entry]) => ({ id, ...entry }))
    .sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1))
}

/** The next number after the highest of `versions` that is made of numbers and dots. */
export function nextVersion(versions: readonly string[]): string {
  const numbers = versions.filter(v => /^\d{1,9}(\.\d{1,9})*$/.test(v)).map(v => v.split('.').map(Number))
  if (!numbers.length) return FIRST_VERSION
  const highest = numbers.reduce((a, b) => {
    for (let i = 0; i < Math.max(a.length, b.length); i++) if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) > (b[i] ?? 0) ? a : b
    return a.length >= b.length ? a : b
  })
  return [...highest.slice(0, -1), (highest.at(-1) ?? 0) + 1].join('.')
}

/** The environment's manifest with the chosen pages, and the groups they stand in, taken from the source. */
export function merged(now: Manifest, source: Manifest, chosen: readonly string[]): Manifest {
  const result: Manifest = { ...now }
  for (const id of chosen) {
    const entry = source[id]
    if (!entry) throw fieldError('release.pageUnknown', 'partialBody', 'The version to publish has no such page')
    result[id] = entry
  }
  for (const id of chosen)
    for (let parent = source[id]?.parentId; parent && !result[parent]; parent = source[parent]?.parentId) {
      const group = source[parent]
      if (group) result[parent] = group
    }

  const conflict = (name: string) =>
    new ApiError('release.pagesConflict', 'These pages do not fit those that are published: {name}', 422, {
      values: { name },
      fields: { partialBody: 'These pages do not fit those that are published: {name}' },
    })
  const paths = new Map<string, string>()
  for (const entry of Object.values(result)) {
    if (!entry.path) continue
    const shape = pathShape(entry.path)
    const other = paths.get(shape)
    if (other !== undefined) throw conflict(`${other}, ${entry.name}`)
    paths.set(shape, entry.name)
  }
  for (const [id, entry] of Object.entries(result)) {
    const seen = new Set([id])
    for (let parent = entry.parentId; parent && result[parent]; parent = result[parent]?.parentId ?? null) {
      if (seen.has(parent)) throw conflict(entry.name)
      seen.add(parent)
    }
  }
  return result
}
