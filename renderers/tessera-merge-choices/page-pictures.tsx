// A page before both changed it, and as each side has it: drawn by the browser, small, side by side, at what is asked.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Names } from '../tessera-conflict-choices/conflict-choices.tsx'
import { withMarks } from '../tessera-screen-pictures/marks.ts'
import { Picture } from '../tessera-screen-pictures/picture.tsx'
import '../tessera-screen-pictures/screen-pictures.css'
import type { Say } from '../words.ts'
import { markedIn, SIDES, type Schema, type SideName, type Sides } from './sides.ts'

const WIDTHS = { desktop: 1180, phone: 390 } as const
type Device = keyof typeof WIDTHS
/** A longer page is cut. */
const TALLEST = 3000
/** Room from which three pictures stand beside each other; below it one is chosen. */
const BESIDE = 600
/** Above the part that is asked about, so that it is seen in its place. */
const ABOVE = 60

interface Props {
  say: Say
  companyKey: string
  locale: string
  load(): Promise<Sides>
  names: Names
  /** The page as it was put together by hand. */
  byHand: Schema | undefined
  /** Key of the question that somebody looks at. */
  looked: string
  sides: Sides | undefined
  onSides(sides: Sides): void
}
type Shown = SideName | 'byHand'

export function PagePictures({ say, companyKey, locale, load, names, byHand, looked, sides, onSides }: Props) {
  const [error, setError] = useState('')
  const [device, setDevice] = useState<Device>('desktop')
  const [chosen, setChosen] = useState<Shown>()
  const [room, setRoom] = useState(0)
  const stage = useRef<HTMLDivElement>(null)
  const latest = useRef({ load, onSides })
  latest.current = { load, onSides }
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const measure = () => setRoom(element.clientWidth)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const isLoaded = sides !== undefined
  const ask = () => {
    setError('')
    latest.current.load().then(
      found => latest.current.onSides(found),
      (problem: Error) => setError(problem.message),
    )
  }
  useEffect(() => {
    const element = stage.current
    if (!element || isLoaded) return
    // A merge may ask about many pages: each is read, and drawn, when one is about to see it.
    const watch = new IntersectionObserver(
      entries => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watch.disconnect()
        ask()
      },
      { rootMargin: '200px' },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [isLoaded])

  const marked = useMemo(() => sides && markedIn(sides), [sides])
  const query = new URLSearchParams({ companyKey, appUrlKey: sides?.appUrlKey ?? '', locale })
  query.set('theme', document.documentElement.classList.contains('is-dark') ? 'dark' : 'light')
  const address = `/preview/page?${query}`
  const titles: Record<Shown, string> = {
    base: say('Before both'),
    ours: say('In {place}', { place: names.here }),
    theirs: say('In {place}', { place: names.there }),
    byHand: say('Put together'),
  }
  const all: Shown[] = [...SIDES, ...(byHand ? (['byHand'] as const) : [])]
  const isBeside = room >= BESIDE
  const open = chosen && all.includes(chosen) ? chosen : (all.at(-1) ?? 'base')
  const shown = isBeside ? all : [open]
  const share = (room - 12 * (shown.length - 1)) / shown.length
  const number = marked?.numbers.get(looked) ?? 0
  return (
    <div className="tes-merge__pictures">
      <div className="tes-pictures__tools" role="toolbar" aria-label={say('Pictures')}>
        <strong>{sides?.name}</strong>
        {!isBeside && (
          <span className="tes-choice">
            {all.map(side => (
              <button key={side} type="button" aria-pressed={side === open} onClick={() => setChosen(side)}>
                {titles[side]}
              </button>
            ))}
          </span>
        )}
        <span className="tes-choice">
          {(['desktop', 'phone'] as const).map(one => (
            <button key={one} type="button" aria-pressed={device === one} onClick={() => setDevice(one)}>
              {one === 'desktop' ? say('Desktop') : say('Phone')}
            </button>
          ))}
        </span>
      </div>
      <div ref={stage} className="tes-merge__stage">
        {error && (
          <p role="alert">
            {error}{' '}
            <button type="button" className="tes-link" onClick={ask}>
              {say('Try again')}
            </button>
          </p>
        )}
        {!sides && !error && <div className="tes-merge__wait" role="status" aria-label={say('Loading')} />}
        {sides &&
          room > 0 &&
          shown.map(side => (
            <One
              key={`${side} ${device}`}
              say={say}
              title={titles[side]}
              address={address}
              schema={side === 'byHand' ? byHand : sides[side] && withMarks(sides[side], marked?.parts[side] ?? [])}
              missing={side === 'base' ? say('It was not there yet') : say('It is not there')}
              width={WIDTHS[device]}
              share={share}
              number={number}
            />
          ))}
      </div>
    </div>
  )
}

interface OneProps {
  say: Say
  title: string
  address: string
  schema: Schema | undefined
  missing: string
  width: number
  share: number
  /** Of the part that is to be seen. */
  number: number
}

function One({ say, title, address, schema, missing, width, share, number }: OneProps) {
  const [drawn, setDrawn] = useState<{ height: number; places: Readonly<Record<string, number>> }>({ height: 480, places: {} })
  const room = useRef<HTMLDivElement>(null)
  const scale = Math.min(1, share / width)
  const height = Math.min(TALLEST, Math.max(drawn.height, 480))
  const top = drawn.places[number]
  useEffect(() => {
    if (top !== undefined) room.current?.scrollTo({ top: Math.max(0, top * scale - ABOVE) })
  }, [top, scale])
  // One object for as long as it is the same page: the frame is handed it again when it is another.
  const text = JSON.stringify(schema)
  const page = useMemo(() => (text === undefined ? undefined : (JSON.parse(text) as Schema)), [text])
  return (
    <figure style={{ width: share }}>
      <figcaption>{title}</figcaption>
      {page ? (
        <div ref={room} className="tes-merge__room" tabIndex={0} role="region" aria-label={title}>
          <div style={{ width: width * scale, height: height * scale }}>
            <Picture
              key={address}
              address={address}
              schema={page}
              width={width}
              height={height}
              scale={scale}
              title={title}
              failed={say('This version cannot be drawn')}
              onHeight={(tall, places) => setDrawn({ height: tall, places })}
            />
          </div>
        </div>
      ) : (
        <p className="tes-merge__missing">{missing}</p>
      )}
    </figure>
  )
}
