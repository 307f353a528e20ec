// What is being designed: the flow as it is now, how it was, and what of it is selected.
import { isSame } from '../../api/flow/changes.ts'
import type { FlowDefinition } from '../../api/flow/definition.ts'

export type Selected =
  | { of: 'flow' }
  | { of: 'node'; id: string }
  | { of: 'line'; id: string; split: string }
  /** What happens when the tasks of a node wait too long. */
  | { of: 'overdue'; id: string; action: string }
  /** A variable of the flow. */
  | { of: 'parameter'; id: string }
export interface Designed {
  name: string
  flow: FlowDefinition
}
export interface Work {
  now: Designed
  saved: Designed
  past: Designed[]
  future: Designed[]
  selected: Selected
  /** Counts what did not come from the form itself, which is made anew then. */
  turn: number
  /** Changes that come in a row from the same form are undone together. */
  typing: string
}
export type Act =
  | { do: 'open'; designed: Designed }
  | { do: 'select'; selected: Selected }
  // What is made of how it is when the act comes: fields hand over what is typed a moment later, when more may have happened.
  | { do: 'change'; make: (now: Designed) => { designed: Designed; selected?: Selected } }
  | { do: 'type'; make: (now: Designed) => Designed; at: string; turn: number }
  | { do: 'saved'; designed: Designed }
  | { do: 'undo' | 'redo' }

const MOST_STEPS = 200

export const begun = (designed: Designed): Work => ({
  now: designed,
  saved: designed,
  past: [],
  future: [],
  selected: { of: 'flow' },
  turn: 0,
  typing: '',
})

/** What is selected may be gone by now. */
function stillThere(selected: Selected, { flow }: Designed): Selected {
  if (selected.of === 'overdue') {
    const node = flow.nodes.find(({ id }) => id === selected.id)
    if (node?.overdue?.some(({ id }) => id === selected.action)) return selected
    return node ? { of: 'node', id: node.id } : { of: 'flow' }
  }
  if (selected.of === 'parameter' && !flow.parameters?.some(({ id }) => id === selected.id)) return { of: 'flow' }
  if (selected.of === 'node' && !flow.nodes.some(({ id }) => id === selected.id)) return { of: 'flow' }
  if (selected.of === 'line' && !flow.lines.some(({ id }) => id === selected.id)) return { of: 'flow' }
  return selected
}

export function worked(work: Work, act: Act): Work {
  const { now, past, future, turn } = work
  switch (act.do) {
    case 'open':
      return begun(act.designed)
    case 'select':
      return { ...work, selected: act.selected, typing: '' }
    case 'saved':
      return { ...work, saved: act.designed, typing: '' }
    case 'change': {
      const { designed, selected = work.selected } = act.make(now)
      // The canvas tells of what it lays anew, too.
      if (designed === now || isSame(designed.flow, now.flow)) return work
      const there = stillThere(selected, designed)
      return { ...work, now: designed, past: [...past, now].slice(-MOST_STEPS), future: [], selected: there, turn: turn + 1, typing: '' }
    }
    case 'type': {
      const designed = act.make(now)
      // Forms tell of themselves when they appear, too.
      if (isSame(designed, now)) return work
      return {
        ...work,
        now: designed,
        past: work.typing === act.at ? past : [...past, now].slice(-MOST_STEPS),
        future: [],
        // What comes from a form that is gone is not in the one that took its place.
        turn: act.turn === turn ? turn : turn + 1,
        typing: act.at,
      }
    }
    case 'undo': {
      const before = past.at(-1)
      if (!before) return work
      return {
        ...work,
        now: before,
        past: past.slice(0, -1),
        future: [now, ...future],
        selected: stillThere(work.selected, before),
        turn: turn + 1,
        typing: '',
      }
    }
    case 'redo': {
      const [next, ...rest] = future
      if (!next) return work
      return { ...work, now: next, past: [...past, now], future: rest, selected: stillThere(work.selected, next), turn: turn + 1, typing: '' }
    }
  }
}
