// A picture of a template, drawn from its schema: what there is from top to bottom, as grey blocks. It needs no browser and no script.
import type { Schema } from '../foundation/contents.ts'

const WIDTH = 320
const HEIGHT = 180
const PAD = 16
const GAP = 8
/** Deep enough for a form in a panel in a column. */
const DEPTH = 6

interface Box {
  x: number
  y: number
  w: number
  h: number
}
interface Pen {
  parts: string[]
  y: number
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value])
const round = (n: number) => Math.round(n)
const rect = ({ x, y, w, h }: Box, fill: string, radius = 3) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${Math.max(1, round(w))}" height="${Math.max(1, round(h))}" rx="${radius}" fill="${fill}"/>`

const INK = '#c3cad6'
const PALE = '#e4e8ef'
const LINE = '#d5dbe5'
const BRAND = '#2468f2'

/** How a component looks in a few strokes: its height, and what is drawn in it. */
function stroke(type: string, node: Schema, box: Omit<Box, 'h'>): { h: number; parts: string[] } {
  const at = (dx: number, dy: number, w: number, h: number): Box => ({ x: box.x + dx, y: box.y + dy, w, h })
  if (/^(crud|table|table2|list|input-table)$/.test(type)) {
    const rows = [0, 1, 2, 3].map(row => rect(at(0, row * 15, box.w, 11), row ? PALE : INK))
    return { h: 58, parts: rows }
  }
  if (/^(cards|grid-nav|images)$/.test(type)) {
    const width = (box.w - 2 * GAP) / 3
    return { h: 40, parts: [0, 1, 2].map(n => rect(at(n * (width + GAP), 0, width, 40), PALE)) }
  }
  if (/chart|sparkline|progress/.test(type)) {
    const bars = [18, 30, 24, 38, 28, 34, 20, 40]
    const width = box.w / bars.length
    return { h: 44, parts: bars.map((tall, n) => rect(at(n * width + 2, 44 - tall, width - 4, tall), n % 3 ? INK : BRAND, 2)) }
  }
  if (/^(button|submit|reset|action|button-group|dropdown-button|button-toolbar)$/.test(type))
    return { h: 14, parts: [rect(at(0, 0, Math.min(52, box.w), 14), node.level === 'primary' || type === 'submit' ? BRAND : INK)] }
  if (/^(image|avatar|qrcode|video|carousel|icon)$/.test(type)) return { h: 44, parts: [rect(at(0, 0, Math.min(box.w, 96), 44), PALE)] }
  if (/^divider$/.test(type)) return { h: 1, parts: [rect(at(0, 0, box.w, 1), LINE, 0)] }
  if (/^(input-|select|textarea|checkbox|radio|switch|picker|tree-select|nested-select|editor|uuid|formula|hidden)/.test(type)) {
    if (type === 'hidden') return { h: 0, parts: [] }
    return { h: 24, parts: [rect(at(0, 0, Math.min(60, box.w), 5), INK), rect(at(0, 9, box.w, 15), '#f3f5f9'), rect(at(0, 23, box.w, 1), LINE, 0)] }
  }
  if (/^(tpl|plain|html|markdown|status|tag|mapping|date|number|static)/.test(type) || type === '')
    return { h: 7, parts: [rect(at(0, 0, Math.min(box.w, 150), 7), INK)] }
  return { h: 14, parts: [rect(at(0, 0, box.w, 14), PALE)] }
}

function draw(node: unknown, x: number, w: number, pen: Pen, depth: number) {
  if (pen.y > HEIGHT || depth > DEPTH || w < 12) return
  if (Array.isArray(node)) {
    for (const item of node) draw(item, x, w, pen, depth)
    return
  }
  const schema = (typeof node === 'object' && node ? node : {}) as Schema
  const type = String(schema.type ?? '')
  if (schema.title && typeof schema.title === 'string') {
    pen.parts.push(rect({ x, y: pen.y, w: Math.min(w, 90), h: 9 }, '#8f9bb0'))
    pen.y += 9 + GAP
  }
  const columns = list(schema.columns)
  if ((type === 'grid' || type === 'hbox' || type === 'flex') && (columns.length || list(schema.items).length)) {
    const inside = (columns.length ? columns : list(schema.items)).slice(0, 4)
    const width = (w - GAP * (inside.length - 1)) / inside.length
    const from = pen.y
    let lowest = from
    inside.forEach((column, at) => {
      pen.y = from
      const part = column as Schema
      draw(columns.length ? (part?.body ?? part) : part, x + at * (width + GAP), width, pen, depth + 1)
      lowest = Math.max(lowest, pen.y)
    })
    pen.y = lowest
    return
  }
  const inside = [...list(schema.body), ...list(schema.tabs), ...list(schema.controls), ...(type === 'form' ? list(schema.actions) : [])]
  if (inside.length && type !== 'crud') {
    const isBoxed = type === 'panel' || type === 'card' || type === 'wrapper' || type === 'fieldset'
    const from = pen.y
    if (isBoxed) pen.y += GAP
    draw(inside, isBoxed ? x + GAP : x, isBoxed ? w - 2 * GAP : w, pen, depth + 1)
    if (isBoxed)
      pen.parts.push(`<rect x="${round(x)}" y="${round(from)}" width="${round(w)}" height="${round(pen.y - from)}" rx="4" fill="none" stroke="${LINE}"/>`)
    if (isBoxed) pen.y += GAP
    return
  }
  if (type === 'page' || (type === '' && typeof node !== 'string')) return
  const { h, parts } = stroke(type, schema, { x, y: pen.y, w })
  pen.parts.push(...parts)
  pen.y += h ? h + GAP : 0
}

/** A data address of the picture; empty where there is nothing to draw. */
export function sketchOf(schema: Schema): string {
  const pen: Pen = { parts: [], y: PAD }
  draw(schema, PAD, WIDTH - 2 * PAD, pen, 0)
  if (!pen.parts.length) return ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>${pen.parts.slice(0, 120).join('')}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
