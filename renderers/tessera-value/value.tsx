// A value of a field that is more than its words: several choices, or what its format makes of it: a link to write, call or visit, stars, a colour with its
// swatch, a place with its map, a number, an amount or a percentage in the reader's language.
// What does not fit its format is shown as the text that it is.
import { filter, type RendererProps } from 'amis-core'
import { figureText, linkOf, MOST_STARS, type FieldFormat } from '../../api/models/formats.ts'
import { locationOf } from '../../api/models/location.ts'
import { Place } from '../places.tsx'
import { renderer } from '../register.tsx'
import { languageOf, sayer } from '../words.ts'
import { EmptyFormula } from './empty-formula.tsx'
import { reasonAt } from './reasons.ts'
import './value.css'

interface Props extends RendererProps {
  value?: unknown
  format?: FieldFormat | 'decimal' | 'integer'
  currency?: string
  scale?: number | null
  /** Of a formula: where one that is empty says why, if that is not where its row says. */
  whyApi?: string
  /** Where several of these are the value. */
  options?: { value: string; label: string }[]
}

export function FieldValue({ name, value, format, currency, scale, options, whyApi, data, env }: Props) {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)) {
    const url = whyApi ? filter(whyApi.replace(/^get:/, ''), data) : reasonAt(data, name)
    return url ? <EmptyFormula key={url} url={url} env={env} /> : <span>—</span>
  }
  if (options)
    return (
      <span className="tes-value__chips">
        {(Array.isArray(value) ? value : [value]).map(one => (
          <span key={String(one)}>{options.find(option => option.value === one)?.label || String(one)}</span>
        ))}
      </span>
    )
  const place = format === 'location' ? locationOf(value) : undefined
  if (place) return <Place place={place} say={sayer(env)} />
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (format === 'rating') {
    const stars = Math.max(0, Math.min(MOST_STARS, Math.round(Number(value)) || 0))
    const told = sayer(env)('{count} of {most} stars', { count: stars, most: MOST_STARS })
    return (
      <span className="tes-value__stars" role="img" aria-label={told} title={told}>
        {'★'.repeat(stars)}
        <span>{'☆'.repeat(MOST_STARS - stars)}</span>
      </span>
    )
  }
  if (format === 'color')
    return (
      <span className="tes-value__color">
        {/^#[0-9a-f]{6}$/i.test(text) && <span style={{ background: text }} aria-hidden="true" />}
        {text}
      </span>
    )
  if (format === 'percent' || format === 'currency') return <span>{figureText({ format, currency, scale }, value, languageOf(env))}</span>
  if (format === 'decimal' || format === 'integer') return <span>{figureText({ type: format }, value, languageOf(env))}</span>
  const link = linkOf(format, text)
  if (!link) return <span className="tes-value">{text}</span>
  // A row that opens by a click stays closed.
  const own = { onClick: (event: React.MouseEvent) => event.stopPropagation() }
  return (
    <a className="tes-value" href={link} title={text} {...own} {...(format === 'url' && { target: '_blank', rel: 'noopener noreferrer' })}>
      {format === 'url' ? text.replace(/^https?:\/\//i, '').replace(/\/$/, '') : text}
    </a>
  )
}

export default renderer('tessera-value', FieldValue)
