// A flow as cards one below the other with branches side by side; what is selected is set beside it, and what is wrong is told while it is drawn.
import { lazy, Suspense, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { createObject, normalizeApi, tokenize, type RendererProps, type Schema } from 'amis-core'
import { changesBetween, isSame } from '../../api/flow/changes.ts'
import { definitionFaults, type DefinedNode, type FlowDefinition } from '../../api/flow/definition.ts'
import { newBorder } from '../../api/flow/border-form.ts'
import {
  addBorder,
  addBranch,
  addSplit,
  addStep,
  addSubprocess,
  copyStep,
  endBorder,
  endBranch,
  moveBranch,
  moveStep,
  removeBranch,
  removeNode,
} from '../../api/flow/edit.ts'
import { FAULT_WORDS } from '../../api/flow/fault-words.ts'
import { comparable, newParameter } from '../../api/flow/parameters.ts'
import { newService } from '../../api/flow/service-form.ts'
import type { Border, NodeKind } from '../../api/flow/graph.ts'
import { treeOf } from '../../api/flow/tree.ts'
import type { Mark } from '../flow-canvas/canvas.tsx'
import { renderer, useInstance } from '../register.tsx'
import { sayer } from '../words.ts'
import { IconButton } from '../workplace/ui.tsx'
import { Card, Drawn, Items, type Adding, type Drawing } from './column.tsx'
import { borderText, borderTitle, branchText, changeText, serviceText, subprocessText, whoOf } from './sentences.ts'
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

  const change = (make: (flow: FlowDefinition) => FlowDefinition | { flow: FlowDefinition; selected: Selected }) =>
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

  const nameOf = (of: 'api' | 'query' | 'flow' | 'model' | 'field', key: string) => {
    const from = { api: apis as { value: string; label: string }[], query: picker.queries, flow: picker.flows, model: picker.options, field: source.all }[of]
    return from.find(({ value }) => value === key)?.label ?? key
  }
  const bordered = (border: Border): Omit<DefinedNode, 'id'> => {
    const its = { ...newBorder(border.event), on: border.on }
    return { kind: 'border', name: borderTitle(say, { border: its }), border: its }
  }
  const made = (kind: NodeKind, border?: Border): Omit<DefinedNode, 'id'> => {
    if (border) return bordered(border)
    if (kind === 'service') return newService(say('Service|flow'))
    if (kind === 'user' || kind === 'copy') return { kind, name: kind === 'user' ? say('Approval') : say('Copy|flow'), approvers: { by: 'leader', level: 1 } }
    if (kind === 'subprocess') return { kind, name: say('Sub-process') }
    return { kind, name: kind === 'end' ? (flow.nodes.find(node => node.kind === 'end')?.name ?? '') : '' }
  }
  const view = (to: 'cards' | 'diagram') => {
    setDiagram(to === 'diagram')
    try {
      localStorage.setItem(VIEW, to)
    } catch {
      // It is asked again next time.
    }
  }
  const drawing: Drawing = {
    say,
    selected,
    mayEdit,
    marks,
    textOf: node => {
      if (node.kind === 'subprocess') return subprocessText(say, flow, node.id)
      if (node.kind === 'start' && node.within !== undefined) return ''
      if (node.kind === 'start') return flow.initiators?.by === 'chosen' ? say('Chosen people start it') : say('Everybody may start it')
      if (node.kind === 'end') return ''
      if (node.kind === 'service') return serviceText(say, node, nameOf)
      if (node.kind === 'border') return borderText(say, node)
      if (node.kind === 'user' || node.kind === 'copy') return whoOf(say, node, key => source.all.find(({ value }) => value === key)?.label ?? key)
      return node.kind === 'parallel' ? say('All branches') : node.kind === 'exclusive' ? say('The first branch that fits') : say('Each branch that fits')
    },
    branchTextOf: ({ line }, split) => branchText(say, line, split.kind !== 'parallel', fields),
    select: to => {
      setPlaying(false)
      act({ do: 'select', selected: to })
    },
    add(kind: Adding, lineId) {
      if (kind === 'user' || kind === 'copy' || kind === 'service') {
        return change(was => {
          const step = addStep(was, lineId, made(kind))
          return { flow: step.flow, selected: { of: 'node', id: step.id } }
        })
      }
      if (kind === 'subprocess')
        return change(was => {
          const { flow: next, id } = addSubprocess(was, lineId, { name: say('Sub-process'), step: made('user'), start: say('Start|flow') })
          return { flow: next, selected: { of: 'node', id } }
        })
      const labels = kind === 'parallel' ? [say('Branch {number}', { number: 1 }), say('Branch {number}', { number: 2 })] : [say('If'), say('Otherwise')]
      change(was => {
        const made = addSplit(was, lineId, kind, labels as [string, string])
        const [first] = made.flow.lines.filter(({ from }) => from === made.id)
        return { flow: made.flow, selected: { of: 'line', id: first?.id ?? '', split: made.id } }
      })
    },
    move: (id, lineId) => change(was => moveStep(was, id, lineId)),
    remove: id => change(was => removeNode(was, id)),
    copy: id =>
      change(was => {
        const made = copyStep(was, id)
        return { flow: made.flow, selected: { of: 'node', id: made.id } }
      }),
    addBranch: splitId =>
      change(was => {
        const made = addBranch(was, splitId, say('Branch {number}', { number: was.lines.filter(({ from }) => from === splitId).length + 1 }))
        return { flow: made.flow, selected: { of: 'line', id: made.id, split: splitId } }
      }),
    removeBranch: (splitId, lineId) => change(was => removeBranch(was, splitId, lineId)),
    moveBranch: (splitId, lineId, by) => change(was => moveBranch(was, splitId, lineId, by)),
    endBranch: (splitId, lineId, ends) => change(was => endBranch(was, splitId, lineId, ends)),
    endBorder: (id, ends) => change(was => endBorder(was, id, ends)),
  }

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
          <button
            type="button"
            className="tes-button"
            onClick={() => {
              setPlaying(false)
              act({ do: 'select', selected: { of: 'flow' } })
            }}
          >
            {say('Flow properties')}
          </button>
          {!!props.approversApi && !old && (
            <button type="button" className="tes-button" aria-pressed={playing} onClick={() => setPlaying(!playing)}>
              {say('Test run')}
            </button>
          )}
          {props.tools && render('tools', props.tools, { data: inner })}
          {mayEdit && (
            <>
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
            </>
          )}
        </div>
        {refused && (
          <div className="tes-flow__note" role="alert">
            {refused}
          </div>
        )}
        {taken && !old && (
          <div className="tes-flow__note" role="status">
            <b>{say('The file is taken over, and not saved yet.')}</b>{' '}
            <button type="button" className="tes-link" onClick={() => setTaken(undefined)}>
              {say('Close|note')}
            </button>
            {taken.length > 0 && (
              <ul>
                {taken.map(note => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            )}
          </div>
        )}
        {old && (
          <div className="tes-flow__note" role="status">
            <b>{say('You look at version {version}. What is different from the newest:', { version: old.id })}</b>{' '}
            <button type="button" className="tes-link" onClick={() => env.updateLocation?.('?', true)}>
              {say('Back to the newest')}
            </button>
            {loaded.mayEdit && (
              <>
                {' · '}
                <button
                  type="button"
                  className="tes-link"
                  onClick={() => {
                    change(() => old.flow)
                    env.updateLocation?.('?', true)
                  }}
                >
                  {say('Take it over')}
                </button>
              </>
            )}
            <ul>{changes.length ? changes.map((one, at) => <li key={at}>{changeText(say, one)}</li>) : <li>{say('Nothing')}</li>}</ul>
          </div>
        )}
        {isDiagram ? (
          <Suspense fallback={<div className="tes-flow__wait" aria-busy="true" />}>
            <Canvas {...{ flow, say, marks, selected }} select={drawing.select} {...(mayEdit && { editing: { change, made } })} />
          </Suspense>
        ) : (
          <div className="tes-flow__canvas" tabIndex={0} role="region" aria-label={say('Steps of the flow')}>
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
                  const { name, border } = bordered({ on, event })
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
