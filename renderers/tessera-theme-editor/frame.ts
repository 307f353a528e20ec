// A theme in a frame of the same origin: variables that changed are set one by one, which is what a drag can afford; the rest is a sheet.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { COMPONENTS, partsIn } from '../../api/theme/components.ts'
import { readCustomCss } from '../../api/theme/custom-css.ts'
import { THEME_ATTRIBUTE, THEME_SCOPE } from '../../api/theme/css.ts'
import type { ThemeDocument } from '../../api/theme/document.ts'
import { buttonClasses, themeVariables, type Variables } from '../../api/theme/variables.ts'
import { madeOf, sheetValues } from './sheet-values.ts'

const SHEET = 'theme-live'
const OUTLINE = 'theme-outline'
interface Applied {
  variables: Variables
  sheet: string
  /** What a drag has set, and where. */
  scoped: Variables
  targets: HTMLElement[]
}
const applied = new WeakMap<Document, Applied>()
/** While it stands on the root, samples out of sight are not worked out: a drag changes what is seen, once a frame. */
const DRAGGED = 'is-dragged'
const LEFT_OUT = 'is-out'
const SAMPLE = 't-theme-sample'
const SAMPLES = `.t-theme-component, .${SAMPLE}`
/** What holds all samples. A drag sets its variables below the root, since there a browser works out five thousand others with each of them. */
const SCOPE = '.t-theme-preview'
/** What colours the page around the samples: it is out of their reach. */
const AROUND_SAMPLES = '--t-page'

const inSight = new WeakMap<Document, HTMLElement[]>()
function leaveOut(page: Document, isDragged: boolean) {
  const height = page.defaultView?.innerHeight ?? 0
  // All are measured before one is changed.
  const places = [...page.querySelectorAll<HTMLElement>(SAMPLES)].map(samples => ({ samples, at: isDragged ? samples.getBoundingClientRect() : undefined }))
  const seen: HTMLElement[] = []
  for (const { samples, at } of places) {
    const isOut = !!at && (at.bottom < 0 || at.top > height)
    samples.classList.toggle(LEFT_OUT, isOut)
    if (at && !isOut && samples.classList.contains(SAMPLE)) seen.push(samples)
  }
  inSight.set(page, seen)
}
/** Where a drag sets its variables: at the samples that are seen alone, as each element below is worked out anew. */
const targetsOf = (page: Document, scope: HTMLElement, scoped: Variables) => (scoped.has(AROUND_SAMPLES) ? [scope] : (inSight.get(page) ?? [scope]))

function setAll(style: CSSStyleDeclaration, before: Variables, now: Variables) {
  for (const name of before.keys()) if (!now.has(name)) style.removeProperty(name)
  for (const [name, value] of now) if (before.get(name) !== value) style.setProperty(name, value)
}

let lastNames: { of: string; page: Document; names: string[] } | undefined
/** What a drag has changed since the root was set, and all that is made of it. */
function changedSince(page: Document, atRoot: Variables, now: Variables): Variables {
  const values = sheetValues(page)
  const changed = [...new Set([...now.keys(), ...atRoot.keys()])].filter(name => atRoot.get(name) !== now.get(name))
  const of = changed.join()
  // A drag changes the same ones with each of its steps.
  if (lastNames?.of !== of || lastNames.page !== page) lastNames = { of, page, names: madeOf(values, now, changed) }
  return new Map(lastNames.names.map(name => [name, now.get(name) ?? values.said.get(name) ?? '']))
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
  if (root.classList.contains(DRAGGED) !== isDragged) {
    root.classList.toggle(DRAGGED, isDragged)
    leaveOut(page, isDragged)
  }
  if (root.classList.contains('is-dark') !== dark) root.classList.toggle('is-dark', dark)
  root.setAttribute(THEME_ATTRIBUTE, 'preview')
  const before: Applied = applied.get(page) ?? { variables: new Map(), sheet: '', scoped: new Map(), targets: [] }
  const now = themeVariables(document, dark)
  const scope = page.querySelector<HTMLElement>(SCOPE)
  const isScoped = isDragged && !!scope
  const variables = isScoped ? before.variables : now
  const scoped: Variables = isScoped ? changedSince(page, before.variables, now) : new Map()
  const targets = scope && scoped.size ? targetsOf(page, scope, scoped) : []
  for (const target of before.targets) if (!targets.includes(target)) setAll(target.style, before.scoped, new Map())
  for (const target of targets) setAll(target.style, before.targets.includes(target) ? before.scoped : new Map(), scoped)
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
  applied.set(page, { variables, sheet, scoped, targets })
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
