// The picture of a graphical code: letters of strokes, bent, crossed by lines of their own kind, as a PNG. No letter is drawn alike twice, and
// nothing of the text is in the file.
import { randomInt } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 240
const HEIGHT = 80
const LENGTH = 5

/** Signs that are hard to take for each other, as strokes on a grid of 10 by 14: lines between points, `|` lifts the pen. */
const STROKES: Record<string, string> = {
  A: '0,14 5,0 10,14|2,9 8,9',
  C: '10,3 8,1 5,0 2,1 0,4 0,10 2,13 5,14 8,13 10,11',
  E: '10,0 0,0 0,14 10,14|0,7 8,7',
  F: '10,0 0,0 0,14|0,7 8,7',
  K: '0,0 0,14|10,0 0,8|3,6 10,14',
  L: '1,0 1,14 10,14',
  M: '0,14 0,0 5,8 10,0 10,14',
  P: '0,14 0,0 6,0 9,1 10,4 9,7 6,8 0,8',
  R: '0,14 0,0 6,0 9,1 10,4 9,7 6,8 0,8|5,8 10,14',
  T: '0,0 10,0|5,0 5,14',
  W: '0,0 2,14 5,5 8,14 10,0',
  X: '0,0 10,14|10,0 0,14',
  Y: '0,0 5,7 10,0|5,7 5,14',
  3: '0,2 3,0 7,0 10,2 10,5 7,7 4,7|7,7 10,9 10,12 7,14 3,14 0,12',
  4: '8,14 8,0 0,10 10,10',
  7: '0,0 10,0 3,14',
  9: '9,6 6,8 3,8 0,6 0,2 3,0 7,0 10,3 9,9 6,14',
}
const SIGNS = Object.keys(STROKES)

type Colour = readonly [number, number, number]
interface Line {
  from: readonly [number, number]
  to: readonly [number, number]
  /** Half of the stroke's width. */
  radius: number
  colour: Colour
}

const between = (low: number, high: number) => low + ((high - low) * randomInt(100_000)) / 100_000
const dark = (): Colour => [randomInt(20, 110), randomInt(20, 110), randomInt(40, 140)]

/** Lines along a row of points. */
function strip(points: readonly (readonly [number, number])[], radius: number, colour: Colour): Line[] {
  return points.slice(1).map((to, at) => ({ from: points[at] as readonly [number, number], to, radius, colour }))
}

/** A sign turned, leant and sized anew; each point a little off, so that no two drawings of it are alike. */
function signLines(sign: string, x: number): Line[] {
  const angle = between(-0.3, 0.3)
  const lean = between(-0.2, 0.2)
  const [wide, high] = [between(2.7, 3.4), between(3.3, 4.1)]
  const y = HEIGHT / 2 + between(-6, 6)
  const radius = between(1.7, 2.5)
  const colour = dark()
  return (STROKES[sign] ?? '').split('|').flatMap(stroke =>
    strip(
      stroke.split(' ').map(pair => {
        const [column = 0, row = 0] = pair.split(',').map(Number)
        const [u, v] = [(column - 5 + between(-0.35, 0.35)) * wide, (row - 7 + between(-0.35, 0.35)) * high]
        const leant = u + v * lean
        return [x + leant * Math.cos(angle) - v * Math.sin(angle), y + leant * Math.sin(angle) + v * Math.cos(angle)] as const
      }),
      radius,
      colour,
    ),
  )
}

/** A wave across the whole picture, as thick as a letter. */
function waveLines(): Line[] {
  const [height, length, phase, middle] = [between(6, 18), between(60, 140), between(0, 7), between(20, 60)]
  const points = Array.from({ length: 31 }, (_, n) => [(n * WIDTH) / 30, middle + height * Math.sin((n * WIDTH) / 30 / (length / 6.28) + phase)] as const)
  return strip(points, between(0.8, 1.7), dark())
}

/** How much of a pixel's centre a line covers, 0 to 1. */
function cover({ from: [ax, ay], to: [bx, by], radius }: Line, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)))
  return Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(x - ax - along * dx, y - ay - along * dy)))
}

function draw(text: string): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  const paper: Colour = [randomInt(225, 250), randomInt(225, 250), randomInt(230, 252)]
  for (let at = 0; at < pixels.length; at += 3) {
    const grain = randomInt(-12, 5)
    for (let n = 0; n < 3; n++) pixels[at + n] = (paper[n] ?? 240) + grain
  }
  const step = (WIDTH - 56) / (LENGTH - 1)
  const lines = [
    ...Array.from({ length: 2 }, waveLines).flat(),
    ...[...text].flatMap((sign, at) => signLines(sign, 28 + at * step + between(-5, 5))),
    ...Array.from({ length: 40 }, () => {
      const [x, y] = [between(0, WIDTH), between(0, HEIGHT)]
      return { from: [x, y], to: [x + between(-4, 4), y + between(-4, 4)], radius: between(0.5, 1.3), colour: dark() } as Line
    }),
  ]
  // All of it is bent once more, so that straight strokes are none.
  const [bend, pace, start] = [between(2, 4), between(18, 30), between(0, 7)]
  for (const line of lines) {
    const bow = (y: number) => bend * Math.sin(y / (pace / 3) + start)
    const reach = line.radius + bend + 2
    const [left, right] = [Math.min(line.from[0], line.to[0]) - reach, Math.max(line.from[0], line.to[0]) + reach]
    const [top, bottom] = [Math.min(line.from[1], line.to[1]) - reach, Math.max(line.from[1], line.to[1]) + reach]
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(HEIGHT, bottom); y++)
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(WIDTH, right); x++) {
        const share = cover(line, x + bow(y), y + bow(x) / 2)
        if (!share) continue
        const at = (y * WIDTH + x) * 3
        for (let n = 0; n < 3; n++) pixels[at + n] = Math.round((pixels[at + n] ?? 0) * (1 - share) + (line.colour[n] ?? 0) * share)
      }
  }
  return pixels
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** Eight-bit RGB, no filter. */
function png(pixels: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const row = WIDTH * 3
  const rows = Buffer.alloc((row + 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) pixels.copy(rows, y * (row + 1) + 1, y * row, (y + 1) * row)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A new graphical code and its picture. */
export function makePicture(): { text: string; image: Buffer } {
  const text = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return { text, image: png(draw(text)) }
}
