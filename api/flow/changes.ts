// What is different between two versions of a flow, part by part. Pure.
import { SPLITS } from './tree.ts'
import type { DefinedLine, DefinedNode, FlowDefinition } from './definition.ts'

/** `at` is the id of a node or line; parts of the flow itself have none. `what` are the properties that are other ones. */
export interface FlowChange {
  change: 'added' | 'removed' | 'changed'
  of: 'node' | 'line' | 'flow'
  at: string
  name: string
  what: string[]
}

/** Where a part stands on the drawing says nothing about what it does. */
const UNTOLD = new Set(['x', 'y', 'width', 'height', 'id'])
/** Lists are alike in their order, objects in any. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other || Array.isArray(one) !== Array.isArray(other)) return false
  const [a, b] = [Object.entries(one), other as Record<string, unknown>]
  return a.length === Object.keys(b).length && a.every(([key, value]) => Object.hasOwn(b, key) && isSame(value, b[key]))
}
const keysOf = (one: object, other: object) => [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(key => !UNTOLD.has(key))
const differing = (one: object, other: object): string[] =>
  keysOf(one, other).filter(key => !isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]))

function changesOf<Part extends DefinedNode | DefinedLine>(
  of: 'node' | 'line',
  before: readonly Part[],
  after: readonly Part[],
  nameOf: (part: Part) => string,
): FlowChange[] {
  const old = new Map(before.map(part => [part.id, part]))
  const now = new Set(after.map(({ id }) => id))
  return [
    ...after.flatMap((part): FlowChange[] => {
      const was = old.get(part.id)
      if (!was) return [{ change: 'added', of, at: part.id, name: nameOf(part), what: [] }]
      const what = differing(was, part)
      return what.length ? [{ change: 'changed', of, at: part.id, name: nameOf(part), what }] : []
    }),
    ...before.filter(({ id }) => !now.has(id)).map((part): FlowChange => ({ change: 'removed', of, at: part.id, name: nameOf(part), what: [] })),
  ]
}

/** Nodes first, then the lines with a label whose conditions are other ones, then the flow itself. */
export function changesBetween(before: FlowDefinition, after: FlowDefinition): FlowChange[] {
  const { nodes: _n1, lines: _l1, ...flowBefore } = before
  const { nodes: _n2, lines: _l2, ...flowAfter } = after
  // Lines without a condition or label only follow the steps.
  const told = ({ label, conditions, formula, isDefault }: DefinedLine) => !!(label || conditions || formula || isDefault)
  const lines = changesOf('line', before.lines.filter(told), after.lines.filter(told), ({ label }) => label ?? '').map(one => ({
    ...one,
    what: one.what.filter(key => key !== 'from' && key !== 'to'),
  }))
  const what = differing(flowBefore, flowAfter)
  const drawn = ({ nodes, lines: all }: FlowDefinition) => {
    const ways = new Map<string, number>()
    for (const { from } of all) ways.set(from, (ways.get(from) ?? 0) + 1)
    // Where ways meet goes with where they part.
    return nodes.filter(({ id, kind }) => !SPLITS.has(kind) || (ways.get(id) ?? 0) > 1)
  }
  return [
    ...changesOf('node', drawn(before), drawn(after), ({ name }) => name),
    ...lines.filter(({ change, what: keys }) => change !== 'changed' || keys.length > 0),
    ...(what.length ? [{ change: 'changed' as const, of: 'flow' as const, at: '', name: '', what }] : []),
  ]
}
