// A button that downloads a file: idle, being made and downloaded with a bar, done, or failed with what the server said. A click while it downloads or when
// it is done does nothing; what is asked for changes that, such as another version.
import { useRef } from 'react'
import { normalizeApi, buildApi, type RendererProps } from 'amis-core'
import { renderer } from '../register.tsx'
import { RunningCall, useRunningCall, type Ended, type InForm } from './running-call.tsx'

type Props = RendererProps &
  InForm & {
    label?: string
    level?: 'default' | 'primary'
    api?: unknown
  }

const WORDS = { begun: 'Being made…', done: 'Downloaded', failed: 'The download failed' }

const askedOf = ({ api, data }: Props) => buildApi(normalizeApi(api as never), data, { ignoreData: false })
const nameOf = ({ url, data }: ReturnType<typeof askedOf>) => JSON.stringify([url, data])

export function Downloader(props: Props) {
  const { label = '', level = 'default', className = '', env, disabled, classnames: cx } = props
  const { state, run, giveUp } = useRunningCall(env)
  const now = useRef(props)
  now.current = props
  const asked = askedOf(props)
  const what = nameOf(asked)
  const isDone = state.is === 'done' && state.what === what
  const isDownloading = state.is === 'running'

  async function download() {
    if (isDownloading || isDone) return
    const { request } = env as unknown as { request(api: object): Promise<{ data?: Ended }> }
    await run(
      () => nameOf(askedOf(now.current)),
      props,
      async ({ headers, onDownloadProgress, cancelExecutor }) => {
        const { data: answer } = await request({ ...askedOf(now.current), responseType: 'blob', config: { headers, onDownloadProgress, cancelExecutor } })
        return answer ?? { status: 503 }
      },
    )
  }

  return (
    <RunningCall state={state.is === 'done' && !isDone ? { is: 'idle' } : state} giveUp={giveUp} env={env} label={label} className={className} words={WORDS}>
      <button
        type="button"
        className={cx('Button', `Button--${level}`, 'Button--size-default', disabled || isDownloading ? 'is-disabled' : '')}
        disabled={!!disabled}
        aria-disabled={isDownloading || isDone || undefined}
        onClick={() => void download()}
      >
        {label}
      </button>
    </RunningCall>
  )
}

export default renderer('tessera-downloader', Downloader)
