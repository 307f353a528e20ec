// JSON as text, and two of them side by side, in monaco; loaded when first shown.
import { useEffect, useRef } from 'react'
import type { editor } from 'monaco-editor'
import '../monaco-workers.ts'

const dark = () => document.documentElement.classList.contains('is-dark')
const OPTIONS = { automaticLayout: true, minimap: { enabled: false }, scrollBeyondLastLine: false, fontSize: 12, lineHeight: 18, tabSize: 2 } as const

interface CodeProps {
  value: string
  label: string
  onChange(text: string): void
}

export function Code({ value, label, onChange }: CodeProps) {
  const box = useRef<HTMLDivElement>(null)
  const now = useRef({ value, onChange })
  useEffect(() => {
    now.current.onChange = onChange
  })
  useEffect(() => {
    let made: editor.IStandaloneCodeEditor | undefined
    let gone = false
    void import('monaco-editor').then(monaco => {
      if (gone || !box.current) return
      made = monaco.editor.create(box.current, {
        ...OPTIONS,
        value: now.current.value,
        language: 'json',
        theme: dark() ? 'vs-dark' : 'vs',
        ariaLabel: label,
        formatOnPaste: true,
      })
      made.onDidChangeModelContent(() => now.current.onChange(made?.getValue() ?? ''))
      made.focus()
    })
    return () => {
      gone = true
      made?.getModel()?.dispose()
      made?.dispose()
    }
  }, [label])
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
    void import('monaco-editor').then(monaco => {
      if (gone || !box.current) return
      const original = monaco.editor.createModel(before, 'json')
      const modified = monaco.editor.createModel(after, 'json')
      const made = monaco.editor.createDiffEditor(box.current, {
        ...OPTIONS,
        readOnly: true,
        originalEditable: false,
        // Two columns need room for two.
        renderSideBySide: box.current.clientWidth > 700,
        theme: dark() ? 'vs-dark' : 'vs',
        ariaLabel: label,
      })
      made.setModel({ original, modified })
      dispose = () => {
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
