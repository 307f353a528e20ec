// An event on the border of a step as a form edits it: everything on one level, where a definition nests it. Pure.
import type { DefinedNode } from './definition.ts'
import type { Border } from './graph.ts'
import type { Duration } from './overdue.ts'

export interface BorderForm {
  name: string
  event: Border['event']
  amount?: number
  unit?: Duration['unit']
  workingTime?: boolean
  /** Of a message. */
  messageName?: string
  match?: string
  /** What becomes of the step. */
  step?: 'ends' | 'stays'
}

const DAY: Duration = { value: 1, unit: 'day' }
/** What an event begins with that is put on a step. */
export const newBorder = (event: Border['event']): Omit<NonNullable<DefinedNode['border']>, 'on'> => ({ event, ...(event === 'timer' && { after: DAY }) })

export const borderForm = ({ name, border, awaits }: DefinedNode): BorderForm => ({
  name,
  event: border?.event ?? 'timer',
  amount: border?.after?.value ?? DAY.value,
  unit: border?.after?.unit ?? DAY.unit,
  workingTime: border?.workingTime ?? false,
  messageName: awaits?.messageName ?? '',
  match: awaits?.match ?? '',
  step: border?.isBeside ? 'stays' : 'ends',
})

/** The node as a form left it. */
export function withBorder(node: DefinedNode, { name, event, amount, unit = 'day', workingTime, messageName = '', match = '', step }: BorderForm): DefinedNode {
  if (!node.border) return node
  const { awaits: _awaits, ...rest } = node
  const isTimer = event === 'timer'
  const value = Number(amount)
  return {
    ...rest,
    name,
    ...(event === 'message' && { awaits: { messageName: messageName.trim(), ...(match.trim() && { match }) } }),
    border: {
      on: node.border.on,
      event,
      ...(event !== 'error' && step === 'stays' && { isBeside: true }),
      // What is no number is left out, and told before the flow is enabled.
      ...(isTimer && Number.isInteger(value) && value > 0 && { after: { value, unit } }),
      ...(isTimer && workingTime && { workingTime: true }),
    },
  }
}
