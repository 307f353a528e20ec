// What other rooms use of this one.
export { createEmbedding } from './embedding.ts'
