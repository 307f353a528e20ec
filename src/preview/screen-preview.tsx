// One screen as it would look, in a frame of its own: any version, any role, either language, without the console around it.
import { Component, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { call } from '../../api/client/index.ts'
import { loadAll, render } from '../amis-lite.tsx'
import { routes } from '../site.ts'
import { inLanguage } from '../../api/screen-texts.ts'
import { loadAmisWords, loadWords, t, useLocale, wordsOf } from '../i18n.ts'
import { locale } from '../preferences.ts'
import type { AppInPlace, ScreenLocation } from '../screen-view.tsx'
import { config } from '../session.ts'
import { Icon } from '../icons.tsx'
import { Logo } from '../shell/logo.tsx'
import { Skeleton } from '../shell/skeleton.tsx'
import { useStore } from '../store.ts'
import { placeOf, readPreview, type PreviewAsked } from '../examples/address.ts'
import { contextFor } from '../examples/context.ts'
import { createPreviewEnv } from './env.ts'
import { settled, tellParent } from './told.ts'
import './preview.css'

type Schema = Record<string, unknown>

async function fetchSchema({ screenId, version, companyKey, appUrlKey }: PreviewAsked): Promise<Schema> {
  const query = { ...(companyKey && { companyKey }), ...(companyKey && appUrlKey && { appUrlKey }) }
  const params = { screenId }
  if (version === 0) return (await call('screen.diff', { params, query: { ...query, from: 0, to: 0 } })).before as Schema
  if (typeof version === 'number') return (await call('screen.getVersion', { params: { screenId, version: String(version) }, query })).schema as Schema
  const { schema, draft } = await call('screen.getDraft', { params, query })
  return (version === 'draft' ? (draft?.schema ?? schema) : schema) as Schema
}

/** The app of the preview: a real one where the preview is about one, else that of the examples. */
async function fetchApp({ data, companyKey, appUrlKey }: PreviewAsked): Promise<AppInPlace> {
  if (data === 'real' && companyKey && appUrlKey) return call('app.get', { params: { companyKey, appUrlKey } })
  return (await import('../examples/examples.ts')).exampleApp()
}

/** What a preview of an organisation's or an app's screen may read; nobody's where that is not known. */
async function fetchAuthority({ screenId, data, companyKey, appUrlKey }: PreviewAsked): Promise<string | undefined> {
  if (data !== 'real' || !companyKey) return undefined
  const query = { companyKey, ...(appUrlKey && { appUrlKey }) }
  return call('screen.getDraft', { params: { screenId }, query }).then(
    ({ authority }) => authority || 'unknown',
    () => 'unknown',
  )
}

type State =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | { kind: 'ready'; schema: Schema; app: AppInPlace | null; authority: string | undefined; turn: number }

export function ScreenPreview({ screenId, search }: { screenId: string; search: string }) {
  const asked = useMemo(() => readPreview(screenId, search), [screenId, search])
  const [state, setState] = useState<State>({ kind: 'loading' })
  const language = useLocale()

  useEffect(() => {
    if (asked.theme) document.documentElement.classList.toggle('is-dark', asked.theme === 'dark')
  }, [asked.theme])
  useEffect(() => {
    let here = true
    let turn = 0
    const wanted = asked.locale ?? locale.get()
    const area = screenId.split('.')[0] ?? ''
    const words = Promise.all([loadAll(), loadAmisWords(wanted), loadWords('shell', wanted), loadWords(area, wanted)]).then(() => {
      // Only this frame: the choice of the person stays in the cookie.
      document.documentElement.lang = wanted
      locale.set(wanted)
    })
    const app = fetchApp(asked).catch(() => null)
    const authority = fetchAuthority(asked)
    const show = async (schema: Schema) => {
      await words
      const [found, may] = await Promise.all([app, authority])
      if (here) setState({ kind: 'ready', schema, app: found, authority: may, turn: turn++ })
    }
    const fail = (error: unknown) => {
      const message = (error as Error).message
      if (here) setState({ kind: 'failed', message })
      tellParent({ tessera: 'preview-error', message })
    }
    const listen = (event: MessageEvent) => {
      if (event.origin !== location.origin || event.source !== window.parent) return
      const { tessera, schema } = (event.data ?? {}) as { tessera?: string; schema?: Schema }
      if (tessera === 'preview-schema' && schema && typeof schema === 'object') void show(schema).catch(fail)
    }
    window.addEventListener('message', listen)
    if (asked.version === 'live') tellParent({ tessera: 'preview-waiting' })
    else fetchSchema(asked).then(show).catch(fail)
    return () => {
      here = false
      window.removeEventListener('message', listen)
    }
  }, [asked, screenId])

  if (state.kind === 'loading') return <Skeleton />
  if (state.kind === 'failed') return <Failed title={t('There is nothing to preview')} message={state.message} />
  return (
    <PreviewBoundary key={state.turn}>
      <Drawn key={language} asked={asked} schema={state.schema} app={state.app} authority={state.authority} />
    </PreviewBoundary>
  )
}

let drawings = 0

function Drawn({ asked, schema, app, authority }: { asked: PreviewAsked; schema: Schema; app: AppInPlace | null; authority: string | undefined }) {
  const language = useLocale()
  const site = useStore(config)
  const box = useRef<HTMLDivElement>(null)
  const place = useMemo(() => placeOf(asked, routes.get()), [asked])
  const env = useMemo(
    () => createPreviewEnv({ session: `preview-${drawings++}`, data: asked.data, pathname: place.pathname, authority }),
    [asked, place, authority],
  )
  const shown = useMemo(() => inLanguage(schema, language, wordsOf(asked.screenId.split('.')[0] ?? '', language)), [schema, asked, language])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what the site is called is read from the store
  const context = useMemo(() => contextFor(asked, app, language), [asked, app, language, site])
  useEffect(() => {
    let over = false
    const { current } = box
    if (current) void settled(current, () => over).then(() => over || tellParent({ tessera: 'preview-ready', height: current.scrollHeight }))
    return () => void (over = true)
  }, [shown, context])

  const screenLocation: ScreenLocation = { pathname: place.pathname, search: '', hash: '' }
  const screen = (
    <div className="t-screen">{render(shown as never, { locale: language, theme: 'cxd', context, location: screenLocation } as never, env as never)}</div>
  )
  return (
    <div ref={box} className={`t-preview${place.layout === 'blank' ? ' t-blank' : place.layout === 'design' ? ' is-design' : ''}`}>
      {place.layout === 'blank' ? (
        <main className={`t-blank-card${asked.screenId.startsWith('setup.') ? ' is-wide' : ''}`}>
          <div className="t-blank-brand">
            <Logo />
          </div>
          {screen}
        </main>
      ) : (
        <main className={place.layout === 'design' ? 't-design-main' : 't-main'}>
          <div className={place.layout === 'design' ? '' : 't-content'}>{screen}</div>
        </main>
      )}
    </div>
  )
}

function Failed({ title, message }: { title: string; message: string }) {
  return (
    <section className="t-state" role="alert">
      <span className="t-state-icon is-bad">
        <Icon name="alert" size={24} />
      </span>
      <h1>{title}</h1>
      <p>{message}</p>
    </section>
  )
}

/** A screen that cannot be drawn says so in its own frame. */
class PreviewBoundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override componentDidCatch(error: Error) {
    tellParent({ tessera: 'preview-error', message: error.message })
  }
  override render() {
    const { error } = this.state
    return error ? <Failed title={t('This screen cannot be drawn')} message={error.message} /> : this.props.children
  }
}
