// What becomes of the answer of an API: a place in it, names for what is taken from it, and the same for each entry of a list. Places are written
// `data.items[0].name`, `["odd name"]`, and `items[*].id` for all entries. Nothing of it is a program: there is nothing to run and no way to a prototype.

type Step = string | number | '*'
export interface AnswerMapping {
  /** Where the answer begins; everything where it is empty. */
  from?: string | undefined
  /** What is taken, under which name; everything where there is nothing here. Of a list it is taken from each entry. */
  fields?: readonly { to: string; from: string }[] | undefined
  /** Where the number of all rows stands, beside a list that is one page of them. */
  total?: string | undefined
}

/** A number of steps that no answer is as deep as. */
const MOST_STEPS = 32
const STEP = /\.?([^.[\]"'\s][^.[\]"']*)|\[\s*(\d{1,6}|\*)\s*\]|\[\s*("(?:[^"\\]|\\.)*")\s*\]/y

/** The steps of a place; undefined for what is none. */
export function readPlace(text: string): readonly Step[] | undefined {
  const place = text.trim().replace(/^\$\.?(?=$|[.[]|\w)/, '')
  const steps: Step[] = []
  STEP.lastIndex = 0
  while (STEP.lastIndex < place.length) {
    const at = STEP.lastIndex
    const found = STEP.exec(place)
    // A name stands behind a dot, but for the first one.
    if (!found || (at === 0 && place.startsWith('.')) || (at > 0 && found[1] !== undefined && place[at] !== '.')) return undefined
    if (found[1] !== undefined) steps.push(found[1].trim())
    else if (found[2] !== undefined) steps.push(found[2] === '*' ? '*' : Number(found[2]))
    else {
      try {
        steps.push(JSON.parse(found[3] as string) as string)
      } catch {
        return undefined
      }
    }
    if (steps.length > MOST_STEPS) return undefined
  }
  return steps
}

/** What stands at a place; undefined where nothing does. */
export function valueAt(value: unknown, steps: readonly Step[]): unknown {
  let here = value
  for (const [at, step] of steps.entries()) {
    if (step === '*') {
      const rest = steps.slice(at + 1)
      if (!Array.isArray(here)) return undefined
      const found = here.map(one => valueAt(one, rest)).filter(one => one !== undefined)
      return rest.includes('*') ? found.flat() : found
    }
    if (here === null || typeof here !== 'object') return undefined
    if (typeof step === 'number') here = Array.isArray(here) ? (here as unknown[])[step] : undefined
    else here = Object.hasOwn(here, step) ? (here as Record<string, unknown>)[step] : undefined
  }
  return here
}

/** `data.items` of an answer that has no such place: the sentence names it. */
export class NoPlace extends Error {
  constructor(readonly place: string) {
    super(place)
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The answer as pages get it: always an object. A list becomes `items` with their `total`, a single value becomes `value`. */
export function mapAnswer(answer: unknown, { from = '', fields = [], total = '' }: AnswerMapping): Record<string, unknown> {
  const found = from.trim() ? valueAt(answer, readPlace(from) ?? []) : answer
  if (found === undefined) throw new NoPlace(from)
  const places = fields.map(field => ({ to: field.to, steps: readPlace(field.from) ?? [] }))
  const take = (one: unknown) => (places.length ? Object.fromEntries(places.map(({ to, steps }) => [to, valueAt(one, steps) ?? null])) : one)
  if (Array.isArray(found)) {
    const counted = total.trim() ? valueAt(answer, readPlace(total) ?? []) : undefined
    const number = typeof counted === 'string' && /^\d{1,15}$/.test(counted) ? Number(counted) : counted
    return { items: found.map(take), total: typeof number === 'number' ? number : found.length }
  }
  const one = take(found)
  return isObject(one) ? one : { value: one ?? null }
}
