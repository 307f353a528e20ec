// A theme in a frame of the same origin: variables that changed are set one by one, which is what a drag can afford; the rest is a sheet.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { COMPONENTS, partsIn } from '../../api/theme/components.ts'
import { readCustomCss } from '../../api/theme/custom-css.ts'
import { THEME_ATTRIBUTE, THEME_SCOPE } from '../../api/theme/css.ts'
import type { ThemeDocument } from '../../api/theme/document.ts'
import { buttonClasses, themeVariables, type Variables } from '../../api/theme/variables.ts'

const SHEET = 'theme-live'
const applied = new WeakMap<Document, { variables: Variables; sheet: string }>()
/** While it stands on the root, samples out of sight are not worked out: a drag changes what is seen, once a frame. */
const DRAGGED = 'is-dragged'
const LEFT_OUT = 'is-out'
const SAMPLES = '.t-theme-component'

function leaveOut(page: Document) {
  const height = page.defaultView?.innerHeight ?? 0
  const places = [...page.querySelectorAll(SAMPLES)].map(samples => ({ samples, at: samples.getBoundingClientRect() }))
  for (const { samples, at } of places) samples.classList.toggle(LEFT_OUT, at.bottom < 0 || at.top > height)
}
/** One after the other, so that a drag that has ended keeps nobody waiting. */
function bringBack(page: Document) {
  const next = page.querySelector(`${SAMPLES}.${LEFT_OUT}`)
  if (!next || page.documentElement.classList.contains(DRAGGED)) return
  next.classList.remove(LEFT_OUT)
  setTimeout(() => bringBack(page), 30)
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
  if (root.classList.contains(DRAGGED) !== isDragged) {
    root.classList.toggle(DRAGGED, isDragged)
    if (isDragged) leaveOut(page)
    else bringBack(page)
  }
  const before = applied.get(page)
  const variables = themeVariables(document, isDark || document.config.isDark)
  const { style } = root
  for (const name of before?.variables.keys() ?? []) if (!variables.has(name)) style.removeProperty(name)
  for (const [name, value] of variables) if (before?.variables.get(name) !== value) style.setProperty(name, value)
  const dark = isDark || document.config.isDark
  if (root.classList.contains('is-dark') !== dark) root.classList.toggle('is-dark', dark)
  root.setAttribute(THEME_ATTRIBUTE, 'preview')
  const sheet = sheetOf(document)
  if (before?.sheet !== sheet) {
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
  applied.set(page, { variables, sheet })
}

/** Marks what belongs to a part; none without selectors. */
export function outline(frame: HTMLIFrameElement | null, selectors: readonly string[]) {
  const page = frame?.contentDocument
  if (!page) return
  for (const one of page.querySelectorAll('[data-outlined]')) one.removeAttribute('data-outlined')
  for (const selector of selectors)
    for (const one of page.querySelectorAll(`.t-theme-drawn ${selector}, .t-theme-drawn > ${selector}, .t-theme-state > ${selector}`))
      one.setAttribute('data-outlined', '')
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
