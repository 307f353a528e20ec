// Samples of amis' components for the theme editor, in a frame of their own: the look of the console around it is not touched.
import { useEffect, useMemo, useRef, useState } from 'react'
import { COMPONENTS, type Component, type Sample } from '../../api/theme/components.ts'
import { THEME_ATTRIBUTE } from '../../api/theme/css.ts'
import { inLanguage } from '../../api/screen-texts.ts'
import { loadAll, render } from '../amis-lite.tsx'
import { loadAmisWords, loadWords, t, useLocale, wordsOf } from '../i18n.ts'
import { locale } from '../preferences.ts'
import { Skeleton } from '../shell/skeleton.tsx'
import { createPreviewEnv } from './env.ts'
import { showStates } from './theme-states.ts'
import './preview.css'
import './theme-preview.css'

type Schema = Record<string, unknown>
const SECTIONS = ['base', 'size', 'level', 'status', 'other'] as const
const SECTION_WORDS = { base: 'Base', size: 'Sizes', level: 'Levels', status: 'Status', other: 'Other types' } as const
const STATE_WORDS: Record<string, string> = { default: 'Usual', hover: 'Hover', active: 'Pressed', click: 'Pressed', disabled: 'Disabled' }

/** What the editor around the frame asks for, on the root: samples change without loading all of amis anew. */
const ASKED = 'data-samples'
/** The key of one component, or nothing for all: as the root says, and as the address does until then. */
const askedFor = (search: string) => document.documentElement.getAttribute(ASKED) ?? new URLSearchParams(search).get('component') ?? ''

function useAsked(search: string): readonly Component[] {
  const [key, setKey] = useState(() => askedFor(search))
  useEffect(() => {
    const look = () => setKey(askedFor(search))
    look()
    const watch = new MutationObserver(look)
    watch.observe(document.documentElement, { attributeFilter: [ASKED] })
    return () => watch.disconnect()
  }, [search])
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [key])
  return useMemo(() => (key ? COMPONENTS.filter(component => component.key === key) : COMPONENTS), [key])
}

/** Types and sizes of buttons that the author has added, as JSON on the root: they are drawn like those of amis. */
const OWN_BUTTONS = 'data-own-buttons'
interface OwnSample extends Sample {
  /** In the author's words. */
  isOwn?: true
}
const ownButtons = (): OwnSample[] =>
  (JSON.parse(document.documentElement.getAttribute(OWN_BUTTONS) ?? '[]') as { kind: 'type' | 'size'; token: string; label: string }[]).map(
    ({ kind, token, label }) =>
      kind === 'type'
        ? {
            isOwn: true,
            label,
            section: 'other',
            schema: { type: 'button', label: 'i18n:Button', level: token },
            states: ['default', 'hover', 'active', 'disabled'],
          }
        : {
            isOwn: true,
            label,
            section: 'size',
            schema: { type: 'button', label: 'i18n:Button', level: 'primary', size: token, icon: 'fa fa-check', rightIcon: 'fa fa-check' },
          },
  )
function useOwnButtons(): readonly OwnSample[] {
  const [own, setOwn] = useState(ownButtons)
  useEffect(() => {
    const look = () => setOwn(ownButtons())
    look()
    const watch = new MutationObserver(look)
    watch.observe(document.documentElement, { attributeFilter: [OWN_BUTTONS] })
    return () => watch.disconnect()
  }, [])
  return own
}

export function ThemePreview({ search }: { search: string }) {
  const [ready, setReady] = useState(false)
  const components = useAsked(search)
  const own = useOwnButtons()
  useEffect(() => {
    document.documentElement.setAttribute(THEME_ATTRIBUTE, 'preview')
    const now = locale.get()
    Promise.all([loadAll(), loadAmisWords(now), loadWords('shell', now), loadWords('theme', now)]).then(
      () => setReady(true),
      () => setReady(true),
    )
  }, [])
  useEffect(() => {
    if (!ready) return
    showStates()
    // The sheet of such buttons comes and changes later.
    const watch = new MutationObserver(showStates)
    watch.observe(document.head, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [ready])
  if (!ready) return <Skeleton />
  return (
    <main className="t-app-main t-theme-preview" id="main">
      {components.map(component => (
        <Samples key={component.key} component={component} own={component.key === 'button' ? own : []} isAlone={components.length === 1} />
      ))}
    </main>
  )
}

function Samples({ component, own, isAlone }: { component: Component; own: readonly OwnSample[]; isAlone: boolean }) {
  const section = useRef<HTMLElement>(null)
  // Forty components take seconds to draw, in the thread of the editor around them: each is drawn when one is about to see it.
  const [isSeen, setSeen] = useState(false)
  const isNear = isSeen || isAlone
  useEffect(() => {
    if (isNear || !section.current) return
    const watch = new IntersectionObserver(entries => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true), { rootMargin: '400px' })
    watch.observe(section.current)
    return () => watch.disconnect()
  }, [isNear])
  return (
    <section ref={section} className={`t-theme-component${isNear ? '' : ' is-far'}`} data-component={component.key}>
      {!isAlone && <h2>{t(component.label)}</h2>}
      {(isNear ? SECTIONS : []).map(section => {
        const samples: OwnSample[] = [...component.samples, ...own].filter(sample => sample.section === section)
        if (!samples.length) return null
        const list = (
          <div className="t-theme-list">
            {samples.map((sample, i) => (
              <Shown key={`${sample.label}-${i}`} component={component} sample={sample} />
            ))}
          </div>
        )
        if (!isAlone)
          return (
            <div key={section} className="t-theme-group">
              {list}
            </div>
          )
        return (
          <details key={section} open className="t-theme-section">
            <summary>{t(SECTION_WORDS[section])}</summary>
            {list}
          </details>
        )
      })}
    </section>
  )
}

function Shown({ component, sample }: { component: Component; sample: OwnSample }) {
  const states = sample.states ?? ['default']
  return (
    <div className={`t-theme-sample${sample.overlay ? ' is-wide' : ''}`} data-sample={sample.label}>
      <p className="t-theme-label">{sample.isOwn ? sample.label : t(sample.label)}</p>
      <div className="t-theme-states">
        {states.map(state => (
          <div key={state} className="t-theme-state" data-look={state}>
            {states.length > 1 && <span className="t-theme-state-name">{t(STATE_WORDS[state] ?? state)}</span>}
            <Drawn component={component} sample={sample} state={state} />
          </div>
        ))}
      </div>
    </div>
  )
}

let drawn = 0
/** Classes of amis for a window, a drawer or a notice that stand in their place instead of over the page. */
function Overlay({ sample }: { sample: Sample }) {
  const schema = inLanguage(sample.schema, locale.get(), wordsOf('theme', locale.get())) as Schema
  const actions = ((schema.actions as Schema[] | undefined) ?? []).map((action, i) => (
    <button key={i} type="button" className={`cxd-Button cxd-Button--${String(action.level ?? 'default')} cxd-Button--size-default`}>
      {String(action.label)}
    </button>
  ))
  const title = String(schema.title)
  const body = String(schema.body)
  const close = (
    <svg viewBox="0 0 12 12" className="icon icon-close" aria-hidden="true">
      <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="1.4" fill="none" />
    </svg>
  )
  if (sample.overlay === 'dialog')
    return (
      <div className={`t-theme-overlay cxd-Modal${schema.size ? ` cxd-Modal--${String(schema.size)}` : ''}`}>
        <div className="cxd-Modal-content">
          <div className="cxd-Modal-header">
            <a className="cxd-Modal-close">{close}</a>
            <div className="cxd-Modal-title">{title}</div>
          </div>
          <div className="cxd-Modal-body">{body}</div>
          <div className="cxd-Modal-footer">{actions}</div>
        </div>
      </div>
    )
  if (sample.overlay === 'drawer')
    return (
      <div className={`t-theme-overlay cxd-Drawer cxd-Drawer--${String(schema.size)} cxd-Drawer--right`}>
        <div className="cxd-Drawer-content in">
          <a className="cxd-Drawer-close">{close}</a>
          <div className="cxd-Drawer-header">
            <div className="cxd-Drawer-title">{title}</div>
          </div>
          <div className="cxd-Drawer-body">{body}</div>
          <div className="cxd-Drawer-footer">{actions}</div>
        </div>
      </div>
    )
  return (
    <div className={`t-theme-overlay cxd-Toast cxd-Toast--${String(schema.level)} in`}>
      <div className="cxd-Toast-icon">
        <svg viewBox="0 0 16 16" className="icon" aria-hidden="true">
          <circle cx="8" cy="8" r="7" fill="currentColor" />
        </svg>
      </div>
      <div className="cxd-Toast-content">
        <h4 className="cxd-Toast-title">{title}</h4>
        <div className="cxd-Toast-body">{body}</div>
      </div>
    </div>
  )
}

function Drawn({ component, sample, state }: { component: Component; sample: Sample; state: string }) {
  const language = useLocale()
  const box = useRef<HTMLDivElement>(null)
  const env = useMemo(() => createPreviewEnv({ session: `theme-${drawn++}`, data: 'examples', pathname: '/preview/theme' }), [])
  const schema = useMemo(() => {
    const own = inLanguage(sample.schema, language, wordsOf('theme', language)) as Schema
    if (state !== 'disabled') return own
    // A form is as it was; what it holds is switched off.
    return Array.isArray(own.body) ? { ...own, body: (own.body as Schema[]).map(one => ({ ...one, disabled: true })) } : { ...own, disabled: true }
  }, [sample, state, language])
  useEffect(() => {
    const pressed = sample.press ?? (sample.open ? '.cxd-Select, .cxd-ResultBox, .cxd-TreeSelect' : '')
    if (!pressed) return
    // Some parts of amis come a moment later than the rest.
    let tries = 0
    const timer = setInterval(() => {
      const element = box.current?.querySelector<HTMLElement>(pressed)
      if (!element && tries++ < 50) return
      clearInterval(timer)
      // Of another sample what is open already closes when the page hears of a press.
      document.body.addEventListener('click', event => event.stopPropagation(), { once: true })
      element?.click()
      // Lists that open with the focus are told of it: the focus itself, and the page with it, stays where it is.
      element?.querySelector('input')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    }, 150)
    return () => clearInterval(timer)
  }, [sample])
  useEffect(() => {
    const own = box.current
    if (!sample.error || !own) return
    // amis takes the focus, and the page with it, to what fails its check: not to a sample that shows how this looks.
    own.inert = true
    const timer = setTimeout(() => (own.inert = false), 1500)
    return () => clearTimeout(timer)
  }, [sample])
  if (sample.overlay) return <Overlay sample={sample} />
  const whole = {
    ...schema,
    id: `${component.key}-${drawn}`,
    ...(sample.error && {
      onEvent: { inited: { actions: [{ actionType: 'validate', componentId: `${component.key}-error` }] } },
      id: `${component.key}-error`,
    }),
  }
  return (
    <div ref={box} className="t-theme-drawn">
      {render(
        whole as never,
        { locale: language, theme: 'cxd', location: { pathname: '/preview/theme', search: '', hash: '' } } as never,
        { ...env, getModalContainer: () => box.current ?? document.body } as never,
      )}
    </div>
  )
}
