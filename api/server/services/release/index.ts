// What other rooms use of this one.
export { createReleases, entriesInOrder, type Manifest, type ManifestEntry } from './releases.ts'
