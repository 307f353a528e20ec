// What other rooms use of this one.
export { createEntries } from './entries.ts'
export { entryAddress } from './addresses.ts'
