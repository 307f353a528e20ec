// Permissions that a page has of its own: made, named and deleted; the page asks for them by their identifier.
import { useState, type FormEvent } from 'react'
import { Dialog, Problem, useSay } from '../workplace/ui.tsx'
import type { MatrixOption, MatrixResource } from './matrix.ts'

/** These mean something else already. */
const WITHOUT_EFFECT = new Set(['read', 'create', 'edit', 'delete', 'admin', 'share'])

interface Props {
  page: MatrixResource
  options: readonly MatrixOption[]
  ask(what: 'add' | 'rename' | 'delete', values: { value: string; label?: string }): Promise<{ ok: boolean; msg: string }>
  onChanged(): Promise<unknown>
  onClose(): void
}

export function OwnPermissions({ page, options, ask, onChanged, onClose }: Props) {
  const say = useSay()
  const [value, setValue] = useState('')
  const [label, setLabel] = useState('')
  const [labels, setLabels] = useState<Record<string, string>>({})
  const [going, setGoing] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function act(what: 'add' | 'rename' | 'delete', values: { value: string; label?: string }): Promise<boolean> {
    setBusy(true)
    setProblem('')
    const answer = await ask(what, values)
    if (answer.ok) await onChanged()
    else setProblem(answer.msg || say('The interface call failed'))
    setBusy(false)
    return answer.ok
  }
  async function add(event: FormEvent) {
    event.preventDefault()
    if (!/^[A-Za-z0-9]{1,10}$/.test(value)) return setProblem(say('The identifier takes letters and digits, at most 10'))
    if (await act('add', { value, label })) {
      setValue('')
      setLabel('')
    }
  }
  return (
    <Dialog title={say('Permissions of {name}', { name: page.label })} onClose={onClose}>
      <div className="tes-dialog__body tes-matrix__own">
        <p>{say('A permission of its own can be asked for in the page, for a button say. Built-in and API permissions are not changed here.')}</p>
        {options.map(one => (
          <div key={one.value} className="tes-matrix__line">
            <code>{one.value}</code>
            <input
              className="tes-input"
              aria-label={say('Label of {name}', { name: one.value })}
              maxLength={10}
              value={labels[one.value] ?? one.label}
              onChange={event => setLabels({ ...labels, [one.value]: event.target.value })}
            />
            <button
              type="button"
              className="tes-button"
              disabled={busy || (labels[one.value] ?? one.label) === one.label}
              onClick={() => void act('rename', { value: one.value, label: labels[one.value] ?? one.label })}
            >
              {say('Rename')}
            </button>
            {going === one.value ? (
              <button type="button" className="tes-button is-danger" disabled={busy} onClick={() => void act('delete', { value: one.value })}>
                {say('Really delete')}
              </button>
            ) : (
              <button type="button" className="tes-button" disabled={busy} onClick={() => setGoing(one.value)}>
                {say('Delete')}
              </button>
            )}
          </div>
        ))}
        {!options.length && <p className="tes-matrix__nothing">{say('This page has none yet.')}</p>}
        <form className="tes-matrix__line" onSubmit={event => void add(event)}>
          <input
            className="tes-input"
            placeholder={say('Identifier')}
            aria-label={say('Identifier')}
            maxLength={10}
            required
            value={value}
            onChange={event => setValue(event.target.value)}
          />
          <input
            className="tes-input"
            placeholder={say('Label')}
            aria-label={say('Label')}
            maxLength={10}
            value={label}
            onChange={event => setLabel(event.target.value)}
          />
          <button type="submit" className="tes-button is-primary" disabled={busy}>
            {say('Add')}
          </button>
        </form>
        {WITHOUT_EFFECT.has(value.toLowerCase()) && (
          <p role="status">{say('{name} means something else already: such a permission has no effect.', { name: value })}</p>
        )}
        {problem && <Problem>{problem}</Problem>}
      </div>
    </Dialog>
  )
}
