// A patch speaks of nodes by id, never by index, so that it still fits a screen in which something else changed.
import type { Json } from './tree.ts'

/** Where a node goes: behind `after`, or before `before` where that is gone, or at the end. */
export interface Place {
  parent: string
  slot: string
  after: string | null
  before: string | null
}

export type Operation =
  | { op: 'set'; id: string; prop: string; value: Json }
  | { op: 'unset'; id: string; prop: string }
  /** Whether a slot is a list, holds one object, or is not there. */
  | { op: 'shape'; id: string; slot: string; as: 'list' | 'one' | 'none' }
  | { op: 'insert'; id: string; node: Json; at: Place }
  | { op: 'remove'; id: string }
  | { op: 'move'; id: string; at: Place }

export type Patch = Operation[]

/** The property of a text in a list, whose node has no other. */
export const TEXT = '='
