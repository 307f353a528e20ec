// What a flow does by itself at a step: call an API, ask a query, write rows, tell people. Values are given as they are or by formulas.
import type { ApproverRule } from './definition.ts'
import { formulaFault, formulaValue, type FormulaFault } from './formula.ts'
import type { Values } from './conditions.ts'

export interface Given {
  name: string
  value?: unknown
  /** Instead of a value. */
  formula?: string
}
export type ServiceAct =
  | { do: 'api' | 'query'; key: string; input: Given[]; into?: string }
  | { do: 'set'; values: Given[] }
  | { do: 'create'; model: string; values: Given[] }
  | { do: 'update'; model: string; row: string; values: Given[] }
  /** Another flow, whose end is waited for; `output` are variables, by formulas over its values. */
  | { do: 'call'; key: string; input: Given[]; output: Given[] }
  | { do: 'message'; to: ApproverRule; message: string; channels: ('inApp' | 'email')[] }
  /** Cases that wait for it get it, where `match`, a formula, gives what they match by; without one it is the id of the row. */
  | { do: 'deliver'; messageName: string; match?: string }
export type ServiceFault = FormulaFault | 'serviceMissing' | 'serviceIncomplete'

/** What an act may hold before it is known which of it belongs to it. */
export interface LooseAct {
  do: ServiceAct['do']
  key?: string
  input?: Given[]
  output?: Given[]
  into?: string
  values?: Given[]
  model?: string
  row?: string
  to?: ApproverRule
  message?: string
  channels?: ('inApp' | 'email')[]
  messageName?: string
  match?: string
}
/** The act with what belongs to it, and nothing else. */
export function actOf(loose: LooseAct): ServiceAct {
  const { key = '', input = [], output = [], into, values = [], model = '', row = '', to = { by: 'starter' }, message = '', channels = ['inApp'] } = loose
  const { messageName = '', match } = loose
  switch (loose.do) {
    case 'set':
      return { do: 'set', values }
    case 'create':
      return { do: 'create', model, values }
    case 'update':
      return { do: 'update', model, row, values }
    case 'call':
      return { do: 'call', key, input, output }
    case 'message':
      return { do: 'message', to, message, channels }
    case 'deliver':
      return { do: 'deliver', messageName, ...(match?.trim() && { match }) }
    default:
      return { do: loose.do, key, input, ...(into && { into }) }
  }
}

const NAME = /^[A-Za-z_]\w{0,99}$/

export function serviceFaults(act: ServiceAct | undefined): ServiceFault[] {
  if (!act) return ['serviceMissing']
  const faults: ServiceFault[] = []
  const incomplete = (isSo: boolean) => {
    if (isSo && !faults.includes('serviceIncomplete')) faults.push('serviceIncomplete')
  }
  const given = (list: readonly Given[]) => {
    incomplete(list.some(({ name }) => !name) || new Set(list.map(({ name }) => name)).size < list.length)
    for (const { formula } of list) {
      const fault = formula === undefined ? undefined : formulaFault(formula)
      if (fault && !faults.includes(fault)) faults.push(fault)
    }
  }
  switch (act.do) {
    case 'set':
    case 'create':
    case 'update':
      incomplete(act.values.length === 0 || (act.do !== 'set' && !/^[^/]+\/[^/]+$/.test(act.model)))
      given(act.values)
      if (act.do === 'update') {
        const fault = formulaFault(act.row)
        if (fault) faults.push(fault)
      }
      break
    case 'message':
      incomplete(!act.message.trim() || act.channels.length === 0)
      break
    case 'deliver': {
      incomplete(!act.messageName.trim())
      const fault = act.match === undefined ? undefined : formulaFault(act.match)
      if (fault) faults.push(fault)
      break
    }
    case 'call':
      incomplete(!act.key || act.output.some(({ name }) => !NAME.test(name)))
      given(act.input)
      given(act.output)
      break
    default:
      incomplete(!act.key || (act.into !== undefined && !NAME.test(act.into)))
      given(act.input)
  }
  return faults
}

/** What is given, with formulas answered for the values of a case. */
export const givenValues = (list: readonly Given[], values: Values): Record<string, unknown> =>
  Object.fromEntries(list.map(({ name, value, formula }) => [name, formula === undefined ? (value ?? null) : formulaValue(formula, values)]))

const MOST_LETTERS = 500
/** What a message is matched by, as a text; empty where there is nothing that could be one. */
export function matchedBy(match: string | undefined, values: Values, row: string): string {
  const value = match === undefined ? row : formulaValue(match, values)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value).trim().slice(0, MOST_LETTERS) : ''
}
