// What came of each planned change: carried out, or kept as it was and why.
import type { Selectable } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import type { Platform } from './directory.ts'

export type Row = Pick<Selectable<Tables['directory_change']>, 'n' | 'kind' | 'action' | 'external_id' | 'local_id' | 'name' | 'after' | 'was' | 'became'>
export interface Outcome {
  state: 'applied' | 'kept'
  reason?: string
  was?: Record<string, unknown>
  became?: Record<string, unknown>
}
export interface Scope {
  companyId: string
  platform: Platform
}

/** Why a change was not carried out, or not taken back. */
export const OUTCOMES = {
  gone: 'No longer here',
  changed: 'Changed since',
  inside: 'It would be inside itself',
  tooDeep: 'It would be nested too deep',
  emailGone: 'Somebody took this email in the meantime',
  mayNot: 'Owner and administrators are never banned by a synchronisation',
  inUse: 'People or departments have come into it since',
  signedIn: 'Has signed in since, or owns something here',
} as const

export const kept = (reason: keyof typeof OUTCOMES): Outcome => ({ state: 'kept', reason })
