// Forms of an app whose rows can go along with a package: pages with a form that saves into a model.
import { readModelAddress } from '../../../models/address.ts'
import { schemaOf, type createContents } from '../foundation/contents.ts'
import { entriesInOrder, type createReleases } from '../release/index.ts'

const BODIES_AT_ONCE = 100
/** Pages that were made before rows had names hold the address of the call. */
const CALL = /\/source\/([A-Za-z][\w-]*)\/model\/([A-Za-z][\w-]*)/
const METHOD = /^(?:post|put|patch):/i

export interface Form {
  /** Of its page. */
  id: string
  name: string
  models: { id: string; name: string }[]
}

/** Where an api of amis saves to, as `source/model`; undefined for what only reads, and for other addresses. */
function savesInto(api: unknown): string | undefined {
  const { url, method } = typeof api === 'string' ? { url: api, method: METHOD.exec(api)?.[0].slice(0, -1) } : ((api ?? {}) as Record<string, unknown>)
  if (typeof url !== 'string' || !/^(?:post|put|patch)$/i.test(String(method ?? ''))) return undefined
  const address = url.replace(METHOD, '')
  const named = readModelAddress(address)
  if (named) return `${named.source}/${named.model}`
  const [, source, model] = CALL.exec(address) ?? []
  return source && `${source}/${model}`
}

/** The models that the forms of a page save into, as `source/model`. */
export function savedInto(schema: unknown): Set<string> {
  const found = new Set<string>()
  const look = (node: unknown, inForm: boolean) => {
    if (Array.isArray(node)) return node.forEach(one => look(one, inForm))
    if (typeof node !== 'object' || node === null) return
    const { type, ...parts } = node as Record<string, unknown>
    const isForm = inForm || type === 'form' || type === 'wizard'
    if (isForm)
      for (const name of ['api', 'quickSaveApi', 'quickSaveItemApi']) {
        const model = savesInto(parts[name])
        if (model) found.add(model)
      }
    for (const part of Object.values(parts)) look(part, isForm)
  }
  look(schema, false)
  return found
}

export function createForms({ contents, releases }: { contents: ReturnType<typeof createContents>; releases: ReturnType<typeof createReleases> }) {
  return {
    /** The forms of dev or of a version, in the order of its pages. */
    async forms(scope: { companyId: string; appId: string }, from: string): Promise<Form[]> {
      const { pages, design } = await releases.contentOf(scope, from)
      const { sources, models } = design?.data ?? { sources: [], models: [] }
      const keys = new Map(sources.map(source => [source.id, source.key]))
      const byAddress = new Map(models.map(({ id, key, name, sourceId }) => [`${keys.get(sourceId) ?? ''}/${key}`, { id, name }]))
      const found: Form[] = []
      const entries = entriesInOrder(pages).flatMap(({ id, name, hash }) => (hash ? [{ id, name, hash }] : []))
      for (let at = 0; at < entries.length && byAddress.size; at += BODIES_AT_ONCE) {
        const some = entries.slice(at, at + BODIES_AT_ONCE)
        const texts = await contents.readMany(
          scope.companyId,
          [...new Set(some.map(({ hash }) => hash))].map(hash => Buffer.from(hash, 'hex')),
        )
        for (const { id, name, hash } of some) {
          const text = texts.get(hash) ?? ''
          // Most pages name no model at all, and are not read.
          if (!text.includes('model')) continue
          const into = [...savedInto(schemaOf(text))].flatMap(address => byAddress.get(address) ?? [])
          if (into.length) found.push({ id, name, models: into })
        }
      }
      return found
    },
  }
}
