// The form of a component: parts, states and fields as its description says; nothing here knows a component by name but the button, which can be added to.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useId, useState } from 'react'
import { partPath, partsIn, statesOf, type Component, type Field, type Part } from '../../api/theme/components.ts'
import { BASE_VALUES, builtInButtons, ENTRIES, entriesIn, type Entry } from '../../api/theme/components.ts'
import { BASE_DARK, valueAt, withValue, type ThemeDocument } from '../../api/theme/document.ts'
import { usesOfButton, withButtonRenamed } from '../../api/theme/find.ts'
import { Dialog, useSay } from '../workplace/ui.tsx'
import { TextField, ValueField } from './fields.tsx'
import type { Edit } from './token-list.tsx'
import { namesOf } from './differences.tsx'
import { fieldLabel, keyLabel, SECTIONS, stateLabel } from './labels.ts'

interface Props {
  component: Component
  document: ThemeDocument
  isDark: boolean
  part: string
  state: string
  onChoose(part: string, state: string): void
  onEdit: Edit
}

export function ComponentPanel({ component, document, isDark, part: chosen, state, onChoose, onEdit }: Props) {
  const say = useSay()
  const [adding, setAdding] = useState<'type' | 'size'>()
  const parts = partsIn(component, document)
  const part = parts.find(one => one.path === chosen) ?? parts[0]
  if (!part) return null
  const states = Object.keys(part.tokens)
  const now = states.includes(state) ? state : (states[0] ?? '')
  const sections = (Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]).filter(section => parts.some(one => one.section === section))
  const own = part.path.split('.')[1] ?? ''
  const ownPath = `component.button1.${part.path.startsWith('type') ? 'type' : 'size'}.${own}`
  return (
    <>
      <div className="tes-theme-field">
        <label htmlFor="theme-part">{say('Part')}</label>
        <select id="theme-part" className="tes-input" value={part.path} onChange={event => onChoose(event.target.value, now)}>
          {sections.map(section => (
            <optgroup key={section} label={say(SECTIONS[section])}>
              {parts
                .filter(one => one.section === section)
                .map(one => (
                  <option key={one.path} value={one.path}>
                    {one.custom ? one.label : say(one.label)}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </div>
      {component.key === 'button' && (
        <p className="tes-theme-actions">
          <button type="button" className="tes-link" onClick={() => setAdding('type')}>
            {say('Add type')}
          </button>
          <button type="button" className="tes-link" onClick={() => setAdding('size')}>
            {say('Add size')}
          </button>
        </p>
      )}
      {part.custom && (
        <>
          <TextField
            label={say('Label')}
            required
            value={part.label}
            onChange={label => onEdit(withValue(document, `${ownPath}.label`, label), say('Label changed'))}
          />
          <Rename key={own} kind={part.path.startsWith('type') ? 'type' : 'size'} token={own} {...{ document, onEdit, onChoose }} />
          <button
            type="button"
            className="tes-button is-danger"
            onClick={() => {
              onEdit(withValue(document, ownPath, undefined), say('{name} deleted', { name: part.label }))
              onChoose('', '')
            }}
          >
            {say('Delete')}
          </button>
        </>
      )}
      {states.length > 1 && (
        <div className="tes-segment tes-theme-statebar" role="group" aria-label={say('State')}>
          {states.map(one => (
            <button key={one} type="button" aria-pressed={one === now} onClick={() => onChoose(part.path, one)}>
              {stateLabel(one, component.path, say)}
            </button>
          ))}
        </div>
      )}
      {part.fields
        .filter(field => statesOf(part, field).includes(now))
        .map(field => (
          <FieldGroup key={`${part.path} ${now} ${field.name}`} {...{ component, document, isDark, part, field, onEdit }} state={now} />
        ))}
      {adding && (
        <AddButton kind={adding} document={document} onEdit={onEdit} onClose={() => setAdding(undefined)} onMade={path => onChoose(path, 'default')} />
      )}
    </>
  )
}

interface GroupProps {
  component: Component
  document: ThemeDocument
  isDark: boolean
  part: Part
  state: string
  field: Field
  onEdit: Edit
}

/** Values that are usually set together: all sides, all corners. */
const TOGETHER: [RegExp, string][] = [
  [/border-color$/, 'Colour'],
  [/border-width$/, 'Width'],
  [/border-style$/, 'Style'],
  [/radius$/, 'Radius'],
  [/^padding/, 'Padding'],
  [/^margin/, 'Margin'],
]

function FieldGroup({ component, document, isDark, part, state, field, onEdit }: GroupProps) {
  const say = useSay()
  const id = useId()
  const [each, setEach] = useState(false)
  const start = `${partPath(component, part, state)}.${field.name}`
  const all: ReadonlyMap<string, Entry> = entriesIn(document)
  const entries = (part.custom ? [...all.values()] : ENTRIES).filter(entry => entry.path === start || entry.path.startsWith(`${start}.`))
  const label = fieldLabel(field, say)
  const words = say('{part}: {field} changed', { part: part.custom ? part.label : say(part.label), field: label })
  const valueOf = (entry: Entry) => {
    const value = valueAt(document, entry.path)
    return typeof value === 'string' ? value : undefined
  }
  const set = (list: readonly Entry[], value: string | undefined, run?: string) => {
    let next = document
    for (const { path } of list) next = withValue(next, path, value)
    onEdit(next, words, run && `${run} ${start}`)
  }
  const one = (list: readonly Entry[], name: string, hideLabel = false) => {
    const [first] = list
    if (!first) return null
    return (
      <ValueField
        key={name + first.path}
        label={hideLabel ? label : name}
        hideLabel={hideLabel}
        kind={first.kind}
        value={valueOf(first)}
        shipped={(isDark && !document.config.isDark ? BASE_DARK[first.variable] : undefined) ?? BASE_VALUES[first.variable] ?? ''}
        document={document}
        isDark={isDark}
        onChange={(value, run) => set(list, value, run)}
      />
    )
  }
  if (!field.keys) return <section className="tes-theme-group">{one(entries, label)}</section>
  const used = new Set<Entry>()
  const bundles = TOGETHER.flatMap(([pattern, name]) => {
    const list = entries.filter(entry => pattern.test(entry.key))
    if (list.length < 2) return []
    for (const entry of list) used.add(entry)
    return [{ name, list }]
  })
  const rest = entries.filter(entry => !used.has(entry))
  return (
    <section className="tes-theme-group" aria-labelledby={id}>
      <h4 id={id}>
        {label}
        {bundles.length > 0 && (
          <button type="button" className="tes-link" aria-pressed={each} onClick={() => setEach(!each)}>
            {each ? say('Together') : say('Each side')}
          </button>
        )}
      </h4>
      {each ? entries.map(entry => one([entry], keyLabel(entry.key, say))) : bundles.map(({ name, list }) => one(list, say(name)))}
      {!each && rest.map(entry => one([entry], keyLabel(entry.key, say)))}
    </section>
  )
}

interface RenameProps {
  kind: 'type' | 'size'
  token: string
  document: ThemeDocument
  onEdit: Edit
  onChoose(part: string, state: string): void
}
/** Another token for a type or size of the author's, with everything that names it. */
function Rename({ kind, token, document, onEdit, onChoose }: RenameProps) {
  const say = useSay()
  const id = useId()
  const [typed, setTyped] = useState(token)
  const uses = usesOfButton(document, kind, token)
  const taken = typed !== token && (builtInButtons(kind).includes(typed) || valueAt(document, `component.button1.${kind}.${typed}`) !== undefined)
  const problem = taken
    ? say('This token is taken')
    : /^[a-z][a-z0-9-]{0,30}$/.test(typed)
      ? ''
      : say('Begin with a letter; lower-case letters, digits and hyphens')
  return (
    <form
      className="tes-theme-field"
      onSubmit={event => {
        event.preventDefault()
        if (problem || typed === token) return
        onEdit(withButtonRenamed(document, kind, token, typed), say('{name} is called {next} now', { name: token, next: typed }))
        onChoose(kind === 'type' ? `type.${typed}.{state}` : `size.${typed}`, kind === 'type' ? 'default' : '')
      }}
    >
      <label htmlFor={id}>{say('Token')}</label>
      <span className="tes-theme-row">
        <input id={id} className="tes-input" value={typed} aria-invalid={!!problem || undefined} onChange={event => setTyped(event.target.value)} />
        <button type="submit" className="tes-button" disabled={!!problem || typed === token}>
          {say('Rename')}
        </button>
      </span>
      {problem && <em role="alert">{problem}</em>}
      <small>{say('Values and CSS of this theme that name it follow; pages that use it name it themselves.')}</small>
      {uses.length ? (
        <details className="tes-theme-uses">
          <summary>
            {say('Where is it used?')} {uses.length === 1 ? say('1 place') : say('{count} places', { count: uses.length })}
          </summary>
          <ul>
            {uses.map((one, i) => (
              <li key={`${one.path} ${i}`}>
                {namesOf(one, say)}
                <small>{one.value}</small>
              </li>
            ))}
          </ul>
        </details>
      ) : (
        <small>{say('Nothing else in this theme names it.')}</small>
      )}
    </form>
  )
}

interface AddProps {
  kind: 'type' | 'size'
  document: ThemeDocument
  onEdit: Edit
  onMade(path: string): void
  onClose(): void
}
function AddButton({ kind, document, onEdit, onMade, onClose }: AddProps) {
  const say = useSay()
  const [label, setLabel] = useState('')
  const [token, setToken] = useState('')
  const [tried, setTried] = useState(false)
  const id = useId()
  const taken = builtInButtons(kind).includes(token) || valueAt(document, `component.button1.${kind}.${token}`) !== undefined
  const problems = {
    label: label.trim() ? '' : say('Please enter a label'),
    token: !token
      ? say('Please enter a token')
      : taken
        ? say('This token is taken')
        : /^[a-z][a-z0-9-]{0,30}$/.test(token)
          ? ''
          : say('Begin with a letter; lower-case letters, digits and hyphens'),
  }
  const add = () => {
    setTried(true)
    if (problems.label || problems.token) return
    const body =
      kind === 'type'
        ? Object.fromEntries(
            (['default', 'hover', 'active', 'disabled'] as const).map((state, i) => {
              const color = state === 'disabled' ? 'var(--colors-neutral-fill-10)' : `var(--colors-brand-${5 - (i === 2 ? 1 : 0) + (i === 1 ? 1 : 0)})`
              const sides = Object.fromEntries(
                ['top', 'right', 'bottom', 'left'].flatMap(side => [
                  [`${side}-border-color`, color],
                  [`${side}-border-width`, 'var(--borders-width-2)'],
                  [`${side}-border-style`, 'var(--borders-style-2)'],
                ]),
              )
              return [
                state,
                {
                  body: {
                    'bg-color': color,
                    'font-color': state === 'disabled' ? 'var(--colors-neutral-text-6)' : 'var(--colors-neutral-text-11)',
                    border: sides,
                  },
                },
              ]
            }),
          )
        : { body: { size: { height: '32px' }, font: { fontSize: 'var(--fonts-size-7)' } } }
    onEdit(
      withValue(document, `component.button1.${kind}.${token}`, { label: label.trim(), custom: true, ...body }),
      say('{name} added', { name: label.trim() }),
    )
    onMade(kind === 'type' ? `type.${token}.{state}` : `size.${token}`)
    onClose()
  }
  return (
    <Dialog title={kind === 'type' ? say('Add button type') : say('Add button size')} onClose={onClose}>
      <form
        className="tes-theme-dialog"
        onSubmit={event => {
          event.preventDefault()
          add()
        }}
      >
        {(
          [
            ['label', say('Label'), label, setLabel],
            ['token', say('Token'), token, setToken],
          ] as const
        ).map(([name, words, value, change]) => (
          <div key={name} className="tes-theme-field">
            <label htmlFor={id + name}>
              {words}
              <b aria-hidden="true"> *</b>
            </label>
            <input
              id={id + name}
              className="tes-input"
              value={value}
              aria-invalid={(tried && !!problems[name]) || undefined}
              onChange={event => change(event.target.value)}
            />
            {tried && problems[name] && <em role="alert">{problems[name]}</em>}
          </div>
        ))}
        <footer>
          <button type="button" className="tes-button" onClick={onClose}>
            {say('Cancel')}
          </button>
          <button type="submit" className="tes-button is-primary">
            {say('Add')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
