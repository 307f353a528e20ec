// A case of the flow played beside the drawing: chosen people and data, decision after decision, who is asked and why a branch is taken. Kept as test cases.
import { useEffect, useMemo, useRef, useState } from 'react'
import { createObject, type RendererProps, type Schema } from 'amis-core'
import type { FlowDefinition } from '../../api/flow/definition.ts'
import {
  END_WORDS,
  endOf,
  play,
  TEST_WORDS,
  testFault,
  wayOf,
  type AskPeople,
  type Found,
  type Played,
  type PlayInput,
  type PlayStep,
  type TestCase,
  type TestFault,
} from '../../api/flow/play.ts'
import { sayer } from '../words.ts'
import { Field } from '../workplace/ui.tsx'
import type { Source } from './panel.tsx'
import { controlsOf, handedOver, idsIn, namedBy } from './play-controls.ts'
import { headOf, linesOf } from './play-lines.ts'
import { Waiting } from './play-waiting.tsx'

/** Where a played case stands, and what it went over. */
export interface Stand {
  passed: ReadonlySet<string>
  waiting: ReadonlySet<string>
}
type Answer = { ok: boolean; msg: string; data: unknown }
interface PlayProps {
  props: RendererProps & { peopleApi?: unknown }
  flow: FlowDefinition
  source: Source
  canPlay: boolean
  mayEdit: boolean
  call(what: unknown, values?: object): Promise<Answer>
  approversApi: unknown
  onStand(stand: Stand | undefined): void
  onTests(make: (tests: TestCase[]) => TestCase[]): void
  onClose(): void
}

/** What nobody typed is not there. */
const typed = (values: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(keys.flatMap(key => (values[key] === undefined || values[key] === null || values[key] === '' ? [] : [[key, values[key]]])))

export function Play({ props, flow, source, canPlay, mayEdit, call, approversApi, onStand, onTests, onClose }: PlayProps) {
  const { env, data, render } = props
  const say = sayer(env)
  const [input, setInput] = useState<PlayInput>()
  const [played, setPlayed] = useState<Played>()
  const [problem, setProblem] = useState('')
  const [name, setName] = useState('')
  const [faults, setFaults] = useState<ReadonlyMap<string, TestFault | undefined>>(new Map())
  const [, setNamed] = useState(0)
  const names = useRef(new Map<string, string>()).current
  const answers = useRef(new Map<string, Promise<Found>>()).current
  const forms = useRef(new Map<string, Record<string, unknown>>()).current
  const tests = useMemo(() => flow.tests ?? [], [flow.tests])

  const ask: AskPeople = (id, facts) => {
    const node = flow.nodes.find(one => one.id === id)
    if (!node?.approvers) return Promise.resolve('nobody')
    const empty = node.empty ?? flow.empty
    const asked = {
      kind: node.kind,
      approvers: node.approvers,
      ...(empty && { empty }),
      ...(flow.sameApprover && { sameApprover: flow.sameApprover }),
      starter: facts.starter,
      named: namedBy(node, facts),
      approved: [...facts.approved],
    }
    const key = JSON.stringify(asked)
    const known =
      answers.get(key) ??
      call(approversApi, { asked }).then(answer => {
        // What went wrong once may go well when it is asked again.
        if (!answer.ok) answers.delete(key)
        if (!answer.ok) throw new Error(answer.msg || say('The server cannot be reached. Check the connection and try again'))
        const { then, people } = answer.data as { then: 'ask' | 'pass' | 'nobody' | 'exception'; people: { id: string; name: string }[] }
        for (const person of people) names.set(person.id, person.name)
        return then === 'ask' ? people.map(person => person.id) : then
      })
    answers.set(key, known)
    return known
  }
  async function learnNames(ids: readonly string[]) {
    const unknown = [...new Set(ids)].filter(id => !names.has(id))
    if (!unknown.length || !props.peopleApi) return
    const answer = await call(props.peopleApi, { asked: { type: 'users', values: unknown } })
    if (!answer.ok) return
    for (const { value, label } of (answer.data as { options: { value: string; label: string }[] }).options) if (!names.has(value)) names.set(value, label)
    setNamed(count => count + 1)
  }

  useEffect(() => {
    if (!input || !canPlay) return
    let gone = false
    setProblem('')
    play(flow, input, ask)
      .then(async next => {
        await learnNames([input.starter, ...input.steps.flatMap(({ user }) => user ?? [])])
        if (gone) return
        setPlayed(next)
        const lefts = next.moments.flatMap(({ events }) => events.flatMap(({ type, node, line }) => (type === 'left' ? [node ?? '', line ?? ''] : [])))
        const waiting = new Set(next.state.tokens.map(({ node }) => node))
        const ended = next.moments.flatMap(({ events }) => events.flatMap(({ type, node = '' }) => (type === 'entered' ? [node] : [])))
        onStand({ passed: new Set([...lefts, ...ended].filter(id => !waiting.has(id))), waiting })
      })
      .catch((error: Error) => !gone && setProblem(error.message))
    return () => {
      gone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is played and the flow say all
  }, [input, flow, canPlay])
  useEffect(() => {
    if (!canPlay || !tests.length) return
    let gone = false
    const all = tests.map(async test => [test.id, testFault(flow, test, await play(flow, test, ask))] as const)
    Promise.all(all)
      .then(async results => {
        await learnNames(results.flatMap(([, fault]) => (fault && 'user' in fault && fault.user ? [fault.user] : [])))
        if (!gone) setFaults(new Map(results))
      })
      .catch((error: Error) => !gone && setProblem(error.message))
    return () => {
      gone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the flow says all
  }, [flow, canPlay])
  useEffect(() => () => onStand(undefined), [onStand])

  const person = (id: string | undefined) => names.get(id ?? '') ?? say('Somebody who is gone')
  const people = (ids: readonly string[]) => ids.map(person).join(', ')
  const nodeName = (id: string | undefined) => {
    const there = flow.nodes.find(one => one.id === id)
    // What happens on a border happens to its step.
    const node = there?.border ? flow.nodes.find(one => one.id === there.border?.on) : there
    return node?.name || (node?.kind === 'end' ? say('End') : say('Step without a name'))
  }
  const pick = (field: string, label: string, multiple = false) => {
    const values = multiple ? `\${${field}}` : `\${${field} ? [${field}] : []}`
    const asked = { type: 'users', values }
    const api = props.peopleApi as object | undefined
    return {
      type: 'select',
      name: field,
      label,
      multiple,
      joinValues: false,
      extractValue: true,
      clearable: !multiple,
      searchable: true,
      placeholder: say('Name or email'),
      noResultsText: say('Nobody found'),
      // "Begin" may be pressed at once.
      changeImmediately: true,
      source: { ...api, data: asked },
      autoComplete: { ...api, data: { ...asked, keywords: "${term || '__undefined'}" } },
    }
  }
  /** A form keeps what is typed itself; another key makes another one. */
  const fields = (key: string, body: object[], values: Record<string, unknown>) => {
    if (!forms.has(key)) forms.set(key, values)
    return (
      <div key={key}>
        {render(
          `play-${key}`,
          {
            type: 'wrapper',
            size: 'none',
            body: {
              type: 'form',
              title: '',
              mode: 'normal',
              wrapWithPanel: false,
              actions: [],
              submitText: '',
              formLazyChange: false,
              canAccessSuperData: false,
              data: values,
              onChange: (next: Record<string, unknown>) => void forms.set(key, { ...next }),
              body,
            },
          } as unknown as Schema,
          { data: around },
        )}
      </div>
    )
  }
  const around = useMemo(() => createObject(data, { term: null }), [data])
  const choosing = flow.nodes.filter(({ kind, approvers }) => (kind === 'user' || kind === 'copy') && approvers?.by === 'choice')
  const keys = [...source.fields.map(field => field.name), ...source.people.map(({ value }) => value)]

  const [round, setRound] = useState(0)
  const first = `begin ${round} ${source.all.length}`
  const begin = async () => {
    await handedOver()
    const { starter, ...values } = forms.get(first) ?? {}
    if (typeof starter !== 'string' || !starter) return setProblem(say('Choose who starts it'))
    const choices = Object.fromEntries(choosing.map(({ id }) => [id, idsIn(values[`choice_${id}`])]))
    setInput({ starter, values: typed(values, keys), ...(choosing.length > 0 && { choices }), steps: [] })
  }
  const before = useRef<Record<string, unknown>>({})
  const again = () => {
    const chosen = input && Object.fromEntries(choosing.map(({ id }) => [`choice_${id}`, input.choices?.[id] ?? []]))
    // What was chosen and typed stands in the form again.
    if (input) before.current = { starter: input.starter, ...input.values, ...chosen }
    setInput(undefined)
    setPlayed(undefined)
    setRound(round + 1)
    onStand(undefined)
  }
  const begins = useMemo(
    () =>
      fields(
        first,
        [
          { ...pick('starter', say('Who starts it')), required: true },
          ...controlsOf(source, pick),
          ...choosing.map(({ id }) => pick(`choice_${id}`, say('Who decides at “{name}”', { name: nodeName(id) }), true)),
        ],
        before.current,
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another form would lose what is typed
    [first, choosing.map(({ id }) => id).join()],
  )
  const step = (next: PlayStep) => input && setInput({ ...input, steps: [...input.steps, next] })
  const keep = () => {
    if (!input || !played || played.halted) return
    const { steps, starter, values, choices } = input
    const title = name.trim()
    const there = tests.find(test => test.name === title)
    const kept: TestCase = {
      id: there?.id ?? `test${1 + Math.max(0, ...tests.map(({ id }) => Number(/^test(\d+)$/.exec(id)?.[1] ?? 0)))}`,
      name: title,
      starter,
      values,
      ...(choices && { choices }),
      steps,
      way: wayOf(flow, played.moments),
      ends: endOf(played.state),
    }
    onTests(all => (there ? all.map(test => (test.id === there.id ? kept : test)) : [...all, kept]))
  }
  const faultText = (fault: TestFault) =>
    say(TEST_WORDS[fault.code], {
      person: 'user' in fault ? person(fault.user) : '',
      ...('node' in fault && { node: nodeName(fault.node), field: source.all.find(({ value }) => value === fault.field)?.label ?? '' }),
      ...(fault.code === 'otherEnd'
        ? { got: say(END_WORDS[fault.got]), expected: say(END_WORDS[fault.expected]) }
        : {
            ...('expected' in fault && { expected: nodeName(fault.expected) }),
            ...('got' in fault && { got: nodeName(fault.got) }),
          }),
    })
  const replaces = tests.some(test => test.name === name.trim())

  return (
    <>
      <h3>{say('Test run')}</h3>
      {!canPlay && <p className="tes-flow__hint">{say('A flow can be played when nothing stands against enabling it.')}</p>}
      {problem && (
        <p className="tes-problem" role="alert">
          {problem}
        </p>
      )}
      {canPlay && !input && (
        <>
          <p className="tes-flow__hint">{say('Nothing is stored and nobody is told.')}</p>
          {begins}
          <div className="tes-flow__row">
            <button type="button" className="tes-button is-primary" onClick={() => void begin()}>
              {say('Begin')}
            </button>
            <button type="button" className="tes-button" onClick={onClose}>
              {say('Close')}
            </button>
          </div>
        </>
      )}
      {canPlay && input && played && (
        <>
          <ol className="tes-flow__story" aria-label={say('What happens')}>
            {played.moments.map((moment, at) => (
              <li key={at}>
                <b>{headOf(say, moment, person(input.starter), person(moment.step?.user), nodeName(moment.step?.node))}</b>
                <ul>
                  {linesOf(say, flow, moment, source, people, nodeName).map((line, index) => (
                    <li key={index} className={line.is}>
                      {line.text}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
          {played.halted && (
            <p className="tes-problem" role="alert">
              {faultText({
                code: played.halted.why,
                node: played.halted.step.node,
                ...played.halted,
                ...(played.halted.step.user && { user: played.halted.step.user }),
              })}
            </p>
          )}
          {!played.halted && <Waiting {...{ say, played, flow, source, person, nodeName, fields, pick, forms, step }} />}
          <div className="tes-flow__row">
            <button type="button" className="tes-button" disabled={!input.steps.length} onClick={() => setInput({ ...input, steps: input.steps.slice(0, -1) })}>
              {say('One step back')}
            </button>
            <button type="button" className="tes-button" onClick={again}>
              {say('Begin again')}
            </button>
            <button type="button" className="tes-button" onClick={onClose}>
              {say('Close')}
            </button>
          </div>
          {mayEdit && !played.halted && (
            <form
              className="tes-flow__keep"
              onSubmit={event => {
                event.preventDefault()
                keep()
              }}
            >
              <Field
                label={say('Name of the test case')}
                help={say('Test cases are played before a version is enabled; one that comes to another end stops it.')}
              >
                {(id, described) => (
                  <input
                    id={id}
                    className="tes-input"
                    aria-describedby={described}
                    value={name}
                    maxLength={100}
                    onChange={event => setName(event.target.value)}
                  />
                )}
              </Field>
              <button type="submit" className="tes-button" disabled={!name.trim()}>
                {replaces ? say('Replace the test case') : say('Keep as a test case')}
              </button>
            </form>
          )}
        </>
      )}
      {tests.length > 0 && (
        <>
          <h3>{say('Test cases')}</h3>
          <ul className="tes-flow__tests" aria-label={say('Test cases')}>
            {tests.map(test => {
              const fault = faults.get(test.id)
              const known = canPlay && faults.has(test.id)
              return (
                <li key={test.id} className={known ? (fault ? 'is-bad' : 'is-good') : ''}>
                  <b>{test.name}</b>
                  <span>{!known ? say('Not played') : fault ? say('Fails: {why}', { why: faultText(fault) }) : say('Passes')}</span>
                  <span className="tes-flow__row">
                    <button
                      type="button"
                      className="tes-link"
                      disabled={!canPlay}
                      onClick={() => {
                        const { starter, values, choices, steps } = test
                        setName(test.name)
                        setInput({ starter, values, ...(choices && { choices }), steps })
                      }}
                    >
                      {say('Play')}
                    </button>
                    {mayEdit && (
                      <button
                        type="button"
                        className="tes-link"
                        aria-label={say('Remove “{name}”', { name: test.name })}
                        onClick={() => onTests(all => all.filter(({ id }) => id !== test.id))}
                      >
                        {say('Remove')}
                      </button>
                    )}
                  </span>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </>
  )
}
