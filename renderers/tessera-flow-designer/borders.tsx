// What may happen to a step while it waits: the list of it below the properties of the step.
import type { DefinedNode, FlowDefinition } from '../../api/flow/definition.ts'
import type { Border } from '../../api/flow/graph.ts'
import type { Say } from '../words.ts'
import { borderText, borderTitle } from './sentences.ts'
import type { Selected } from './work.ts'

interface BordersProps {
  say: Say
  flow: FlowDefinition
  node: DefinedNode
  mayEdit: boolean
  select(selected: Selected): void
  add(event: Border['event']): void
  remove(id: string): void
}
const MOST = 5

export function Borders({ say, flow, node, mayEdit, select, add, remove }: BordersProps) {
  const list = flow.nodes.filter(({ border }) => border?.on === node.id)
  const errs = node.kind === 'service' || node.kind === 'subprocess'
  const mayError = errs && !list.some(({ border }) => border?.event === 'error')
  return (
    <section className="tes-flow__overdue" aria-label={say('Events on the border')}>
      <h3>{say('Events on the border')}</h3>
      {list.length === 0 && <p className="tes-flow__hint">{say('However long it waits, the flow goes on only behind this step.')}</p>}
      <ul className="tes-flow__tests">
        {list.map(one => (
          <li key={one.id}>
            <b>{borderTitle(say, one)}</b>
            <span>{borderText(say, one)}</span>
            <span className="tes-flow__row">
              <button
                type="button"
                className="tes-link"
                aria-label={say('Edit “{name}”', { name: borderTitle(say, one) })}
                onClick={() => select({ of: 'node', id: one.id })}
              >
                {mayEdit ? say('Edit') : say('Look at it')}
              </button>
              {mayEdit && (
                <button type="button" className="tes-link" aria-label={say('Remove “{name}”', { name: borderTitle(say, one) })} onClick={() => remove(one.id)}>
                  {say('Remove')}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {mayEdit && (
        <div className="tes-flow__row">
          <button type="button" className="tes-button" disabled={list.length >= MOST} onClick={() => add('timer')}>
            {say('Add a time')}
          </button>
          <button type="button" className="tes-button" disabled={list.length >= MOST} onClick={() => add('message')}>
            {say('Add a message')}
          </button>
          {errs && (
            <button type="button" className="tes-button" disabled={!mayError} onClick={() => add('error')}>
              {say('Add a way for errors')}
            </button>
          )}
        </div>
      )}
    </section>
  )
}
