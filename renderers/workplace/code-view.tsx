// JSON as text, and two of them side by side, in monaco; loaded when first shown.
import { useEffect, useRef } from 'react'
import type { editor } from 'monaco-editor'
import '../monaco-workers.ts'

const dark = () => document.documentElement.classList.contains('is-dark')
const theme = () => (dark() ? 'vs-dark' : 'vs')
const OPTIONS = { automaticLayout: true, minimap: { enabled: false }, scrollBeyondLastLine: false, fontSize: 12, lineHeight: 18, tabSize: 2 } as const
type Monaco = typeof import('monaco-editor')

/** monaco with its own opinion on JSON switched off: it is English, and ours knows what a page is. */
async function loadMonaco(): Promise<Monaco> {
  const monaco = await import('monaco-editor')
  const { json } = monaco.languages as unknown as { json: { jsonDefaults: { setDiagnosticsOptions(options: object): void } } }
  json.jsonDefaults.setDiagnosticsOptions({ validate: false, schemas: [] })
  return monaco
}

/** Follows the theme while an editor is open; answers how to stop. */
function followTheme(monaco: Monaco) {
  const watch = new MutationObserver(() => monaco.editor.setTheme(theme()))
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] })
  return () => watch.disconnect()
}

/** A place in the text with something to say about it, as offsets. */
export interface Mark {
  start: number
  end: number
  severity: 'error' | 'warning' | 'hint'
  message: string
}
export interface CodeHandle {
  goTo(offset: number): void
}
interface CodeProps {
  value: string
  label: string
  onChange(text: string): void
  marks?: readonly Mark[]
  onReady?(handle: CodeHandle): void
}

function show(monaco: Monaco, made: editor.IStandaloneCodeEditor, marks: readonly Mark[]) {
  const model = made.getModel()
  if (!model) return
  const { Error, Warning, Info } = monaco.MarkerSeverity
  monaco.editor.setModelMarkers(
    model,
    'tessera',
    marks.map(({ start, end, severity, message }) => {
      const from = model.getPositionAt(start)
      const to = model.getPositionAt(end)
      return {
        message,
        severity: { error: Error, warning: Warning, hint: Info }[severity],
        startLineNumber: from.lineNumber,
        startColumn: from.column,
        endLineNumber: to.lineNumber,
        endColumn: to.column,
      }
    }),
  )
}

/** Puts a text in place, changing only what differs, so that the cursor stays where the person is. */
function replace(monaco: Monaco, model: editor.ITextModel, text: string) {
  const before = model.getValue()
  let start = 0
  while (start < before.length && start < text.length && before[start] === text[start]) start++
  let end = 0
  while (end < before.length - start && end < text.length - start && before[before.length - 1 - end] === text[text.length - 1 - end]) end++
  const from = model.getPositionAt(start)
  const to = model.getPositionAt(before.length - end)
  model.applyEdits([{ range: new monaco.Range(from.lineNumber, from.column, to.lineNumber, to.column), text: text.slice(start, text.length - end) }])
}

export function Code({ value, label, onChange, marks, onReady }: CodeProps) {
  const box = useRef<HTMLDivElement>(null)
  const now = useRef({ value, onChange, marks, onReady })
  const open = useRef<{ monaco: Monaco; made: editor.IStandaloneCodeEditor }>(undefined)
  const quiet = useRef(false)
  useEffect(() => {
    now.current = { value, onChange, marks, onReady }
  })
  useEffect(() => {
    let gone = false
    let unfollow = () => {}
    void loadMonaco().then(monaco => {
      if (gone || !box.current) return
      const made = monaco.editor.create(box.current, {
        ...OPTIONS,
        value: now.current.value,
        language: 'json',
        theme: theme(),
        ariaLabel: label,
        formatOnPaste: true,
        // A dialog around would cut off what is said about a line.
        fixedOverflowWidgets: true,
      })
      open.current = { monaco, made }
      unfollow = followTheme(monaco)
      made.onDidChangeModelContent(() => quiet.current || now.current.onChange(made.getValue()))
      show(monaco, made, now.current.marks ?? [])
      made.focus()
      now.current.onReady?.({
        goTo(offset) {
          const position = made.getModel()?.getPositionAt(offset)
          if (!position) return
          made.setPosition(position)
          made.revealPositionInCenterIfOutsideViewport(position)
          made.focus()
        },
      })
    })
    return () => {
      gone = true
      unfollow()
      const made = open.current?.made
      open.current = undefined
      made?.getModel()?.dispose()
      made?.dispose()
    }
  }, [label])
  useEffect(() => {
    const model = open.current?.made.getModel()
    if (!open.current || !model || model.getValue() === value) return
    quiet.current = true
    replace(open.current.monaco, model, value)
    quiet.current = false
  }, [value])
  useEffect(() => {
    if (open.current && marks) show(open.current.monaco, open.current.made, marks)
  }, [marks])
  return <div className="tes-code" ref={box} />
}

interface DiffProps {
  before: string
  after: string
  label: string
}

export function Diff({ before, after, label }: DiffProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let gone = false
    let dispose = () => {}
    void loadMonaco().then(monaco => {
      if (gone || !box.current) return
      const original = monaco.editor.createModel(before, 'json')
      const modified = monaco.editor.createModel(after, 'json')
      const made = monaco.editor.createDiffEditor(box.current, {
        ...OPTIONS,
        readOnly: true,
        originalEditable: false,
        // Two columns need room for two.
        renderSideBySide: box.current.clientWidth > 700,
        theme: theme(),
        ariaLabel: label,
      })
      const unfollow = followTheme(monaco)
      made.setModel({ original, modified })
      dispose = () => {
        unfollow()
        made.dispose()
        original.dispose()
        modified.dispose()
      }
    })
    return () => {
      gone = true
      dispose()
    }
  }, [before, after, label])
  return <div className="tes-code" ref={box} role="group" aria-label={label} />
}
