// Where a case stands in its flow: what it went over is marked, and below it stands who is asked since when, in words.
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { normalizeApi, tokenize, type RendererProps } from 'amis-core'
import type { DefinedLine, DefinedNode } from '../../api/flow/definition.ts'
import type { Mark } from '../flow-canvas/canvas.tsx'
import { renderer, useInstance } from '../register.tsx'
import { sayer } from '../words.ts'
import { clock } from '../workplace/ui.tsx'
import '../flow-canvas/canvas.css'
import '../link.css'
import './flow-diagram.css'

const Canvas = lazy(() => import('../flow-canvas/canvas.tsx'))
interface Answer {
  nodes: DefinedNode[]
  lines: DefinedLine[]
  /** Ids of nodes and lines. */
  passed: string[]
  waiting: { node: string; people: string[]; since: string }[]
  /** Steps without people that it waits for. */
  working: string[]
  stopped: string[]
}

export function FlowDiagram(props: RendererProps) {
  const { api, data, env } = props
  const say = sayer(env)
  const [shown, setShown] = useState<Answer>()
  const [error, setError] = useState('')
  async function load() {
    const answer = (await env.fetcher(normalizeApi(api as never), data).catch((problem: Error) => ({ ok: false, msg: problem.message, data: undefined }))) as {
      ok: boolean
      msg: string
      data: unknown
    }
    setError(answer.ok ? '' : answer.msg || say('The server cannot be reached. Check the connection and try again'))
    if (answer.ok) setShown(answer.data as Answer)
  }
  useInstance(props, { reload: () => load(), readAgain: () => load() })
  const url = tokenize(normalizeApi(api as never).url, data)
  const happened = (data as { history?: unknown[] }).history?.length
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- read anew when it is about another case, or something has happened in it
  useEffect(() => void load(), [url, happened])
  const marks = useMemo(() => {
    const { passed = [], waiting = [], working = [], stopped = [], nodes = [] } = shown ?? {}
    const holders = new Map(nodes.map(({ id, within }) => [id, within]))
    // The sub-processes in which it waits.
    const around = (id: string): string[] => {
      const holder = holders.get(id)
      return holder === undefined ? [] : [holder, ...around(holder)]
    }
    const here = [...waiting.map(({ node }) => node), ...working, ...stopped]
    return new Map<string, Mark>([
      ...passed.map(id => [id, 'passed'] as const),
      ...here.flatMap(around).map(id => [id, 'waiting'] as const),
      ...waiting.map(({ node }) => [node, 'waiting'] as const),
      ...working.map(id => [id, 'waiting'] as const),
      ...stopped.map(id => [id, 'bad'] as const),
    ])
  }, [shown])
  const flow = useMemo(() => shown && { model: '', nodes: shown.nodes, lines: shown.lines }, [shown])

  if (error)
    return (
      <div role="alert">
        <p>{error}</p>
        <button type="button" className="tes-link" onClick={() => void load()}>
          {say('Try again')}
        </button>
      </div>
    )
  if (!shown || !flow) return <div className="tes-flow-diagram" aria-busy="true" />
  const nameOf = (id: string) => shown.nodes.find(node => node.id === id)?.name || say('Step without a name')
  const locale = String((data as { locale?: string }).locale ?? 'en-US')
  const all = (people: string[]) => new Intl.ListFormat(locale).format(people)
  return (
    <div className="tes-flow-diagram">
      <Suspense fallback={<div className="tes-canvas" aria-busy="true" />}>
        <Canvas {...{ flow, say, marks }} />
      </Suspense>
      <ul>
        {shown.waiting.map(({ node, people, since }) => (
          <li key={node}>
            {people.length > 0
              ? say('“{node}” waits for {people} since {time}', { node: nameOf(node), people: all(people), time: clock(since, locale) })
              : say('“{node}” waits for an operator to name somebody, since {time}', { node: nameOf(node), time: clock(since, locale) })}
          </li>
        ))}
        {shown.working.map(node => (
          <li key={node}>{say('“{node}” is at work', { node: nameOf(node) })}</li>
        ))}
        {shown.stopped.map(node => (
          <li key={node}>{say('“{node}” came to a stand, and waits for an operator', { node: nameOf(node) })}</li>
        ))}
        {shown.waiting.length + shown.working.length + shown.stopped.length === 0 && <li>{say('Nobody is asked any more.')}</li>}
      </ul>
    </div>
  )
}

export default renderer('tessera-flow-diagram', FlowDiagram)
