// What a zip of ours may hold, whether it is an app, pages, screens or templates.
import { MAX_BODY } from '../contents.ts'

/** The file that names all others. */
export const MANIFEST = 'manifest.json'

/** Limits by actual bytes; what a zip says about itself is never believed. */
export const LIMITS = {
  entries: 20_000,
  totalBytes: 512 * 1024 * 1024,
  manifestBytes: 16 * 1024 * 1024,
  bodyBytes: MAX_BODY,
  /** Of one row of a model. */
  rowBytes: 16 * 1024 * 1024,
  fileBytes: 100 * 1024 * 1024,
  /** Unpacked to packed size that deflate reaches on honest JSON only by accident; looked at beyond `ratioFromBytes`. */
  ratio: 300,
  ratioFromBytes: 1024 * 1024,
  depth: 200,
}
export type Limits = typeof LIMITS
