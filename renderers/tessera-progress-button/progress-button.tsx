// A button that makes a long call and shows how far it is: the file on its way, then each step of the server. It can be given up, and says why it failed.
import { useRef } from 'react'
import { normalizeApi, type RendererProps } from 'amis-core'
import { renderer, useInstance } from '../register.tsx'
import { RunningCall, useRunningCall, type Ended, type InForm } from '../tessera-downloader/running-call.tsx'

type Props = RendererProps &
  InForm & {
    label?: string
    level?: 'default' | 'primary'
    api?: unknown
    /** As wide as what it stands in. */
    block?: boolean
    /** The Enter key in a field of its form presses it. */
    submit?: boolean
    /** The screen tells what was refused, at its event. */
    quiet?: boolean
  }
interface Answer extends Omit<Ended, 'status'> {
  ok: boolean
  status?: number
  data?: Record<string, unknown>
}

const WORDS = { begun: 'Being done…', done: 'Done', failed: 'The server cannot be reached. Check the connection and try again' }

export function ProgressButton(props: Props) {
  const { label = '', level = 'default', className = '', block, submit, quiet, env, disabled, classnames: cx, dispatchEvent } = props
  const now = useRef(props)
  now.current = props
  const { state, setState, run, giveUp } = useRunningCall(env)
  const self = useInstance(props)
  const isRunning = state.is === 'running'

  async function send() {
    if (isRunning || disabled) return
    let answer: Answer | undefined
    const ended = await run(
      () => '',
      props,
      async following => {
        const { api, data } = now.current
        answer = (await env.fetcher({ ...normalizeApi(api as never), silent: true } as never, data, following as never)) as Answer
        return { status: answer.ok ? 0 : (answer.status ?? 503), msg: answer.msg, errors: answer.errors }
      },
    )
    if (!ended) return
    if (ended.status !== 0) {
      if (quiet) setState({ is: 'idle' })
      return void dispatchEvent?.('refused', { ...now.current.data, error: { status: ended.status, msg: ended.msg } }, self as never)
    }
    setState({ is: 'idle' })
    await dispatchEvent?.('done', { ...now.current.data, result: { data: answer?.data ?? {} } }, self as never)
  }

  return (
    <RunningCall state={state} giveUp={giveUp} env={env} label={label} className={className} words={WORDS}>
      <button
        type={submit ? 'submit' : 'button'}
        className={cx('Button', `Button--${level}`, 'Button--size-default', block ? 'Button--block' : '', disabled || isRunning ? 'is-disabled' : '')}
        disabled={!!disabled}
        aria-disabled={isRunning || undefined}
        onClick={event => {
          event.preventDefault()
          void send()
        }}
      >
        {label}
      </button>
    </RunningCall>
  )
}

export default renderer('tessera-progress-button', ProgressButton)
