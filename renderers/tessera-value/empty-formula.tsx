// In place of a formula that is empty: a mark, and why it is so, in words, once somebody looks at it. It is asked for then and not before.
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { normalizeApi, type RendererProps } from 'amis-core'
import { sayer } from '../words.ts'
import './value.css'

/** Passing over it asks nothing yet. */
const WAIT_MS = 250

interface Props extends Pick<RendererProps, 'env'> {
  /** Where the reason is asked for. */
  url: string
  /** In a cell of a grid, which is what the keyboard goes to: whether it is there. */
  isHere?: boolean
}

export function EmptyFormula({ url, isHere, env }: Props) {
  const say = sayer(env)
  const [reason, setReason] = useState('')
  const asked = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  function ask() {
    if (asked.current) return
    asked.current = true
    env
      .fetcher(normalizeApi({ method: 'get', url }), {}, { silent: true })
      .catch((error: Error) => ({ ok: false, msg: error.message, data: undefined }))
      .then(answer => {
        // What could not be asked is asked again at the next look.
        asked.current = !!answer.ok
        setReason(answer.ok ? (answer.data as { reason: string }).reason : answer.msg)
      })
  }
  const leave = () => clearTimeout(timer.current)
  const look = () => {
    leave()
    timer.current = setTimeout(ask, WAIT_MS)
  }
  useEffect(() => {
    if (!isHere) return
    look()
    return leave
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked once for a place, whatever the env around is by then
  }, [isHere, url])
  useEffect(() => () => clearTimeout(timer.current), [])
  const press = (event: MouseEvent) => {
    // A row that opens by a click stays closed.
    event.stopPropagation()
    ask()
  }
  return (
    <button
      type="button"
      className="tes-value__why"
      tabIndex={isHere === undefined ? 0 : -1}
      title={reason || say('Why is it empty?')}
      onClick={press}
      onFocus={look}
      onMouseEnter={look}
      onMouseLeave={leave}
      onBlur={leave}
    >
      {!reason && (
        <>
          — <span className="tes-value__ask">?</span>
        </>
      )}
      <span role="status">{reason}</span>
    </button>
  )
}
