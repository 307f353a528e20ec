// The page as JSON: edited as text, checked while one writes, taken over only when it can be a page.
import { useEffect, useMemo, useRef, useState } from 'react'
import { getRenderers } from 'amis-core'
import { CheckedJson } from '../workplace/checked-json.tsx'
import type { Finding } from '../workplace/finding.ts'
import { Problem, useSay } from '../workplace/ui.tsx'
import type { Calls, Schema } from './calls.ts'
import { checkJson } from './check-json.ts'

interface Props {
  schema: Schema
  check: Calls['check']
  onTake(schema: Schema): void
  onClose(): void
}

const REST_MS = 400

export function JsonView({ schema, check, onTake, onClose }: Props) {
  const say = useSay()
  const [start] = useState(() => JSON.stringify(schema, null, 2))
  const [text, setText] = useState(start)
  const [open, setOpen] = useState(true)
  const types = useMemo(() => new Set(getRenderers().map(({ type }) => type)), [])
  const { schema: next, problem } = useMemo(() => checkJson(text, type => types.has(type)), [text, types])
  const [found, setFound] = useState<{ text: string; findings: Finding[] }>({ text: '', findings: [] })
  const latest = useRef(text)
  latest.current = text
  const readable = problem?.kind === 'syntax' || problem?.kind === 'shape' ? undefined : text
  useEffect(() => {
    if (readable === undefined) return
    const timer = setTimeout(() => {
      check(JSON.parse(readable) as Schema).then(
        findings => latest.current === readable && setFound({ text: readable, findings }),
        // Checked again at the next change, and when the page is saved.
        () => {},
      )
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [readable, check])
  const changed = text !== start
  return (
    <section className="tes-json" aria-label={say('Page as JSON')}>
      <CheckedJson
        text={text}
        label={say('Page as JSON')}
        mistake={problem?.kind === 'type' ? undefined : problem?.kind}
        findings={found.findings}
        checked={found.text === text}
        open={open}
        onToggle={() => setOpen(!open)}
        onType={setText}
      />
      <footer>
        <div className="tes-json__state" aria-live="polite">
          {problem?.kind === 'type' && (
            <Problem>{problem.type ? say('There is no type “{type}”', { type: problem.type }) : say('The page has no type; usually it is "page"')}</Problem>
          )}
        </div>
        <button type="button" className="tes-button" onClick={onClose}>
          {changed ? say('Drop the changes') : say('Back to the canvas')}
        </button>
        <button type="button" className="tes-button is-primary" disabled={!next || !changed} onClick={() => next && onTake(next)}>
          {say('Take over')}
        </button>
      </footer>
    </section>
  )
}
