// What other rooms use of this one.
export { entriesInOrder, type Manifest, type ManifestEntry } from './manifest.ts'
export { createReleases } from './releases.ts'
