// What other rooms use of this one.
export { SECTIONS as COMPARED_SECTIONS, type Part as ComparedPart } from './compare.ts'
export { entriesInOrder, type Manifest, type ManifestEntry } from './manifest.ts'
export { ISSUES, PREFIX as ISSUES_OF_PUBLISH, type Answer as IssueAnswer, type Issue as PublishIssue } from './issues.ts'
export { createReleases } from './releases.ts'
