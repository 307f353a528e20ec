// What other rooms use of this one.
export { createRuntime } from './runtime.ts'
export { createPageErrors } from './errors.ts'
