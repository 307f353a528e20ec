// Where the boxes of a picture of models stand: what is pointed at stands to the right of what points at it. No DOM here.

export interface Model {
  id: string
  key: string
  name: string
}
export interface Relation {
  from: string
  to: string
  field: string
  name: string
  /** The other way round of a relation that the model over there has. */
  many: boolean
}
export interface Placed extends Model {
  x: number
  y: number
}
export interface Line {
  key: string
  from: string
  to: string
  /** Names of the fields that the line stands for. */
  names: string[]
  path: string
  /** Where the names stand. */
  at: { x: number; y: number }
}
export interface Picture {
  boxes: Placed[]
  lines: Line[]
  width: number
  height: number
}

export const BOX = { width: 176, height: 48 }
const GAP = { x: 128, y: 24 }

/** Columns from left to right; models of a circle stand where the first of them was met. */
function columnsOf(ids: readonly string[], edges: readonly [from: string, to: string][]): Map<string, number> {
  const column = new Map(ids.map(id => [id, 0]))
  // Longest way to each, in as many rounds as there may be steps; a circle stops moving then.
  for (let round = 0; round < ids.length; round++) {
    let moved = false
    for (const [from, to] of edges) {
      const least = (column.get(from) ?? 0) + 1
      if ((column.get(to) ?? 0) >= least || least >= Math.min(ids.length, 6)) continue
      column.set(to, least)
      moved = true
    }
    if (!moved) break
  }
  return column
}

/** A picture of the models that have relations. */
export function pictureOf(models: readonly Model[], relations: readonly Relation[]): Picture {
  const known = new Set(models.map(({ id }) => id))
  const joined = relations.filter(({ from, to }) => known.has(from) && known.has(to))
  const related = new Set(joined.flatMap(({ from, to }) => [from, to]))
  const shown = models.filter(({ id }) => related.has(id))
  const lines = new Map<string, { from: string; to: string; names: string[] }>()
  for (const { from, to, name, many } of joined) {
    const [a, b] = many ? [to, from] : [from, to]
    const line = lines.get(`${a} ${b}`)
    if (line) line.names.push(name)
    else lines.set(`${a} ${b}`, { from: a, to: b, names: [name] })
  }
  const column = columnsOf(
    shown.map(({ id }) => id),
    [...lines.values()].flatMap(({ from, to }): [string, string][] => (from === to ? [] : [[from, to]])),
  )
  const places = new Map<string, { x: number; y: number }>()
  const rows = new Map<number, number>()
  const inOrder = [...shown].sort((a, b) => (column.get(a.id) ?? 0) - (column.get(b.id) ?? 0))
  for (const { id } of inOrder) {
    const at = column.get(id) ?? 0
    const row = rows.get(at) ?? 0
    rows.set(at, row + 1)
    places.set(id, { x: at * (BOX.width + GAP.x) + 32, y: row * (BOX.height + GAP.y) + 28 })
  }
  const place = (id: string) => places.get(id) as { x: number; y: number }
  const drawn = [...lines].map(([key, { from, to, names }]): Line => {
    const [a, b] = [place(from), place(to)]
    const [ay, by] = [a.y + BOX.height / 2, b.y + BOX.height / 2]
    if (from === to) {
      const [x, y] = [a.x + BOX.width, a.y]
      return { key, from, to, names, path: `M${x - 24},${y} C${x - 24},${y - 20} ${x + 32},${y - 20} ${x},${ay - 8}`, at: { x: x - 8, y: y - 14 } }
    }
    const isForward = b.x > a.x
    const [ax, bx] = isForward ? [a.x + BOX.width, b.x] : [a.x, b.x + (b.x === a.x ? 0 : BOX.width)]
    const bend = isForward ? GAP.x / 2 : -28
    const path = `M${ax},${ay} C${ax + bend},${ay} ${bx - (b.x === a.x ? -bend : bend)},${by} ${bx},${by}`
    return { key, from, to, names, path, at: { x: (ax + bx) / 2, y: (ay + by) / 2 } }
  })
  const boxes = shown.map(model => ({ ...model, ...place(model.id) }))
  return {
    boxes,
    lines: drawn,
    width: Math.max(0, ...boxes.map(box => box.x + BOX.width)) + 48,
    height: Math.max(0, ...boxes.map(box => box.y + BOX.height)) + 12,
  }
}
