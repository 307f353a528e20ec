// A shared page as visitors see it. What somebody shared is drawn in a frame without an origin, where it has no cookies, no storage and no way
// to the calls; this page around it shows the title, asks for the password, and says what went wrong.
import { useEffect, useState, type FormEvent } from 'react'
import { buildApi, normalizeApi, resolveVariableAndFilter, type RendererProps } from 'amis-core'
import { isOnCanvas, OnCanvas } from '../on-canvas.tsx'
import { renderer } from '../register.tsx'
import { sayer, type Say } from '../words.ts'
import { Frame, Spinner } from './frame.tsx'
import { isCustom, MOBILE, type Share } from './protocol.ts'
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
  /** Before it is shared: the answer of `share.preview`, drawn as visitors will see it and nothing around it. */
  preview?: string
}
interface Preview {
  share: Share
  /** Sealed: what the frame may load. */
  frame: string
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
  if (isOnCanvas(props.env)) return <OnCanvas name="Shared page" env={props.env} />
  return props.preview === undefined ? <Shown {...props} /> : <Previewed {...props} />
}

function Previewed({ preview, data, env }: Props) {
  const say = sayer(env)
  const shown = resolveVariableAndFilter(preview, data, '| raw') as Preview | undefined
  if (!shown?.share) return null
  const { share, frame } = shown
  return (
    <div className={`tes-share is-preview${share.type === MOBILE ? ' is-phone' : ''}`}>
      <Frame
        key={frame}
        share={share}
        address={`/share-frame/preview/${frame}`}
        // The author may see what the share will hand out.
        fileAt={id => `/api/file/${id}`}
        title={say('What visitors will see')}
        say={say}
      />
    </div>
  )
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
          <Frame
            share={state.share}
            address={`/share-frame/${encodeURIComponent(text(shareKey))}`}
            fileAt={id => `/api/share/${encodeURIComponent(text(shareKey))}/file/${id}`}
            title={title}
            say={say}
          />
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
