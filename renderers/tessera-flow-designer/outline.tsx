// A flow whose lines cross or lead back: each step with where it leads, to be selected and set like any other.
import type { ReactNode } from 'react'
import { SPLITS } from '../../api/flow/tree.ts'
import type { DefinedNode, FlowDefinition } from '../../api/flow/definition.ts'
import { Card, useDrawing } from './column.tsx'
import { borderTitle } from './sentences.ts'

export function Outline({ flow, asDiagram }: { flow: FlowDefinition; asDiagram?: (() => void) | undefined }) {
  const { say, selected, select, branchTextOf, marks } = useDrawing()
  const nodes = new Map(flow.nodes.map(node => [node.id, node]))
  const titleOf = (node: DefinedNode | undefined): string => {
    if (node?.border) return say('{name}, on “{step}”', { name: borderTitle(say, node), step: titleOf(nodes.get(node.border.on)) })
    if (node?.name) return node.name
    if (node?.kind === 'start') return say('Start|flow')
    if (node?.kind === 'end') return say('End')
    return node && SPLITS.has(node.kind) ? say('Branches') : say('Step without a name')
  }
  return (
    <div>
      <p className="tes-flow__wait">
        {say('The lines of this flow cross or lead back, which columns cannot show. Its steps are listed with where each leads.')}{' '}
        {asDiagram && (
          <button type="button" className="tes-link" onClick={asDiagram}>
            {say('Change it as a diagram')}
          </button>
        )}
      </p>
      {Steps({ within: undefined })}
    </div>
  )

  /** The steps of the flow or of a sub-process, which stand within it. */
  function Steps({ within }: { within: string | undefined }): ReactNode {
    const label = within === undefined ? say('Steps of the flow') : say('Steps in “{name}”', { name: titleOf(nodes.get(within)) })
    return (
      <ol className="tes-flow__outline" aria-label={label}>
        {flow.nodes
          .filter(node => node.within === within)
          .map(node => (
            <li key={node.id}>
              <Card node={node} kind={SPLITS.has(node.kind) ? 'split' : node.kind} title={titleOf(node)} />
              <ul>
                {flow.lines
                  .filter(({ from }) => from === node.id)
                  .map(line => (
                    <li key={line.id}>
                      <button
                        type="button"
                        data-line={line.id}
                        className={marks.get(line.id) === 'bad' ? 'is-bad' : ''}
                        aria-current={selected.of === 'line' && selected.id === line.id ? 'true' : undefined}
                        onClick={() => select({ of: 'line', id: line.id, split: node.id })}
                      >
                        → <b>{titleOf(nodes.get(line.to))}</b>
                        {SPLITS.has(node.kind) && <span>{branchTextOf({ line }, node)}</span>}
                      </button>
                    </li>
                  ))}
              </ul>
              {node.kind === 'subprocess' && Steps({ within: node.id })}
            </li>
          ))}
      </ol>
    )
  }
}
