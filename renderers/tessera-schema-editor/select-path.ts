// From a JSON path, as findings name it, to the component that the editor has selected.
import type { EditorManager } from 'amis-editor'
import { readModelAddress } from '../../api/models/address.ts'

interface Inside {
  $$id?: string
  [key: string]: unknown
}

const keysOf = (path: string) => path.match(/[^.[\]]+/g) ?? []

/** Ids of the editor on the way to a path, the outermost first. */
export function idsOnTheWay(schema: unknown, path: string): string[] {
  const ids: string[] = []
  let at = schema as Inside | undefined
  for (const key of ['', ...keysOf(path)]) {
    if (key) at = at?.[key] as Inside | undefined
    if (!at || typeof at !== 'object') break
    if (at.$$id) ids.push(at.$$id)
  }
  return ids
}

/** Selects the innermost component around a path that the canvas shows. */
export function selectPath({ store }: EditorManager, path: string): boolean {
  const ids = idsOnTheWay(store.schema, path)
  const id = ids.reverse().find(one => store.getNodeById(one))
  if (!id) return false
  store.setActiveId(id)
  document.querySelector(`.tes-editor [data-editor-id="${id}"]`)?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  // The page itself is around everything; being led there says nothing about a part that is not drawn.
  return keysOf(path).length <= 1 || id !== ids.at(-1)
}

/** Components from the root to the one of an id. */
function wayTo(node: unknown, id: string): Inside[] | undefined {
  if (!node || typeof node !== 'object') return undefined
  const own = node as Inside
  if (own.$$id === id) return [own]
  for (const inner of Object.values(own)) {
    const way = wayTo(inner, id)
    if (way) return Array.isArray(node) ? way : [own, ...way]
  }
  return undefined
}

/** The model whose rows a component shows or stands among: `main/customer`. */
export function modelOn(schema: unknown, id: string): string | undefined {
  for (const { api, initApi, source } of (wayTo(schema, id) ?? []).toReversed())
    for (const one of [api, initApi, source]) {
      const url = typeof one === 'string' ? one : (one as Inside | undefined)?.url
      const named = typeof url === 'string' ? readModelAddress(url.replace(/^\w+:(?=model:)/, '')) : undefined
      if (named) return `${named.source}/${named.model}`
    }
  return undefined
}
