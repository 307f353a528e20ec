// The files of an OpenAPI description: read as JSON or YAML, with references inside of them and between them. Nothing is fetched.
import { LineCounter, parseDocument } from 'yaml'
import { ApiError } from '../../../errors.ts'

export interface GivenFile {
  name: string
  text: string
}
export type Json = Record<string, unknown>
export const object = (value: unknown): Json | undefined => (value && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : undefined)
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const MOST_ALIASES = 100
/** References that lead on to references. */
const MOST_STEPS = 20

const damaged = (english: string, values: Record<string, string | number>) =>
  new ApiError('api.fileDamaged', english, 422, { fields: { file: english }, values })

function read({ name, text: content }: GivenFile): unknown {
  if (/^\s*[{[]/.test(content))
    try {
      return JSON.parse(content)
    } catch {
      // Told with its line below; what is JSON is YAML too.
    }
  const lines = new LineCounter()
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false, strict: true, uniqueKeys: true })
  const [error] = document.errors
  if (error) {
    const { line, col } = lines.linePos(error.pos[0])
    throw damaged('{file} cannot be read: line {line}, column {column}', { file: name, line, column: col })
  }
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES })
  } catch {
    throw damaged('{file} repeats parts of itself too often to be read', { file: name })
  }
}

/** Where something stands: the file, and what is there. */
export interface Placed {
  file: string
  value: unknown
}

export function openDocuments(files: readonly GivenFile[]) {
  const all = new Map(files.map(file => [file.name, read(file)]))
  const [main] = [...all].find(([, value]) => object(value)?.openapi !== undefined || object(value)?.swagger !== undefined) ?? []
  if (main === undefined) throw damaged('{file} is no OpenAPI file: it does not say "openapi"', { file: files[0]?.name ?? '' })
  const root = object(all.get(main)) as Json
  if (root.swagger !== undefined) throw damaged('{file} is of Swagger 2. Convert it to OpenAPI 3 first', { file: main })
  if (!/^3\.[01](\.|$)/.test(String(root.openapi as string))) throw damaged('{file} is of a version of OpenAPI that is not known here', { file: main })
  /** References that led nowhere, and why. */
  const lost = new Map<string, 'remote' | 'missing'>()

  function lookUp(ref: string, from: string): Placed | undefined {
    const [path = '', pointer = ''] = ref.split('#')
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(path)) return void lost.set(ref, 'remote')
    const file = path ? ([...all.keys()].find(name => name === path.replace(/^.*\//, '')) ?? '') : from
    if (!all.has(file)) return void lost.set(ref, 'missing')
    let value: unknown = all.get(file)
    for (const step of pointer.split('/').slice(1)) {
      let key = step
      try {
        key = decodeURIComponent(step)
      } catch {
        // A percent sign of its own.
      }
      key = key.replaceAll('~1', '/').replaceAll('~0', '~')
      value = value && typeof value === 'object' && Object.hasOwn(value, key) ? (value as Json)[key] : undefined
    }
    if (value === undefined) return void lost.set(ref, 'missing')
    return { file, value }
  }

  return {
    main,
    root,
    lost,
    /** What stands there, behind as many references as there are; undefined where they lead nowhere or in a circle. */
    resolve(value: unknown, file: string): { file: string; value: Json } | undefined {
      let at: Placed | undefined = { file, value }
      for (let step = 0; at && step < MOST_STEPS; step++) {
        const own = object(at.value)
        if (!own) return undefined
        if (typeof own.$ref !== 'string') return { file: at.file, value: own }
        at = lookUp(own.$ref, at.file)
      }
      return undefined
    },
  }
}
export type Documents = ReturnType<typeof openDocuments>
