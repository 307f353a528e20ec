// What a page names of the models of its app is there: told at the exact place, with what was meant.
import { describe, expect, it } from 'vitest'
import { createGate } from '../../api/gate/index.ts'
import { renderers } from '../../api/generated/renderers.ts'
import { optionsApi } from '../../api/models/options.ts'

const where = (field: string, right: string) => ({ conjunction: 'and', children: [{ left: { type: 'field', field }, op: 'equal', right }] })
const gate = createGate(renderers)
const models = { main: { customer: ['title', 'city', 'orders'], order: ['number', 'customer', 'total'] }, warehouse: { stock: ['place'] } }
const told = (body: unknown) =>
  gate({ type: 'page', body }, { profile: 'app', models })
    .filter(({ code }) => code.startsWith('model.') || code.startsWith('call.'))
    .map(({ path, code, values }) => [path, code, values?.name, values?.meant])
const crud = (api: unknown, more: object = {}) => ({ type: 'crud', api, columns: [{ name: 'title', label: 'Title' }], ...more })
const form = (api: unknown, ...names: string[]) => ({ type: 'form', api, body: names.map(name => ({ type: 'input-text', name, label: name })) })

describe('a page is told of', () => {
  it.each<[string, unknown, unknown[]]>([
    ['a model that is not there', crud('get:model:main/custmer'), ['body.api', 'model.unknown', 'custmer', 'customer']],
    ['a model of another source', crud('get:model:warehouse/customer'), ['body.api', 'model.unknown', 'customer', undefined]],
    ['a source that is not there', crud({ method: 'get', url: 'model:mian/customer' }), ['body.api.url', 'model.unknown', 'mian', 'main']],
    ['a name that is only begun', crud('get:model:customer'), ['body.api', 'model.address', 'model:customer', undefined]],
    ['a model in the older form', crud('get:${dataApi}/main/model/custmer'), ['body.api', 'model.unknown', 'custmer', 'customer']],
    [
      'a column that rows do not have',
      crud('model:main/customer', { columns: [{ name: 'titel', label: 'x' }] }),
      ['body.columns[0].name', 'model.field', 'titel', 'title'],
    ],
    [
      'a column of a card that rows do not have',
      crud('model:main/customer', { mode: 'cards', card: { body: [{ name: 'town', label: 'x' }] } }),
      ['body.card.body[0].name', 'model.field', 'town', undefined],
    ],
    ['a field of a form that the model does not take', form('post:model:main/order', 'number', 'totl'), ['body.body[1].name', 'model.field', 'totl', 'total']],
    [
      'a field that a board has a column for each choice of',
      { type: 'tessera-board', model: 'customer', by: 'stte' },
      ['body.by', 'model.field', 'stte', undefined],
    ],
    ['a model of a board', { type: 'tessera-board', model: 'custmer' }, ['body.model', 'model.unknown', 'custmer', 'customer']],
    ['a field in the query', crud('get:model:main/customer?orderBy=cty'), ['body.api', 'model.field', 'cty', 'city']],
    [
      'a field whose choices are asked',
      { type: 'select', name: 'a', label: 'A', source: 'get:model:main/order/choice/custommer' },
      ['body.source', 'model.field', 'custommer', 'customer'],
    ],
    [
      'a formula that is asked why it is empty',
      { type: 'tessera-value', name: 'total', whyApi: 'get:model:main/order/${id|url_encode}/formula/totl' },
      ['body.whyApi', 'model.field', 'totl', 'total'],
    ],
    ...['select', 'transfer'].map((type): [string, unknown, unknown[]] => [
      `a field that names the options of a ${type}`,
      { type, name: 'a', label: 'A', source: { method: 'get', url: 'model:main/customer/option/titel?selected=${a|url_encode}' } },
      ['body.source.url', 'model.field', 'titel', 'title'],
    ]),
    ...['value', 'orderBy', 'parent'].map((key): [string, unknown, unknown[]] => [
      `a field under "${key}" of options`,
      { type: 'select', name: 'a', label: 'A', source: { method: 'get', url: 'model:main/customer/option/title', data: { [key]: 'cty' } } },
      [`body.source.data.${key}`, 'model.field', 'cty', 'city'],
    ]),
    [
      'a field in the conditions of options',
      {
        type: 'select',
        name: 'a',
        label: 'A',
        autoComplete: optionsApi({ source: 'main', model: 'customer', label: 'title', value: 'id', filter: where('cty', '${town}') }, 'a'),
      },
      ['body.autoComplete.data.filter', 'model.field', 'cty', 'city'],
    ],
    ['a model of a table', { type: 'tessera-data-table', model: 'custmer' }, ['body.model', 'model.unknown', 'custmer', 'customer']],
    ['a source of a table', { type: 'tessera-data-table', source: 'warehose', model: 'stock' }, ['body.source', 'model.unknown', 'warehose', 'warehouse']],
    [
      'a column of a table',
      { type: 'tessera-data-table', model: 'customer', fields: ['title', { name: 'citty', width: 90 }] },
      ['body.fields[1].name', 'model.field', 'citty', 'city'],
    ],
    [
      'a condition of a table',
      {
        type: 'tessera-data-table',
        model: 'order',
        filter: { conjunction: 'and', children: [{ left: { type: 'field', field: 'custome' }, op: 'equal', right: '${id}' }] },
      },
      ['body.filter.children[0].left.field', 'model.field', 'custome', 'customer'],
    ],
  ])('%s', (_what, body, finding) => expect(told(body)).toEqual([finding]))

  it('nothing where all of it is there, is left to the page, or is another part’s', () => {
    expect(
      told(
        crud('get:model:main/customer', {
          columns: [
            { name: 'created_at', label: 'x' },
            { name: '_labels.owner', label: 'x' },
            { type: 'operation', label: 'x' },
          ],
        }),
      ),
    ).toEqual([])
    expect(told(crud('get:model:main/${kind}', { columns: [{ name: 'anything', label: 'x' }] }))).toEqual([])
    expect(told(crud('get:/api/elsewhere', { columns: [{ name: 'anything', label: 'x' }] }))).toEqual([])
    expect(told({ type: 'form', api: 'put:model:main/order/${id}', body: [{ ...form('post:/elsewhere', 'other') }] })).toEqual([])
    expect(told({ type: 'tpl', tpl: 'get:model:main/nothing' })).toEqual([])
    // Without the models of an app, as on the command line, nobody can say.
    expect(gate({ type: 'page', body: crud('get:model:main/custmer') }, { profile: 'app' }).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('a screen of the console that names a model: it belongs to no app', async () => {
    const { contracts } = await import('../../api/generated/contract.ts')
    const found = gate({ type: 'page', body: crud('get:model:main/customer') }, { profile: 'console', calls: contracts })
    expect(found.map(({ path, code }) => [path, code])).toContainEqual(['body.api', 'call.relative'])
  })
})
