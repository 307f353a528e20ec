// A button that downloads a file: idle, downloading with a bar, done, or failed with what the server said. A click while it downloads or when it is
// done does nothing; what is asked for changes that, such as another version.
import { useState } from 'react'
import { normalizeApi, buildApi, type RendererProps } from 'amis-core'
import { renderer } from '../register.tsx'
import { sayer } from '../words.ts'
import './downloader.css'

type State = { is: 'idle' } | { is: 'downloading'; percent: number } | { is: 'done'; what: string } | { is: 'failed'; why: string }
interface Answer {
  data?: { status?: number; msg?: string; errors?: Record<string, string> }
}
interface Form {
  validate(hooks?: undefined, isForced?: boolean): Promise<boolean>
  setFormItemErrors?(errors: Record<string, string>): void
}
interface Props extends RendererProps {
  label?: string
  level?: 'default' | 'primary'
  api?: unknown
  formStore?: Form
}

/** The bar moves when it has more than this to show. */
const STEP = 10

export function Downloader({ label = '', level = 'default', api, data, env, formStore, disabled, classnames: cx }: Props) {
  const say = sayer(env)
  const [state, setState] = useState<State>({ is: 'idle' })
  const asked = buildApi(normalizeApi(api as never), data, { ignoreData: false })
  const what = JSON.stringify([asked.url, asked.data])
  const isDone = state.is === 'done' && state.what === what
  const isDownloading = state.is === 'downloading'

  async function download() {
    if (isDownloading || isDone) return
    if (formStore && !(await formStore.validate(undefined, true))) return
    setState({ is: 'downloading', percent: 0 })
    let shown = 0
    const onDownloadProgress = ({ loaded, total }: { loaded: number; total?: number }) => {
      const percent = total ? Math.min(100, Math.round((loaded / total) * 100)) : 0
      if (percent - shown <= STEP) return
      shown = percent
      setState({ is: 'downloading', percent })
    }
    const answer: Answer = await (env as unknown as { request(api: object): Promise<Answer> })
      .request({ ...asked, responseType: 'blob', config: { onDownloadProgress } })
      .catch((error: Error) => ({ data: { status: 503, msg: error.message } }))
    if (answer.data?.status === 0) return setState({ is: 'done', what })
    const errors = answer.data?.errors ?? {}
    setState({ is: 'failed', why: Object.values(errors)[0] || answer.data?.msg || '' })
    // amis takes out those that it has shown.
    formStore?.setFormItemErrors?.({ ...errors })
  }

  return (
    <div className="tes-download">
      <button
        type="button"
        className={cx('Button', `Button--${level}`, 'Button--size-default', disabled || isDownloading ? 'is-disabled' : '')}
        disabled={!!disabled}
        aria-disabled={isDownloading || isDone || undefined}
        onClick={() => void download()}
      >
        {label}
      </button>
      {isDownloading && (
        <>
          <div className="tes-download__bar" role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={state.percent}>
            <div style={{ width: `${state.percent}%` }} />
          </div>
          <span className="tes-download__told">{state.percent ? `${state.percent} %` : say('Being made…')}</span>
        </>
      )}
      {isDone && (
        <span className="tes-download__told is-done" role="status">
          <span aria-hidden="true">✓</span> {say('Downloaded')}
        </span>
      )}
      {state.is === 'failed' && (
        <span className="tes-download__told is-failed" role="alert">
          <span aria-hidden="true">✕</span> {state.why || say('The download failed')}
        </span>
      )}
    </div>
  )
}

export default renderer('tessera-downloader', Downloader)
