// What a page uses of models that change: written anew where a name became another, named where it goes.
import { describe, expect, it } from 'vitest'
import { modelUses, type ModelChange } from '../../api/gate/model-uses.ts'
import { optionsApi } from '../../api/models/options.ts'

const renamed: ModelChange = { source: 'main', model: 'order', to: 'purchase', fields: { title: 'name', note: null } }
const anew = (schema: unknown, change = renamed) => modelUses(schema, [change]).schema
const used = (schema: unknown) => modelUses(schema, [renamed]).uses.map(({ path, field, to }) => [path, field, to])

describe('a page', () => {
  it('names the model and its fields anew wherever it does: addresses, columns, what is sent, expressions, tables', () => {
    const schema = (model: string, field: string) => ({
      type: 'page',
      body: [
        {
          type: 'crud',
          api: {
            method: 'get',
            url: `model:main/${model}?fields=${field},amount`,
            data: { filter: `\${ENCODEJSON({left: {type: 'field', field: '${field}'}, right: ${field}})}` },
          },
          columns: [
            { name: field, label: 'title' },
            { type: 'tpl', tpl: `\${${field}|html} and title, \${amount > 1 ? ${field} : {title: ${field}}}, \${other.title}, \${'title'}` },
            { type: 'button', actionType: 'ajax', api: `delete:model:main/${model}/\${id}?x=\${${field}}` },
          ],
        },
        {
          type: 'form',
          api: { method: 'put', url: `model:main/${model}/1`, data: { [field]: `\${${field}}`, amount: 1 } },
          body: [{ type: 'input-text', name: field }],
        },
        { type: 'select', name: 'title', source: `get:model:main/order_line/choice/title` },
        { type: 'select', name: 'title', source: `\${dataApi}/main/model/${model}/choice/${field}` },
        { type: 'tessera-value', name: 'x', whyApi: `get:model:main/${model}/\${id|url_encode}/formula/${field}` },
        {
          type: 'tessera-data-table',
          model,
          fields: ['amount', { name: field, label: 'title' }],
          filter: { conjunction: 'and', children: [{ left: { type: 'field', field }, op: 'equal', right: 'title' }] },
        },
        { type: 'tpl', tpl: '${title}' },
      ],
    })
    expect(anew(schema('order', 'title'))).toEqual(schema('purchase', 'name'))
  })

  it('names anew what is known beside a value, and by what rows are ordered and limited', () => {
    const schema = (model: string, field: string) => ({
      type: 'crud',
      mode: 'cards',
      api: {
        method: 'get',
        url: `model:main/${model}`,
        data: { orderBy: field, filter: JSON.stringify({ children: [{ left: { type: 'field', field }, op: 'is_empty' }] }) },
      },
      card: { header: { title: `\${(_labels.${field} || ${field} || '—')|raw}` }, body: [{ name: field }] },
    })
    expect(anew(schema('order', 'title'))).toEqual(schema('purchase', 'name'))
  })

  it('names anew what choosers offer, keep and ask by, and leaves what they say of the page to the page', () => {
    const filter = { conjunction: 'and', children: [{ left: { type: 'field', field: 'FIELD' }, op: 'equal', right: '${OUTER}' }] }
    const schema = (model: string, field: string, outer: string) => {
      const of = { source: 'main', model, label: field, value: field, parent: field, orderBy: field, orderDir: 'asc' as const }
      const tree = JSON.parse(JSON.stringify(filter).replace('FIELD', field).replace('OUTER', outer)) as Record<string, unknown>
      return {
        type: 'form',
        api: 'post:model:main/line',
        body: [{ type: 'select', name: outer, source: optionsApi({ ...of, filter: tree }, outer) }],
      }
    }
    // The form's own field is called like one of the model that is chosen from.
    expect(anew(schema('order', 'title', 'title'))).toEqual(schema('purchase', 'name', 'title'))
    const line: ModelChange = { source: 'main', model: 'line', to: 'line', fields: { title: 'text' } }
    expect(anew(schema('order', 'title', 'title'), line)).toEqual(schema('order', 'title', 'text'))
  })

  it('stays as it is where the model or the field goes, and is named with the places', () => {
    const body = { type: 'crud', api: 'get:model:main/order', columns: [{ name: 'note' }, { name: 'amount' }] }
    const gone: ModelChange = { ...renamed, to: null }
    expect(modelUses(body, [gone])).toMatchObject({
      schema: body,
      uses: [
        { path: 'api', model: 'order', field: '', to: null },
        { path: 'columns[0].name', field: 'note', to: null },
      ],
    })
    expect(used({ type: 'tessera-board', model: 'order', by: 'title' })).toEqual([
      ['model', '', 'purchase'],
      ['by', 'title', 'name'],
    ])
    expect(used({ type: 'tessera-data-table', model: 'order', fields: ['note'] })).toEqual([
      ['model', '', 'purchase'],
      ['fields[0]', 'note', null],
    ])
  })

  it('is not touched by a model of the same name elsewhere', () => {
    const body = {
      type: 'form',
      api: 'post:model:warehouse/order',
      body: [
        { type: 'input-text', name: 'title' },
        { type: 'tpl', tpl: 'order ${title}' },
      ],
    }
    expect(modelUses(body, [renamed])).toEqual({ schema: body, uses: [] })
  })
})
