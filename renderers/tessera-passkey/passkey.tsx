// The button that has the browser make a passkey or sign with one. What the browser answers goes on as the event `proved`, with `credential` as JSON.
import { useState } from 'react'
import { createObject, normalizeApi, type RendererProps } from 'amis-core'
import { renderer, useInstance } from '../register.tsx'
import { sayer, type Say } from '../words.ts'
import '../tessera-captcha/captcha.css'

interface Props extends RendererProps {
  label?: string
  level?: string
  block?: boolean
  /** create: a new one; get: sign with one there is. */
  mode?: 'create' | 'get'
  /** Answers the `options` for the browser. */
  api?: unknown
}
interface Answer {
  ok: boolean
  msg: string
  errors?: Record<string, string>
  data?: { options?: unknown }
}

/** In the words of the person, not of the specification. */
function sentence(error: Error, mode: string, say: Say): string {
  if (error.name === 'InvalidStateError' && mode === 'create') return say('This device has a passkey for you already')
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return say('Nothing was chosen, or it took too long. Try again')
  return say('This browser cannot use passkeys here')
}

export function Passkey(props: Props) {
  const { label = '', level = 'primary', block, mode = 'get', api, data, env, disabled, render, formStore, dispatchEvent } = props
  const say = sayer(env)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const self = useInstance(props)

  async function prove() {
    setBusy(true)
    setProblem('')
    try {
      const values: object = formStore?.data ?? data
      const answer: Answer = await env.fetcher(normalizeApi(api as never), values).catch((error: Error) => ({ ok: false, msg: error.message }))
      if (!answer.ok || !answer.data?.options) {
        const { errors } = answer
        if (formStore && errors && Object.keys(errors).length) formStore.setFormItemErrors({ ...errors })
        else setProblem(answer.msg || say('The server cannot be reached. Check the connection and try again'))
        return
      }
      const webauthn = await import('@simplewebauthn/browser')
      const optionsJSON = answer.data.options as never
      const made = await (mode === 'create' ? webauthn.startRegistration({ optionsJSON }) : webauthn.startAuthentication({ optionsJSON }))
      await dispatchEvent('proved', createObject(data, { credential: JSON.stringify(made) }), self as never)
    } catch (error) {
      setProblem(sentence(error as Error, mode, say))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="tes-passkey">
      {render('button', { type: 'button', label, level, block, disabled: disabled || busy, onClick: () => void prove() })}
      {problem && (
        <p className="tes-send-code__problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

export default renderer('tessera-passkey', Passkey)
