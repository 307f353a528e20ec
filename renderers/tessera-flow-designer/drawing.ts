// What the cards of a flow say, and what is done to it with them.
import type { DefinedNode, FlowDefinition } from '../../api/flow/definition.ts'
import { newBorder } from '../../api/flow/border-form.ts'
import {
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
import type { Border, NodeKind } from '../../api/flow/graph.ts'
import { newService } from '../../api/flow/service-form.ts'
import type { Say } from '../words.ts'
import type { Drawing } from './column.tsx'
import type { Picker, Source } from './panel.tsx'
import { borderText, borderTitle, branchText, serviceText, subprocessText, whoOf } from './sentences.ts'
import type { Selected } from './work.ts'

/** A change of the flow; what is selected then, where that is another thing. */
export type Change = (make: (flow: FlowDefinition) => FlowDefinition | { flow: FlowDefinition; selected: Selected }) => void

/** An event on the border of a step, as it begins. */
export const borderMade = (say: Say, border: Border): Omit<DefinedNode, 'id'> => {
  const its = { ...newBorder(border.event), on: border.on }
  return { kind: 'border', name: borderTitle(say, { border: its }), border: its }
}
/** A step that is put down, as it begins. */
export function stepMade(say: Say, flow: FlowDefinition, kind: NodeKind, border?: Border): Omit<DefinedNode, 'id'> {
  if (border) return borderMade(say, border)
  if (kind === 'service') return newService(say('Service|flow'))
  if (kind === 'user' || kind === 'copy') return { kind, name: kind === 'user' ? say('Approval') : say('Copy|flow'), approvers: { by: 'leader', level: 1 } }
  if (kind === 'subprocess') return { kind, name: say('Sub-process') }
  return { kind, name: kind === 'end' ? (flow.nodes.find(node => node.kind === 'end')?.name ?? '') : '' }
}

export function drawingOf({
  say,
  flow,
  source,
  picker,
  apis,
  fields,
  change,
  select,
  ...shown
}: Pick<Drawing, 'say' | 'selected' | 'mayEdit' | 'marks' | 'select'> & {
  flow: FlowDefinition
  source: Source
  picker: Picker
  apis: readonly object[]
  fields: Parameters<typeof branchText>[3]
  change: Change
}): Drawing {
  const nameOf = (of: 'api' | 'query' | 'flow' | 'model' | 'field', key: string) => {
    const from = { api: apis as { value: string; label: string }[], query: picker.queries, flow: picker.flows, model: picker.options, field: source.all }[of]
    return from.find(({ value }) => value === key)?.label ?? key
  }
  return {
    ...shown,
    say,
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
    select,
    add(kind, lineId) {
      if (kind === 'user' || kind === 'copy' || kind === 'service') {
        return change(was => {
          const step = addStep(was, lineId, stepMade(say, flow, kind))
          return { flow: step.flow, selected: { of: 'node', id: step.id } }
        })
      }
      if (kind === 'subprocess')
        return change(was => {
          const { flow: next, id } = addSubprocess(was, lineId, { name: say('Sub-process'), step: stepMade(say, flow, 'user'), start: say('Start|flow') })
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
}
