// Queries and APIs that a package brings are held against what saving them by hand is: a file may say anything.
import { ApiError, fieldError } from '../../errors.ts'
import { readDefinition as readApi } from '../api/index.ts'
import { readQuery } from '../data/index.ts'
import type { DesignResource } from '../foundation/resources.ts'

const READ: Partial<Record<DesignResource['kind'], (definition: DesignResource['definition']) => unknown>> = { api: readApi, query: readQuery }

/** What is wrong with it, in short. */
function reasonOf(error: ApiError): string {
  const [place] = Object.keys(error.more.fields ?? {})
  return String(error.more.values?.where ?? place ?? error.code)
}

export function checkResources(resources: readonly DesignResource[]) {
  for (const { kind, key, definition } of resources)
    try {
      READ[kind]?.(definition)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const where = `${kind} ${key}: ${reasonOf(error)}`
      throw fieldError('package.badManifest', 'file', 'The manifest of the package is not valid: {where}', { where })
    }
}
