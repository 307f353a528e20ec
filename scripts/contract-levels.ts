// One contract file that names levels is one call for each of them: the platform, an app, an organisation. What differs stands in shared.json.
import type { Contract, LeveledContract } from '../api/contract-schema.ts'

/** What the texts and examples of a level say: `{level.name}` and the like in the file; its params stand before the call's own. */
export interface Level {
  name: string
  params: Record<string, string>
  [place: string]: unknown
}

/** Puts a level's words in their places; a text that is one place alone becomes its value, which may be a number. */
function fill(node: unknown, level: Level): unknown {
  if (typeof node === 'string') {
    const alone = /^\{level\.(\w+)\}$/.exec(node)?.[1]
    return alone ? level[alone] : node.replace(/\{level\.(\w+)\}/g, (_place, name: string) => String(level[name]))
  }
  if (Array.isArray(node)) return node.map(item => fill(item, level))
  if (!node || typeof node !== 'object') return node
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, fill(value, level)]))
}

/** The contracts of a file by what is added to its id. */
export function expandLevels(file: Contract | LeveledContract, known: Record<string, Level>): [ending: string, Contract][] {
  if (!('levels' in file)) return [['', file]]
  const { method, levels, description, example, ...rest } = file
  return Object.entries(levels).map(([ending, { path, access }]) => {
    const level = known[ending]
    if (!level) throw new Error(`api/contract/shared.json has no level "${ending}"`)
    const filled = fill({ description, rest, example }, level) as Pick<Contract, 'description' | 'example'> & { rest: typeof rest }
    const params = { ...level.params, ...filled.example.params }
    return [ending, { method, path, description: filled.description, access, ...filled.rest, example: { ...filled.example, params } }]
  })
}
