// flowDesign.entity-parameter flowDesign.parameter-form flowDesign.variable-name: what the forms beside a flow make of variables and of steps without people.
import { describe, expect, it } from 'vitest'
import type { DefinedNode, Parameter } from '../../api/flow/definition.ts'
import { comparable, fitsParameter, isAskedFor, newParameter, parameterForm, withParameter } from '../../api/flow/parameters.ts'
import { newService, serviceForm, withService } from '../../api/flow/service-form.ts'
import { serviceFaults, type ServiceAct } from '../../api/flow/service.ts'

const fieldsOf = (entity: string) =>
  entity === 'main/order'
    ? [
        { name: 'total', type: 'decimal' },
        { name: 'lines', type: 'relationMany' },
      ]
    : []

describe('a variable', () => {
  it.each([
    { id: 'a', name: 'reason', type: 'string', required: true, default: 'Rest', description: 'Why' },
    { id: 'b', name: 'days', type: 'int', default: 0 },
    { id: 'c', name: 'paid', type: 'boolean', default: false },
    { id: 'd', name: 'tags', type: 'string', isArray: true, default: ['a'] },
    { id: 'e', name: 'place', type: 'object', fields: [{ name: 'city', type: 'string' }], default: { city: 'Delft' } },
    { id: 'f', name: 'order', type: 'entity', entity: 'main/order', flatEntity: true, fields: fieldsOf('main/order') },
  ] satisfies Parameter[])('comes out of its form as it went in: $name', parameter => {
    expect(withParameter(parameter, parameterForm(parameter), fieldsOf)).toEqual(parameter)
  })

  it('loses what does not belong to its new kind', () => {
    const order: Parameter = { id: 'f', name: 'order', type: 'entity', entity: 'main/order', flatEntity: true, fields: fieldsOf('main/order') }
    expect(withParameter(order, { ...parameterForm(order), type: 'int' }, fieldsOf)).toEqual({ id: 'f', name: 'order', type: 'int' })
  })

  it('keeps what is typed and is no JSON, which is then no value of it', () => {
    const list: Parameter = { id: 'd', name: 'tags', type: 'string', isArray: true }
    const made = withParameter(list, { ...parameterForm(list), json: '["a"' }, fieldsOf)
    expect(made.default).toBe('["a"')
    expect(fitsParameter(made, made.default)).toBe(false)
  })

  it('is new under a name that nothing has', () => {
    expect(newParameter([{ id: 'x', name: 'variable2', type: 'int' }])).toEqual({ id: 'variable3', name: 'variable3', type: 'string' })
  })

  it('can be asked for by conditions, with the fields that stand beside it', () => {
    const order: Parameter = { id: 'f', name: 'order', type: 'entity', entity: 'main/order', flatEntity: true, fields: fieldsOf('main/order') }
    expect(comparable([order, { id: 'b', name: 'days', type: 'int' }, { id: 'c', name: 'all', type: 'int', isArray: true }])).toEqual([
      { name: 'order.total', label: 'order.total', type: 'number' },
      { name: 'days', label: 'days', type: 'number' },
    ])
    expect(comparable([{ ...order, flatEntity: false }])).toEqual([])
    expect([isAskedFor(order), isAskedFor({ ...order, isArray: true }), isAskedFor({ type: 'object' })]).toEqual([true, false, false])
  })
})

describe('a step without people', () => {
  const typeOf = (model: string, field: string) =>
    `${model}:${field}` === ':days' ? 'integer' : `${model}:${field}` === 'main/order:open' ? 'boolean' : 'text'
  const acts: ServiceAct[] = [
    {
      do: 'api',
      key: 'weather',
      input: [
        { name: 'city', formula: 'city' },
        { name: 'unit', value: 'C' },
      ],
      into: 'weather',
    },
    { do: 'query', key: 'orders', input: [] },
    {
      do: 'set',
      values: [
        { name: 'days', value: 3 },
        { name: 'note', value: '3' },
      ],
    },
    { do: 'create', model: 'main/order', values: [{ name: 'open', value: true }] },
    { do: 'update', model: 'main/order', row: 'order', values: [{ name: 'title', formula: 'UPPER(reason)' }] },
    { do: 'message', to: { by: 'leader', level: 2 }, message: 'It is done', channels: ['email'] },
  ]
  it.each(acts)('comes out of its form as it went in: $do', service => {
    const node: DefinedNode = { id: 's', kind: 'service', name: 'Step', service }
    expect(withService(node, serviceForm(node), typeOf)).toEqual(node)
  })

  it('is new with what is still to be said', () => {
    expect(serviceFaults(newService('Step').service)).toEqual(['serviceIncomplete'])
  })
})
