// A flow as cards one below the other with branches side by side; what is selected is set beside it, and what is wrong is told while it is drawn.
import { lazy, Suspense, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { createObject, normalizeApi, tokenize, type RendererProps, type Schema } from 'amis-core'
import { changesBetween, isSame } from '../../api/flow/changes.ts'
import { definitionFaults, type FlowDefinition } from '../../api/flow/definition.ts'
import { addBorder } from '../../api/flow/edit.ts'
import { FAULT_WORDS } from '../../api/flow/fault-words.ts'
import { comparable, newParameter } from '../../api/flow/parameters.ts'
import { treeOf } from '../../api/flow/tree.ts'
import type { Mark } from '../flow-canvas/canvas.tsx'
import { renderer, useInstance } from '../register.tsx'
import { sayer } from '../words.ts'
import { IconButton } from '../workplace/ui.tsx'
import { Card, Drawn, Items } from './column.tsx'
import { borderMade, drawingOf, stepMade, type Change } from './drawing.ts'
import { Notes } from './notes.tsx'
import { Outline } from './outline.tsx'
import { NO_PICKER, NO_SOURCE, Panel, type Panels, type Picker, type Source } from './panel.tsx'
import { Play, type Stand } from './play.tsx'
import { begun, worked, type Designed, type Selected } from './work.ts'
import '../link.css'
import '../workplace/workplace.css'
import './flow-designer.css'

interface Props extends RendererProps, Panels {
  /** Answers the flow: key, name, description, definition, version, enabledVersion, mayEdit. */
  api: unknown
  /** Takes it with `enable`. */
  saveApi: unknown
  /** Answers all versions with their definitions. */
  revisionsApi: unknown
  /** Answers the fields of `objectKey`. */
  sourceApi: unknown
  /** Answers who would be asked at a step, for playing. */
  approversApi?: unknown
  /** Answers the APIs that overdue actions can call. */
  apisApi?: unknown
  /** Answers the models and queries to choose from. */
  pickerApi?: unknown
  /** Answers people to choose from. */
  peopleApi?: unknown
  revision?: string
  tools?: Schema
}
interface Loaded {
  key: string
  name: string
  description: string
  definition: FlowDefinition
  version: number
  enabledVersion: number | null
  mayEdit: boolean
}
/** As much again as all the rest of the designer: only for those who want it. */
const Canvas = lazy(() => import('../flow-canvas/canvas.tsx'))
const VIEW = 'tessera-flow-view'
const NOTHING: Designed = { name: '', flow: { model: '', nodes: [], lines: [] } }

function keptView(): string | null {
  try {
    return localStorage.getItem(VIEW)
  } catch {
    return null
  }
}

export function FlowDesigner(props: Props) {
  const { api, saveApi, revisionsApi, sourceApi, revision, data, env, render } = props
  const say = sayer(env)
  const [loaded, setLoaded] = useState<Loaded>()
  const [old, setOld] = useState<{ id: string; flow: FlowDefinition }>()
  const [source, setSource] = useState<Source>(NO_SOURCE)
  const [apis, setApis] = useState<readonly object[]>([])
  const [picker, setPicker] = useState<Picker>(NO_PICKER)
  const [error, setError] = useState('')
  const [refused, setRefused] = useState('')
  const [saving, setSaving] = useState(false)
  /** What was said of a flow that was taken from a file; undefined when that has been read. */
  const [taken, setTaken] = useState<readonly string[]>()
  const [playing, setPlaying] = useState(false)
  const [stand, setStand] = useState<Stand>()
  const [isDiagram, setDiagram] = useState(() => keptView() === 'diagram')
  const [work, act] = useReducer(worked, NOTHING, begun)

  const call = async (what: unknown, values: object = {}) =>
    env
      .fetcher(normalizeApi(what as never), createObject(data, values))
      .catch((problem: Error) => ({ ok: false, msg: problem.message, data: undefined })) as Promise<{ ok: boolean; msg: string; data: unknown }>

  const asked = String(tokenize(revision ?? '', data, '| raw') ?? '')
  async function load() {
    setError('')
    setRefused('')
    const answer = await call(api)
    if (!answer.ok) return setError(answer.msg || say('The server cannot be reached. Check the connection and try again'))
    const flow = answer.data as Loaded
    setLoaded(flow)
    // What is not saved yet stays: only what runs may have changed.
    if (!dirty.current) act({ do: 'open', designed: { name: flow.name, flow: flow.definition } })
    const fields = await call(sourceApi, { objectKey: flow.definition.model.replace('/', '.') })
    if (fields.ok) setSource(fields.data as Source)
    const [callable, offered] = await Promise.all([props.apisApi ? call(props.apisApi) : undefined, props.pickerApi ? call(props.pickerApi) : undefined])
    if (callable?.ok) setApis((callable.data as { options: object[] }).options)
    if (offered?.ok) setPicker(offered.data as Picker)
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; reloading is asked for
  useEffect(() => void load(), [])
  useEffect(() => {
    setOld(undefined)
    if (!loaded || !asked || asked === String(loaded.version)) return
    void call(revisionsApi).then(answer => {
      const found = (answer.data as { items?: { id: string; definition: FlowDefinition }[] } | undefined)?.items?.find(({ id }) => id === asked)
      if (found) setOld({ id: found.id, flow: found.definition })
      else setRefused(answer.ok ? say('There is no such version') : answer.msg)
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the address says which version
  }, [asked, loaded])
  useInstance(props, {
    reload: () => load(),
    readAgain: () => load(),
    doAction: ({ actionType, args }) => {
      if (actionType !== 'choose' || !mayEdit) return
      const { definition, notes } = args as { definition: FlowDefinition; notes?: string[] }
      setPlaying(false)
      change(() => ({ flow: definition, selected: { of: 'flow' } }))
      setTaken(notes ?? [])
    },
  })

  // Where there is less room than branches, the start stands in the middle.
  const cards = useRef<HTMLDivElement>(null)
  const isThere = loaded !== undefined
  useEffect(() => {
    const box = cards.current
    if (box) box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2
  }, [isThere, isDiagram])

  const dirty = useRef(false)
  const isDirty = work.now !== work.saved && !isSame(work.now, work.saved)
  dirty.current = isDirty
  useEffect(() => {
    if (!isDirty) return
    return (env as { blockRouting?(ask: () => string | undefined): () => void }).blockRouting?.(() =>
      dirty.current ? say('There are unsaved changes. Leave anyway?') : undefined,
    )
  }, [isDirty, env, say])

  const { now, selected } = work
  const isNameTwice = useMemo(() => definitionFaults(now.flow).some(({ code }) => code === 'parameterTwice'), [now.flow])
  useEffect(() => {
    if (isNameTwice) env.notify('error', say('Another variable has this name. Please change it'))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- told when it becomes so
  }, [isNameTwice])
  const flow = old?.flow ?? now.flow
  const mayEdit = !!loaded?.mayEdit && !old
  const faults = useMemo(() => definitionFaults(flow), [flow])
  const changes = useMemo(() => (old ? changesBetween(now.flow, old.flow) : []), [old, now.flow])
  const tree = useMemo(() => treeOf(flow), [flow])
  // Variables can be asked for like fields.
  const { parameters } = flow
  const withVariables = useMemo(() => ({ ...source, fields: [...source.fields, ...comparable(parameters ?? [])] }), [source, parameters])
  const fields = useMemo(() => new Map(withVariables.fields.map(field => [field.name, field])), [withVariables])
  const marks = useMemo(() => {
    const made = new Map<string, Mark>()
    for (const { at, change } of changes) if (change !== 'removed') made.set(at, change)
    for (const id of stand?.passed ?? []) made.set(id, 'passed')
    for (const id of stand?.waiting ?? []) made.set(id, 'waiting')
    if (!old) for (const { at } of faults) if (at) made.set(at, 'bad')
    return made
  }, [changes, faults, old, stand])

  const change: Change = make =>
    act({
      do: 'change',
      make: designed => {
        const made = make(designed.flow)
        const { flow: next, selected: to } = 'flow' in made ? made : { flow: made, selected: undefined }
        return { designed: next === designed.flow ? designed : { ...designed, flow: next }, ...(to && { selected: to }) }
      },
    })
  const latest = useRef(now)
  latest.current = now
  async function save(enable: boolean) {
    if (!loaded || saving) return
    setSaving(true)
    setRefused('')
    // Fields hand over what is typed when they are left, or a moment later.
    ;(document.activeElement as HTMLElement | null)?.blur?.()
    await new Promise(done => setTimeout(done))
    const saved = latest.current
    const { key, description, version } = loaded
    // A version is made of changes; what is saved already can still be enabled.
    if (isSame(saved, work.saved) && (!enable || version === loaded.enabledVersion)) return setSaving(false)
    const answer = await call(saveApi, { saved: { key, name: saved.name, description, definition: saved.flow, baseVersion: version, enable } })
    setSaving(false)
    if (!answer.ok) return setRefused(answer.msg || say('The server cannot be reached. Check the connection and try again'))
    setLoaded(answer.data as Loaded)
    act({ do: 'saved', designed: saved })
    setTaken(undefined)
    env.notify('success', enable ? say('Saved and enabled') : say('Saved'))
  }
  const keys = useRef<(event: KeyboardEvent) => void>(undefined)
  keys.current = event => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !mayEdit) return
    const key = event.key.toLowerCase()
    if (key === 's') {
      event.preventDefault()
      return void save(false)
    }
    // Fields undo what is typed in them.
    if ((event.target as HTMLElement).closest?.('input, textarea, [contenteditable]')) return
    if (key === 'z' || key === 'y') {
      event.preventDefault()
      act({ do: key === 'y' || event.shiftKey ? 'redo' : 'undo' })
    }
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => keys.current?.(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  if (error)
    return (
      <div className="tes-flow__wait" role="alert">
        <p>{error}</p>
        <button type="button" className="tes-link" onClick={() => void load()}>
          {say('Try again')}
        </button>
      </div>
    )
  if (!loaded) return <div className="tes-flow__wait" aria-busy="true" />

  const view = (to: 'cards' | 'diagram') => {
    setDiagram(to === 'diagram')
    try {
      localStorage.setItem(VIEW, to)
    } catch {
      // It is asked again next time.
    }
  }
  const select = (to: Selected) => {
    setPlaying(false)
    act({ do: 'select', selected: to })
  }
  const drawing = drawingOf({ say, flow, source, picker, apis, fields, selected, mayEdit, marks, change, select })

  const faultText = (code: keyof typeof FAULT_WORDS, at?: string) => {
    const name =
      flow.nodes.find(({ id }) => id === at)?.name ?? flow.lines.find(({ id }) => id === at)?.label ?? flow.parameters?.find(({ id }) => id === at)?.name
    return name ? `${say(FAULT_WORDS[code])}: ${name}` : say(FAULT_WORDS[code])
  }
  const selectAt = (at: string | undefined) => {
    const line = flow.lines.find(({ id }) => id === at)
    if (flow.parameters?.some(({ id }) => id === at)) return act({ do: 'select', selected: { of: 'parameter', id: at ?? '' } })
    act({ do: 'select', selected: line ? { of: 'line', id: line.id, split: line.from } : at ? { of: 'node', id: at } : { of: 'flow' } })
  }
  const inner = createObject(data, { flowName: now.name, version: loaded.version, enabledVersion: loaded.enabledVersion, mayEdit: loaded.mayEdit, isDirty })
  return (
    <Drawn.Provider value={drawing}>
      <div className="tes-flow">
        <div className="tes-flow__bar">
          <h2>{now.name}</h2>
          <span className="tes-flow__state">
            {loaded.enabledVersion === null
              ? say('Version {version}, not enabled', { version: loaded.version })
              : say('Version {version}, enabled is version {enabled}', { version: loaded.version, enabled: loaded.enabledVersion })}
            {isDirty && ` · ${say('Changed, not saved')}`}
          </span>
          <span className="tes-flow__views" role="group" aria-label={say('View|flow')}>
            <IconButton icon="list" label={say('Cards')} pressed={!isDiagram} onClick={() => view('cards')} />
            <IconButton icon="flow" label={say('Diagram')} pressed={isDiagram} onClick={() => view('diagram')} />
          </span>
          {mayEdit && (
            <>
              <IconButton icon="undo" label={say('Undo')} disabled={!work.past.length} onClick={() => act({ do: 'undo' })} />
              <IconButton icon="redo" label={say('Redo')} disabled={!work.future.length} onClick={() => act({ do: 'redo' })} />
            </>
          )}
          <button type="button" className="tes-button" onClick={() => select({ of: 'flow' })}>
            {say('Flow properties')}
          </button>
          {!!props.approversApi && !old && (
            <button type="button" className="tes-button" aria-pressed={playing} onClick={() => setPlaying(!playing)}>
              {say('Test run')}
            </button>
          )}
          {props.tools && render('tools', props.tools, { data: inner })}
          {mayEdit && (
            <span className="tes-flow__saves">
              <button type="button" className="tes-button" disabled={saving || !isDirty} onClick={() => void save(false)}>
                {say('Save')}
              </button>
              <button
                type="button"
                className="tes-button is-primary"
                disabled={saving || faults.length > 0 || (!isDirty && loaded.version === loaded.enabledVersion)}
                onClick={() => void save(true)}
              >
                {say('Save and enable')}
              </button>
            </span>
          )}
        </div>
        <Notes
          {...{ say, refused, changes }}
          taken={old ? undefined : taken}
          onRead={() => setTaken(undefined)}
          old={old?.id}
          onNewest={() => env.updateLocation?.('?', true)}
          onTakeOver={
            old && loaded.mayEdit
              ? () => {
                  change(() => old.flow)
                  env.updateLocation?.('?', true)
                }
              : undefined
          }
        />
        {isDiagram ? (
          <Suspense fallback={<div className="tes-flow__wait" aria-busy="true" />}>
            <Canvas
              {...{ flow, say, marks, selected }}
              select={drawing.select}
              {...(mayEdit && { editing: { change, made: (kind, border) => stepMade(say, flow, kind, border) } })}
            />
          </Suspense>
        ) : (
          <div ref={cards} className="tes-flow__canvas" tabIndex={0} role="region" aria-label={say('Steps of the flow')}>
            {tree ? (
              <div>
                <ol className="tes-flow__items">
                  <li>
                    <Card node={tree.start} kind="start" title={tree.start.name || say('Start|flow')} />
                  </li>
                </ol>
                <Items items={tree.items} />
              </div>
            ) : (
              <Drawn.Provider value={{ ...drawing, mayEdit: false }}>
                <Outline flow={flow} asDiagram={mayEdit ? () => view('diagram') : undefined} />
              </Drawn.Provider>
            )}
          </div>
        )}
        <aside className="tes-flow__panel" aria-label={say('Properties')}>
          {!old && faults.length > 0 && (
            <ul className="tes-flow__faults" aria-label={say('What stands against enabling it')}>
              {faults.slice(0, 20).map(({ code, at }, index) => (
                <li key={index}>
                  <button type="button" onClick={() => selectAt(at)}>
                    {faultText(code, at)}
                  </button>
                </li>
              ))}
            </ul>
          )}
          {playing && !old ? (
            <Play
              {...{ props, flow, source: withVariables, mayEdit, call, onStand: setStand }}
              approversApi={props.approversApi}
              canPlay={faults.length === 0}
              onTests={make =>
                change(was => {
                  const { tests = [], ...rest } = was
                  const kept = make(tests)
                  return { ...rest, ...(kept.length > 0 && { tests: kept }) }
                })
              }
              onClose={() => setPlaying(false)}
            />
          ) : (
            <Panel
              {...{ props, work: now, flow, selected, turn: `${old?.id ?? ''} ${work.turn}`, source: withVariables, apis, picker, mayEdit }}
              addParameter={() =>
                change(was => {
                  const made = newParameter(was.parameters ?? [])
                  return { flow: { ...was, parameters: [...(was.parameters ?? []), made] }, selected: { of: 'parameter', id: made.id } }
                })
              }
              addBorder={(on, event) =>
                change(was => {
                  const { name, border } = borderMade(say, { on, event })
                  const added = addBorder(was, on, border ?? { event }, name)
                  return { flow: added.flow, selected: { of: 'node', id: added.id } }
                })
              }
              select={to => act({ do: 'select', selected: to })}
              change={change}
              onType={(make, at) => act({ do: 'type', make, at, turn: work.turn })}
            />
          )}
        </aside>
      </div>
    </Drawn.Provider>
  )
}

export default renderer('tessera-flow-designer', FlowDesigner)
