// What a played case waits for: who decides, services that answer, times and messages on borders.
import type { ReactNode } from 'react'
import type { FlowDefinition } from '../../api/flow/definition.ts'
import { writableAt, type Played, type PlayStep } from '../../api/flow/play.ts'
import type { Say } from '../words.ts'
import type { Source } from './panel.tsx'
import { controlsOf, handedOver } from './play-controls.ts'
import { borderTitle } from './sentences.ts'

interface WaitingProps {
  say: Say
  played: Played
  flow: FlowDefinition
  source: Source
  person(id: string | undefined): string
  nodeName(id: string | undefined): string
  fields(key: string, body: object[], values: Record<string, unknown>): ReactNode
  pick(name: string, label: string): object
  forms: ReadonlyMap<string, Record<string, unknown>>
  step(next: PlayStep): void
}
/** What can be decided next, by whom. */
export function Waiting({ say, played: { state, facts, moments }, flow, source, person, nodeName, fields, pick, forms, step }: WaitingProps) {
  if (state.status !== 'running') return null
  const jobs = state.tokens.filter(token => token.state === 'job' && !token.incident)
  const eventsOf = (event: 'timer' | 'message') =>
    state.tokens.flatMap(token => flow.nodes.filter(({ border }) => border?.on === token.node && border.event === event).map(border => ({ token, border })))
  return (
    <ul className="tes-flow__asked" aria-label={say('Waits for')}>
      {state.tasks.map(({ id, node, assignee }) => {
        const writable = writableAt(flow.nodes.find(one => one.id === node)).map(([key]) => key)
        const values = Object.fromEntries(writable.map(key => [key, facts.values[key]]))
        const key = `${moments.length} ${id}`
        const now = () => forms.get(key) ?? {}
        if (assignee === null)
          return (
            <li key={key}>
              <b>{say('Nobody is found at “{name}”', { name: nodeName(node) })}</b>
              {fields(key, [pick('named', say('Who is named'))], {})}
              <button
                type="button"
                className="tes-button"
                onClick={() => {
                  const { named } = now()
                  if (typeof named === 'string' && named) step({ node, act: 'name', user: named })
                }}
              >
                {say('Name this person')}
              </button>
            </li>
          )
        const decide = async (act: 'approve' | 'reject') => {
          await handedOver()
          const changed = Object.fromEntries(writable.flatMap(field => (now()[field] === undefined ? [] : [[field, now()[field]]])))
          step({ node, act, user: assignee, ...(act === 'approve' && Object.keys(changed).length > 0 && { values: changed }) })
        }
        return (
          <li key={key}>
            <b>{say('“{name}” waits for {person}', { name: nodeName(node), person: person(assignee) })}</b>
            {writable.length > 0 && fields(key, controlsOf(source, pick, new Set(writable)), values)}
            <div className="tes-flow__row">
              <button type="button" className="tes-button" onClick={() => void decide('approve')}>
                {say('Approve')}
              </button>
              <button type="button" className="tes-button" onClick={() => void decide('reject')}>
                {say('Reject')}
              </button>
            </div>
          </li>
        )
      })}
      {jobs.map(({ id, node }) => (
        <li key={`job ${id}`}>
          <b>{say('“{name}” waits for its service', { name: nodeName(node) })}</b>
          <div className="tes-flow__row">
            <button type="button" className="tes-button" onClick={() => step({ node, act: 'done' })}>
              {say('It answers')}
            </button>
            <button type="button" className="tes-button" onClick={() => step({ node, act: 'fail' })}>
              {say('It fails')}
            </button>
          </div>
        </li>
      ))}
      {eventsOf('timer').map(({ token, border }) => (
        <li key={`${token.id} ${border.id}`}>
          <b>{say('“{name}” may take too long', { name: nodeName(token.node) })}</b>
          <button type="button" className="tes-button" onClick={() => step({ node: border.id, act: 'due' })}>
            {borderTitle(say, border)}
          </button>
        </li>
      ))}
      {eventsOf('message').map(({ token, border }) => (
        <li key={`${token.id} ${border.id}`}>
          <b>{say('“{name}” waits for the message “{message}” too', { name: nodeName(token.node), message: border.awaits?.messageName ?? '' })}</b>
          <button type="button" className="tes-button" onClick={() => step({ node: border.id, act: 'message' })}>
            {say('Deliver “{message}”', { message: border.awaits?.messageName ?? '' })}
          </button>
        </li>
      ))}
    </ul>
  )
}
