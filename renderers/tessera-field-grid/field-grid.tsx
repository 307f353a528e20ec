// Many fields at once: a line each, with a key that follows the name; Enter goes on to the next line, and lines of a spreadsheet can be pasted.
import { useEffect, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { createObject, resolveVariableAndFilter, type RendererProps } from 'amis-core'
import { renderer, useInstance } from '../register.tsx'
import { sayer } from '../words.ts'
import { ask, type CallFailed, type Request } from '../workplace/ask.ts'
import { kindsOf } from './kinds.ts'
import { blankLine, canBeRequired, fieldOf, hasChoices, isBlank, isComputed, pastedLines, withKeys, type Line } from './lines.ts'
import '../workplace/workplace.css'
import './field-grid.css'

interface Props extends RendererProps {
  /** Call that the fields are sent to, such as `post:/api/…/fields`. */
  api: string
  /** Keys of the fields that are there. */
  taken?: string
}

const CURRENCIES = ['USD', 'EUR', 'CNY', 'GBP', 'JPY', 'AUD', 'BRL', 'CAD', 'CHF', 'HKD', 'INR', 'KRW', 'MXN', 'SEK', 'SGD', 'TWD']
const FIRST = 5
/** What the call takes at once. */
const MOST = 100

export function FieldGrid(props: Props) {
  const { api, taken: takenIn, data, env, dispatchEvent } = props
  const say = useMemo(() => sayer(env), [env])
  const self = useInstance(props)
  const kinds = useMemo(() => kindsOf(say), [say])
  const taken = useMemo(() => {
    const keys: unknown = takenIn && resolveVariableAndFilter(takenIn, data as object, '| raw')
    return Array.isArray(keys) ? keys.map(String) : []
  }, [takenIn, data])
  const [lines, setLines] = useState<Line[]>(() => Array.from({ length: FIRST }, () => blankLine()))
  /** Of the lines that were sent, by line and name of the field's part. */
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const [focus, setFocus] = useState<number>()
  const place = useRef<HTMLTableSectionElement>(null)

  const put = (next: Line[]) => setLines(withKeys(next, taken).slice(0, MOST))
  const set = (id: number, change: Partial<Line>) => {
    put(lines.map(line => (line.id === id ? { ...line, ...change } : line)))
    setErrors(Object.fromEntries(Object.entries(errors).filter(([at]) => !at.startsWith(`${id}.`))))
  }
  useEffect(() => {
    if (focus !== undefined) place.current?.querySelector<HTMLInputElement>(`[data-line='${focus}'] input`)?.focus()
    setFocus(undefined)
  }, [focus])

  const goOn = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const next = lines[at + 1] ?? blankLine()
    if (!lines[at + 1]) put([...lines, next])
    setFocus(next.id)
  }
  /** Lines of a spreadsheet fill the line that they are pasted into and those below, as far as these are blank. */
  const paste = (event: ClipboardEvent, at: number) => {
    const text = event.clipboardData.getData('text')
    if (!/[\n\t]/.test(text.trim())) return
    event.preventDefault()
    const pasted = pastedLines(text, kinds)
    const after = lines.slice(at + 1).filter((line, place) => !isBlank(line) || place >= pasted.length - 1)
    const before = lines.slice(0, isBlank(lines[at] as Line) ? at : at + 1)
    put([...before, ...pasted, ...after])
    setFocus(pasted.at(-1)?.id)
  }

  async function save() {
    const sent = lines.filter(line => !isBlank(line))
    setBusy(true)
    setProblem('')
    setErrors({})
    try {
      const address = String(resolveVariableAndFilter(api, data as object, '| raw') ?? '').replace(/^post:/, '')
      await ask((env as unknown as { request: Request }).request, 'post', address, { fields: sent.map(line => fieldOf(line, kinds)) })
      env.notify('success', say('Saved'))
      await dispatchEvent('saved', createObject(data as object, { count: sent.length }), self as never)
    } catch (caught) {
      const { message, errors: told = {} } = caught as CallFailed
      const atLines: Record<string, string> = {}
      for (const [name, text] of Object.entries(told)) {
        const [, at, part = ''] = /^fields\.(\d+)\.(\w+)/.exec(name) ?? []
        const line = at === undefined ? undefined : sent[Number(at)]
        if (line) atLines[`${line.id}.${part === 'format' ? 'type' : part}`] ??= text
      }
      setErrors(atLines)
      setProblem(Object.keys(atLines).length ? say('Nothing was added yet: look at the lines that are marked') : message)
    }
    setBusy(false)
  }

  const count = lines.filter(line => !isBlank(line)).length
  const problemOf = (line: Line, part: string) => {
    const text = errors[`${line.id}.${part}`]
    return text ? <small role="alert">{text}</small> : null
  }
  const wrong = (line: Line, part: string) => ({ 'aria-invalid': errors[`${line.id}.${part}`] ? true : undefined })
  return (
    <div className="tes-field-grid">
      <p>{say('Enter goes on to the next line. Lines copied from a spreadsheet can be pasted: names, and beside them types, keys or what is required.')}</p>
      <div className="tes-field-grid__scroll">
        <table>
          <thead>
            <tr>
              <th>{say('Name')}</th>
              <th>{say('Key')}</th>
              <th>{say('Type')}</th>
              <th>{say('Choices, currency or formula')}</th>
              <th>{say('Required')}</th>
              <th />
            </tr>
          </thead>
          <tbody ref={place}>
            {lines.map((line, at) => (
              <tr key={line.id} data-line={line.id} onKeyDown={event => (event.target as HTMLElement).tagName !== 'BUTTON' && goOn(event, at)}>
                <td>
                  <input
                    className="tes-input"
                    aria-label={say('Name of line {line}', { line: at + 1 })}
                    {...wrong(line, 'name')}
                    maxLength={50}
                    value={line.name}
                    onPaste={event => paste(event, at)}
                    onChange={event => set(line.id, { name: event.target.value })}
                  />
                  {problemOf(line, 'name')}
                </td>
                <td>
                  <input
                    className="tes-input t-code"
                    aria-label={say('Key of line {line}', { line: at + 1 })}
                    {...wrong(line, 'key')}
                    maxLength={50}
                    spellCheck={false}
                    value={line.key}
                    onChange={event => set(line.id, { key: event.target.value, isKeyOwn: event.target.value !== '' })}
                  />
                  {problemOf(line, 'key')}
                </td>
                <td>
                  <select
                    className="tes-input"
                    aria-label={say('Type of line {line}', { line: at + 1 })}
                    {...wrong(line, 'type')}
                    value={line.kind}
                    onChange={event => set(line.id, { kind: event.target.value })}
                  >
                    {kinds.map(({ value, label }) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </select>
                  {problemOf(line, 'type')}
                </td>
                <td>
                  {hasChoices(line) && (
                    <input
                      className="tes-input"
                      aria-label={say('Choices of line {line}', { line: at + 1 })}
                      {...wrong(line, 'options')}
                      placeholder="A; B; C"
                      value={line.choices}
                      onChange={event => set(line.id, { choices: event.target.value })}
                    />
                  )}
                  {line.kind === 'currency' && (
                    <select
                      className="tes-input"
                      aria-label={say('Currency of line {line}', { line: at + 1 })}
                      {...wrong(line, 'currency')}
                      value={line.currency}
                      onChange={event => set(line.id, { currency: event.target.value })}
                    >
                      <option value="">{say('Choose')}</option>
                      {CURRENCIES.map(code => (
                        <option key={code}>{code}</option>
                      ))}
                    </select>
                  )}
                  {isComputed(line) && (
                    <input
                      className="tes-input t-code"
                      aria-label={say('Formula of line {line}', { line: at + 1 })}
                      {...wrong(line, 'formula')}
                      maxLength={1000}
                      spellCheck={false}
                      placeholder="price * quantity"
                      value={line.formula}
                      onChange={event => set(line.id, { formula: event.target.value })}
                    />
                  )}
                  {problemOf(line, 'formula') ?? problemOf(line, 'options') ?? problemOf(line, 'currency')}
                </td>
                <td>
                  <input
                    type="checkbox"
                    aria-label={say('Line {line} is required', { line: at + 1 })}
                    checked={line.required && canBeRequired(line)}
                    disabled={!canBeRequired(line)}
                    onChange={event => set(line.id, { required: event.target.checked })}
                  />
                </td>
                <td>
                  <button
                    type="button"
                    className="tes-button"
                    aria-label={say('Take line {line} out', { line: at + 1 })}
                    disabled={lines.length === 1}
                    onClick={() => put(lines.filter(one => one.id !== line.id))}
                  >
                    ×
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problem && <p role="alert">{problem}</p>}
      <footer>
        <button type="button" className="tes-button" disabled={lines.length >= MOST} onClick={() => put([...lines, blankLine()])}>
          {say('Add line')}
        </button>
        <button type="button" className="tes-button is-primary" disabled={busy || !count} onClick={() => void save()}>
          {count ? say('Add {count} fields', { count }) : say('Add fields')}
        </button>
      </footer>
    </div>
  )
}

export default renderer('tessera-field-grid', FieldGrid)
