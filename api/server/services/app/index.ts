// What other rooms use of this one.
export { createApps } from './apps.ts'
export { copyApp } from './copy.ts'
export { createOverview } from './overview.ts'
export { createSearch } from './search.ts'
export { CUSTOM_PAGES } from './custom-pages.ts'
