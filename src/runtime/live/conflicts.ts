// Somebody else changed a row that is being saved here: what only one of both changed is put together, for the rest the person chooses, and it is saved on top of
// the newer row.
import { readModelAddress } from '../../../api/models/address.ts'
import type { DataField } from '../../../renderers/tessera-data-table/controls.ts'
import { t } from '../../i18n.ts'
import { differences, type Difference, type Row } from './merge.ts'

/** Rows that are remembered as they were seen. */
const MOST_SEEN = 2000

interface Asked {
  url: string
  method?: string
  data?: unknown
}
interface Envelope {
  status?: number
  code?: string
  msg?: string
  data?: { row?: Row; items?: Row[]; fields?: DataField[]; managed?: boolean }
}
interface Answer {
  data?: unknown
}
export interface RowNow {
  row: Row
  fields: readonly DataField[]
}
type Send<A extends Asked, R extends Answer> = (api: A) => Promise<R>

const bare = (url: string) => url.replace(/^\w+:(?=model:)/i, '')
const envelopeOf = (answer: Answer) => (answer.data ?? {}) as Envelope
export const whoOf = (row: Row) => (row._labels as Record<string, string> | undefined)?.updated_by || t('Somebody')

/** The one row that a change is about, with what is to become of it. */
function changeIn({ url, method = 'get', data }: Asked): { at: string; id: string; values: Row; version: unknown; isOfMany: boolean } | undefined {
  const named = /^put$/i.test(method) ? readModelAddress(bare(url)) : undefined
  if (!named || typeof data !== 'object' || !data) return undefined
  const at = `model:${named.source}/${named.model}`
  const body = data as Row
  const [, part, more] = named.rest.split('/')
  if (part && more === undefined) return { at, id: decodeURIComponent(part), values: body, version: body.version, isOfMany: false }
  const { ids, values, version } = body
  if (part || !Array.isArray(ids) || ids.length !== 1 || typeof values !== 'object' || !values) return undefined
  return { at, id: String(ids[0]), values: values as Row, version, isOfMany: true }
}

export function createConflicts() {
  const seen = new Map<string, Row>()
  const key = (at: string, id: unknown, version: unknown) => JSON.stringify([at, String(id), version])

  function remember(at: string, row: Row | undefined) {
    if (!row || typeof row.version !== 'number') return
    const name = key(at, row.id, row.version)
    // A list may have asked for some fields only.
    seen.set(name, { ...seen.get(name), ...row })
    if (seen.size > MOST_SEEN) seen.delete(seen.keys().next().value as string)
  }

  /** What the values of mine are called, where a row was seen that has the same. */
  const labelsOf = (at: string, different: readonly Difference[]) =>
    Object.fromEntries(
      different.flatMap(({ field: { key: name }, mine }) => {
        for (const [place, row] of seen) {
          const label = row[name] === mine && place.startsWith(JSON.stringify([at]).slice(0, -1)) && (row._labels as Record<string, string> | undefined)?.[name]
          if (label) return [[name, label]]
        }
        return []
      }),
    ) as Record<string, string>

  return {
    labelsOf,

    /** Told of what was answered: rows as they were when somebody began to change them. */
    learn({ url, method = 'get' }: Asked, answer: Answer) {
      const named = /^get$/i.test(method) ? readModelAddress(bare(url)) : undefined
      if (!named) return
      const { row, items } = envelopeOf(answer).data ?? {}
      const at = `model:${named.source}/${named.model}`
      remember(at, row)
      if (!named.rest && Array.isArray(items)) for (const one of items) remember(at, one)
    },

    /** The row as it was seen in a version. */
    seen: (at: string, id: unknown, version: unknown) => seen.get(key(at, id, version)),

    /** The answer to a change; where it was refused because the row is newer, the one to what the person made of it. */
    async settle<A extends Asked, R extends Answer>(api: A, answer: R, send: Send<A, R>, say: (text: string) => void): Promise<R> {
      const change = changeIn(api)
      const code = envelopeOf(answer).code
      if (!change || (code !== 'data.rowChanged' && code !== 'data.rowUnknown')) return answer
      const gone = t('This row is not there any more: it was deleted meanwhile, or is not for you any longer')
      if (code === 'data.rowUnknown') return { ...answer, data: { ...envelopeOf(answer), msg: gone } }
      const { at, id, values, isOfMany } = change
      let { version } = change
      for (let last = answer; ;) {
        const read = envelopeOf(await send({ ...api, method: 'get', url: `${at}/${encodeURIComponent(id)}`, data: undefined }))
        const { row: theirs, fields = [] } = read.data ?? {}
        if (!theirs) return read.code === 'data.rowUnknown' ? { ...last, data: { ...envelopeOf(last), msg: gone } } : last
        const base = seen.get(key(at, id, version))
        const different = differences(fields, base, values, theirs)
        const who = whoOf(theirs)
        let left = new Set(different.map(({ field }) => field.key))
        if (different.some(({ isBoth }) => isBoth)) {
          const { chooseFields } = await import('./choose-fields.tsx')
          const chosen = await chooseFields({ who, differences: different, theirs, labels: labelsOf(at, different), does: t('Save') })
          if (!chosen) return last
          left = new Set(Object.keys(chosen).filter(name => chosen[name] === 'theirs'))
        }
        const merged = Object.fromEntries(Object.entries(values).filter(([name]) => !left.has(name) && name !== 'version'))
        version = theirs.version
        remember(at, theirs)
        const data = isOfMany ? { ...(api.data as Row), values: merged, version } : { ...merged, version }
        last = await send({ ...api, data })
        if (envelopeOf(last).code === 'data.rowChanged') continue
        if (envelopeOf(last).status === 0 && different.length) say(t('{name} changed this row meanwhile. What both of you changed is saved', { name: who }))
        return last
      }
    },
  }
}
export type Conflicts = ReturnType<typeof createConflicts>
