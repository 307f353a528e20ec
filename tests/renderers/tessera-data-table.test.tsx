// data.model-table: the table and its forms are made from the fields of the model
import { describe, expect, it } from 'vitest'
import { controlOf, type DataField } from '../../renderers/tessera-data-table/controls.ts'
import { sent, shown, tableSchema } from '../../renderers/tessera-data-table/table-schema.ts'
import { sayer } from '../../renderers/words.ts'

const say = sayer(undefined)
const field = (key: string, type: DataField['type'], more: Partial<DataField> = {}): DataField => ({
  key,
  name: key,
  type,
  required: false,
  readOnly: false,
  default: null,
  options: [],
  rules: {},
  scale: null,
  description: '',
  isTitle: false,
  ...more,
})
const fields = [field('title', 'text', { isTitle: true, required: true }), field('facts', 'json'), field('number', 'autoNumber', { readOnly: true })]

describe('tessera-data-table', () => {
  it('data.model-table: a column per field, system columns at hand but hidden', () => {
    const { columns, api } = tableSchema({ base: '/api/x', fields, managed: true }, say) as Record<string, any>
    expect(columns.filter((one: any) => one.toggled !== false).map((one: any) => one.name ?? one.type)).toEqual(['title', 'facts', 'number', 'operation'])
    expect(columns.find((one: any) => one.name === 'facts').sortable).toBeUndefined()
    expect(api.url).toBe('/api/x')
  })

  it('data.model-table: says how many rows are deleted before it asks', () => {
    const { bulkActions } = tableSchema({ base: '/api/x', fields, managed: true }, say) as Record<string, any>
    expect(bulkActions[1].confirmText).toContain('${COUNT(selectedItems)} rows are deleted')
  })

  it('sends what a form shows, with null for what was cleared, and JSON as JSON', () => {
    const values = { title: '', facts: '{"a": 1}', company: { key: 'acme' } }
    expect(sent(fields.slice(0, 2), values)).toEqual({ title: null, facts: { a: 1 } })
    expect(shown(fields.slice(0, 2), { title: 'A', facts: { a: 1 } })).toEqual({ title: 'A', facts: '{\n  "a": 1\n}' })
  })

  it.each([
    ['text', 'input-text'],
    ['longText', 'textarea'],
    ['integer', 'input-number'],
    ['decimal', 'input-number'],
    ['boolean', 'select'],
    ['date', 'input-date'],
    ['time', 'input-time'],
    ['datetime', 'input-datetime'],
    ['enum', 'select'],
    ['user', 'select'],
    ['department', 'select'],
    ['relationOne', 'select'],
    ['json', 'textarea'],
  ] as const)('a field of type %s is entered with %s', (type, control) => {
    expect(controlOf(field('x', type), '/api/x', say).type).toBe(control)
  })
})
