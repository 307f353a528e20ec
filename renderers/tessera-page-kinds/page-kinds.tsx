// Which pages are made of a model: each kind as a small picture with the model's own words in it.
import type { ReactNode } from 'react'
import { resolveVariableAndFilter, type FormControlProps } from 'amis-core'
import { field } from '../register.tsx'
import './page-kinds.css'

interface PageKind {
  kind: string
  label: string
  description: string
  /** Why there cannot be one. */
  reason: string
  /** Columns, fields or choices of the model that the page shows. */
  labels: string[]
}
interface Props extends FormControlProps {
  /** Where the kinds are, as a template. */
  kinds?: string
  value?: string[]
}

const Lines = ({ count }: { count: number }) => Array.from({ length: count }, (_one, at) => <i key={at} style={{ width: `${90 - ((at * 23) % 50)}%` }} />)
const Words = ({ labels, most }: { labels: string[]; most: number }) => labels.slice(0, most).map((label, at) => <b key={at}>{label}</b>)

const SKETCHES: Record<string, (labels: string[]) => ReactNode> = {
  list: labels => (
    <>
      <header>
        <Words labels={labels} most={4} />
      </header>
      {[1, 2, 3, 4].map(row => (
        <div key={row} className="is-row">
          {labels.slice(0, 4).map((_label, at) => (
            <i key={at} />
          ))}
        </div>
      ))}
    </>
  ),
  detail: labels => (
    <>
      <div className="is-title" />
      <div className="is-facts">
        {labels.slice(0, 6).map((label, at) => (
          <span key={at}>
            <b>{label}</b>
            <i />
          </span>
        ))}
      </div>
    </>
  ),
  form: labels => (
    <div className="is-facts">
      {labels.slice(0, 4).map((label, at) => (
        <span key={at} className="is-box">
          <b>{label}</b>
          <em />
        </span>
      ))}
    </div>
  ),
  board: labels => (
    <div className="is-columns">
      {(labels.length ? labels : ['', '', '']).slice(0, 4).map((label, at) => (
        <span key={at}>
          <b>{label}</b>
          {Array.from({ length: 3 - (at % 3) }, (_one, card) => (
            <em key={card} />
          ))}
        </span>
      ))}
    </div>
  ),
  calendar: () => (
    <div className="is-month">
      {Array.from({ length: 21 }, (_one, at) => (
        <span key={at} className={[2, 8, 9, 18].includes(at) ? 'is-day' : undefined} />
      ))}
    </div>
  ),
  dashboard: labels => (
    <>
      <div className="is-tiles">
        {['', ...labels].slice(0, 4).map((label, at) => (
          <span key={at}>
            <b>{label}</b>
            <em />
          </span>
        ))}
      </div>
      <Lines count={3} />
    </>
  ),
}

export function PageKinds({ kinds, value, onChange, data, disabled }: Props) {
  const list = ((kinds ? resolveVariableAndFilter(kinds, data, '| raw') : undefined) ?? []) as PageKind[]
  const chosen = value ?? []
  const toggle = (kind: string) => onChange?.(list.map(one => one.kind).filter(one => (one === kind ? !chosen.includes(one) : chosen.includes(one))))
  return (
    <div className="tes-kinds">
      {list.map(({ kind, label, description, reason, labels }) => (
        <label key={kind} className={`${chosen.includes(kind) && !reason ? 'is-chosen' : ''}${reason ? ' is-off' : ''}`}>
          <div className="tes-kinds__sketch" data-kind={kind} aria-hidden="true">
            {SKETCHES[kind]?.(labels)}
          </div>
          <span className="tes-kinds__words">
            <input type="checkbox" checked={chosen.includes(kind) && !reason} disabled={disabled || !!reason} onChange={() => toggle(kind)} />
            <span>
              <strong>{label}</strong>
              <small>{reason || description}</small>
            </span>
          </span>
        </label>
      ))}
    </div>
  )
}

export default field('tessera-page-kinds', PageKinds)
