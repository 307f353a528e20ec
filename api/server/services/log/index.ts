// What other rooms use of this one.
export { createOperationLog } from './operation-log.ts'
export { isBeat } from './operation-words.ts'
