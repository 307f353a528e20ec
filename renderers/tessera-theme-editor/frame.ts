// A theme in a frame of the same origin: variables that changed are set one by one, which is what a drag can afford; the rest is a sheet.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { COMPONENTS, customButtons, partsIn } from '../../api/theme/components.ts'
import { readCustomCss } from '../../api/theme/custom-css.ts'
import { THEME_ATTRIBUTE, THEME_SCOPE } from '../../api/theme/css.ts'
import type { ThemeDocument } from '../../api/theme/document.ts'
import { buttonClasses, themeVariables, type Variables } from '../../api/theme/variables.ts'
import { dragDone, draggedTo, dragIn, SCOPE, setAll, setDragged, type Dragged } from './drag.ts'
import { sheetValues } from './sheet-values.ts'

const SHEET = 'theme-live'
const OUTLINE = 'theme-outline'
/** Types and sizes of buttons that the author has added, which the samples then have too. */
const OWN_BUTTONS = 'data-own-buttons'
interface Applied {
  variables: Variables
  sheet: string
  /** What a drag has set, and where. */
  dragged: Dragged
}
const applied = new WeakMap<Document, Applied>()
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
  const own = JSON.stringify(customButtons(document))
  if ((root.getAttribute(OWN_BUTTONS) ?? '[]') !== own) root.setAttribute(OWN_BUTTONS, own)
  const before: Applied = applied.get(page) ?? { variables: new Map(), sheet: '', dragged: new Map() }
  const now = themeVariables(document, dark)
  const variables = drag ? before.variables : now
  const dragged: Dragged = drag && scope ? draggedTo(page, scope, drag, before.variables, now) : new Map()
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

/** Samples that are asked for are drawn a moment later. */
const DRAWN_MS = 2000
/** Brings what belongs to a part into sight, where nothing of it is; ends by what it returns. */
export function bringIntoSight(frame: HTMLIFrameElement | null, selector: string): () => void {
  const until = Date.now() + DRAWN_MS
  const look = () => {
    const view = frame?.contentWindow
    const places = [...(view?.document.querySelectorAll(`:is(.t-theme-drawn, .t-theme-state) :is(${selector})`) ?? [])].map(one => one.getBoundingClientRect())
    const [first] = places
    if (!view || !first) return Date.now() > until && clearInterval(timer)
    clearInterval(timer)
    if (!places.some(({ top, bottom }) => bottom > 0 && top < view.innerHeight)) view.scrollBy({ top: first.top - view.innerHeight / 3 })
  }
  const timer = setInterval(look, 100)
  return () => clearInterval(timer)
}

/** The part of a component that is pressed in its sample, the nearest around what was hit. */
export function partPressed(event: MouseEvent, document: ThemeDocument): { component: string; path: string; state: string } | undefined {
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
  return near && { component: current.key, path: near.one.path, state: look in near.one.tokens ? look : (Object.keys(near.one.tokens)[0] ?? '') }
}
