// What other rooms use of this one.
export { SECTIONS as COMPARED_SECTIONS, type Part as ComparedPart } from './compare.ts'
export { entriesInOrder, type Content, type Manifest, type ManifestEntry } from './manifest.ts'
export type { SectionName } from './compare.ts'
export type { MayTake, Merges, Offered, Planned, Theirs } from './merges.ts'
export { ISSUES, PREFIX as ISSUES_OF_PUBLISH, type Answer as IssueAnswer, type Issue as PublishIssue } from './issues.ts'
export { createReleases } from './releases.ts'
