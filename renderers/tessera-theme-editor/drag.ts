// A drag in a colour field, shown in the samples: what is in sight and drawn in that colour gets its variables where it is drawn, and nothing else is worked out.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import type { Variables } from '../../api/theme/variables.ts'
import { madeOf, namesIn, sheetValues } from './sheet-values.ts'

/** What a drag has set, and where. */
export type Dragged = ReadonlyMap<HTMLElement, Variables>
/** Samples that a drag is shown in; what moves to a colour is there at once meanwhile. */
const DRAGGED = 'is-dragged'
/** Not worked out at all: a drag changes what is seen, once a frame. */
const LEFT_OUT = 'is-out'
const SAMPLE = 't-theme-sample'
/** What holds all samples. A drag sets its variables below the root, since there a browser works out five thousand others with each of them. */
export const SCOPE = '.t-theme-preview'

export interface Drag {
  /** Pictures that move by themselves, which would have a frame drawn for each of their steps. */
  moving: SVGSVGElement[]
  /** Samples in sight. */
  seen: HTMLElement[]
  /** All the others, and components that have none in sight. */
  unseen: HTMLElement[]
}
const drags = new WeakMap<Document, Drag>()
export function dragIn(page: Document): Drag {
  const before = drags.get(page)
  if (before) return before
  const height = page.defaultView?.innerHeight ?? 0
  // All are measured before one is changed.
  const places = [...page.querySelectorAll<HTMLElement>(`.t-theme-component, .${SAMPLE}`)].map(samples => ({ samples, at: samples.getBoundingClientRect() }))
  const isOut = ({ at }: (typeof places)[number]) => at.bottom < 0 || at.top > height
  const seen = places.filter(place => !isOut(place) && place.samples.classList.contains(SAMPLE)).map(({ samples }) => samples)
  const moving = [...page.querySelectorAll('svg')].filter(one => one.querySelector('animate, animateTransform'))
  const drag = { seen, unseen: places.filter(isOut).map(({ samples }) => samples), moving }
  for (const one of moving) one.pauseAnimations()
  for (const samples of seen) samples.classList.add(DRAGGED)
  drags.set(page, drag)
  return drag
}
export function dragDone(page: Document) {
  const drag = drags.get(page)
  if (!drag) return
  drags.delete(page)
  for (const one of drag.moving) one.unpauseAnimations()
  for (const samples of drag.seen) samples.classList.remove(DRAGGED)
  for (const samples of drag.unseen) samples.classList.remove(LEFT_OUT)
}
const classesOf = (elements: Iterable<Element>) => new Set(Array.from(elements, ({ classList }) => [...classList]).flat())
const within = (sample: Element, selector: string) => [...(sample.matches(selector) ? [sample] : []), ...sample.querySelectorAll(selector)]
/** Colours that stand at an element itself. */
const AT_ELEMENTS = '[style*="var("], [fill*="var("], [stroke*="var("]'

/** Elements that are drawn with one of these variables, and which they need. What is below an element with a variable of its own is worked out anew with each step. */
function placesOf(page: Document, scope: HTMLElement, { seen, unseen }: Drag, all: ReadonlySet<string>): Map<HTMLElement, Set<string>> {
  const readers = sheetValues(page).readers.flatMap(one => {
    const names = one.names.filter(name => all.has(name))
    return names.length ? [{ ...one, names }] : []
  })
  // The page around the samples is out of their reach.
  const frames = [scope, ...scope.querySelectorAll('.t-theme-component')]
  const framed = classesOf(frames)
  if (readers.some(({ of, selector }) => framed.has(of) && frames.some(one => one.matches(selector)))) {
    for (const samples of unseen) samples.classList.add(LEFT_OUT)
    return new Map([[scope, new Set(all)]])
  }
  const places = new Map<HTMLElement, Set<string>>()
  for (const sample of seen) {
    const elements = [...sample.querySelectorAll<HTMLElement>('*')]
    const classes = classesOf([sample, ...elements])
    for (let up = sample.parentElement; up; up = up.parentElement) for (const one of up.classList) classes.add(one)
    const own = new Map<HTMLElement, Set<string>>()
    const add = (element: HTMLElement, names: Iterable<string>) => {
      const set = own.get(element) ?? new Set()
      own.set(element, set)
      for (const name of names) set.add(name)
    }
    let isWhole = false
    for (const { selector, of, names, says } of readers) {
      if (of && !classes.has(of)) continue
      const found = within(sample, selector) as HTMLElement[]
      isWhole ||= says && found.length > 0
      for (const one of found) add(one, names)
    }
    for (const one of within(sample, AT_ELEMENTS) as HTMLElement[])
      add(
        one,
        namesIn(one.outerHTML.slice(0, one.outerHTML.indexOf('>'))).filter(name => all.has(name)),
      )
    // What a rule says of a variable would be hidden by a value at the element; and most of a sample is said more shortly for all of it.
    if (isWhole || own.size > elements.length / 2) places.set(sample, new Set([...own.values()].flatMap(names => [...names])))
    else for (const [element, names] of own) places.set(element, names)
  }
  return places
}

export function setAll(style: CSSStyleDeclaration, before: Variables, now: Variables) {
  for (const name of before.keys()) if (!now.has(name)) style.removeProperty(name)
  for (const [name, value] of now) if (before.get(name) !== value) style.setProperty(name, value)
}
const NONE: Variables = new Map()
export function setDragged(before: Dragged, now: Dragged) {
  for (const [element, variables] of before)
    if (!now.has(element)) {
      setAll(element.style, variables, NONE)
      if (!element.style.length) element.removeAttribute('style')
    }
  for (const [element, variables] of now) setAll(element.style, before.get(element) ?? NONE, variables)
}

const ALONE = /var\(\s*(--[\w-]+)\s*\)/g
/** A value with what it names written out, as far as it is of these names: so much less has to be set at an element. */
function writtenOut(name: string, valueOf: (name: string) => string, all: ReadonlySet<string>, depth = 0): string {
  const value = valueOf(name)
  // A circle is no value to a browser either.
  if (depth > 20 || !value.includes('var(')) return value
  return value.replace(ALONE, (said, used: string) => (all.has(used) ? writtenOut(used, valueOf, all, depth + 1) : said))
}

interface Place {
  /** What it is drawn with. */
  names: ReadonlySet<string>
  /** What the element around it gets and nothing from here on needs: as it was, so that a browser stops here instead of working out all that is below. */
  kept: Variables
}
let lastPlaces: { of: string; drag: Drag; all: ReadonlySet<string>; places: ReadonlyMap<HTMLElement, Place> } | undefined
/** What a drag has changed since the root was set, and what is made of it, where something in sight is drawn with it. */
export function draggedTo(page: Document, scope: HTMLElement, drag: Drag, atRoot: Variables, now: Variables): Dragged {
  const values = sheetValues(page)
  const changed = [...new Set([...now.keys(), ...atRoot.keys()])].filter(name => atRoot.get(name) !== now.get(name))
  const of = changed.join()
  const valueIn = (own: Variables) => (name: string) => own.get(name) ?? values.said.get(name) ?? ''
  // A drag changes the same ones with each of its steps.
  if (lastPlaces?.of !== of || lastPlaces.drag !== drag) {
    const all = new Set(madeOf(values, now, changed))
    const out = (own: Variables) => (name: string) => writtenOut(name, valueIn(own), all)
    lastPlaces = { of, drag, all, places: withKept(placesOf(page, scope, drag, all), drag, out(now), out(atRoot)) }
  }
  const { all, places } = lastPlaces
  const written = new Map<string, string>()
  const valueOf = (name: string) => {
    const known = written.get(name) ?? writtenOut(name, valueIn(now), all)
    written.set(name, known)
    return known
  }
  return new Map([...places].map(([element, { names, kept }]) => [element, new Map([...kept, ...Array.from(names, name => [name, valueOf(name)] as const)])]))
}

/** Fewer below an element are worked out as fast as their values are set. */
const FEW = 3
function withKept(
  found: ReadonlyMap<HTMLElement, ReadonlySet<string>>,
  { seen }: Drag,
  now: (name: string) => string,
  before: (name: string) => string,
): ReadonlyMap<HTMLElement, Place> {
  const places = new Map<HTMLElement, { names: Set<string>; kept: Map<string, string> }>()
  for (const [element, direct] of found) {
    const names = new Set(direct)
    // What could not be written out is set as well.
    for (const name of names) for (const used of namesIn(now(name))) names.add(used)
    places.set(element, { names, kept: new Map() })
  }
  // What is set for a whole sample, or for all of them, is needed below.
  const within = [...places].filter(([element]) => seen.some(sample => sample !== element && sample.contains(element)))
  for (const [element, { names }] of within) {
    if (element.getElementsByTagName('*').length - element.childElementCount < FEW) continue
    for (const child of Array.from(element.children) as HTMLElement[]) {
      const place = places.get(child) ?? { names: new Set(), kept: new Map() }
      for (const name of names) if (!place.names.has(name) && !child.style.getPropertyValue(name)) place.kept.set(name, before(name) || 'initial')
      places.set(child, place)
    }
  }
  return places
}
