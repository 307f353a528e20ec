// JSON as text with what is found about it: at its lines, and in a list below that leads to them.
import { lazy, Suspense, useMemo, useRef } from 'react'
import type { CodeHandle, Mark } from './code-view.tsx'
import type { Finding } from './finding.ts'
import { FindingsList } from './findings-list.tsx'
import { positionOf, readJson } from './json-places.ts'
import { useSay } from './ui.tsx'

const Code = lazy(() => import('./code-view.tsx').then(({ Code }) => ({ default: Code })))

interface Props {
  text: string
  label: string
  /** Why the text is no JSON, or none that can be used. */
  mistake: 'syntax' | 'shape' | undefined
  findings: Finding[]
  /** False while the findings belong to an older text. */
  checked: boolean
  /** A path to show first, from a finding of another view. */
  goTo?: string | undefined
  open: boolean
  onToggle(): void
  onType(text: string): void
}

/** The first line of a place: a whole component underlined would be a page of red. */
const firstLine = (text: string, start: number, end: number) => {
  const line = text.indexOf('\n', start)
  return line === -1 || line > end ? end : line
}

export function CheckedJson({ text, label, mistake, findings, checked, goTo, open, onToggle, onType }: Props) {
  const say = useSay()
  const handle = useRef<CodeHandle | null>(null)
  const json = useMemo(() => readJson(text), [text])
  const offset = json.mistake?.offset ?? 0
  const wrong =
    mistake &&
    (mistake === 'syntax'
      ? say('This is not valid JSON: line {line}, column {column}', { ...positionOf(text, offset) })
      : say('A page is one JSON object: { "type": "page", … }'))
  const marks = useMemo<Mark[]>(() => {
    if (wrong) return [{ severity: 'error', message: wrong, start: Math.min(offset, Math.max(0, text.length - 1)), end: Math.min(offset + 1, text.length) }]
    return findings.map(({ path, severity, message }) => {
      const { start, end } = json.find(path)
      return { start, end: firstLine(text, start, end), severity, message }
    })
  }, [findings, json, wrong, offset, text])
  return (
    <div className="tes-json-view">
      <Suspense fallback={<div className="tes-code is-loading" />}>
        <Code
          value={text}
          label={label}
          marks={marks}
          onChange={onType}
          onReady={ready => {
            handle.current = ready
            if (goTo) ready.goTo(json.find(goTo).start)
          }}
        />
      </Suspense>
      <FindingsList
        findings={wrong ? [] : findings}
        checked={checked}
        mistake={wrong ? { text: wrong, onGo: () => handle.current?.goTo(offset) } : undefined}
        lineOf={({ path }) => positionOf(text, json.find(path).start).line}
        onGo={({ path }) => handle.current?.goTo(json.find(path).start)}
        open={open}
        onToggle={onToggle}
      />
    </div>
  )
}
