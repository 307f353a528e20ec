// The page as JSON: edited as text, taken over only when it can be a page.
import { lazy, Suspense, useMemo, useState } from 'react'
import { getRenderers } from 'amis-core'
import type { Schema } from './calls.ts'
import { checkJson, type JsonProblem } from './check-json.ts'
import { Problem, useSay } from './ui.tsx'

const Code = lazy(() => import('./code-view.tsx').then(({ Code }) => ({ default: Code })))

interface Props {
  schema: Schema
  onTake(schema: Schema): void
  onClose(): void
}

export function JsonView({ schema, onTake, onClose }: Props) {
  const say = useSay()
  const [start] = useState(() => JSON.stringify(schema, null, 2))
  const [text, setText] = useState(start)
  const types = useMemo(() => new Set(getRenderers().map(({ type }) => type)), [])
  const { schema: next, problem, unknown } = useMemo(() => checkJson(text, type => types.has(type)), [text, types])
  const words = (it: JsonProblem): string =>
    it.kind === 'syntax'
      ? say('This is not valid JSON: line {line}, column {column}', { line: it.line, column: it.column })
      : it.kind === 'shape'
        ? say('A page is one JSON object: { "type": "page", … }')
        : it.type
          ? say('There is no type “{type}”', { type: it.type })
          : say('The page has no type; usually it is "page"')
  const changed = text !== start
  return (
    <section className="tes-json" aria-label={say('Page as JSON')}>
      <Suspense fallback={<div className="tes-code is-loading" />}>
        <Code value={start} label={say('Page as JSON')} onChange={setText} />
      </Suspense>
      <footer>
        <div className="tes-json__state" aria-live="polite">
          {problem && <Problem>{words(problem)}</Problem>}
          {unknown.length > 0 && (
            <p className="tes-hint">
              {say('Nothing renders these types: {types}', { types: unknown.map(({ type, path }) => `${type} (${path})`).join(', ') })}
            </p>
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
