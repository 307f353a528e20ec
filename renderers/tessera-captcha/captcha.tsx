// A graphical code: the picture, a button for another one, and a question in words for whoever cannot see it.
import { useEffect, useRef, useState } from 'react'
import { isExpression, normalizeApi, resolveVariableAndFilter, type FormControlProps } from 'amis-core'
import { field, useInstance } from '../register.tsx'
import { sayer } from '../words.ts'
import './captcha.css'

interface Props extends FormControlProps {
  /** Address of the picture. */
  image?: string
  /** Api of the question; without it there is only the picture. */
  question?: unknown
  /** The code was right and counts; something else is asked when it no longer does. */
  solved?: string
  value?: string
}

export function Captcha(props: Props) {
  const { image = '', question, solved, value = '', onChange, onFocus, onBlur, data, env, disabled, inputId, name } = props
  const say = sayer(env)
  const [asksWords, setAsksWords] = useState(false)
  const [turn, setTurn] = useState(() => Date.now())
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const isSolved = Boolean(isExpression(solved) ? resolveVariableAndFilter(solved, data, '| raw') : solved)

  function renew() {
    onChange?.('')
    setProblem('')
    setTurn(now => now + 1)
  }
  useInstance(props as never, { reload: renew })

  useEffect(() => {
    if (!asksWords) return
    let here = true
    setWords('')
    env
      .fetcher(normalizeApi(question as never), data)
      .catch((error: Error) => ({ ok: false, msg: error.message, data: undefined }))
      .then(answer => {
        if (!here) return
        if (answer.ok) setWords(String((answer.data as { question?: string }).question ?? ''))
        else setProblem(answer.msg || say('The server cannot be reached. Check the connection and try again'))
      })
    return () => void (here = false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one question a turn
  }, [asksWords, turn])

  // What was solved no longer counts: another one takes its place.
  const before = useRef(isSolved)
  useEffect(() => {
    if (before.current && !isSolved) renew()
    before.current = isSolved
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when it changes, and then only
  }, [isSolved])

  const change = (toWords: boolean) => {
    setAsksWords(toWords)
    renew()
    input.current?.focus()
  }
  const another = () => {
    renew()
    input.current?.focus()
  }
  return (
    <div className={`tes-captcha${isSolved ? ' is-solved' : ''}`}>
      {asksWords && (
        <p className="tes-captcha__question" aria-live="polite" id={`${name}-question`}>
          {words}
        </p>
      )}
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
          aria-label={asksWords ? say('Answer to the question') : say('Letters and digits of the picture')}
          aria-describedby={asksWords ? `${name}-question` : undefined}
          onChange={event => onChange?.(event.target.value)}
          onFocus={onFocus as never}
          onBlur={onBlur as never}
        />
        {asksWords ? (
          <button type="button" className="tes-captcha__again" disabled={disabled || isSolved} onClick={another}>
            {say('Another question')}
          </button>
        ) : (
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
        )}
      </div>
      {problem && (
        <p className="tes-captcha__problem" role="alert">
          {problem}
        </p>
      )}
      {isSolved ? (
        <p className="tes-captcha__note" role="status">
          {say('The graphical code is right')}
        </p>
      ) : question ? (
        <button type="button" className="tes-captcha__other" onClick={() => change(!asksWords)}>
          {asksWords ? say('Show the picture instead') : say('I cannot read it: ask me a question')}
        </button>
      ) : null}
    </div>
  )
}

export default field('tessera-captcha', Captcha)
