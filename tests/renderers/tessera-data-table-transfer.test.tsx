// data.import data.export: what the list shows goes into the file, and an import leads from the file to what it does
import { afterEach, describe, expect, it } from 'vitest'
import { evaluate } from 'amis-core'
import { keyOf, shownColumns } from '../../renderers/tessera-data-table/columns-kept.ts'
import { transferMenu } from '../../renderers/tessera-data-table/transfer.ts'
import { sayer } from '../../renderers/words.ts'
import { nodesOf } from '../support/shipped.ts'

const columns = [{ name: 'title' }, { name: 'price' }, { name: 'created_at', toggled: false }, {}]
const around = {
  base: '/api/x',
  say: sayer(undefined),
  columns,
  columnsKey: keyOf('/api/x'),
  search: { keywords: '${keywords || undefined}' },
  may: { import: true, export: true },
}

afterEach(() => localStorage.clear())

describe('export', () => {
  const menu = () => transferMenu(around)[0] as Record<string, any>
  const asked = (at: number) => menu().buttons[at].api.requestAdaptor({ url: '/api/x/export/rows?format=csv' }).url

  it('asks for the columns as the table starts with', () => {
    expect(asked(2)).toBe('/api/x/export/rows?format=csv&fields=title%2Cprice')
    expect(menu().buttons[1].api.data).toEqual({ format: 'xlsx', keywords: '${keywords || undefined}' })
  })

  it('asks for those that a person has chosen, in the order they have', () => {
    localStorage.setItem(keyOf('/api/x'), JSON.stringify({ unToggledColumns: ['title'], columnOrder: ['created_at', 'price', 'title'] }))
    expect(asked(1)).toContain('fields=created_at%2Cprice')
  })

  it('passes over what the browser keeps broken', () => {
    localStorage.setItem(keyOf('/api/x'), '{')
    expect(shownColumns(keyOf('/api/x'), columns)).toEqual(['title', 'price'])
  })
})

describe('import', () => {
  const steps = () => (transferMenu(around)[0] as Record<string, any>).buttons[0].drawer.body.body as any[]

  it('sends the field of each column in the order of the file', () => {
    const { api } = steps().find(one => one.name === 'import-columns')
    const send = (data: object) => api.requestAdaptor({ url: '', data }).data
    expect(send({ mode: 'insert', keyField: 'number', fields: [{ field: 'title' }, { field: '' }, {}] })).toEqual({ mode: 'insert', fields: ['title', '', ''] })
    expect(send({ mode: 'update', keyField: 'id', fields: [{ field: 'id' }] })).toEqual({ mode: 'update', keyField: 'id', fields: ['id'] })
  })

  it('says what is wrong with the file at its field, and in a notice only what belongs to no field', () => {
    const { api, onEvent } = steps().find(one => one.name === 'import-file')
    expect(api.silent).toBe(true)
    expect(onEvent.submitSucc.actions).toHaveLength(1)
    const [notice] = onEvent.submitFail.actions
    const told = (error: object) => !!evaluate(notice.expression, { event: { data: { error } } })
    expect(told({ status: 422, msg: 'The file has no rows to import', errors: {} })).toBe(false)
    expect(told({ status: 503, msg: 'The database cannot be reached' })).toBe(true)
  })

  it('lists imports of before where a file is chosen, and each row that was left out of one that is done', () => {
    const [list] = nodesOf(steps()).filter(node => node.name === 'rows-imports')
    expect(list?.api.url).toBe('/api/x/import')
    expect(nodesOf(list).find(node => node.label === 'Open')?.onEvent.click.actions[1]).toMatchObject({ actionType: 'setValue', componentId: 'rows-import' })
    expect(nodesOf(steps().at(-1)).filter(node => node.name === 'import-error')).toHaveLength(1)
  })

  it('shows one step at a time', () => {
    expect(steps().map(one => one.visibleOn)).toEqual([
      undefined,
      '${!plan}',
      '${!plan}',
      "${plan.state == 'read'}",
      "${plan.state == 'planned' || plan.state == 'failed'}",
      "${plan.state == 'checking' || plan.state == 'working'}",
      "${plan.state == 'done'}",
    ])
  })
})
