// Rows as forms show and send them.
import { isPlainJson } from '../../api/models/formats.ts'
import type { DataField } from './controls.ts'

/** A file is read through the row that names it; its address in the row does not know of that. */
const OF_ROW = /&row=[^&]*$/
export const isFile = ({ type }: Pick<DataField, 'type'>) => type === 'file' || type === 'image'
/** Controls for files hold the address, or what they know of the file. */
const addressIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'object' && value ? String((value as { value?: unknown }).value ?? '') || undefined : undefined
const nameIn = (address: string) => {
  const name = /[?&]name=([^&]*)/.exec(address)?.[1]
  try {
    return name === undefined ? address : decodeURIComponent(name)
  } catch {
    return address
  }
}
export type Values = Record<string, unknown>

/** What forms send: every field they show and nothing else; an empty one is sent as null, so that clearing it is a change. */
export function sent(fields: DataField[], values: Values): Values {
  return Object.fromEntries(
    fields.map(field => {
      const { key, type } = field
      const value = values[key]
      if (value === undefined || value === null || value === '') return [key, null]
      if (isFile({ type })) return [key, addressIn(value)?.replace(OF_ROW, '') ?? null]
      return [key, isPlainJson(field) && typeof value === 'string' ? (JSON.parse(value) as unknown) : value]
    }),
  )
}

/** A row as forms show it: JSON as text, files through their row. */
export function shown(fields: DataField[], row: Values): Values {
  return Object.fromEntries(
    fields.map(field => {
      const { key, type } = field
      const value = row[key] ?? null
      if (typeof value === 'string' && isFile({ type })) {
        const address = value.startsWith('/api/resource/') ? `${value}&row=${encodeURIComponent(String(row.id))}` : value
        // The control for files shows names, which it would take from the end of the address.
        return [key, type === 'file' ? { value: address, url: address, name: nameIn(value), state: 'init' } : address]
      }
      return [key, isPlainJson(field) && value !== null ? JSON.stringify(value, null, 2) : value]
    }),
  )
}
