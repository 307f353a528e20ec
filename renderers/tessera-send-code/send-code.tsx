// The field of a code that is sent by mail or text message, with the button that asks for it and the seconds until it may be asked for again.
import { useRef, useState } from 'react'
import { normalizeApi, resolveVariableAndFilter, type FormControlProps } from 'amis-core'
import { field, useInstance } from '../register.tsx'
import { useSecondsTo } from '../seconds.ts'
import { sayer } from '../words.ts'
import '../tessera-captcha/captcha.css'

interface Props extends FormControlProps {
  /** Api that sends the code; it answers the `seconds` until the next. */
  api?: unknown
  /** To whom; somebody else need not wait for the seconds to pass. */
  account?: string
  /** Name of the field that has to be right before anything is sent. */
  checks?: string
  /** What is said once it was sent; without it nobody learns whether there is somebody to whom. */
  sentText?: string
  value?: string
}
interface Answer {
  ok: boolean
  msg: string
  errors?: Record<string, string>
  data?: { seconds?: number }
}

export function SendCode(props: Props) {
  const { api, account, checks, value = '', onChange, onFocus, onBlur, data, env, disabled, inputId, name, onFlushForm, formStore, dispatchEvent } = props
  const say = sayer(env)
  const [waits, setWaits] = useState({ account: '', until: 0 })
  const [sending, setSending] = useState(false)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const accountIn = (values: object) => String((account ? resolveVariableAndFilter(account, values, '| raw') : '') ?? '')
  const to = accountIn(data)
  const self = useInstance(props as never)
  const tell = (event: string) => void dispatchEvent?.(event, data, self as never)
  const left = useSecondsTo(waits.until, () => tell('ready'))
  const mustWait = left > 0 && waits.account === to

  async function send() {
    setSending(true)
    setProblem('')
    setNote('')
    // What the server said of the last attempt.
    for (const item of formStore?.items ?? []) item.clearError('remote')
    // What was typed a moment ago is on its way into the form.
    await (onFlushForm as (() => Promise<void>) | undefined)?.()
    const values: object = formStore?.data ?? data
    const checked = checks ? formStore?.getItemByName(checks) : undefined
    if (checked && !(await checked.validate(values))) {
      setSending(false)
      return env.notify('error', checked.errors[0] ?? say('Check the form'))
    }
    const answer: Answer = await env.fetcher(normalizeApi(api as never), values).catch((error: Error) => ({ ok: false, msg: error.message }))
    setSending(false)
    if (answer.data?.seconds) setWaits({ account: accountIn(values), until: Date.now() + answer.data.seconds * 1000 })
    if (answer.ok) {
      setNote(props.sentText || say('A code is on its way, if this account exists. It is valid for 10 minutes.'))
      tell('sent')
      input.current?.focus()
      return
    }
    const { errors } = answer
    if (errors && Object.keys(errors).length) formStore?.setFormItemErrors({ ...errors })
    else setProblem(answer.msg || say('The server cannot be reached. Check the connection and try again'))
    tell('refused')
  }

  return (
    <div className="tes-send-code">
      <div className="tes-send-code__row">
        <input
          ref={input}
          id={inputId}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          value={value}
          disabled={disabled}
          onChange={event => onChange?.(event.target.value)}
          onFocus={onFocus as never}
          onBlur={onBlur as never}
        />
        <button type="button" className="tes-send-code__button" disabled={disabled || sending || mustWait} onClick={() => void send()}>
          {mustWait ? say('Again in {seconds} s', { seconds: left }) : say('Send code')}
        </button>
      </div>
      <p className="tes-send-code__note" role="status" hidden={!note}>
        {note}
      </p>
      {problem && (
        <p className="tes-send-code__problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

export default field('tessera-send-code', SendCode)
