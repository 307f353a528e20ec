// What a package brings beside pages is held against what saving it by hand is: a file may say anything.
import { ApiError, fieldError } from '../../errors.ts'
import { readDefinition as readApi } from '../api/index.ts'
import { keptFault as componentFault } from '../component/index.ts'
import { readQuery } from '../data/index.ts'
import { shapeFault } from '../foundation/kept-shape.ts'
import type { DesignResource } from '../foundation/resources.ts'
import { keptFault as triggerFault } from '../trigger/index.ts'

type Definition = DesignResource['definition']

/** The place and reason of what a reader refuses, in short. */
function refusedAt(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const [place] = Object.keys(error.more.fields ?? {})
    return String(error.more.values?.where ?? place ?? error.code)
  }
}

const FAULT: Partial<Record<DesignResource['kind'], (definition: Definition) => string | undefined>> = {
  api: definition => refusedAt(() => readApi(definition)),
  component: componentFault,
  // That it can run as well is asked where it is to: a flow may be kept half drawn.
  flow: definition => shapeFault('flow.create', definition),
  query: definition => refusedAt(() => readQuery(definition)),
  trigger: triggerFault,
}

/** What is wrong with the first part that saving by hand would refuse, with its place. */
export function resourceFault(resources: readonly DesignResource[]): string | undefined {
  for (const { kind, key, definition } of resources) {
    const fault = FAULT[kind]?.(definition)
    if (fault !== undefined) return `${kind} ${key}: ${fault}`
  }
  return undefined
}

export function checkResources(resources: readonly DesignResource[]) {
  const where = resourceFault(resources)
  if (where !== undefined) throw fieldError('package.badManifest', 'file', 'The manifest of the package is not valid: {where}', { where })
}
