// What other rooms use of this one.
export { createApps } from './apps.ts'
export { CUSTOM_PAGES } from './custom-pages.ts'
