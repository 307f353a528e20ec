// A schema page or a page of custom components, drawn by amis inside the frame.
import { Component, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { resolveModelAddress } from '../../api/models/address.ts'
import { readResourceAddress } from '../../api/models/resource-address.ts'
import { inLanguage } from '../../api/screen-texts.ts'
import { isCustom, MOBILE, type Share } from '../../renderers/tessera-share/protocol.ts'
import { env, type ConsoleEnv } from '../amis/env.ts'
import { loadAll, render } from '../amis-lite.tsx'
import { loadAmisWords, t } from '../i18n.ts'
import { locale } from '../preferences.ts'
import type { Bridge } from './bridge.ts'

type Fetcher = ConsoleEnv['fetcher']
type Schema = Record<string, unknown>

/** The schema out of a payload, in the visitor's language; what cannot be read is for the log, not for the visitor. */
export function schemaOf({ schema }: Pick<Share, 'schema'>, language: string): Schema | undefined {
  try {
    return inLanguage((typeof schema === 'object' ? schema : JSON.parse(schema)) as Schema, language, {})
  } catch (error) {
    console.error('the schema of this share cannot be read', error)
    return undefined
  }
}

/** The env of a shared page: reads what is public, changes nothing, opens links through the page around it. */
export function createShareEnv(
  bridge: Bridge,
  { type, application: { dataApi }, components = [] }: Pick<Share, 'type' | 'application' | 'components'>,
): ConsoleEnv {
  const fetcher = async ({ url, method = 'get' }: { url: string; method?: string }) => {
    const named = readResourceAddress(url)
    if (named?.kind === 'component') {
      // They came with the share.
      const data = components.find(({ key }) => key === named.key)
      return { status: 200, headers: {}, data: data ? { status: 0, msg: '', data } : { status: 404, msg: t('There is no such component in this share') } }
    }
    if (!/^get$/i.test(method)) return { status: 200, headers: {}, data: { status: 403, msg: t('A shared page cannot change anything') } }
    const { status, data } = await bridge.get(resolveModelAddress(url, dataApi))
    return { status, headers: {}, data: data && typeof data === 'object' ? data : { status: status || 404, msg: `HTTP ${status}` } }
  }
  return {
    ...env,
    session: 'share',
    fetcher: fetcher as unknown as Fetcher,
    request: fetcher as unknown as Fetcher,
    jumpTo: to => void (to && to !== 'goBack' && bridge.open(new URL(to, location.origin).href)),
    updateLocation: () => {},
    isCurrentUrl: () => false,
    useMobileUI: type === MOBILE,
  }
}

export async function drawSchema(root: HTMLElement, share: Share, scripts: readonly string[], bridge: Bridge) {
  const language = locale.get()
  const schema = schemaOf(share, language)
  if (!schema) return
  await Promise.all([loadAll(), loadAmisWords(language)])
  if (isCustom(share.type)) {
    const { loadBundles } = await import('./bundles.ts')
    await loadBundles(scripts)
  }
  const { title, name, description, user, application } = share
  const shown = { title, name, description, user: user.name }
  const context = { locale: language, share: shown, user: null, dataApi: application.dataApi, params: {}, query: {} }
  const page = render(
    schema as never,
    { locale: language, theme: 'cxd', context, location: { pathname: '/', search: '', hash: '' } } as never,
    createShareEnv(bridge, share) as never,
  )
  flushSync(() =>
    createRoot(root).render(
      <Boundary>
        <main className="t-app-main t-share-page">{page}</main>
      </Boundary>,
    ),
  )
}

class Boundary extends Component<{ children: ReactNode }, { failed?: boolean }> {
  override state: { failed?: boolean } = {}
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidCatch(error: Error) {
    console.error(error)
  }
  override render() {
    return this.state.failed ? (
      <p role="alert" className="t-share-page">
        {t('This page cannot be drawn')}
      </p>
    ) : (
      this.props.children
    )
  }
}
