// Reading a project as a task: up to 64 MB of JSON of strangers, parsed and looked through.
import { task } from '../foundation/workers.ts'
import { readProject, type ImportNode, type Project, type ProjectOptions } from './project.ts'

/** As it comes over from a thread, where a Buffer is plain bytes. */
interface GivenFile {
  name: string
  bytes: Uint8Array
}
/** A project whose pages are texts: `schema` of a node is a place in `texts`. */
export interface ReadProject extends Omit<Project, 'nodes'> {
  nodes: ReadNode[]
  texts: string[]
}
type ReadNode = Omit<ImportNode, 'schema' | 'load' | 'children'> & { text: number | undefined; children: ReadNode[] }

export const readFiles = task({
  name: 'packages.readProject',
  lane: 'long',
  from: 50_000,
  run({ files, options }: { files: GivenFile[]; options: ProjectOptions }): ReadProject {
    const { nodes, ...told } = readProject(
      files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) })),
      options,
    )
    const texts: string[] = []
    const places = new Map<object, number>()
    const placeOf = (schema: ImportNode['schema']) => {
      if (!schema) return undefined
      const known = places.get(schema) ?? texts.push(JSON.stringify(schema)) - 1
      places.set(schema, known)
      return known
    }
    const asTexts = (list: ImportNode[]): ReadNode[] =>
      list.map(({ schema, load: _none, children, ...node }) => ({ ...node, text: placeOf(schema), children: asTexts(children) }))
    return { ...told, nodes: asTexts(nodes), texts }
  },
})
