// data.model-table: the table and its forms are made from the fields of the model
import { describe, expect, it } from 'vitest'
import { createObject, dataMapping, evalExpression, evaluate, filter } from 'amis-core'
import { isWaiting, type Action } from '../../renderers/tessera-data-table/chosen.ts'
import { controlOf } from '../../renderers/tessera-data-table/controls.ts'
import { undoAnswer, undoProgress } from '../../renderers/tessera-data-table/jobs.ts'
import { recentChanges } from '../../renderers/tessera-data-table/row-history.ts'
import { undoneText } from '../../renderers/tessera-data-table/row-changes.ts'
import { ALL, tableSchema } from '../../renderers/tessera-data-table/table-schema.ts'
import { sent, shown } from '../../renderers/tessera-data-table/values.ts'
import { sayer } from '../../renderers/words.ts'
import { dataField as field } from '../support/data-fields.ts'

const say = sayer(undefined)
const fields = [field('title', 'text', { isTitle: true, required: true }), field('facts', 'json'), field('number', 'autoNumber', { readOnly: true })]

describe('tessera-data-table', () => {
  it('data.model-table: a column per field, system columns at hand but hidden', () => {
    const { columns, api } = tableSchema({ base: '/api/x', fields, managed: true }, say) as Record<string, any>
    expect(columns.filter((one: any) => one.toggled !== false).map((one: any) => one.name ?? one.type)).toEqual(['title', 'facts', 'number', 'operation'])
    expect(columns.find((one: any) => one.name === 'facts').sortable).toBeUndefined()
    expect(api.url).toBe('/api/x')
  })

  it('shows in the form of a row what may not be changed in it, and sends what may', () => {
    const { columns } = tableSchema({ base: '/api/x', fields, managed: true }, say) as Record<string, any>
    const { body, api, initApi } = columns.at(-1).buttons[0].drawer.body
    expect(body.map((one: any) => [one.name, one.type])).toEqual([
      ['title', 'input-text'],
      ['facts', 'textarea'],
      ['number', 'static-tpl'],
    ])
    const { data } = initApi.adaptor({ data: { row: { id: 'r', title: 'A', facts: { a: 1 }, number: 7, version: 2 } } })
    expect(filter(body[2].tpl, data)).toBe('7')
    expect(api.requestAdaptor({ data }).data).toEqual({ title: 'A', facts: { a: 1 }, version: 2 })
  })

  it('offers nothing that the person may not do', () => {
    const nothing = { create: false, edit: false, delete: false, import: false, export: false, share: false, explain: false, history: false }
    const offered = (may: typeof ALL) => {
      const texts = JSON.stringify(tableSchema({ base: '/api/x', fields, managed: true, may }, say))
      const all = [
        'Add row',
        'Edit row',
        'Delete',
        'Change rows',
        'Import rows',
        'Export as .csv',
        'Recent changes',
        'History',
        'Put back',
        'Save as a view',
        'Share with everybody',
        'Why',
      ]
      return all.filter(text => texts.includes(`"label":"${text}`) || texts.includes(`"title":"${text}`))
    }
    expect(offered(nothing)).toEqual([])
    expect(offered({ ...nothing, create: true })).toEqual(['Add row'])
    expect(offered({ ...nothing, edit: true })).toEqual(['Edit row', 'Change rows'])
    expect(offered({ ...nothing, history: true })).toEqual(['History', 'Save as a view'])
    expect(offered({ ...nothing, history: true, edit: true })).toEqual(['Edit row', 'Change rows', 'Recent changes', 'History', 'Put back', 'Save as a view'])
    expect(offered({ ...nothing, export: true })).toEqual(['Export as .csv'])
    expect(offered({ ...nothing, delete: true })).toEqual(['Delete'])
  })

  it('offers what its author chose, of what the person may do', () => {
    const offers = (actions: Action[], may = ALL) => {
      const { headerToolbar, bulkActions, columns } = tableSchema({ base: 'model:main/x', fields, managed: true, may, chosen: { actions } }, say) as any
      const ofRow = columns.at(-1).buttons.flatMap((one: any) => [one.label, ...(one.buttons ?? []).map((inside: any) => inside.label)])
      return [...headerToolbar.map((one: any) => one.label).filter((label: unknown) => typeof label === 'string'), ...ofRow, bulkActions.length]
    }
    expect(offers([])).toEqual([expect.stringContaining('Filter'), 0])
    expect(offers(['add'])).toEqual([expect.stringContaining('Filter'), 'Add row', 0])
    expect(offers(['edit'])).toEqual([expect.stringContaining('Filter'), 'Edit', 2])
    expect(offers(['edit', 'delete'], { ...ALL, delete: false })).toEqual(offers(['edit']))
    expect(offers(['export', 'history', 'views'])).toEqual(['All rows', expect.stringContaining('Filter'), 'More', 'More', 'History', 'Who sees this row', 0])
  })

  it('shows the columns that its author chose, under those names, and passes over one that the model has no more', () => {
    const chosen = { fields: ['number', { name: 'title', label: 'Work', width: 200 }, 'gone', 'created_at'], perPage: 30 }
    const { columns, perPage, perPageAvailable } = tableSchema({ base: 'model:main/x', fields, managed: true, chosen }, say) as any
    expect(columns.map(({ name, type, label, width, toggled }: any) => [name ?? type, label, width, toggled])).toEqual([
      ['number', 'number', undefined, undefined],
      ['title', 'Work', 200, undefined],
      ['created_at', 'Created', undefined, undefined],
      ['operation', '', 120, true],
    ])
    expect([perPage, perPageAvailable]).toEqual([30, [10, 20, 30, 50, 100]])
  })

  it('has the rows that its author chose and no others, whatever people filter, change, export or add', () => {
    const filter = { conjunction: 'and' as const, children: [{ left: { type: 'field' as const, field: 'number' }, op: 'equal', right: 7 }] }
    const schema = tableSchema({ base: 'model:main/x', fields: [...fields, field('kind', 'text')], managed: true, chosen: { filter } }, say) as any
    const own = { conjunction: 'and', children: [] }
    const listed = (asked?: string) => JSON.parse(schema.api.requestAdaptor({ query: { page: 1, ...(asked && { filter: asked }) } }).query.filter)
    expect(listed()).toEqual(filter)
    expect(listed(JSON.stringify(own))).toEqual({ conjunction: 'and', children: [filter, own] })
    const [look] = schema.bulkActions[3].dialog.body.body[0].body.slice(1)
    expect(JSON.parse(look.api.requestAdaptor({ data: {} }).data.filter)).toEqual(filter)
    const more = schema.headerToolbar.find((one: any) => one.label === 'More')
    const { url } = more.buttons.find((one: any) => one.label === 'Export as .csv').api.requestAdaptor({ url: 'model:main/x/export/rows?format=csv' })
    expect(JSON.parse(new URLSearchParams(url.split('?')[1]).get('filter') as string)).toEqual(filter)
    // All rows say the same there, so neither a column nor a question is made of it.
    expect(schema.columns.map(({ name }: any) => name)).not.toContain('number')
    const { body } = schema.headerToolbar.find((one: any) => one.label === 'Add row').drawer
    expect([body.data.number, body.body.map(({ name }: any) => name)]).toEqual([7, ['title', 'facts', 'kind']])
  })

  it('waits for a value of the page that is not there yet, in place of showing all rows', () => {
    const on = (right: unknown) => ({ conjunction: 'and' as const, children: [{ left: { type: 'field' as const, field: 'a' }, op: 'equal', right }] })
    expect([on(undefined), on(''), on(0), on('x'), undefined].map(isWaiting)).toEqual([true, true, false, false, false])
    expect(isWaiting({ conjunction: 'or', children: [on('x'), on(undefined)] })).toBe(true)
  })

  it('a row leads to the page that its author chose, by mouse and by keyboard', () => {
    const { itemAction, columns } = tableSchema({ base: 'model:main/x', fields, managed: true, chosen: { rowLink: '/x/${id}' } }, say) as any
    expect(itemAction).toMatchObject({ actionType: 'link', link: '/x/${id}' })
    expect(columns[0]).toMatchObject({ name: 'title', label: 'title', body: [{ type: 'button', actionType: 'link', link: '/x/${id}' }] })
  })

  it('two tables of one page are two lists', () => {
    const { name, id, headerToolbar, bulkActions } = tableSchema({ base: 'model:main/x', fields, managed: true, name: 'rows-2' }, say) as any
    expect([name, id]).toEqual(['rows-2', 'data-rows-2'])
    expect(JSON.stringify([headerToolbar, bulkActions])).not.toMatch(/"(data-)?rows"/)
  })

  it('data.model-table: says how many rows are deleted before it asks', () => {
    const { bulkActions } = tableSchema({ base: '/api/x', fields, managed: true }, say) as Record<string, any>
    expect(bulkActions[1].dialog.title).toBe('Delete ${COUNT(_ids)} rows')
    const [preview] = bulkActions[1].dialog.body.body
    expect(preview.api.url).toBe('/api/x/preview')
    expect(preview.api.requestAdaptor({ data: { _ids: ['1', '2'], title: 'x' } }).data).toEqual({ ids: ['1', '2'] })
    expect(preview.api.adaptor({ status: 409, msg: 'In use' })).toMatchObject({ status: 0, data: { preview: null, problem: 'In use' } })
  })

  it('says before rows are deleted that it cannot be undone, and why, in place of the promise', () => {
    const { bulkActions } = tableSchema({ base: '/api/x', fields, managed: true }, say) as Record<string, any>
    const [look, note] = bulkActions[1].dialog.body.body
    const [cannot, why] = look.body[1].body.at(-1).body
    const whole = { preview: { changed: 1, undo: { isPossible: true, notes: [] } } }
    const final = { preview: { changed: 1, undo: { isPossible: false, notes: ['<b>line</b>'] } } }
    expect([whole, final].map(data => !!evaluate(look.body[1].body.at(-1).visibleOn, data))).toEqual([false, true])
    expect([whole, final].map(data => !!evaluate(note.visibleOn, data))).toEqual([true, false])
    expect(evaluate(cannot.visibleOn, final)).toBe(true)
    expect(filter(why.items.tpl, { item: '<b>line</b>' })).toBe('&lt;b&gt;line&lt;&#x2F;b&gt;')
  })

  it('deletes the rows that it showed, whatever their ids hold', () => {
    const { bulkActions, columns } = tableSchema({ base: '/api/x', fields, managed: true }, say) as Record<string, any>
    const ofRow = columns.at(-1).buttons.at(-1).buttons.at(-1)
    const address = (dialog: any, values: object) => filter(dialog.body.api.url, values)
    expect(address(bulkActions[1].dialog, { _ids: ['A,B', 'C'] })).toBe(`/api/x/${encodeURIComponent('A%2CB,C')}`)
    expect(address(bulkActions[1].dialog, { _ids: [17, 18] })).toBe('/api/x/17%2C18')
    const row = { id: '50%/1,2' }
    const inDialog = createObject(row, dataMapping(ofRow.dialog.data, row))
    expect(address(ofRow.dialog, inDialog)).toBe(`/api/x/${encodeURIComponent('50%25%2F1%2C2')}`)
    // What is deleted is looked at before, as the dialog's own data are.
    const { api } = ofRow.dialog.body.body[0]
    expect(api.requestAdaptor({ data: dataMapping(api.data, inDialog) }).data).toEqual({ ids: ['50%/1,2'] })
  })

  it('shows what a change of many rows does while its value is chosen, and tells of it with a way back', () => {
    const told: unknown[] = []
    const { bulkActions } = tableSchema({ base: '/api/x', fields, managed: true }, say, what => told.push(what)) as Record<string, any>
    const { body } = bulkActions[0].dialog.body
    const values = { _ids: ['1'], _field: 'title', title: 'New' }
    expect(body.at(-1).api.requestAdaptor({ data: values }).data).toEqual({ ids: ['1'], values: { title: 'New' } })
    expect(bulkActions[0].dialog.body.api.requestAdaptor({ data: values }).data).toEqual({ ids: ['1'], values: { title: 'New' } })
    bulkActions[0].dialog.body.api.adaptor({ status: 0, data: { count: 3, changed: 2, changeId: 'c' } })
    bulkActions[0].dialog.body.api.adaptor({ status: 422, msg: 'No' })
    expect(told).toEqual([{ text: '2 rows were changed', changeId: 'c' }])
  })

  it('tells what undoing came to: rows, those left as they are, relations of other rows', () => {
    const none = { filled: 0, left: 0, leftTitles: [] }
    expect(undoneText(say, { count: 1, left: [{ title: 'Second' }], leftCount: 1, relations: none, otherwise: [] })).toBe(
      'One row was taken back. Left as they are, because they were changed since: Second',
    )
    expect(undoneText(say, { count: 1, left: [], leftCount: 0, relations: none, otherwise: ['stamp'] })).toBe(
      'One row was taken back. The database filled these itself, with other values than before: stamp',
    )
    expect(undoneText(say, { count: 2, left: [{ title: 'A' }], leftCount: 40, relations: { filled: 1, left: 2, leftTitles: ['B'] }, otherwise: [] })).toBe(
      '2 rows were taken back. Left as they are, because they were changed since: A, … One relation of another row was filled again. ' +
        '2 relations were set to something else since and stay so: B, …',
    )
  })

  it('data.startBulk: all rows that match are chosen with one more click, looked at, changed as many as were shown, and told of once', () => {
    const told: unknown[] = []
    const { bulkActions, headerToolbar, onEvent } = tableSchema({ base: '/api/x', fields, managed: true }, say, what => told.push(what)) as Record<string, any>
    const page = { items: [{ id: 1 }, { id: 2 }], selectedItems: [{ id: 1 }, { id: 2 }], total: 10_000, totalIsCapped: true }
    const line = headerToolbar.at(-1)
    expect(evaluate(line.visibleOn, page)).toBe(true)
    expect(evaluate(line.visibleOn, { ...page, selectedItems: [{ id: 1 }] })).toBe(false)
    expect(evaluate(line.visibleOn, { ...page, total: 2, totalIsCapped: undefined })).toBeFalsy()
    expect(filter(line.body[2].label, page)).toBe('Choose all 10,000+ that match')
    expect(onEvent.selectedChange.actions[0].args.value).toEqual({ _all: false })
    const shown = (data: object) => bulkActions.map((one: any) => !!evaluate(one.visibleOn, { ...page, currentPageData: page.items, ...data }))
    expect(shown({})).toEqual([true, true, false, false])
    expect(shown({ _all: true })).toEqual([false, false, true, true])
    expect(shown({ _all: true, selectedItems: [{ id: 1 }] })).toEqual([true, true, false, false])

    const [form, working, failed] = bulkActions[2].dialog.body.body
    const values = { _field: 'title', title: 'New', _filter: '{}', _keywords: undefined, preview: { count: 7, changed: 6 } }
    expect(form.api.requestAdaptor({ data: values }).data).toEqual({ filter: '{}', values: { title: 'New' }, count: 7 })
    const done = { status: 0, data: { id: 'b', state: 'done', isDeletion: false, result: { count: 1234, changed: 1234, changeId: 'c' } } }
    form.api.adaptor({ status: 0, data: { id: 'b', state: 'working', result: null } })
    expect(told).toEqual([])
    working.api.adaptor(done)
    working.api.adaptor(done)
    expect(told).toEqual([{ text: '1,234 rows were changed', changeId: 'c' }])
    const shownOf = (parts: any[], data: object) => parts.flatMap(one => (evaluate(one.visibleOn, data) ? [filter(one.tpl, data)] : []))
    expect(shownOf(working.body.slice(0, 2), { job: { count: 12_345, isDeletion: true } })).toEqual(['Deleting 12,345 rows …'])
    const look = form.body.find((one: any) => one.name === 'preview').body[1].body.slice(0, 3)
    expect(shownOf(look, { preview: { changed: 12_345, lines: [{}] } })).toEqual(['12,345 rows will be different'])
    expect(shownOf(look, { preview: { changed: 1, lines: [{}] } })).toEqual(['One row will be different'])
    expect(shownOf(look, { preview: { changed: 0, lines: [] } })).toEqual(['Nothing would be different'])
    expect(failed.body[1].api.url).toBe('/api/x/bulk/${job.id}/retry')
  })

  it('data.undoChange: many rows are taken back aside, with their progress and once more after a failure; few with the answer', () => {
    const told: unknown[] = []
    const around = { base: '/api/x', fields, say, hasHistory: true, done: (what: unknown) => told.push(what) }
    const none = { count: 0, leftCount: 0, left: [], relations: { filled: 0, left: 0, leftTitles: [] }, otherwise: [] }
    expect(undoAnswer(around, { status: 0, data: { ...none, count: 2, job: '' } }).data).toMatchObject({ state: 'done' })
    expect(undoAnswer(around, { status: 0, data: { ...none, job: 'j' } }).data).toMatchObject({ id: 'j', state: 'working' })
    expect(undoAnswer(around, { status: 409, msg: 'No' })).toEqual({ status: 409, msg: 'No' })
    const { data, body } = undoProgress(around, 'j') as Record<string, any>
    const [working, failed] = body
    expect(data.job).toMatchObject({ id: 'j', state: 'working' })
    const shownOf = (job: object) => working.body.slice(0, 3).flatMap((one: any) => (evaluate(one.visibleOn, { job }) ? [filter(one.tpl, { job })] : []))
    expect(shownOf({ isUndo: true, count: 12_345 })).toEqual(['Taking 12,345 rows back …'])
    expect(shownOf({ isUndo: true })).toEqual([])
    const job = { id: 'j', state: 'done', isUndo: true, result: { count: 1200, changed: 1100, changeId: '' }, undone: { ...none, count: 1200 } }
    working.api.adaptor({ status: 0, data: job })
    working.api.adaptor({ status: 0, data: job })
    expect(told).toEqual([{ text: '2 rows were taken back.' }, { text: '', job: 'j' }, { text: '1,200 rows were taken back.' }])
    expect(failed.body[1].api.url).toBe('/api/x/bulk/${job.id}/retry')

    const { drawer } = recentChanges(around) as Record<string, any>
    const [undo, underWay, undone] = drawer.body.body[1].items.body[0].body.slice(3)
    const shown = (line: object) => [undo, underWay, undone].map(one => evalExpression(one.visibleOn, line))
    expect(shown({ isUndone: false, undoing: null })).toEqual([true, false, false])
    expect(shown({ isUndone: false, undoing: 0 })).toEqual([false, true, false])
    expect(shown({ isUndone: true, undoing: null })).toEqual([false, false, true])
    const { stopAutoRefreshWhen } = drawer.body
    expect([[{ undoing: 0 }], [{ undoing: null }], undefined].map(recent => evalExpression(stopAutoRefreshWhen, { recent }))).toEqual([false, true, true])
  })

  it('offers to say who sees a row to those who configure permissions', () => {
    const { columns } = tableSchema({ base: '/api/x', fields, managed: true }, say) as Record<string, any>
    const menu = columns.at(-1).buttons.at(-1).buttons
    expect(menu.map((one: any) => one.label)).toEqual(['History', 'Who sees this row', 'Delete'])
    expect(menu[1].visibleOn).toBe('${app.perms.adminRole}')
    const [person, verdict] = menu[1].drawer.body.body
    expect(person.name).toBe('userId')
    expect(verdict.api).toMatchObject({ url: '/api/x/${rowId|url_encode}/access', data: { userId: '${userId}' }, sendOn: '${userId}' })
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
