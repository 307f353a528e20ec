// Undo and redo without limit: a step is the piece of text that changed, so a thousand of them weigh little.

interface Step {
  at: number
  removed: string
  inserted: string
}

function between(before: string, after: string): Step {
  let start = 0
  const most = Math.min(before.length, after.length)
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { at: start, removed: before.slice(start, before.length - end), inserted: after.slice(start, after.length - end) }
}
const forth = (text: string, { at, removed, inserted }: Step) => text.slice(0, at) + inserted + text.slice(at + removed.length)
const back = (text: string, { at, removed, inserted }: Step) => text.slice(0, at) + removed + text.slice(at + inserted.length)

export function createSteps(start: string) {
  let text = start
  let done: Step[] = []
  let undone: Step[] = []
  return {
    get text() {
      return text
    },
    get canUndo() {
      return done.length > 0
    },
    get canRedo() {
      return undone.length > 0
    },
    /** Goes on to a text; `join` makes it one step with the one before, as letters typed in a row are. */
    go(next: string, { join = false } = {}) {
      if (next === text) return
      const last = join && !undone.length ? done.pop() : undefined
      const from = last ? back(text, last) : text
      const step = between(from, next)
      text = next
      undone = []
      if (step.removed || step.inserted) done.push(step)
    },
    undo(): boolean {
      const step = done.pop()
      if (!step) return false
      text = back(text, step)
      undone.push(step)
      return true
    },
    redo(): boolean {
      const step = undone.pop()
      if (!step) return false
      text = forth(text, step)
      done.push(step)
      return true
    },
    /** Begins anew; what was before cannot be undone. */
    start(next: string) {
      text = next
      done = []
      undone = []
    },
  }
}
export type Steps = ReturnType<typeof createSteps>
