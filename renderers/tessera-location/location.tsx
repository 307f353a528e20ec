// A place on the earth, typed in any way that people write one or maps hand one on, with what was understood of it; or where the browser is.
import { useEffect, useId, useRef, useState } from 'react'
import type { FormControlProps } from 'amis-core'
import { locationOf, locationText, parseLocation, type Location } from '../../api/models/location.ts'
import { Place } from '../places.tsx'
import { field } from '../register.tsx'
import { sayer, type Say } from '../words.ts'
import { WorldPlot } from './world-plot.tsx'
import '../link.css'
import './location.css'

interface Props extends FormControlProps {
  /** A place, or the text that is none yet. */
  value?: Location | string | null
  /** In one line, such as a cell of a table: what is there stands behind the numbers, in brackets. */
  isShort?: boolean
}

const LONGEST_LABEL = 200
/** What people wait for their position, at most. */
const LONGEST_WAIT = 15_000

/** Whether the browser may be asked where it is: only pages that came safely may, and frames that were allowed to. */
function canFind(): boolean {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } }
  return window.isSecureContext && 'geolocation' in navigator && featurePolicy?.allowsFeature('geolocation') !== false
}

/** What is wrong with a text, as `parseLocation` says it. */
const problems = (say: Say, values?: Record<string, number>): Record<string, string> => ({
  'Should be a place such as 52.52, 13.405': say('Should be a place such as 52.52, 13.405'),
  'The latitude should be from -90 to 90': say('The latitude should be from -90 to 90'),
  'The longitude should be from -180 to 180': say('The longitude should be from -180 to 180'),
  'No more than {limit} characters': say('No more than {limit} characters', values),
})

const textOf = (value: Props['value'], isShort: boolean) => {
  const place = locationOf(value)
  if (!place) return typeof value === 'string' ? value : value ? JSON.stringify(value) : ''
  return locationText(isShort ? place : { lat: place.lat, lng: place.lng })
}
const same = (one: unknown, other: unknown) => JSON.stringify(one || null) === JSON.stringify(other || null)

export function LocationInput(props: Props) {
  const { value, onChange, onFocus, onBlur, env, disabled, readOnly, inputId, name, placeholder, isShort = false } = props
  const say = sayer(env)
  const id = useId()
  const [text, setText] = useState(() => textOf(value, isShort))
  const [label, setLabel] = useState(() => locationOf(value)?.label ?? '')
  const [isTyping, setIsTyping] = useState(false)
  const [finding, setFinding] = useState(false)
  const [problem, setProblem] = useState('')
  const told = useRef<unknown>(value)
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => void (isThere.current = false)
  }, [])

  // A form that is reset, or filled in by an action.
  useEffect(() => {
    if (same(value, told.current)) return
    told.current = value
    setText(textOf(value, isShort))
    setLabel(locationOf(value)?.label ?? '')
    setProblem('')
  }, [value, isShort])

  const place = locationOf(value)
  if ((props as { static?: boolean }).static) return place ? <Place place={place} say={say} /> : <span>{textOf(value, true) || '—'}</span>

  function tell(next: Location | string) {
    told.current = next
    onChange?.(next)
  }
  function type(next: string) {
    setText(next)
    setProblem('')
    const read = parseLocation(next)
    if (!('location' in read)) return tell(next.trim())
    // What comes with the place, such as in a link, says more than what stood there before.
    const words = read.location.label ?? (isShort ? '' : label.trim())
    setLabel(words)
    tell({ lat: read.location.lat, lng: read.location.lng, ...(words && { label: words }) })
  }
  function describe(words: string) {
    setLabel(words)
    const { lat, lng } = place ?? {}
    if (lat !== undefined && lng !== undefined) tell({ lat, lng, ...(words.trim() && { label: words.trim() }) })
  }
  function find() {
    setFinding(true)
    setProblem('')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (!isThere.current) return
        setFinding(false)
        type(locationText({ lat: coords.latitude, lng: coords.longitude }))
      },
      ({ code }) => {
        if (!isThere.current) return
        setFinding(false)
        setProblem(
          code === 1
            ? say('The browser may not tell this page where you are. Allow it in the settings of the browser, or type the place')
            : code === 3
              ? say('It took too long to find out where you are. Try again, or type the place')
              : say('Where you are cannot be found out now. Type the place'),
        )
      },
      { enableHighAccuracy: true, timeout: LONGEST_WAIT, maximumAge: 60_000 },
    )
  }

  const isFixed = !!(disabled || readOnly)
  const read = text.trim() ? parseLocation(text) : undefined
  const wrong = !isTyping && read && 'problem' in read ? problems(say, read.values)[read.problem] : ''
  return (
    <div className={`tes-location${isShort ? ' is-short' : ''}`}>
      <div className="tes-location__row">
        <input
          id={inputId}
          name={name}
          type="text"
          value={text}
          maxLength={2500}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          disabled={disabled}
          readOnly={readOnly as boolean | undefined}
          placeholder={placeholder || say('52.52, 13.405 or a map link')}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={`${id}-understood`}
          onChange={event => {
            setIsTyping(true)
            type(event.target.value)
          }}
          onFocus={onFocus as never}
          onBlur={event => {
            setIsTyping(false)
            if (read && 'location' in read) setText(textOf(place, isShort))
            onBlur?.(event as never)
          }}
        />
        {!isFixed && canFind() && (
          <button type="button" className="tes-link" disabled={finding} aria-busy={finding} onClick={find}>
            {finding ? say('Finding out…') : say('Use my position')}
          </button>
        )}
      </div>
      {!isShort && place && (
        <input
          type="text"
          className="tes-location__label"
          value={label}
          maxLength={LONGEST_LABEL}
          disabled={disabled}
          readOnly={readOnly as boolean | undefined}
          aria-label={say('What is there')}
          placeholder={say('What is there, such as an address')}
          onChange={event => describe(event.target.value)}
        />
      )}
      <div id={`${id}-understood`} className="tes-location__understood" role="status">
        {wrong && <span className="tes-location__problem">{wrong}</span>}
        {place && !isShort && (
          <>
            <WorldPlot {...place} />
            <Place place={{ lat: place.lat, lng: place.lng }} say={say} />
          </>
        )}
      </div>
      {problem && (
        <p className="tes-location__problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

export default field('tessera-location', LocationInput)
