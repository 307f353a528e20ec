// Reading a large screen or page that came with a request, as a task: whether it is JSON that can be kept, and its text as we write it.
import { findUnusable } from '../../text-check.ts'
import { task } from './workers.ts'

/** Its JSON text, or what is wrong with it: no JSON at all, or something in it that cannot be kept. */
type ReadSchema = { text: string } | { unusable: { at: string; english: string } | undefined }

export const readSchema = task({
  name: 'request.readSchema',
  lane: 'quick',
  from: 50_000,
  run({ field, text }: { field: string; text: string }): ReadSchema {
    let schema: unknown
    try {
      schema = JSON.parse(text)
    } catch {
      return { unusable: undefined }
    }
    const unusable = findUnusable({ [field]: schema })
    return unusable ? { unusable } : { text: JSON.stringify(schema) }
  },
})
