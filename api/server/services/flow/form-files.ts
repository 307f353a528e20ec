// Files in the forms of flows: put there by whoever fills a form in, loaded by those who may see the field of the case.
import { notFound } from '../../errors.ts'
import type { Data, Opened } from '../data/index.ts'
import type { Begins } from './forms.ts'
import { fieldsRefused } from './rights.ts'
import type { Described } from './screens.ts'

type Row = Record<string, unknown>
export interface Upload {
  path: string
  name: string
}

export const isFile = ({ type }: Pick<Described, 'type'>) => type === 'file' || type === 'image'
const ID = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?|$)/
const idIn = (address: string) => ID.exec(address)?.[1]
const nameIn = (address: string): string => {
  const name = /[?&]name=([^&]*)/.exec(address)?.[1] ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
/** Controls for files send the address, or what they know of the file. */
const addressIn = (value: unknown): string => {
  const address = typeof value === 'object' && value !== null ? (value as { value?: unknown }).value : value
  return typeof address === 'string' ? address : ''
}
export const fileUnknown = () => notFound('file.unknown', 'There is no such file')

/** Where the forms of flows in an app are. */
export const placeOf = ({ scope, asker: { company, app } }: Begins) =>
  `/api/company/${encodeURIComponent(company.key)}/app/${encodeURIComponent(scope.tag === 'latest' ? app.key : `${app.key}-${scope.tag}`)}/flow`

/** A file of a row as a form at this place loads it; addresses that are not ours stay. */
export function fileShown(place: string, { key, type }: Pick<Described, 'key' | 'type'>, kept: unknown) {
  const address = typeof kept === 'string' ? kept : ''
  if (!address) return null
  const id = address.startsWith('/api/') ? idIn(address) : undefined
  const url = id ? `${place}/file/${encodeURIComponent(key)}/${id}?name=${encodeURIComponent(nameIn(address))}` : address
  // The control for pictures takes an address, the one for files what to call it as well.
  return type === 'image' ? url : { value: url, url, name: nameIn(address) || address, state: 'init' }
}

export function createFormFiles({ data }: { data: Data }) {
  return {
    /** Stores a file for a field; its address is good for whoever uploaded it until a row names it. */
    add: (opened: Opened, key: string, upload: Upload, place: string) => data.files.add(opened, key, upload, `${place}/file/${encodeURIComponent(key)}`),

    /** A file that was uploaded by whoever asks, or that a case is about. */
    async get(opened: Opened, key: string, fileId: string, named?: unknown) {
      const found = await data.files.ofField(opened, key, fileId)
      const isMine = found?.ownerId === opened.asker.user?.id
      if (!found || (!isMine && !(typeof named === 'string' && idIn(named) === fileId))) throw fileUnknown()
      return found.answer()
    },

    /** What a form sends, with files under the addresses by which rows name them. Only what was there, or what whoever sends it has uploaded. */
    async kept(opened: Opened, row: Row, there: Row): Promise<Row> {
      const kept = { ...row }
      const fields: Record<string, string> = {}
      for (const { key } of data.rows.describe(opened).filter(isFile)) {
        if (!Object.hasOwn(row, key)) continue
        const address = addressIn(row[key])
        const id = idIn(address)
        const before = there[key]
        if (!address) kept[key] = null
        else if (typeof before === 'string' && (before === address || (id && idIn(before) === id))) kept[key] = before
        else {
          const found = id ? await data.files.ofField(opened, key, id) : undefined
          if (found && found.ownerId === opened.asker.user?.id) kept[key] = found.address
          else fields[key] = 'Choose the file again'
        }
      }
      if (Object.keys(fields).length) throw fieldsRefused(fields)
      return kept
    },
  }
}
export type FormFiles = ReturnType<typeof createFormFiles>
