// What a JSON text became, line by line: rows of two columns with the pieces of a line that differ, and runs that did not change.
import { diffArrays, diffWordsWithSpace } from 'diff'

export interface Piece {
  text: string
  changed: boolean
}
export interface Side {
  line: number
  pieces: Piece[]
}
export interface Row {
  kind: 'same' | 'changed'
  before?: Side
  after?: Side
  /** Where in the JSON the row is, such as `body[1].columns[0]`. */
  path: string
}
/** Rows that belong together; unchanged runs may be folded. */
export interface Run {
  kind: 'same' | 'changed'
  rows: Row[]
}

export const linesOf = (value: unknown): string[] => (value === undefined || value === null ? [] : (JSON.stringify(value, null, 2) ?? '').split('\n'))

const whole = (text: string, changed = false): Piece[] => [{ text, changed }]

/** Beyond this the two texts have so little in common that a comparison would only take time. */
const MOST_EDITS = 6000

/** JSON path of what each line of a text belongs to; the text is as JSON.stringify indents it by two. */
export function pathsOf(lines: readonly string[]): string[] {
  // One entry a level: the key, or the position in a list; a list counts its items.
  const trail: { name: string; next: number; isList: boolean }[] = []
  return lines.map(line => {
    const depth = (line.length - line.trimStart().length) / 2
    const text = line.trimStart()
    const closes = /^[}\]]/.test(text)
    trail.length = Math.min(trail.length, closes ? depth + 1 : depth)
    if (!closes) {
      const parent = trail[depth - 1]
      const key = /^"((?:[^"\\]|\\.)*)": /.exec(text)?.[1]
      const name = parent?.isList ? `[${parent.next++}]` : (key ?? '')
      trail[depth] = { name, next: 0, isList: text.endsWith('[') }
    }
    return trail
      .slice(1, depth + 1)
      .map(one => one.name)
      .join('.')
      .replaceAll('.[', '[')
  })
}

function sidesOf(before: string, after: string): { before: Piece[]; after: Piece[] } {
  const parts = diffWordsWithSpace(before, after)
  const same = parts.reduce((sum, part) => sum + (part.added || part.removed ? 0 : part.value.trim().length), 0)
  // Lines that merely stand at the same place are shown whole.
  if (same * 3 < Math.min(before.trim().length, after.trim().length)) return { before: whole(before, true), after: whole(after, true) }
  const side = (skip: 'added' | 'removed') => parts.filter(part => !part[skip]).map(part => ({ text: part.value, changed: !!(part.added || part.removed) }))
  return { before: side('added'), after: side('removed') }
}

/** The runs of two JSON values, in order. */
export function compareJson(before: unknown, after: unknown): Run[] {
  const old = linesOf(before)
  const now = linesOf(after)
  const oldPaths = pathsOf(old)
  const nowPaths = pathsOf(now)
  const parts = diffArrays(old, now, { maxEditLength: MOST_EDITS }) ?? [
    { removed: true, added: false, value: old, count: old.length },
    { removed: false, added: true, value: now, count: now.length },
  ]
  const runs: Run[] = []
  let a = 0
  let b = 0
  let at = 0
  while (at < parts.length) {
    const part = parts[at++] as (typeof parts)[number]
    if (!part.added && !part.removed) {
      const rows: Row[] = part.value.map((text, i) => ({
        kind: 'same',
        before: { line: a + i + 1, pieces: whole(text) },
        after: { line: b + i + 1, pieces: whole(text) },
        path: nowPaths[b + i] ?? '',
      }))
      a += part.value.length
      b += part.value.length
      runs.push({ kind: 'same', rows })
      continue
    }
    const next = parts[at]
    const pair = next && (next.added || next.removed) && next.added !== part.added ? parts[at++] : undefined
    const gone = part.removed ? part.value : pair?.removed ? pair.value : []
    const come = part.added ? part.value : pair?.added ? pair.value : []
    const rows: Row[] = []
    for (let i = 0; i < Math.max(gone.length, come.length); i++) {
      const [x, y] = [gone[i], come[i]]
      const pieces = x !== undefined && y !== undefined ? sidesOf(x, y) : { before: whole(x ?? '', true), after: whole(y ?? '', true) }
      rows.push({
        kind: 'changed',
        ...(x !== undefined && { before: { line: a + i + 1, pieces: pieces.before } }),
        ...(y !== undefined && { after: { line: b + i + 1, pieces: pieces.after } }),
        path: (y !== undefined ? nowPaths[b + i] : oldPaths[a + i]) ?? '',
      })
    }
    a += gone.length
    b += come.length
    runs.push({ kind: 'changed', rows })
  }
  return runs
}
