// A step without people as a form edits it: everything on one level, where a definition nests it. Pure.
import { ruleOf, type DefinedNode, type LooseRule } from './definition.ts'
import { actOf, type Given, type ServiceAct } from './service.ts'

export interface GivenForm {
  name?: string
  as?: 'value' | 'formula'
  text?: string
}
export interface ServiceForm extends LooseRule {
  name: string
  do: ServiceAct['do']
  apiKey?: string
  queryKey?: string
  flowKey?: string
  output?: GivenForm[]
  input?: GivenForm[]
  into?: string
  values?: GivenForm[]
  model?: string
  row?: string
  message?: string
  channels?: ('inApp' | 'email')[]
  messageName?: string
  match?: string
}

/** A step that nothing is said of yet. */
export const newService = (name: string): Omit<DefinedNode, 'id'> => ({
  kind: 'service',
  name,
  service: { do: 'message', to: { by: 'starter' }, message: '', channels: ['inApp'] },
})

const shown = (list: readonly Given[]): GivenForm[] =>
  list.map(({ name, value, formula }) =>
    formula === undefined
      ? { name, as: 'value', text: typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value) }
      : { name, as: 'formula', text: formula },
  )

export function serviceForm({ name, service }: DefinedNode): ServiceForm {
  const act: ServiceAct = service ?? { do: 'message', to: { by: 'starter' }, message: '', channels: ['inApp'] }
  const form: ServiceForm = { name, do: act.do, by: 'starter', channels: ['inApp'] }
  switch (act.do) {
    case 'api':
      return { ...form, apiKey: act.key, input: shown(act.input), into: act.into ?? '' }
    case 'query':
      return { ...form, queryKey: act.key, input: shown(act.input), into: act.into ?? '' }
    case 'call':
      return { ...form, flowKey: act.key, input: shown(act.input), output: shown(act.output) }
    case 'set':
      return { ...form, values: shown(act.values) }
    case 'create':
      return { ...form, model: act.model, values: shown(act.values) }
    case 'update':
      return { ...form, model: act.model, row: act.row, values: shown(act.values) }
    case 'message':
      return { ...form, ...act.to, message: act.message, channels: act.channels }
    case 'deliver':
      return { ...form, messageName: act.messageName, match: act.match ?? '' }
  }
}

const NUMBERS = new Set(['integer', 'decimal', 'number', 'money', 'percent'])
/** What is typed is a text; a field of numbers or of yes and no takes what it says. */
function valueOf(text: string, type: string | undefined): unknown {
  if (type && NUMBERS.has(type) && text.trim() && Number.isFinite(Number(text))) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
const given = (list: readonly GivenForm[], typeOf: (name: string) => string | undefined): Given[] =>
  list.map(({ name = '', as, text = '' }) => (as === 'formula' ? { name, formula: text } : { name, value: valueOf(text, typeOf(name)) }))

/** The node as a form left it. `typeOf` tells the kind of a field of a model. */
export function withService(node: DefinedNode, form: ServiceForm, typeOf: (model: string, field: string) => string | undefined): DefinedNode {
  const {
    name,
    do: what,
    apiKey = '',
    queryKey = '',
    flowKey = '',
    input = [],
    output = [],
    into = '',
    values = [],
    model = '',
    row = '',
    message = '',
    channels = [],
    messageName = '',
    match = '',
  } = form
  const rows = what === 'create' || what === 'update' ? model : ''
  return {
    ...node,
    name,
    service: actOf({
      do: what,
      key: what === 'query' ? queryKey : what === 'call' ? flowKey : apiKey,
      input: given(input, () => undefined),
      output: output.map(({ name: variable = '', text = '' }) => ({ name: variable, formula: text })),
      ...(into.trim() && { into: into.trim() }),
      values: given(values, field => typeOf(rows, field)),
      model,
      row,
      to: ruleOf(form),
      message,
      channels,
      messageName: messageName.trim(),
      match,
    }),
  }
}
