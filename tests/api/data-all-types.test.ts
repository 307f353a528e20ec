// Every type of field, in and out, on each kind of database; and what is refused at the field.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { databasesBesideBuiltIn, type ExternalDatabase } from '../support/databases.ts'
import { sheetsOf } from '../support/imports.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel, planOf } from '../support/models.ts'
import { makeWorld, type World } from '../support/world.ts'

const FIELDS = [
  { key: 'title', type: 'text', required: true, unique: true, rules: { minLength: 2, maxLength: 20, pattern: '[A-Za-z ]+', message: 'Letters only' } },
  { key: 'notes', type: 'longText' },
  { key: 'amount', type: 'integer', rules: { min: 0, max: 100 } },
  { key: 'price', type: 'decimal', precision: 8, scale: 2 },
  { key: 'open', type: 'boolean', default: true },
  { key: 'day', type: 'date', default: 'now' },
  { key: 'at', type: 'time' },
  { key: 'moment', type: 'datetime' },
  { key: 'state', type: 'enum', options: [{ value: 'new', label: 'New' }, { value: 'done' }], default: 'new' },
  { key: 'tags', type: 'multiEnum', options: [{ value: 'a', label: 'Alpha' }, { value: 'b' }, { value: 'it\'s "c", d', label: 'C' }] },
  { key: 'owner', type: 'user' },
  { key: 'team', type: 'department' },
  { key: 'paper', type: 'file' },
  { key: 'photo', type: 'image' },
  { key: 'extra', type: 'json' },
  { key: 'number', type: 'autoNumber' },
  { key: 'made', type: 'datetime', format: 'createdAt', required: true, default: 'now' },
  { key: 'maker', type: 'user', format: 'createdBy' },
  { key: 'touched', type: 'datetime', format: 'updatedAt' },
  { key: 'toucher', type: 'user', format: 'updatedBy' },
  { key: 'email', type: 'text', format: 'email' },
  { key: 'phone', type: 'text', format: 'phone' },
  { key: 'site', type: 'text', format: 'url' },
  { key: 'colour', type: 'text', format: 'color' },
  { key: 'stars', type: 'integer', format: 'rating' },
  { key: 'share', type: 'decimal', format: 'percent', precision: 8, scale: 1 },
  { key: 'cost', type: 'decimal', format: 'currency', currency: 'EUR', precision: 8, scale: 2 },
  { key: 'place', type: 'json', format: 'location' },
  // Called like parts of an answer.
  { key: 'total', type: 'decimal', precision: 8, scale: 2 },
  { key: 'page', type: 'integer' },
  { key: 'perPage', type: 'integer' },
  { key: 'items', type: 'text' },
]

const formula = (key: string, text: string, more = {}) => ({ key, type: 'text', formula: text, ...more })
const FORMULAS = [
  { key: 'title', type: 'text' },
  { key: 'price', type: 'decimal', precision: 10, scale: 2 },
  { key: 'many', type: 'integer' },
  { key: 'open', type: 'boolean' },
  { key: 'due', type: 'date' },
  { key: 'at', type: 'datetime' },
  { key: 'state', type: 'enum', options: [{ value: 'new', label: 'New' }, { value: 'paid' }] },
  formula('sum', '${price * many}'),
  formula('share', '100 * price / sum', { scale: 4 }),
  formula('late', "due < '2026-03-01' && state != 'paid'"),
  formula('line', String.raw`CONCATENATE(UPPER(title), " it's \\ ", LEFT(title, 2), " ", many, " à ", price, " ", due)`),
  formula('next', 'due + many', {}),
  formula('left', 'DAYS(due, at)', { scale: 0 }),
  formula('most', 'MAX(price, many, 2) + MIN(price, many) + SUM(price, many)'),
  formula('word', "IF(open, 'yes', ISEMPTY(title) ? 'none' : 'no')"),
  formula('huge', 'many * 9000000 * many * 9000000 + ROUND(price / 3, 1) % 7'),
  formula('moved', 'at - 1'),
  { key: 'state2', type: 'text' },
  formula('shout', 'LEFT(UPPER(title), 3)'),
  formula('worth', 'ROUND(price / many, 1) + 1'),
  formula('kind', "IF(many > 0 && state == 'new', 'new', '')"),
  formula('best', 'COALESCE(title, state2)'),
  formula('rest', 'IF(open, many, price % many)'),
  formula('year', 'YEAR(due) * 100 + MONTH(at)', { scale: 0 }),
]

const databases: ExternalDatabase[] = await databasesBesideBuiltIn()

describe.each(['builtin', ...databases.map(one => one.name)])('rows of a model on %s', kind => {
  let world: World
  let dsKey = 'main'
  let sourceId: string
  let team: string
  const place = () => ({ ...DEV, dsKey, dmKey: 'thing' })
  const create = (body: Record<string, unknown>) => world.call('data.createRow', { as: 'ann', params: place(), body })
  const get = async (id: string) => (await world.call('data.getRow', { as: 'ann', params: { ...place(), rowId: id } })).data.row

  beforeAll(async () => {
    world = await makeWorld()
    team = (await world.db.selectFrom('department').select('id').where('company_id', '=', world.ids.acme).executeTakeFirstOrThrow()).id
    sourceId = await builtinSource(world)
    const external = databases.find(one => one.name === kind)
    if (external) {
      dsKey = 'outside'
      const made = await world.call('source.create', { as: 'ann', params: DEV, body: { key: dsKey, name: 'Outside', ...(await external.fresh()) } })
      expect(made.msg + JSON.stringify(made.errors)).toBe('{}')
      sourceId = made.data.id
    }
    const parent = await makeModel(world, sourceId, 'box', [{ key: 'label', type: 'text' }])
    await makeModel(world, sourceId, 'sum', FORMULAS)
    await makeModel(world, sourceId, 'thing', [...FIELDS, { key: 'box', type: 'relationOne', relation: { modelId: parent.modelId } }])
    await world.call('model.addField', {
      as: 'ann',
      params: { ...DEV, modelId: parent.modelId },
      body: { key: 'things', name: 'Things', type: 'relationMany', relation: { modelId: await modelId('thing'), field: 'box' } },
    })
    await world.call('model.update', { as: 'ann', params: { ...DEV, modelId: parent.modelId }, body: { key: 'box', name: 'Box', titleField: 'label' } })
    await applyAll(world, sourceId)
  })
  afterAll(() => world?.close())
  const modelId = async (key: string) =>
    (await world.call('model.list', { as: 'ann', params: { ...DEV, sourceId } })).data.items.find((one: { key: string }) => one.key === key).id

  it('are answered as they were sent, whatever the database', async () => {
    const box = await addRow(world, 'box', { label: 'Red box' }, { dsKey })
    const sent = {
      title: 'First thing',
      notes: 'Line\nwith \'quotes" \\ and 中文 🙂',
      amount: 42,
      price: '123456.70',
      open: false,
      day: '2026-02-28',
      at: '09:30',
      moment: '2026-03-29T02:30:00+02:00',
      state: 'done',
      tags: ['a', 'it\'s "c", d'],
      owner: world.ids.ben,
      team,
      paper: '/api/file/abc',
      photo: 'https://example.test/a.png',
      extra: { a: [1, 'two', null], b: { c: true } },
      email: 'ann@example.com',
      phone: '+44 20 7946 0958',
      site: 'https://example.com/a?b=c#d',
      colour: '#2468FF',
      stars: 4,
      share: '12.5',
      cost: '19.90',
      place: { lat: -33.8568123, lng: 151.2153, label: 'Opera “House”, 悉尼' },
      box,
    }
    const made = await create(sent)
    expect(made.msg + JSON.stringify(made.errors)).toBe('{}')
    const row = await get(made.data.id)
    expect(row).toMatchObject({ ...sent, at: '09:30:00', moment: '2026-03-29T00:30:00.000Z', number: 1, version: 1, created_by: world.ids.ann })
    expect(row._labels).toMatchObject({ owner: 'Ben', box: 'Red box', created_by: 'Ann' })
    expect(Date.now() - new Date(row.created_at).getTime()).toBeLessThan(60_000)
  })

  it('get defaults, and null where nothing was said', async () => {
    const { data } = await create({ title: 'Second thing' })
    expect(await get(data.id)).toMatchObject({ open: true, state: 'new', amount: null, extra: null, day: new Date().toISOString().slice(0, 10), number: 2 })
  })

  it('are asked for in the file to fill in by what they stand for, and what fills itself in is not', async () => {
    const file = async (language: string) => {
      const reply = await world.call('data.downloadImportTemplate', {
        as: 'ann',
        params: place(),
        query: { format: 'xlsx' },
        headers: { 'accept-language': language },
      })
      const [help] = Object.values(await sheetsOf(reply.raw)).slice(1)
      return Object.fromEntries((help ?? []).map(([, key, , said]) => [key, said]))
    }
    expect(await file('en-US')).toMatchObject({
      email: 'An email such as ann@example.com',
      phone: 'A phone number such as +44 20 7946 0958',
      site: 'A web address that starts with http:// or https://',
      colour: 'A colour such as #2468ff',
      stars: 'A whole number from 1 to 5',
      share: 'A percentage as people read it: 12.5 is 12.5 %',
      cost: 'An amount in EUR',
      place: 'A place: latitude and longitude such as 52.52, 13.405',
      tags: 'Several of these, with ; between them: Alpha / b / C',
    })
    const chinese = await file('zh-CN')
    expect(chinese).toMatchObject({ email: '邮箱，例如 ann@example.com', cost: '金额（EUR）' })
    expect(['made', 'number'].filter(key => key in chinese)).toEqual([])
  })

  it('have formulas computed, sorted by and looked for, whatever the database', async () => {
    const first = { title: 'Tea', price: '2.50', many: 3, open: true, due: '2026-02-28', at: '2026-02-20T23:30:00.000Z', state: 'new' }
    const one = await addRow(world, 'sum', first, { dsKey })
    const two = await addRow(world, 'sum', { price: '4', many: 0, due: '2026-05-01', state: 'paid' }, { dsKey })
    const many = 4_000_000_000
    await addRow(world, 'sum', { title: 'Far', price: '1', many, open: false, due: '2026-01-31' }, { dsKey })
    const at = { ...DEV, dsKey, dmKey: 'sum' }
    const row = (await world.call('data.getRow', { as: 'ann', params: { ...at, rowId: one } })).data.row
    expect(row).toMatchObject({
      sum: '7.50',
      share: '33.3333',
      late: true,
      line: String.raw`TEA it's \ Te 3 à 2.5 2026-02-28`,
      next: '2026-03-03',
      left: '8',
      most: '11.00',
      word: 'yes',
      moved: '2026-02-19T23:30:00.000Z',
      year: '202602',
    })
    const list = async (query: object) => {
      const { msg, errors, data } = await world.call('data.listRows', { as: 'ann', params: at, query: { page: 1, perPage: 2, ...query } })
      expect(msg + JSON.stringify(errors)).toBe('{}')
      return data
    }
    // Nothing divided by nothing, and no date so far away: empty, and the rows beside them are told all the same.
    const all = await list({ perPage: 10, orderBy: 'id', orderDir: 'asc' })
    expect(all.items.map((item: { share: string | null; next: string | null }) => [item.share, item.next])).toEqual([
      ['33.3333', '2026-03-03'],
      [null, '2026-05-01'],
      [expect.any(String), null],
    ])
    expect(all.items[1]).toMatchObject({ late: false, word: 'none', most: '8.00' })
    expect(all.items[2].huge).toMatch(/^1296\d{30,}/)
    // Why, in words: of a value that is missing, a division by 0 and a date too far away; of no formula that has a value.
    const reason = async (rowId: string, fieldKey: string) => {
      const { msg, data } = await world.call('data.explainFormula', { as: 'ann', params: { ...at, rowId, fieldKey } })
      expect(msg).toBe('')
      return data.reason
    }
    expect(await Promise.all(['share', 'left', 'moved', 'year', 'shout', 'worth', 'kind', 'best', 'rest', 'word'].map(key => reason(two, key)))).toEqual([
      'What it divides by is 0, and nothing can be divided by 0',
      'at is empty',
      'at is empty',
      'at is empty',
      'title is empty',
      'many is 0, and nothing can be divided by 0',
      'The formula leaves it empty in this case',
      'title, state2 are empty',
      'many is 0, and nothing can be divided by 0',
      '',
    ])
    expect(await reason(all.items[2].id, 'next')).toBe('A date cannot be moved by more than 1000000 days')
    // A page goes on behind a row in the order of a formula.
    const begun = await list({ orderBy: 'sum', orderDir: 'desc' })
    expect(begun.items.map((item: { sum: string }) => item.sum)).toEqual([`${many}.00`, '7.50'])
    const rest = await list({ orderBy: 'sum', orderDir: 'desc', after: begun.next })
    expect(rest.items.map((item: { id: string }) => item.id)).toEqual([two])
    for (const [field, op, right, found] of [
      ['late', 'equal', true, 2],
      ['sum', 'between', [1, 10], 1],
      ['next', 'greater', '2026-04-01', 1],
      ['line', 'like', 'tea it', 1],
      ['share', 'is_empty', undefined, 1],
    ] as const)
      expect((await list({ filter: JSON.stringify({ left: { type: 'field', field }, op, right }) })).total, field).toBe(found)
    expect((await list({ keywords: 'FAR it' })).total).toBe(1)
    const totals = await world.call('data.listTotals', { as: 'ann', params: { ...at, measure: 'sum' }, query: { of: 'many', by: 'word' } })
    expect(totals.data.items.map((item: { key: string; value: number }) => [item.key, item.value])).toEqual([
      ['no', many],
      ['yes', 3],
      ['none', 0],
    ])
    const groups = await world.call('data.listGroups', { as: 'ann', params: at, query: { by: 'word', figures: 'many:sum' } })
    expect(groups.data.items.map((item: { key: string; figures: number[] }) => [item.key, ...item.figures])).toEqual([
      ['no', many],
      ['none', 0],
      ['yes', 3],
    ])
    for (const { count, filter } of groups.data.items) expect((await list({ filter })).total).toBe(count)
    expect((await world.call('data.listGroups', { as: 'ann', params: at, query: { by: 'next', unit: 'year', figures: 'sum:max' } })).status).toBe(0)
    // A form sends back what it was given.
    const { data } = await world.call('data.updateRow', { as: 'ann', params: { ...at, rowId: one }, body: { ...row, many: 4, sum: '1' } })
    expect(data).toBeTruthy()
    expect((await world.call('data.getRow', { as: 'ann', params: { ...at, rowId: one } })).data.row.sum).toBe('10.00')
  })

  it('tell every wrong value at its field', async () => {
    const wrong = await create({
      title: 'x',
      notes: 5,
      amount: 101,
      price: '1.234',
      open: 'yes',
      day: '2026-02-30',
      at: '25:00',
      moment: 'soon',
      state: 'other',
      tags: ['a', 'x'],
      owner: uuidv7(),
      team: uuidv7(),
      paper: 'javascript:alert(1)',
      photo: 7,
      email: 'ann@example',
      phone: 'call me',
      site: 'javascript:alert(1)//https://x.test',
      colour: 'red',
      stars: 6,
      share: '12.5 %',
      place: 'Berlin',
      box: 'no id',
      nonsense: 1,
    })
    expect(wrong.status).toBe(422)
    expect(wrong.errors).toMatchObject({
      title: 'At least 2 characters',
      notes: 'Should be a text',
      amount: 'No more than 100',
      price: 'No more than 2 digits after the point',
      state: 'Not one of the choices',
      owner: 'There is no such person in the organisation',
      email: 'Should be an email such as ann@example.com',
      phone: 'Should be a phone number such as +44 20 7946 0958',
      site: 'Should be a web address that starts with http:// or https://',
      colour: 'Should be a colour such as #2468ff',
      stars: 'Should be a rating from 1 to 5',
      place: 'Should be a place such as 52.52, 13.405',
      nonsense: 'Unknown field',
    })
    expect(Object.keys(wrong.errors)).toHaveLength(23)
    expect((await create({ title: 'Dear thing', price: '1234567' })).errors).toEqual({ price: 'No more than 6 digits before the point' })
    expect((await create({})).errors).toEqual({ title: 'Required' })
    expect((await create({ title: '123 456' })).errors).toEqual({ title: 'Letters only' })
  })

  it('hold several choices: each once, looked for by any of them or none of them', async () => {
    const ids: string[] = []
    for (const [at, tags] of [['b', 'a', 'a'], ['it\'s "c", d'], [], null].entries())
      ids.push((await create({ title: `Tagged ${'abcd'[at]}`, amount: 77, tags })).data.id as string)
    expect(await create({ title: 'Tagged thing', tags: 'a' })).toMatchObject({ errors: { tags: 'Should be a list' } })
    expect((await get(ids[0]!)).tags).toEqual(['a', 'b'])
    expect((await get(ids[2]!)).tags).toBe(null)
    const found = async (op: string, right?: unknown) => {
      const children = [
        { left: { type: 'field', field: 'tags' }, op, right },
        { left: { type: 'field', field: 'amount' }, op: 'equal', right: 77 },
      ]
      const query = { filter: JSON.stringify({ conjunction: 'and', children }), orderBy: 'number' }
      const listed = await world.call('data.listRows', { as: 'ann', params: place(), query })
      return listed.status ? listed.status : listed.data.items.map((row: { id: string }) => ids.indexOf(row.id))
    }
    expect(await found('select_any_in', ['b', 'it\'s "c", d'])).toEqual([0, 1])
    expect(await found('select_equals', 'b')).toEqual([0])
    expect(await found('select_any_in', [])).toEqual([])
    expect(await found('select_not_any_in', ['b'])).toEqual([1, 2, 3])
    expect(await found('is_empty')).toEqual([2, 3])
    expect(await found('select_any_in', ['nothing of it'])).toBe(422)
    expect(await found('like', 'a')).toBe(422)
    const changed = await world.call('data.updateRows', { as: 'ann', params: place(), body: { ids, values: { tags: ['b'] } } })
    expect(changed.data).toMatchObject({ count: 4, changed: 4 })
    expect(await found('select_any_in', ['b'])).toEqual([0, 1, 2, 3])
  })

  it('hold places: read as people write them, asked for where they are missing, and never in an order', async () => {
    const label = 'Opera House'
    const { id } = (await create({ title: 'Placed thing', amount: 78, place: `33°51'24.5"S 151°12'55"E (${label})` })).data
    await create({ title: 'Lost thing', amount: 78 })
    const place_ = { lat: -33.8568056, lng: 151.2152778, label }
    expect((await get(id)).place).toEqual(place_)
    expect(await create({ title: 'Far thing', place: { lat: 1, lng: 181 } })).toMatchObject({
      status: 422,
      errors: { place: 'The longitude should be from -180 to 180' },
    })
    const asked = (op: string, right?: unknown, more = {}) => {
      const children = [
        { left: { type: 'field', field: 'place' }, op, right },
        { left: { type: 'field', field: 'amount' }, op: 'equal', right: 78 },
      ]
      const query = { filter: JSON.stringify({ conjunction: 'and', children }), ...more }
      return world.call('data.listRows', { as: 'ann', params: place(), query })
    }
    expect((await asked('is_not_empty')).data.items).toMatchObject([{ title: 'Placed thing' }])
    expect((await asked('is_empty')).data.items).toMatchObject([{ title: 'Lost thing', place: null }])
    expect(await asked('equal', place_)).toMatchObject({ status: 422 })
    expect(await asked('is_empty', undefined, { orderBy: 'place' })).toMatchObject({ status: 422 })
    // A file tells it in one cell, and what it tells is the same when it is read again.
    const query = { format: 'csv', fields: 'id,place', filter: JSON.stringify({ left: { type: 'field', field: 'amount' }, op: 'equal', right: 78 }) }
    const file = (await world.call('data.exportRows', { as: 'ann', params: place(), query })).raw.toString()
    expect(file).toContain(`"'-33.8568056, 151.2152778 (${label})"`)
    const content = file.replace(/,\r\n/, ',"52°31\'12""N 13°24\'18""E"\r\n')
    const { data } = await world.call('data.importRows', { as: 'ann', params: place(), files: [{ field: 'file', name: 'places.csv', content }] })
    const body = { mode: 'update', keyField: 'id', fields: ['id', 'place'] }
    const planned = await world.call('data.planImport', { as: 'ann', params: { ...place(), importId: data.id }, body })
    expect(planned.data.counts).toMatchObject({ leave: 1, change: 1, error: 0 })
    const history = await world.call('data.getHistory', { as: 'ann', params: { ...place(), rowId: id }, query: {} })
    expect(JSON.stringify(history.data)).toContain(`-33.8568056, 151.2152778 (${label})`)
  })

  it('become several choices of one, each row with what it had', async () => {
    const { modelId: model, fields } = await makeModel(world, sourceId, 'turned', [{ key: 'kind', type: 'enum', options: [{ value: 'a' }, { value: 'b' }] }])
    await applyAll(world, sourceId)
    const ids = [await addRow(world, 'turned', { kind: 'b' }, { dsKey }), await addRow(world, 'turned', {}, { dsKey })]
    const params = { ...DEV, modelId: model, fieldId: fields.kind ?? '' }
    const field = { key: 'kind', name: 'Kind', options: [{ value: 'a' }, { value: 'b' }] }
    expect(await world.call('model.updateField', { as: 'ann', params, body: { ...field, type: 'multiEnum' } })).toMatchObject({ status: 0 })
    expect((await planOf(world, sourceId)).statements.filter((one: { loss: string }) => one.loss)).toEqual([])
    await applyAll(world, sourceId)
    const kinds = await Promise.all(
      ids.map(async rowId => (await world.call('data.getRow', { as: 'ann', params: { ...DEV, dsKey, dmKey: 'turned', rowId } })).data.row.kind),
    )
    expect(kinds).toEqual([['b'], null])
    expect(await world.call('model.updateField', { as: 'ann', params, body: { ...field, type: 'integer' } })).toMatchObject({
      status: 422,
      code: 'model.typeFixed',
    })
  })

  it('say by themselves who made and changed a row and when; nobody writes it, lists are ordered by it and rules read it', async () => {
    const sent = { title: 'Made thing', made: '2001-01-01T00:00:00Z', maker: world.ids.ben, toucher: world.ids.ben }
    const id = (await create(sent)).data.id
    const row = await get(id)
    expect(row).toMatchObject({ made: row.created_at, maker: world.ids.ann, touched: row.updated_at, toucher: world.ids.ann })
    expect(row._labels).toMatchObject({ maker: 'Ann', toucher: 'Ann' })
    await world.call('data.updateRow', { as: 'ann', params: { ...place(), rowId: id }, body: { ...row, amount: 5, maker: world.ids.ben, made: null } })
    const after = await get(id)
    expect(after).toMatchObject({ amount: 5, made: row.made, maker: world.ids.ann })
    expect(after.touched > row.touched).toBe(true)
    const history = await world.call('data.getHistory', { as: 'ann', params: { ...place(), rowId: id }, query: {} })
    expect(JSON.stringify(history.data)).not.toMatch(/"(made|maker|touched|toucher)"/)
    const list = (query: object) => world.call('data.listRows', { as: 'ann', params: place(), query: { perPage: 1, ...query } })
    expect((await list({ orderBy: 'touched', orderDir: 'desc' })).data.items[0].id).toBe(id)
    const by = (person: string) => JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: 'maker' }, op: 'equal', right: person }] })
    expect((await list({ filter: by(world.ids.ben) })).data.total).toBe(0)
    const told = (await list({ filter: by(world.ids.ann) })).data
    expect(told.total).toBeGreaterThan(0)
    expect(told.fields.find((field: { key: string }) => field.key === 'made')).toMatchObject({
      type: 'datetime',
      format: 'createdAt',
      readOnly: true,
      required: false,
    })
  })

  it('are unique where the field is, told at the field', async () => {
    await create({ title: 'Only once' })
    expect(await create({ title: 'Only once' })).toMatchObject({ status: 422, code: 'data.taken', errors: { title: 'Another row has this value' } })
  })

  it('name rows that exist, told at the field', async () => {
    expect(await create({ title: 'No box', box: uuidv7() })).toMatchObject({ status: 422, errors: { box: 'There is no such row' } })
  })

  it('bring the rows behind relations, one way and the other', async () => {
    const box = await addRow(world, 'box', { label: 'Blue box' }, { dsKey })
    const ids = [await addRow(world, 'thing', { title: 'In blue one', box }, { dsKey }), await addRow(world, 'thing', { title: 'In blue two', box }, { dsKey })]
    const one = await world.call('data.getRow', { as: 'ann', params: { ...place(), rowId: ids[0]! }, query: { relations: 'box' } })
    expect(one.data.row._related.box).toMatchObject({ id: box, label: 'Blue box' })
    const many = await world.call('data.listRows', { as: 'ann', params: { ...place(), dmKey: 'box' }, query: { relations: 'things', keywords: 'blue' } })
    expect(many.data.items[0]._related.things.map((row: { id: string }) => row.id).sort()).toEqual([...ids].sort())
    expect(many.data.items[0]).toMatchObject({ _counts: { things: 2 }, _labels: { things: 'In blue two, In blue one' } })
    expect(many.data.fields.find((field: { key: string }) => field.key === 'things')).toMatchObject({ model: 'thing', back: 'box' })
  })

  it('are changed only by who has seen the last version', async () => {
    const id = await addRow(world, 'thing', { title: 'Changed twice' }, { dsKey })
    const change = (body: Record<string, unknown>) => world.call('data.updateRow', { as: 'ann', params: { ...place(), rowId: id }, body })
    expect(await change({ amount: 1, version: 1 })).toMatchObject({ status: 0 })
    expect(await change({ amount: 2, version: 1 })).toMatchObject({ status: 409, code: 'data.rowChanged' })
    expect(await get(id)).toMatchObject({ amount: 1, version: 2, title: 'Changed twice' })
    // A form sends back all that it was given.
    expect(await change({ ...(await get(id)), amount: 3 })).toMatchObject({ status: 0 })
  })

  it('are changed and deleted together, all or none', async () => {
    const ids = [await addRow(world, 'thing', { title: 'Bulk a' }, { dsKey }), await addRow(world, 'thing', { title: 'Bulk b' }, { dsKey })]
    const many = (body: Record<string, unknown>) => world.call('data.updateRows', { as: 'ann', params: place(), body })
    expect(await many({ ids: [...ids, uuidv7()], values: { amount: 9 } })).toMatchObject({ status: 404 })
    expect((await get(ids[0]!)).amount).toBe(null)
    expect(await many({ ids, values: { amount: 9 } })).toMatchObject({ status: 0, data: { count: 2 } })
    expect((await get(ids[1]!)).amount).toBe(9)
    const remove = (rowIds: string) => world.call('data.deleteRows', { as: 'ann', params: { ...place(), rowIds } })
    expect(await remove(`${ids[0]},${uuidv7()}`)).toMatchObject({ status: 404 })
    expect(await remove(ids.join(','))).toMatchObject({ status: 0, data: { count: 2 } })
    expect(await world.call('data.getRow', { as: 'ann', params: { ...place(), rowId: ids[0]! } })).toMatchObject({ status: 404 })
  })

  it('fit the plan that made them: a second plan has nothing to do', async () => {
    expect(await planOf(world, sourceId)).toMatchObject({ statements: [], problems: [], missing: [], synchronized: true, drift: '' })
  })

  it('say with the fields what a text or a number stands for; parts of it are looked for as in any text, and no star is no rating', async () => {
    const { data } = await create({ title: 'Shown thing', email: 'shown@example.com', stars: 0 })
    const filter = JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: 'email' }, op: 'not_equal', right: 'shown' }] })
    const listed = await world.call('data.listRows', { as: 'ann', params: place(), query: { keywords: 'own@exam', filter } })
    expect(listed.data.items).toMatchObject([{ id: data.id, stars: null }])
    const formats = listed.data.fields.flatMap((field: Record<string, unknown>) => (field.format ? [[field.key, field.format, field.currency]] : []))
    expect(formats).toEqual([
      ['made', 'createdAt', undefined],
      ['maker', 'createdBy', undefined],
      ['touched', 'updatedAt', undefined],
      ['toucher', 'updatedBy', undefined],
      ['email', 'email', undefined],
      ['phone', 'phone', undefined],
      ['site', 'url', undefined],
      ['colour', 'color', undefined],
      ['stars', 'rating', undefined],
      ['share', 'percent', undefined],
      ['cost', 'currency', 'EUR'],
      ['place', 'location', undefined],
    ])
  })

  it('are told from the answer around them, whatever fields are called', async () => {
    const named = { total: '12.50', page: 3, perPage: 7, items: 'Tea, cups' }
    const { data } = await create({ title: 'Named thing', ...named })
    await create({ title: 'Other thing', total: '1.00' })
    expect(await get(data.id)).toMatchObject(named)
    const filter = JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: 'page' }, op: 'equal', right: 3 }] })
    const listed = await world.call('data.listRows', { as: 'ann', params: place(), query: { filter, orderBy: 'total', orderDir: 'desc', page: 1, perPage: 5 } })
    expect(listed.data).toMatchObject({ items: [{ id: data.id, ...named }], total: 1, page: 1, perPage: 5 })
    await world.call('data.updateRow', { as: 'ann', params: { ...place(), rowId: data.id }, body: { total: '13.00', items: 'Cups' } })
    expect(await get(data.id)).toMatchObject({ ...named, total: '13.00', items: 'Cups' })
  })

  it('are read page behind page in every order as they are in one list, also where values are the same or missing', async () => {
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const values = n > 2 && {
        amount: n % 2,
        price: '10.10',
        day: '2026-02-28',
        at: '09:30',
        moment: '2026-03-29T02:30:00.123Z',
        notes: 'Same',
        state: 'done',
      }
      await create({ title: `Page ${'abcdef'[n - 1]}`, open: n % 2 === 0, ...values })
    }
    const list = async (query: Record<string, unknown>) => {
      const { status, msg, data } = await world.call('data.listRows', { as: 'ann', params: place(), query })
      expect(status, msg).toBe(0)
      return data as { items: { id: string }[]; next?: string }
    }
    const marked = new Set<string>()
    const orders = ['', 'id', 'title', 'notes', 'amount', 'price', 'open', 'day', 'at', 'moment', 'state', 'owner', 'number', 'created_at']
    for (const orderBy of orders)
      for (const orderDir of ['asc', 'desc']) {
        const order = { keywords: 'Page', ...(orderBy && { orderBy, orderDir }) }
        const seen: string[] = []
        let after: string | undefined
        for (let page = 1; page < 5; page++) {
          const { items, next } = await list({ ...order, perPage: 2, ...(after ? { after } : { page }) })
          seen.push(...items.map(({ id }) => id))
          if (next) marked.add(orderBy)
          after = next
        }
        expect(seen, `${orderBy} ${orderDir}`).toEqual((await list({ ...order, perPage: 200 })).items.map(({ id }) => id))
      }
    // MariaDB orders choices by their place, which no text tells; those pages have numbers.
    expect(orders.filter(one => !marked.has(one))).toEqual(kind === 'mysql' ? ['state'] : [])
  })
})
