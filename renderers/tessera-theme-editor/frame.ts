// A theme in a frame of the same origin: variables that changed are set one by one, which is what a drag can afford; the rest is a sheet.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { COMPONENTS, partsIn } from '../../api/theme/components.ts'
import { readCustomCss } from '../../api/theme/custom-css.ts'
import { THEME_ATTRIBUTE, THEME_SCOPE } from '../../api/theme/css.ts'
import type { ThemeDocument } from '../../api/theme/document.ts'
import { buttonClasses, themeVariables, type Variables } from '../../api/theme/variables.ts'
import { madeOf, namesIn, sheetValues } from './sheet-values.ts'

const SHEET = 'theme-live'
const OUTLINE = 'theme-outline'
interface Applied {
  variables: Variables
  sheet: string
  /** What a drag has set, and where. */
  dragged: ReadonlyMap<HTMLElement, Variables>
}
const applied = new WeakMap<Document, Applied>()
/** Samples that a drag is shown in; what moves to a colour is there at once meanwhile. */
const DRAGGED = 'is-dragged'
/** Not worked out at all: a drag changes what is seen, once a frame. */
const LEFT_OUT = 'is-out'
const SAMPLE = 't-theme-sample'
/** What holds all samples. A drag sets its variables below the root, since there a browser works out five thousand others with each of them. */
const SCOPE = '.t-theme-preview'

interface Drag {
  /** Pictures that move by themselves, which would have a frame drawn for each of their steps. */
  moving: SVGSVGElement[]
  /** Samples in sight. */
  seen: HTMLElement[]
  /** All the others, and components that have none in sight. */
  unseen: HTMLElement[]
}
const drags = new WeakMap<Document, Drag>()
function dragIn(page: Document): Drag {
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
function dragDone(page: Document) {
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

function setAll(style: CSSStyleDeclaration, before: Variables, now: Variables) {
  for (const name of before.keys()) if (!now.has(name)) style.removeProperty(name)
  for (const [name, value] of now) if (before.get(name) !== value) style.setProperty(name, value)
}
const NONE: Variables = new Map()
function setDragged(before: Applied['dragged'], now: Applied['dragged']) {
  for (const [element, variables] of before)
    if (!now.has(element)) {
      setAll(element.style, variables, NONE)
      if (!element.style.length) element.removeAttribute('style')
    }
  for (const [element, variables] of now) setAll(element.style, before.get(element) ?? NONE, variables)
}

let lastPlaces: { of: string; drag: Drag; places: Map<HTMLElement, string[]> } | undefined
/** What a drag has changed since the root was set, and what is made of it, where something in sight is drawn with it. */
function draggedTo(page: Document, scope: HTMLElement, drag: Drag, atRoot: Variables, now: Variables): Applied['dragged'] {
  const values = sheetValues(page)
  const changed = [...new Set([...now.keys(), ...atRoot.keys()])].filter(name => atRoot.get(name) !== now.get(name))
  const of = changed.join()
  const valueOf = (name: string) => now.get(name) ?? values.said.get(name) ?? ''
  // A drag changes the same ones with each of its steps.
  if (lastPlaces?.of !== of || lastPlaces.drag !== drag) {
    const all = new Set(madeOf(values, now, changed))
    const places = new Map<HTMLElement, string[]>()
    for (const [element, names] of placesOf(page, scope, drag, all)) {
      // What is gone through grows by what values name in their turn.
      for (const name of names) for (const used of namesIn(valueOf(name))) if (all.has(used)) names.add(used)
      places.set(element, [...names])
    }
    lastPlaces = { of, drag, places }
  }
  return new Map([...lastPlaces.places].map(([element, names]) => [element, new Map(names.map(name => [name, valueOf(name)]))]))
}

let lastSheet: { component: unknown; style: string; css: string } | undefined
/** What a theme says besides variables; most changes leave it as it is. */
function sheetOf(document: ThemeDocument): string {
  const { style } = document.customStyle
  const component = document.component.button1
  if (lastSheet?.component !== component || lastSheet?.style !== style)
    lastSheet = { component, style, css: buttonClasses(document, THEME_SCOPE) + readCustomCss(style, THEME_SCOPE).css }
  return lastSheet.css
}

/** Shows a theme in a frame, in light or in dark. */
export function applyTheme(frame: HTMLIFrameElement | null, document: ThemeDocument, isDark: boolean, isDragged = false) {
  const page = frame?.contentDocument
  const root = page?.documentElement
  if (!page?.head || !root) return
  const dark = isDark || document.config.isDark
  const scope = page.querySelector<HTMLElement>(SCOPE)
  const drag = isDragged && scope ? dragIn(page) : undefined
  if (!drag) dragDone(page)
  if (root.classList.contains('is-dark') !== dark) root.classList.toggle('is-dark', dark)
  root.setAttribute(THEME_ATTRIBUTE, 'preview')
  const before: Applied = applied.get(page) ?? { variables: new Map(), sheet: '', dragged: new Map() }
  const now = themeVariables(document, dark)
  const variables = drag ? before.variables : now
  const dragged: Applied['dragged'] = drag && scope ? draggedTo(page, scope, drag, before.variables, now) : new Map()
  setDragged(before.dragged, dragged)
  setAll(root.style, before.variables, variables)
  const sheet = sheetOf(document)
  if (before.sheet !== sheet) {
    let element = page.getElementById(SHEET)
    if (!element) {
      element = page.createElement('style')
      element.id = SHEET
      page.head.append(element)
    }
    element.textContent = sheet
  }
  // A page of the app brings the theme that is saved; here it is the one that is edited.
  page.getElementById('app-theme')?.remove()
  applied.set(page, { variables, sheet, dragged })
}

/** Reads what a drag will ask for while nothing else is to be done. */
export function readAhead(frame: HTMLIFrameElement | null) {
  const page = frame?.contentDocument
  if (page?.querySelector(SCOPE)) sheetValues(page)
}

/** Outlines what belongs to a part, whenever it is drawn; nothing without selectors. */
export function outline(frame: HTMLIFrameElement | null, selectors: readonly string[]) {
  const page = frame?.contentDocument
  if (!page?.head) return
  let element = page.getElementById(OUTLINE)
  if (!element) {
    if (!selectors.length) return
    element = page.createElement('style')
    element.id = OUTLINE
    page.head.append(element)
  }
  element.textContent = selectors.length
    ? `:is(.t-theme-drawn, .t-theme-state) :is(${selectors.join(', ')}) { outline: 2px solid #2468f2 !important; outline-offset: 2px }`
    : ''
}

/** Which samples are shown, without loading the page anew. */
export function showSamples(frame: HTMLIFrameElement | null, component: string) {
  // A frame that is on its way has a document without a root.
  const root = frame?.contentDocument?.documentElement as HTMLElement | null | undefined
  root?.setAttribute('data-samples', component)
}

/** The part of a component that is pressed in its sample, the nearest around what was hit. */
export function partPressed(event: MouseEvent, document: ThemeDocument): { path: string; state: string } | undefined {
  const target = event.target as Element
  if (!target.closest?.('.t-theme-drawn, .t-theme-state')) return undefined
  const current = COMPONENTS.find(({ key }) => key === target.closest('[data-component]')?.getAttribute('data-component'))
  if (!current) return undefined
  event.preventDefault()
  const look = target.closest('[data-look]')?.getAttribute('data-look') ?? ''
  const distance = (selector: string) => {
    let near: Element | null = target
    for (let steps = 0; near && steps < 12; steps++) {
      if (near.matches(selector)) return steps
      near = near.parentElement
    }
    return Infinity
  }
  const near = partsIn(current, document)
    .map(one => ({ one, far: Math.min(...one.select.map(distance)), detail: Math.max(0, ...one.select.map(selector => selector.length)) }))
    .filter(({ far }) => far < Infinity)
    .sort((a, b) => a.far - b.far || b.detail - a.detail)[0]
  return near && { path: near.one.path, state: look in near.one.tokens ? look : (Object.keys(near.one.tokens)[0] ?? '') }
}
