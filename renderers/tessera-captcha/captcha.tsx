// A graphical code: the picture, a button for another one, and a proof that the browser works out by itself for whoever cannot see it.
import { useEffect, useRef, useState } from 'react'
import { isExpression, normalizeApi, resolveVariableAndFilter, type FormControlProps } from 'amis-core'
import { field, useInstance } from '../register.tsx'
import { sayer } from '../words.ts'
import './captcha.css'

interface Props extends FormControlProps {
  /** Address of the picture. */
  image?: string
  /** Api of the challenge; without it there is only the picture. */
  challenge?: unknown
  /** The code was right and counts; something else is asked when it no longer does. */
  solved?: string
  value?: string
}

export function Captcha(props: Props) {
  const { image = '', challenge, solved, value = '', onChange, onFocus, onBlur, data, env, disabled, inputId, name } = props
  const say = sayer(env)
  const [isWork, setIsWork] = useState(false)
  const [turn, setTurn] = useState(() => Date.now())
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const isSolved = Boolean(isExpression(solved) ? resolveVariableAndFilter(solved, data, '| raw') : solved)

  function renew() {
    onChange?.('')
    setProblem('')
    setTurn(now => now + 1)
  }
  useInstance(props as never, { reload: renew })

  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (!isWork) return
    const controller = new AbortController()
    const fail = (text: string) =>
      void (controller.signal.aborted || setProblem(text || say('The server cannot be reached. Check the connection and try again')))
    void (async () => {
      const answer = await env.fetcher(normalizeApi(challenge as never), data)
      if (!answer.ok) return fail(answer.msg)
      const { solve } = await import('./proof.ts')
      const key = await solve((answer.data as { challenge: Parameters<typeof solve>[0] }).challenge, controller)
      if (controller.signal.aborted) return
      if (key) latest.current?.(key)
      else fail(say('The browser did not finish. Try again'))
    })().catch((error: Error) => fail(error.message))
    return () => controller.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one challenge a turn
  }, [isWork, turn])

  // What was solved no longer counts: another one takes its place.
  const before = useRef(isSolved)
  useEffect(() => {
    if (before.current && !isSolved) renew()
    before.current = isSolved
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when it changes, and then only
  }, [isSolved])

  const change = (toWork: boolean) => {
    setIsWork(toWork)
    renew()
    if (!toWork) input.current?.focus()
  }
  const another = () => {
    renew()
    input.current?.focus()
  }
  const isDone = isWork && !!value
  return (
    <div className={`tes-captcha${isSolved ? ' is-solved' : ''}`}>
      {isWork ? (
        <p className="tes-captcha__work" role="status" aria-busy={!isDone && !problem}>
          {isDone ? say('Done: no code needs to be typed') : !problem && say('The browser is at work, which takes some seconds…')}
        </p>
      ) : (
        <div className="tes-captcha__row">
          <input
            ref={input}
            id={inputId}
            name={name}
            type="text"
            value={value}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            disabled={disabled || isSolved}
            aria-label={say('Letters and digits of the picture')}
            onChange={event => onChange?.(event.target.value)}
            onFocus={onFocus as never}
            onBlur={onBlur as never}
          />
          <button
            type="button"
            className="tes-captcha__picture"
            disabled={disabled || isSolved}
            onClick={another}
            title={say('Another picture')}
            aria-label={say('Another picture')}
          >
            <img
              src={`${image}?t=${turn}`}
              alt={say('Picture of letters and digits')}
              onError={() => setProblem(say('The picture cannot be loaded. Try again in a moment'))}
            />
          </button>
        </div>
      )}
      {problem && (
        <p className="tes-captcha__problem" role="alert">
          {problem}
        </p>
      )}
      {isSolved ? (
        <p className="tes-captcha__note" role="status">
          {say('The graphical code is right')}
        </p>
      ) : challenge ? (
        <>
          {isWork && problem && (
            <button type="button" className="tes-captcha__other" onClick={renew}>
              {say('Try again')}
            </button>
          )}
          <button type="button" className="tes-captcha__other" onClick={() => change(!isWork)}>
            {isWork ? say('Show the picture instead') : say('I cannot read it: let my browser show that I am no program')}
          </button>
        </>
      ) : null}
    </div>
  )
}

export default field('tessera-captcha', Captcha)
