// The work page of one screen: design it, write it as JSON, see it as others will, publish it.
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { resolveVariableAndFilter, type RendererProps } from 'amis-core'
import { isOnCanvas, OnCanvas } from '../on-canvas.tsx'
import { renderer } from '../register.tsx'
import { sayer } from '../words.ts'
import '../workplace/workplace.css'
import { tabId } from '../workplace/tab-id.ts'
import { Words } from '../workplace/ui.tsx'
import { addressOfLevel, createCalls, type Level, type Request, type ScreenRow } from './calls.ts'
import { localCopies } from './local-copy.ts'
import { openDocument } from './screen-document.ts'
import { ScreenWork, type Canvas } from './screen-work.tsx'
import './screen-editor.css'

interface Props extends RendererProps {
  screenId: string
  /** Without an organisation the changes are for the whole console. */
  companyKey?: string
  appUrlKey?: string
}
export interface Examples {
  exampleAnswer(api: { url: string; method?: string }): unknown
  exampleContext(screenId: string): Record<string, unknown>
}
interface ShellEnv {
  request: Request
  /** Dictionary of an area in the reader's language, or in another. */
  words?(area: string, language?: string): Promise<Record<string, string>>
  examples?(): Promise<Examples>
}

const text = (value: unknown, data: unknown) => String(resolveVariableAndFilter(value as string, data as object, '| raw') ?? '')
const NONE: Record<string, string> = {}

export function ScreenEditor(props: Props) {
  const { env, data } = props
  const say = sayer(env)
  const screenId = text(props.screenId, data)
  const companyKey = text(props.companyKey, data)
  const appUrlKey = text(props.appUrlKey, data)
  if (isOnCanvas(env)) return <OnCanvas name="Work on a screen" env={env} />
  return (
    <Words.Provider value={say}>
      <Open key={`${companyKey}/${appUrlKey}/${screenId}`} {...props} screenId={screenId} companyKey={companyKey} appUrlKey={appUrlKey} />
    </Words.Provider>
  )
}

const BEAT = 10_000

function Open({ screenId, companyKey, appUrlKey, env, data, locale = 'en-US', render }: Props) {
  const { request, words, examples } = env as unknown as ShellEnv
  const level = useMemo<Level>(() => ({ companyKey, appUrlKey }), [companyKey, appUrlKey])
  const calls = useMemo(() => createCalls(api => request(api as never), screenId, level), [request, screenId, level])
  const person = String((data as { user?: { id?: string } }).user?.id ?? '')
  const doc = useMemo(
    () => openDocument({ calls, copies: localCopies(`${person} ${companyKey ?? ''}/${appUrlKey ?? ''} ${screenId}`) }),
    [calls, person, companyKey, appUrlKey, screenId],
  )
  const state = useSyncExternalStore(doc.subscribe, () => doc.state)
  const [row, setRow] = useState<ScreenRow>()
  const [canvas, setCanvas] = useState<Canvas & { locale: string }>()
  const area = screenId.split('.')[0] ?? ''
  useEffect(() => {
    void doc.load()
    return () => doc.close()
  }, [doc])
  useEffect(() => {
    // The address and the title are a courtesy; the id is on the page anyway.
    calls.row().then(setRow, () => {})
  }, [calls])
  useEffect(() => {
    let here = true
    void Promise.all([words?.(area) ?? NONE, examples?.()])
      .catch(() => [NONE, undefined] as const)
      .then(([texts, made]) => here && setCanvas({ locale, texts, context: made?.exampleContext(screenId), answer: made?.exampleAnswer }))
    return () => void (here = false)
  }, [words, examples, area, screenId, locale])
  const latest = useRef(doc)
  latest.current = doc
  useEffect(() => {
    const out = () => document.visibilityState === 'hidden' && latest.current.hide()
    const leave = () => latest.current.hide()
    const back = () => void latest.current.keepDraft()
    document.addEventListener('visibilitychange', out)
    window.addEventListener('pagehide', leave)
    window.addEventListener('online', back)
    return () => {
      document.removeEventListener('visibilitychange', out)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('online', back)
    }
  }, [])
  const [tab] = useState(tabId)
  const isReady = state.phase === 'ready'
  useEffect(() => {
    if (!isReady) return
    void doc.beat(tab)
    const timer = setInterval(() => document.visibilityState === 'visible' && void doc.beat(tab), BEAT)
    return () => clearInterval(timer)
  }, [doc, tab, isReady])
  return (
    <ScreenWork
      doc={doc}
      state={state}
      screenId={screenId}
      row={row}
      level={level}
      base={addressOfLevel(level)}
      canvas={canvas?.locale === locale ? canvas : undefined}
      dictionary={async () => (await words?.(area, 'zh-CN')) ?? NONE}
      locale={locale}
      env={env}
      renderPart={render}
    />
  )
}

export default renderer('tessera-screen-editor', ScreenEditor)
