// Three-way: the same changes on a newer base, node by node; what both sides changed differently is a conflict for a person.
import { namedIds, applyTo } from './apply.ts'
import { compare } from './diff.ts'
import type { Operation, Patch } from './patch.ts'
import { same, subtree, toTree, treeJson, type Json, type JsonObject, type Tree } from './tree.ts'

export interface Conflict {
  /** Names the conflict in `choices`; stays the same while the three screens do. */
  key: string
  /** Both changed a property; one removed what the other changed; both moved a node; both filled the same single place. */
  kind: 'value' | 'removedByThem' | 'removedByUs' | 'moved' | 'place' | 'loop'
  /** Id of the node in the base. */
  node: string
  prop?: string
  base?: Json
  ours?: Json
  theirs?: Json
}
export type Side = 'ours' | 'theirs'
export interface Rebased {
  /** Undecided conflicts go our way in it. */
  result: JsonObject
  conflicts: Conflict[]
}

const touched = (step: Operation): string[] => {
  if (step.op === 'insert') return [step.at.parent]
  if (step.op === 'move') return [step.id, step.at.parent]
  return step.op === 'remove' ? [] : [step.id]
}
/** The property that a step fills; a list takes many. */
const filled = (step: Operation): string | undefined => {
  if (step.op === 'set' || step.op === 'unset') return `${step.id} ${step.prop}`
  return step.op === 'shape' ? `${step.id} ${step.slot}` : undefined
}
const fills = (patch: Patch): Map<string, Operation[]> => {
  const found = new Map<string, Operation[]>()
  for (const step of patch) {
    const name = filled(step)
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), step])
  }
  return found
}
const sameStep = (a: Operation, b: Operation) => same(a as unknown as Json, b as unknown as Json)
const valueOf = (step: Operation | undefined): Json | undefined => (step?.op === 'set' ? step.value : undefined)

/** Gives our new nodes ids that theirs do not use; what both added alike is added once. */
function apart(ours: Patch, theirs: Patch): Patch {
  const foreign = new Map(theirs.flatMap(step => (step.op === 'insert' ? [[step.id, step] as const] : [])))
  const renamed = new Map<string, string>()
  const added: Patch = ours.filter(step => {
    if (step.op !== 'insert') return true
    const twin = [...foreign.values()].find(other => other.at.parent === step.at.parent && other.at.slot === step.at.slot && same(other.node, step.node))
    if (twin) {
      foreign.delete(twin.id)
      renamed.set(step.id, twin.id)
      return false
    }
    if (foreign.has(step.id)) renamed.set(step.id, `${step.id}~o`)
    return true
  })
  const name = (id: string) => renamed.get(id) ?? id
  const nameOrNull = (id: string | null) => (id === null ? null : name(id))
  return added.map(step => {
    if (step.op !== 'insert' && step.op !== 'move') return step
    const at = { ...step.at, parent: name(step.at.parent), after: nameOrNull(step.at.after), before: nameOrNull(step.at.before) }
    return { ...step, id: name(step.id), at }
  })
}

/** Nodes of the base that a patch takes away, with the step that does. */
function removals(base: Tree, patch: Patch): Map<string, Operation> {
  const moved = new Set(patch.flatMap(step => (step.op === 'move' ? [step.id] : [])))
  const found = new Map<string, Operation>()
  for (const step of patch) {
    const node = step.op === 'remove' ? base.byId.get(step.id) : undefined
    if (!node) continue
    const rescued = new Set(
      subtree(node)
        .filter(one => moved.has(one.id))
        .flatMap(one => subtree(one)),
    )
    for (const one of subtree(node)) if (!rescued.has(one)) found.set(one.id, step)
  }
  return found
}

export function rebase(base: JsonObject, ours: JsonObject, theirs: JsonObject, choices: Readonly<Record<string, Side>> = {}): Rebased {
  const tree = toTree(base)
  const theirPatch = compare(tree, toTree(theirs)).patch
  const ourPatch = apart(compare(tree, toTree(ours)).patch, theirPatch)
  if (!ourPatch.length) return { result: theirs, conflicts: [] }
  if (!theirPatch.length) return { result: ours, conflicts: [] }

  const conflicts: Conflict[] = []
  const dropOurs = new Set<Operation>()
  const dropTheirs = new Set<Operation>()
  const decide = (conflict: Conflict, ourSteps: Operation[], theirSteps: Operation[]) => {
    const choice = choices[conflict.key]
    if (!choice && !conflicts.some(other => other.key === conflict.key)) conflicts.push(conflict)
    for (const step of choice === 'theirs' ? ourSteps : theirSteps) (choice === 'theirs' ? dropOurs : dropTheirs).add(step)
  }

  const isEdit = (step: Operation) => step.op !== 'remove'

  // Properties and single places that both changed.
  const theirFills = fills(theirPatch)
  for (const [name, steps] of fills(ourPatch)) {
    const others = theirFills.get(name)
    if (!others || (others.length === steps.length && steps.every((step, at) => sameStep(step, others[at] as Operation)))) continue
    const first = steps[0] as Operation & { id: string }
    const prop = name.slice(first.id.length + 1)
    const isPlace = [...steps, ...others].some(step => step.op === 'shape')
    const within = (patch: Patch) =>
      patch.filter(step => isPlace && (step.op === 'insert' || step.op === 'move') && step.at.parent === first.id && step.at.slot === prop)
    const kind = isPlace ? 'place' : 'value'
    const values = { base: tree.byId.get(first.id)?.props.get(prop), ours: valueOf(steps.at(-1)), theirs: valueOf(others.at(-1)) }
    decide({ key: `${kind} ${name}`, kind, node: first.id, prop, ...values }, [...steps, ...within(ourPatch)], [...others, ...within(theirPatch)])
  }
  // One took away what the other changed.
  const theirRemovals = removals(tree, theirPatch)
  const ourRemovals = removals(tree, ourPatch)
  const clash = (gone: Map<string, Operation>, edits: Patch, kind: 'removedByThem' | 'removedByUs') => {
    for (const removal of new Set(gone.values())) {
      if (removal.op !== 'remove') continue
      const steps = edits.filter(step => isEdit(step) && touched(step).some(id => gone.get(id) === removal))
      if (!steps.length) continue
      const conflict: Conflict = { key: `${kind} ${removal.id}`, kind, node: removal.id }
      if (kind === 'removedByThem') decide(conflict, steps, [removal])
      else decide(conflict, [removal], steps)
    }
  }
  clash(theirRemovals, ourPatch, 'removedByThem')
  clash(ourRemovals, theirPatch, 'removedByUs')
  // Both moved a node, to different containers.
  const theirMoves = new Map(theirPatch.flatMap(step => (step.op === 'move' ? [[step.id, step] as const] : [])))
  for (const step of ourPatch) {
    const other = step.op === 'move' ? theirMoves.get(step.id) : undefined
    if (step.op !== 'move' || !other || (other.at.parent === step.at.parent && other.at.slot === step.at.slot)) continue
    decide({ key: `moved ${step.id}`, kind: 'moved', node: step.id }, [step], [other])
  }

  const result = toTree(base)
  const theirSteps = theirPatch.filter(step => !dropTheirs.has(step))
  applyTo(result, theirSteps, namedIds([...theirPatch, ...ourPatch]))
  // What both moved to the same place is there: a second time it would go past its new neighbours. What both removed is gone.
  const isDone = (step: Operation) => (step.op === 'move' || step.op === 'remove') && theirSteps.some(other => sameStep(other, step))
  // Each moved into the other cannot be; theirs stands then.
  for (const step of applyTo(
    result,
    ourPatch.filter(step => !dropOurs.has(step) && !isDone(step)),
  ))
    if (step.op === 'move' && result.byId.has(step.id) && result.byId.has(step.at.parent) && !choices[`loop ${step.id}`])
      conflicts.push({ key: `loop ${step.id}`, kind: 'loop', node: step.id })
  return { result: treeJson(result), conflicts }
}
