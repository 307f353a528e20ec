// What other rooms use of this one.
export { createDocs } from './docs.ts'
