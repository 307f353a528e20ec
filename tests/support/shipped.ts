// The screens as they ship, for tests that read them.
import { join } from 'node:path'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'

/** A part of a screen, read without knowing its type. */
export type Node = Record<string, any>

export const folder = join(import.meta.dirname, '../../schemas')
export const screens = createShippedScreens(folder)
export const schemaOf = async (id: string) => (await screens.get(id))?.schema as Node

/** Every object of a part, outermost first. */
export function nodesOf(root: unknown, found: Node[] = []): Node[] {
  if (Array.isArray(root)) root.forEach(node => nodesOf(node, found))
  else if (root && typeof root === 'object') {
    found.push(root as Node)
    Object.values(root).forEach(node => nodesOf(node, found))
  }
  return found
}
/** Every object of a screen. */
export const nodesOfScreen = async (id: string) => nodesOf(await schemaOf(id))
