// One page of an app as it would look, in a frame of its own: what it holds is handed in by the page around, and it shows the rows that are there.
import { Component, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { call } from '../../api/client/index.ts'
import { inLanguage } from '../../api/screen-texts.ts'
import { loadAll, render } from '../amis-lite.tsx'
import { loadNamed } from '../amis/named.ts'
import { showAppTheme } from '../app-theme.ts'
import { loadAmisWords, loadWords, useLocale } from '../i18n.ts'
import { locale } from '../preferences.ts'
import { addressParts, appBase, dataApiIn } from '../runtime/addresses.ts'
import type { Site } from '../runtime/site.ts'
import { Skeleton } from '../shell/skeleton.tsx'
import { createPageEnv } from './env.ts'
import { placesIn, settled, tellParent } from './told.ts'
import './preview.css'
import '../runtime/runtime.css'

type Schema = Record<string, unknown>
interface Asked {
  companyKey: string
  appUrlKey: string
  theme: string
  locale: 'en-US' | 'zh-CN' | undefined
}
function readAsked(search: string): Asked {
  const query = new URLSearchParams(search)
  const wanted = query.get('locale')
  return {
    companyKey: query.get('companyKey') ?? '',
    appUrlKey: query.get('appUrlKey') ?? '',
    theme: query.get('theme') ?? '',
    locale: wanted === 'en-US' || wanted === 'zh-CN' ? wanted : undefined,
  }
}

interface Around {
  site: Site
  /** Variables of the environment, as its pages have them. */
  variables: Record<string, unknown>
}
async function around({ companyKey, appUrlKey }: Asked): Promise<Around> {
  const params = { companyKey, appUrlKey }
  const [site, variables] = await Promise.all([
    call('runtime.site', { params }),
    call('page.listModels', { params }).then(
      ({ variables: list }) => Object.fromEntries(list.map(({ name, value }) => [name, value])),
      () => ({}),
    ),
  ])
  await showAppTheme({ appId: site.variables.app.id, companyKey, appUrlKey }, site.theme)
  return { site, variables }
}

let drawings = 0

export function PagePreview({ search }: { search: string }) {
  const asked = useMemo(() => readAsked(search), [search])
  const [shown, setShown] = useState<{ schema: Schema; around: Around; turn: number }>()
  useEffect(() => {
    if (asked.theme) document.documentElement.classList.toggle('is-dark', asked.theme === 'dark')
  }, [asked.theme])
  useEffect(() => {
    let here = true
    const wanted = asked.locale ?? locale.get()
    const ready = Promise.all([around(asked), loadAll(), loadAmisWords(wanted), loadWords('shell', wanted)]).then(([found]) => {
      // Only this frame: the choice of the person stays in the cookie.
      document.documentElement.lang = wanted
      locale.set(wanted)
      return found
    })
    const fail = (error: unknown) => tellParent({ tessera: 'preview-error', message: (error as Error).message })
    const show = async (schema: Schema) => {
      const found = await ready
      await loadNamed(schema).catch(() => {})
      if (here) setShown({ schema, around: found, turn: drawings++ })
    }
    ready.catch(fail)
    const listen = (event: MessageEvent) => {
      if (event.origin !== location.origin || event.source !== window.parent) return
      const { tessera, schema } = (event.data ?? {}) as { tessera?: string; schema?: Schema }
      if (tessera === 'preview-schema' && schema && typeof schema === 'object') void show(schema).catch(fail)
    }
    window.addEventListener('message', listen)
    tellParent({ tessera: 'preview-waiting' })
    return () => {
      here = false
      window.removeEventListener('message', listen)
    }
  }, [asked])
  if (!shown) return <Skeleton />
  return (
    <Boundary key={shown.turn}>
      <Drawn asked={asked} schema={shown.schema} around={shown.around} turn={shown.turn} />
    </Boundary>
  )
}

function Drawn({ asked, schema, around: { site, variables }, turn }: { asked: Asked; schema: Schema; around: Around; turn: number }) {
  const language = useLocale()
  const box = useRef<HTMLDivElement>(null)
  const base = appBase(asked)
  const env = useMemo(() => createPageEnv(base, site.authority, `page-preview-${turn}`), [base, site, turn])
  const context = useMemo(
    () => ({
      ...variables,
      ...site.variables,
      location: addressParts(),
      dataApi: dataApiIn(base),
      perms: { read: true, edit: true, delete: true },
      locale: language,
      params: {},
      query: {},
    }),
    [site, variables, base, language],
  )
  const page = useMemo(() => inLanguage(schema, language, {}), [schema, language])
  useEffect(() => {
    let over = false
    const { current } = box
    if (current)
      void settled(current, () => over).then(() => over || tellParent({ tessera: 'preview-ready', height: current.scrollHeight, places: placesIn(current) }))
    return () => void (over = true)
  }, [page, context])
  return (
    <div ref={box} className="t-preview">
      <main className="t-app-main">
        <div className="t-app-page">
          {render(page as never, { locale: language, theme: 'cxd', context, location: { pathname: base, search: '', hash: '' } } as never, env as never)}
        </div>
      </main>
    </div>
  )
}

/** A page that cannot be drawn says so to the page around. */
class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidCatch(error: Error) {
    tellParent({ tessera: 'preview-error', message: error.message })
  }
  override render() {
    return this.state.failed ? null : this.props.children
  }
}
