// A button that has a code sent, and counts the seconds until it may be asked for again. The code is typed elsewhere, in a dialog for instance.
import { useState } from 'react'
import { normalizeApi, resolveVariableAndFilter, type RendererProps } from 'amis-core'
import { renderer, useInstance } from '../register.tsx'
import { useSecondsTo } from '../seconds.ts'
import { sayer } from '../words.ts'

interface Props extends RendererProps {
  label?: string
  /** Api that sends the code; it answers the `seconds` until the next. */
  api?: unknown
  /** To whom; somebody else need not wait for the seconds to pass. */
  account?: string
}
interface Answer {
  ok: boolean
  msg: string
  errors?: Record<string, string>
  data?: { seconds?: number }
}

export function SendButton(props: Props) {
  const { label = '', api, account, data, env, disabled, classnames: cx, dispatchEvent } = props
  const say = sayer(env)
  const [waits, setWaits] = useState({ account: '', until: 0 })
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const to = String((account ? resolveVariableAndFilter(account, data, '| raw') : '') ?? '')
  const self = useInstance(props)
  const left = useSecondsTo(waits.until, () => {})
  const mustWait = left > 0 && waits.account === to

  async function send() {
    setSending(true)
    setProblem('')
    const answer: Answer = await env.fetcher(normalizeApi(api as never), data).catch((error: Error) => ({ ok: false, msg: error.message }))
    setSending(false)
    if (answer.data?.seconds) setWaits({ account: to, until: Date.now() + answer.data.seconds * 1000 })
    if (answer.ok) return void dispatchEvent?.('sent', data, self as never)
    setProblem(Object.values(answer.errors ?? {})[0] || answer.msg || say('The server cannot be reached. Check the connection and try again'))
    void dispatchEvent?.('refused', data, self as never)
  }

  return (
    <>
      {problem && (
        <p className="t-problem" role="alert">
          {problem}
        </p>
      )}
      <button
        type="button"
        className={cx('Button', 'Button--primary', 'Button--block', 'Button--size-default', disabled || sending || mustWait ? 'is-disabled' : '')}
        disabled={disabled || sending || mustWait}
        onClick={() => void send()}
      >
        {mustWait ? say('Again in {seconds} s', { seconds: left }) : label}
      </button>
    </>
  )
}

export default renderer('tessera-send-button', SendButton)
