// A shared page as visitors see it. What somebody shared is drawn in a frame without an origin, where it has no cookies, no storage and no way
// to the calls; this page around it shows the title, asks for the password, and says what went wrong.
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { buildApi, normalizeApi, resolveVariableAndFilter, type RendererProps } from 'amis-core'
import { isOnCanvas, OnCanvas } from '../on-canvas.tsx'
import { renderer } from '../register.tsx'
import { sayer, type Say } from '../words.ts'
import { isCustom, MOBILE, scriptsOf, type Content, type Share, type Waiting } from './protocol.ts'
import { serve } from './reach.ts'
import './share.css'

interface Props extends RendererProps {
  /** Calls that answer a shared page, and a shared template; `mode` chooses. */
  pageApi?: string | object
  widgetTplApi?: string | object
  /** widgetTpl, or anything else for a page. */
  mode?: string
  /** Call that takes `password`. */
  unlockApi?: string | object
  /** Key of the share. */
  shareKey?: string
  /** Title of a share that has none. */
  defaultTitle?: string
  siteName?: string
}
interface Envelope {
  ok?: boolean
  status: number
  msg: string
  code?: string
  data?: unknown
  errors?: Record<string, string>
}
type Request = (api: { url: string; method: string; data?: unknown }) => Promise<{ data?: unknown }>
type State = { kind: 'loading' } | { kind: 'locked' } | { kind: 'failed'; message: string } | { kind: 'shown'; share: Share }

/** The code on the error page, whatever the reason. */
export const ERROR_CODE = 500

// amis registers components that any window tells it of. What a frame says is for us alone.
window.addEventListener(
  'message',
  event => {
    if (event.source !== window && (event.data as { type?: unknown } | null)?.type === 'amis-renderer-register-event') event.stopImmediatePropagation()
  },
  true,
)

export function SharePage(props: Props) {
  return isOnCanvas(props.env) ? <OnCanvas name="Shared page" env={props.env} /> : <Shown {...props} />
}

function Shown({ pageApi, widgetTplApi, mode, unlockApi, shareKey, defaultTitle, siteName, data, env }: Props) {
  const say = sayer(env)
  const [state, setState] = useState<State>({ kind: 'loading' })
  const text = (value: unknown) => String(resolveVariableAndFilter(value as string, data, '| raw') ?? '')
  const ask = async (api: string | object | undefined, body?: object): Promise<Envelope> => {
    const { request } = env as unknown as { request: Request }
    const { url, method = 'get' } = buildApi(normalizeApi(api as never), data)
    return (await request({ url, method, ...(body && { data: body }) })).data as Envelope
  }
  async function load() {
    setState({ kind: 'loading' })
    try {
      const { ok, status, msg, code, data: share } = await ask(text(mode) === 'widgetTpl' ? widgetTplApi : pageApi)
      if (ok === false || status !== 0) setState(code === 'share.locked' ? { kind: 'locked' } : { kind: 'failed', message: msg })
      else setState({ kind: 'shown', share: share as Share })
    } catch (error) {
      setState({ kind: 'failed', message: (error as Error).message })
    }
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; trying again is asked for
  useEffect(() => void load(), [])

  const shown = state.kind === 'shown' ? state.share : undefined
  const title = shown?.title || shown?.name || text(defaultTitle)
  const site = text(siteName)
  useEffect(() => {
    document.title = [title, site].filter(Boolean).join(' · ')
  }, [title, site])

  switch (state.kind) {
    case 'loading':
      return (
        <div className="tes-share">
          <Spinner label={say('Loading')} />
        </div>
      )
    case 'locked':
      return <Unlock say={say} unlock={password => ask(unlockApi, { password })} onOpen={() => void load()} />
    case 'failed':
      return (
        <section className="tes-share is-centred" role="alert">
          <strong className="tes-share__code">{ERROR_CODE}</strong>
          <p>{state.message || say('Something unexpected happened')}</p>
          <button type="button" className="tes-share__button" onClick={() => void load()}>
            {say('Try again')}
          </button>
        </section>
      )
    case 'shown':
      return (
        <div className={`tes-share${state.share.type === MOBILE ? ' is-phone' : ''}`}>
          <Frame share={state.share} shareKey={text(shareKey)} title={title} say={say} />
          {!isCustom(state.share.type) && (
            <footer className="tes-share__foot">
              <span>{state.share.user.name && say('Shared by {name}', { name: state.share.user.name })}</span>
              <span>{site}</span>
            </footer>
          )}
        </div>
      )
  }
}

function Spinner({ label }: { label: string }) {
  return <div className="tes-share__wait" role="status" aria-label={label} />
}

/** The content, behind a spinner until it is drawn: custom components come first. */
function Frame({ share, shareKey, title, say }: { share: Share; shareKey: string; title: string; say: Say }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    let port: MessagePort | undefined
    const listen = ({ source, origin, data }: MessageEvent<Waiting>) => {
      const { current } = frame
      // A frame without an origin says "null"; anything else is not the document that we put there.
      if (!current?.contentWindow || source !== current.contentWindow || origin !== 'null' || data?.tessera !== 'share-waiting') return
      port?.close()
      const channel = new MessageChannel()
      port = channel.port1
      serve(port, { shareKey, refusal: say('A shared page cannot call this address'), onDrawn: () => setDrawn(true) })
      const content: Content = { tessera: 'share-content', share, scripts: scriptsOf(share) }
      // It has no origin to name; only documents of ours can be in it, by the policy of this page.
      current.contentWindow.postMessage(content, '*', [channel.port2])
    }
    window.addEventListener('message', listen)
    return () => {
      window.removeEventListener('message', listen)
      port?.close()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a frame is served once for what it shows
  }, [share])
  return (
    <div className="tes-share__content" aria-busy={!drawn}>
      <iframe
        ref={frame}
        title={title}
        src={`/share-frame/${encodeURIComponent(shareKey)}`}
        // Not allow-same-origin: the content must not be able to act as the visitor.
        sandbox="allow-scripts allow-forms"
        allow=""
        referrerPolicy="no-referrer"
      />
      {!drawn && <Spinner label={say(isCustom(share.type) ? 'Loading the custom components' : 'Loading')} />}
    </div>
  )
}

function Unlock({ say, unlock, onOpen }: { say: Say; unlock(password: string): Promise<Envelope>; onOpen(): void }) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!password) return setProblem(say('Please enter the password'))
    setBusy(true)
    const { status, msg, errors } = await unlock(password).catch((error: Error): Envelope => ({ status: 503, msg: error.message }))
    setBusy(false)
    if (status === 0) onOpen()
    else setProblem(errors?.password || msg)
  }
  return (
    <div className="tes-share is-centred">
      <form className="tes-share__card" onSubmit={event => void submit(event)} noValidate>
        <h1>{say('This page is protected')}</h1>
        <p>{say('Whoever gave you the link can tell you the password.')}</p>
        <label htmlFor="share-password">{say('Password')}</label>
        <input
          id="share-password"
          type="password"
          autoComplete="off"
          autoFocus
          maxLength={100}
          value={password}
          aria-invalid={!!problem}
          aria-describedby="share-problem"
          onChange={event => {
            setPassword(event.target.value)
            setProblem('')
          }}
        />
        <p id="share-problem" className="tes-share__problem" role="alert">
          {problem}
        </p>
        <button type="submit" className="tes-share__button is-primary" disabled={busy}>
          {say('Open')}
        </button>
      </form>
    </div>
  )
}

export default renderer('tessera-share', SharePage)
