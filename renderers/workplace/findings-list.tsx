// What the gate says about the screen, under both views: the worst first, each leading to its place.
import { useMemo, useState } from 'react'
import { Icon } from '../icons.tsx'
import { useSay } from './ui.tsx'
import type { Finding } from './finding.ts'

const ORDER = { error: 0, warning: 1, hint: 2 } as const

interface Props {
  findings: Finding[]
  /** False while they belong to an older text. */
  checked: boolean
  /** Why the text cannot be checked at all. */
  mistake?: { text: string; onGo(): void } | undefined
  lineOf?(finding: Finding): number | undefined
  onGo(finding: Finding): void
  open: boolean
  onToggle(): void
}

export function FindingsList({ findings, checked, mistake, lineOf, onGo, open, onToggle }: Props) {
  const say = useSay()
  const [most, setMost] = useState(100)
  const sorted = useMemo(() => [...findings].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]), [findings])
  const count = (severity: Finding['severity']) => findings.filter(one => one.severity === severity).length
  const [errors, warnings, hints] = [count('error') + (mistake ? 1 : 0), count('warning'), count('hint')]
  const none = !findings.length && !mistake
  const parts = [
    errors && (errors === 1 ? say('1 mistake') : say('{count} mistakes', { count: errors })),
    warnings && (warnings === 1 ? say('1 warning') : say('{count} warnings', { count: warnings })),
    hints && (hints === 1 ? say('1 hint') : say('{count} hints', { count: hints })),
  ].filter(Boolean)
  return (
    <section className={`tes-findings${open && !none ? ' is-open' : ''}`} aria-label={say('Findings')}>
      <button type="button" className="tes-findings__head" aria-expanded={open && !none} disabled={none} onClick={onToggle}>
        <i className={`tes-dot is-${errors ? 'error' : warnings ? 'warning' : hints ? 'hint' : 'good'}`} />
        <span aria-live="polite">{none ? (checked ? say('No mistakes found') : say('Checking…')) : parts.join(' · ')}</span>
        {!none && !checked && !mistake && <small>{say('Checking…')}</small>}
        {!none && <Icon name={open ? 'down' : 'chevron'} size={14} />}
      </button>
      {open && !none && (
        <ul>
          {mistake && (
            <li>
              <button type="button" className="tes-line" onClick={mistake.onGo}>
                <i className="tes-dot is-error" />
                <span>{mistake.text}</span>
              </button>
            </li>
          )}
          {sorted.slice(0, most).map((finding, at) => {
            const line = lineOf?.(finding)
            return (
              <li key={`${finding.path} ${finding.code} ${at}`}>
                <button type="button" className="tes-line" onClick={() => onGo(finding)}>
                  <i
                    className={`tes-dot is-${finding.severity}`}
                    title={say(finding.severity === 'error' ? 'Mistake' : finding.severity === 'warning' ? 'Warning' : 'Hint')}
                  />
                  <span>{finding.message}</span>
                  <code>{line ? say('line {line}', { line }) : finding.path || say('the screen')}</code>
                </button>
              </li>
            )
          })}
          {sorted.length > most && (
            <li>
              <button type="button" className="tes-line" onClick={() => setMost(most + 200)}>
                {say('Show the other {count}', { count: sorted.length - most })}
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}
