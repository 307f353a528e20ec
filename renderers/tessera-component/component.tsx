// A component of the app in a frame without an origin: it is told what it declares, and tells what it declares.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createObject, dataMapping, resolveVariableAndFilter, type RendererProps } from 'amis-core'
import { isOnCanvas } from '../on-canvas.tsx'
import { renderer, useInstance } from '../register.tsx'
import { languageOf, sayer } from '../words.ts'
import { Frame, type Stopped } from './frame.tsx'
import { givenTo, type Declared } from './host.ts'
import './component.css'

interface Props extends RendererProps {
  componentKey?: string
  props?: Record<string, unknown>
  height?: number
  about?: unknown
  showLog?: boolean
}
interface Told {
  declared?: Declared
  problem?: string
}
interface Line {
  id: number
  at: string
  text: string
}

const MOST_LINES = 50
const WORDS: Record<Stopped, string> = {
  late: 'The component does not begin. Look at it again, or ask whoever made it.',
  silent: 'The component no longer answers and was stopped.',
  flooded: 'The component told too much at once and was stopped.',
  away: 'The component wanted to lead elsewhere and was stopped.',
}

/** What the screen of a component knows of it, as pages are told. */
function madeOf(about: unknown): Declared | undefined {
  const { name = '', frame, definition } = (about ?? {}) as { name?: string; frame?: string; definition?: Partial<Declared> }
  if (!frame || !definition) return undefined
  const { height = 0, minHeight = 20, maxHeight = 2000, props = [], events = [] } = definition
  return { name, frame, height, minHeight, maxHeight, props, events }
}

export function AppComponent(props: Props) {
  const { componentKey: component = '', env, data, about, showLog } = props
  const say = sayer(env)
  const language = languageOf(env)
  const [told, setTold] = useState<Told>({})
  const [visit, again] = useState(0)
  const [stopped, setStopped] = useState<Stopped>()
  const [lines, setLines] = useState<Line[]>([])
  const client = useRef(env)
  client.current = env
  const context = useRef(data)
  context.current = data
  const tell = useRef(props.dispatchEvent)
  tell.current = props.dispatchEvent

  useEffect(() => {
    setStopped(undefined)
    if (!component) return
    let isOld = false
    void client.current
      .fetcher({ method: 'get', url: `component:${component}` } as never)
      .then(reply => {
        const { ok, msg, data: declared } = reply as unknown as { ok: boolean; msg?: string; data?: Declared }
        if (!isOld) setTold(ok && declared ? { declared } : { problem: msg || '?' })
      })
      .catch((error: Error) => !isOld && setTold({ problem: error.message }))
    return () => void (isOld = true)
  }, [component, visit])
  const reload = () => again(n => n + 1)
  const self = useInstance(props, { reload })

  const made = typeof about === 'string' ? resolveVariableAndFilter(about, data, '| raw') : about
  const declared = component ? told.declared : madeOf(made)
  const values = props.props ? (dataMapping(props.props, data) as Record<string, unknown>) : {}
  const text = declared ? JSON.stringify(givenTo(declared.props, values)) : ''
  const given = useMemo(() => (text ? (JSON.parse(text) as ReturnType<typeof givenTo>) : undefined), [text])

  const note = useCallback((what: string) => {
    const line = { at: new Date().toLocaleTimeString(), text: what }
    setLines(before => [{ id: (before[0]?.id ?? 0) + 1, ...line }, ...before].slice(0, MOST_LINES))
  }, [])
  const onEvent = (key: string, value: Record<string, unknown>) => {
    if (showLog) note(`${key} ${JSON.stringify(value).slice(0, 200)}`)
    void tell.current?.(key, createObject(context.current, value), self as never)
  }

  if (!component && !about) return <p className="tes-component__note">{say('Choose a component')}</p>
  if (told.problem && component)
    return (
      <div className="tes-component__note" role="alert">
        <p>{told.problem}</p>
        <button type="button" onClick={reload}>
          {say('Try again')}
        </button>
      </div>
    )
  if (!declared || !given)
    return (
      <p className="tes-component__note" aria-busy="true">
        {say('Loading…')}
      </p>
    )
  if (!declared.frame)
    return (
      <p className="tes-component__note" role="alert">
        {say('The bundle of this component is not there.')}
      </p>
    )
  if (given.missing.length) return <p className="tes-component__note">{`${say('Waiting for a value')}: ${given.missing.join(', ')}`}</p>
  const height = props.height ?? declared.height
  return (
    <div className={`tes-component${isOnCanvas(env) ? ' is-on-canvas' : ''}`}>
      {stopped ? (
        <div className="tes-component__note" role="alert">
          <p>{say(WORDS[stopped])}</p>
          <button
            type="button"
            onClick={() => {
              setStopped(undefined)
              reload()
            }}
          >
            {say('Try again')}
          </button>
        </div>
      ) : (
        <Frame
          key={`${declared.frame} ${visit}`}
          declared={declared}
          height={height}
          given={given.props}
          language={language}
          loading={say('Loading…')}
          onEvent={onEvent}
          onStop={setStopped}
          onNote={showLog ? note : undefined}
        />
      )}
      {showLog && (
        <ol className="tes-component__log" aria-label={say('What it tells')}>
          {lines.length ? lines.map(line => <li key={line.id}>{`${line.at} ${line.text}`}</li>) : <li>{say('Its events are told here')}</li>}
        </ol>
      )}
    </div>
  )
}

export default renderer('tessera-component', AppComponent)
