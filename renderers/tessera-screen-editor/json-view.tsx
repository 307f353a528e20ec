// The screen as JSON: what is typed is the work at once, with what is found about it at its lines.
import { lazy, Suspense, useMemo, useRef } from 'react'
import { useSay } from '../tessera-page-designer/ui.tsx'
import type { CodeHandle, Mark } from '../tessera-page-designer/code-view.tsx'
import type { Finding } from './calls.ts'
import { FindingsList } from './findings-list.tsx'
import { positionOf, readJson } from './json-places.ts'
import type { DocumentState } from './screen-document.ts'

const Code = lazy(() => import('../tessera-page-designer/code-view.tsx').then(({ Code }) => ({ default: Code })))

interface Props {
  state: DocumentState
  /** A path to show first, from a finding of another view. */
  goTo?: string | undefined
  listOpen: boolean
  onToggleList(): void
  onType(text: string): void
}

/** The first line of a place: a whole component underlined would be a page of red. */
const firstLine = (text: string, start: number, end: number) => {
  const line = text.indexOf('\n', start)
  return line === -1 || line > end ? end : line
}

export function JsonView({ state, goTo, listOpen, onToggleList, onType }: Props) {
  const say = useSay()
  const { text, mistake, findings } = state
  const handle = useRef<CodeHandle | null>(null)
  const json = useMemo(() => readJson(text), [text])
  const marks = useMemo<Mark[]>(() => {
    const wrong = mistake && {
      severity: 'error' as const,
      message: mistake.kind === 'syntax' ? say('JSON cannot go on like this') : say('A screen is one JSON object'),
    }
    if (wrong) {
      const start = json.mistake?.offset ?? 0
      return [{ ...wrong, start: Math.min(start, Math.max(0, text.length - 1)), end: Math.min(start + 1, text.length) }]
    }
    return findings.map(({ path, severity, message }) => {
      const { start, end } = json.find(path)
      return { start, end: firstLine(text, start, end), severity, message }
    })
  }, [findings, json, mistake, text, say])
  const lineOf = ({ path }: Finding) => (mistake ? undefined : positionOf(text, json.find(path).start).line)
  return (
    <div className="tes-json-view">
      <Suspense fallback={<div className="tes-code is-loading" />}>
        <Code
          value={text}
          label={say('Screen as JSON')}
          marks={marks}
          onChange={onType}
          onReady={ready => {
            handle.current = ready
            if (goTo) ready.goTo(json.find(goTo).start)
          }}
        />
      </Suspense>
      <FindingsList
        findings={mistake ? [] : findings}
        checked={state.checked}
        mistake={
          mistake
            ? {
                text:
                  mistake.kind === 'syntax'
                    ? say('This is not valid JSON: line {line}, column {column}', mistake.at as never)
                    : say('A page is one JSON object: { "type": "page", … }'),
                onGo: () => handle.current?.goTo(json.mistake?.offset ?? 0),
              }
            : undefined
        }
        lineOf={lineOf}
        onGo={({ path }) => handle.current?.goTo(json.find(path).start)}
        open={listOpen}
        onToggle={onToggleList}
      />
    </div>
  )
}
