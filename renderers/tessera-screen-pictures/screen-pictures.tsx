// A screen before and after, drawn by the browser: side by side or under a slider, with what differs outlined.
import { useLayoutEffect, useMemo, useRef, useState, type CSSProperties } from 'react'
import { resolveVariableAndFilter, tokenize, type RendererProps } from 'amis-core'
import { renderer } from '../register.tsx'
import { sayer } from '../words.ts'
import { withMarks, type MarkedPart } from './marks.ts'
import { Picture } from './picture.tsx'
import './screen-pictures.css'

interface Props extends RendererProps {
  screenId?: string
  /** Expressions of the two screens, and of the parts that differ: `{before: [{path, kind}], after: […]}`. */
  before?: string
  after?: string
  marks?: string
  beforeTitle?: string
  afterTitle?: string
  companyKey?: string
  appUrlKey?: string
}

const WIDTHS = { desktop: 1180, phone: 390 } as const
type Device = keyof typeof WIDTHS
/** A longer screen is cut: a picture is for seeing what changed, not for scrolling through a book. */
const TALLEST = 2400

export function ScreenPictures(props: Props) {
  const { data, env } = props
  const say = sayer(env)
  const text = (template: string | undefined) => String(tokenize(template ?? '', data, '| raw') ?? '')
  const value = (expression: string | undefined): unknown => (expression ? resolveVariableAndFilter(expression, data, '| raw') : undefined)
  const [device, setDevice] = useState<Device>('desktop')
  const [chosen, setSwipe] = useState<boolean>()
  const [large, setLarge] = useState(false)
  const [marked, setMarked] = useState(true)
  const [place, setPlace] = useState(50)
  const [heights, setHeights] = useState({ before: 0, after: 0 })
  const [room, setRoom] = useState(0)
  const stage = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const measure = () => setRoom(element.clientWidth)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [large])

  const before = value(props.before) as Record<string, unknown> | undefined
  const after = value(props.after) as Record<string, unknown> | undefined
  const parts = value(props.marks) as { before?: MarkedPart[]; after?: MarkedPart[] } | undefined
  const old = useMemo(() => before && withMarks(before, marked ? (parts?.before ?? []) : []), [before, parts, marked])
  const now = useMemo(() => after && withMarks(after, marked ? (parts?.after ?? []) : []), [after, parts, marked])
  const language = String((data as { locale?: string }).locale ?? 'en-US')
  const query = new URLSearchParams({ version: 'live', data: 'examples', as: 'super', locale: language })
  if (document.documentElement.classList.contains('is-dark')) query.set('theme', 'dark')
  for (const name of ['companyKey', 'appUrlKey'] as const) if (text(props[name])) query.set(name, text(props[name]))
  const address = `/preview/screen/${encodeURIComponent(text(props.screenId))}?${query}`

  const width = WIDTHS[device]
  // Two small pictures tell less than one over the other.
  const swipe = chosen ?? (room > 0 && room < (device === 'phone' ? 500 : 900))
  const stacked = !swipe && room > 0 && room < 560
  const share = swipe || stacked ? room : (room - 16) / 2
  const scale = room ? Math.min(1, share / width) : 0.4
  const height = Math.min(TALLEST, Math.max(heights.before, heights.after, device === 'phone' ? 640 : 480))
  const size: CSSProperties = { width: width * scale, height: height * scale }
  const picture = (side: 'before' | 'after', schema: Record<string, unknown> | undefined, title: string) => (
    <Picture
      key={`${side} ${device} ${address}`}
      address={address}
      schema={schema}
      width={width}
      height={height}
      scale={scale}
      title={title}
      failed={say('This version cannot be drawn')}
      onHeight={tall => setHeights(known => ({ ...known, [side]: tall }))}
    />
  )
  const titles = { before: text(props.beforeTitle) || say('Before'), after: text(props.afterTitle) || say('After') }
  const choice = (label: string, pressed: boolean, onClick: () => void) => (
    <button type="button" aria-pressed={pressed} onClick={onClick}>
      {label}
    </button>
  )
  return (
    <div className={`tes-pictures${large ? ' is-large' : ''}`} onKeyDown={event => large && event.key === 'Escape' && setLarge(false)}>
      <div className="tes-pictures__tools" role="toolbar" aria-label={say('Pictures')}>
        <span className="tes-choice">
          {choice(say('Side by side'), !swipe, () => setSwipe(false))}
          {choice(say('One over the other'), swipe, () => setSwipe(true))}
        </span>
        <span className="tes-choice">
          {choice(say('Desktop'), device === 'desktop', () => setDevice('desktop'))}
          {choice(say('Phone'), device === 'phone', () => setDevice('phone'))}
        </span>
        <label>
          <input type="checkbox" checked={marked} onChange={event => setMarked(event.target.checked)} />
          {say('Outline what differs')}
        </label>
        <button type="button" className="tes-pictures__large" aria-pressed={large} onClick={() => setLarge(!large)}>
          {large ? say('Back to the history') : say('Fill the window')}
        </button>
      </div>
      <div ref={stage} className={`tes-pictures__stage${swipe ? ' is-swipe' : ''}${stacked ? ' is-stacked' : ''}`}>
        {swipe ? (
          <figure>
            <figcaption className="is-both">
              <span>{titles.before}</span>
              <span>{titles.after}</span>
            </figcaption>
            <div className="tes-pictures__over" style={size}>
              {picture('before', old, titles.before)}
              <div className="tes-pictures__top" style={{ clipPath: `inset(0 0 0 ${place}%)` }}>
                {picture('after', now, titles.after)}
              </div>
              <i style={{ left: `${place}%` }} aria-hidden="true" />
              <input
                type="range"
                min={0}
                max={100}
                value={place}
                aria-label={say('How much of the newer picture is shown')}
                aria-valuetext={`${100 - place} %`}
                onChange={event => setPlace(Number(event.target.value))}
              />
            </div>
          </figure>
        ) : (
          <>
            <figure>
              <figcaption>{titles.before}</figcaption>
              <div style={size}>{picture('before', old, titles.before)}</div>
            </figure>
            <figure>
              <figcaption>{titles.after}</figcaption>
              <div style={size}>{picture('after', now, titles.after)}</div>
            </figure>
          </>
        )}
      </div>
    </div>
  )
}

export default renderer('tessera-screen-pictures', ScreenPictures)
