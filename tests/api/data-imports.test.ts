// What an import of rows does: cells as values, rows found by a field, every problem at its row, all written together or not at all.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearOrders, confirmed, csv, linesOf, ORDERS, ordersIn, planned, read, storedOrders, xlsx } from '../support/data-imports.ts'
import { addRow } from '../support/models.ts'
import { addDepartment } from '../support/organisation.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await ordersIn(world)
})
afterAll(() => world?.close())
beforeEach(() => clearOrders(world))

const plan = async (files: Parameters<typeof planned>[1], choices?: Parameters<typeof planned>[2]) =>
  linesOf(world, (await planned(world, files, choices)).data.id)

describe('new rows', () => {
  it('are written as their cells say, with defaults where a column is missing', async () => {
    await addDepartment(world, 'Sales', undefined, { code: 's1' })
    const reply = await planned(
      world,
      csv(
        'Number *,price,Pieces,Urgent,Due,At,Owner,Team,Customer,Facts,Remark',
        'A-1,"1,234.50",3,yes,2026/1/31,2026-01-31 9:30,BEN@example.test,S1,Northwind,"{""a"":1}",passed over',
        'A-2,,,否,2026年2月1日,,Ben,sales,,,',
      ),
    )
    expect(reply.data).toMatchObject({ state: 'planned', rowCount: 2, counts: { create: 2, change: 0, leave: 0, error: 0 } })
    expect(await storedOrders(world)).toEqual([])
    const done = await confirmed(world, reply.data.id)
    expect(done.data).toMatchObject({ state: 'done', result: { created: 2, changed: 0 } })
    expect(
      await storedOrders(world, 'number, status, price, pieces, urgent, due::text, at, owner, facts, created_by, customer is null as alone'),
    ).toMatchObject([
      {
        number: 'A-1',
        status: 'new',
        price: '1234.50',
        pieces: 3,
        urgent: true,
        due: '2026-01-31',
        at: new Date('2026-01-31T09:30:00Z'),
        owner: world.ids.ben,
        facts: { a: 1 },
        created_by: world.ids.ann,
        alone: false,
      },
      { number: 'A-2', price: null, urgent: false, due: '2026-02-01', owner: world.ids.ben, alone: true },
    ])
  })

  it('come from a workbook as well, with numbers, dates and texts as they are in its cells', async () => {
    const reply = await planned(
      world,
      await xlsx(
        ['Number', 'Price', 'Pieces', 'Urgent', 'Due', 'Status'],
        [
          ['A-1', 19.9, 3, true, new Date('2026-01-31T00:00:00Z'), 'Paid'],
          [17, 0.1, 12, false, '2026-02-01', 'paid'],
        ],
      ),
    )
    expect(reply.data.counts).toMatchObject({ create: 2, error: 0 })
    await confirmed(world, reply.data.id)
    expect(await storedOrders(world, 'number, status, price, pieces, urgent, due::text')).toEqual([
      { number: '17', status: 'paid', price: '0.10', pieces: 12, urgent: false, due: '2026-02-01' },
      { number: 'A-1', status: 'paid', price: '19.90', pieces: 3, urgent: true, due: '2026-01-31' },
    ])
  })

  it('say all that is wrong with them, by row and field; the others are written', async () => {
    await addRow(world, 'order', { number: 'A-0' })
    const reply = await planned(
      world,
      csv(
        'Number,Status,Price,Pieces,Urgent,Due,Owner,Customer,Facts',
        'A-1,New,1,1,no,2026-01-31,Ben,Northwind,{}',
        ',lost,-1,1.5,maybe,31.1.2026,Nobody,Nowhere,{',
        'A-0,,,,,,,,',
        'A-1,,,,,,,Twin,',
      ),
    )
    expect(await linesOf(world, reply.data.id)).toEqual([
      '2 create',
      '3 error | Urgent: Should be yes or no | Owner: There is no such person in the organisation | Customer: There is no such row | Facts: This is no JSON | Number: Required | Status: Not one of the choices | Price: At least 0 | Pieces: Please enter a whole number | Due: Should be a date such as 2026-01-31',
      '4 error | Number: Another row has this value',
      '5 error | Customer: Several rows are called that. Write the id | Number: Row 2 of the file has the same value',
    ])
    expect((await confirmed(world, reply.data.id)).data.result).toEqual({ created: 1, changed: 0 })
    expect((await storedOrders(world)).map(row => row.number)).toEqual(['A-0', 'A-1'])
  })

  it('hold no time of a day that does not exist', async () => {
    expect(await plan(csv('Number,At', 'A-1,2026-02-30 10:00', 'A-2,2026-02-28 10:00'))).toEqual([
      '2 error | At: Should be a time such as 2026-01-31T09:30:00Z',
      '3 create',
    ])
  })

  it('hold what looks like a formula or like SQL as the text it is', async () => {
    const texts = [`=cmd|' /C calc'!A0`, `'); drop table x; --`, '${1+1}', '<img src=x onerror=alert(1)>']
    const reply = await planned(world, csv('Number', ...texts.map(text => `"${text}"`)))
    await confirmed(world, reply.data.id)
    expect((await storedOrders(world)).map(row => row.number).sort()).toEqual([...texts].sort())
  })
})

describe('rows that are there', () => {
  const two = async () => {
    await addRow(world, 'order', { number: 'A-1', price: '1.00', pieces: 1, status: 'new' })
    await addRow(world, 'order', { number: 'A-2', price: '2.00', pieces: 2, status: 'new' })
  }

  it('are found by a unique field and changed in what differs; an empty cell leaves a value as it is', async () => {
    await two()
    const reply = await planned(world, csv('Number,Status,Price,Pieces', 'A-1,Paid,,1', 'A-2,new,2,2', 'A-3,,,'), { mode: 'update', keyField: 'number' })
    expect(await linesOf(world, reply.data.id)).toEqual(['2 change | Status: New → Paid', '3 leave', '4 error | Number: There is no such row'])
    expect((await confirmed(world, reply.data.id)).data.result).toEqual({ created: 0, changed: 1 })
    expect(await storedOrders(world, 'number, status, price, version')).toEqual([
      { number: 'A-1', status: 'paid', price: '1.00', version: 2 },
      { number: 'A-2', status: 'new', price: '2.00', version: 1 },
    ])
  })

  it('are changed where they are there, and made where not, with upsert', async () => {
    await two()
    const reply = await planned(world, csv('number,pieces', 'A-2,5', 'A-3,7', 'A-3,8'), { mode: 'upsert', keyField: 'number' })
    expect(await linesOf(world, reply.data.id)).toEqual(['2 change | Pieces: 2 → 5', '3 create', '4 error | Number: Row 3 of the file has the same value'])
    expect((await confirmed(world, reply.data.id)).data.result).toEqual({ created: 1, changed: 1 })
    expect((await storedOrders(world)).map(row => [row.number, row.pieces])).toEqual([
      ['A-1', 1],
      ['A-2', 5],
      ['A-3', 7],
    ])
  })

  it('are found by their id, which an export holds: a unique value may change, and may not be that of another row', async () => {
    await two()
    const [one, other] = await storedOrders(world, 'id, number')
    const lines = await plan(csv('Id,Number', `${one?.id},A-9`, `${other?.id},A-1`, 'nothing,x', `${one?.id},twice`), { mode: 'update', keyField: 'id' })
    expect(lines).toEqual([
      '2 change | Number: A-1 → A-9',
      '3 error | Number: Another row has this value',
      '4 error | Id: Not a valid id',
      '5 error | Id: Row 2 of the file has the same value',
    ])
  })

  it('an export imported again changes nothing', async () => {
    await two()
    await addRow(world, 'order', { number: '=A', owner: world.ids.ben, at: '2026-01-31T09:30:00Z', facts: { b: [1], a: 2 }, urgent: true, due: '2026-01-31' })
    for (const format of ['csv', 'xlsx']) {
      const file = await world.call('data.exportRows', {
        as: 'ann',
        params: ORDERS,
        query: { format, fields: 'id,number,status,price,pieces,urgent,due,at,owner,team,customer,facts,created_at' },
      })
      const reply = await planned(world, [{ field: 'file', name: `orders.${format}`, content: file.raw }], { mode: 'update', keyField: 'id' })
      expect(await linesOf(world, reply.data.id)).toEqual(['2 leave', '3 leave', '4 leave'])
    }
  })
})

describe('what happens meanwhile', () => {
  it('a plan that is not true any more is shown anew, and nothing is written', async () => {
    const reply = await planned(world, csv('Number', 'A-1', 'A-2'))
    await addRow(world, 'order', { number: 'A-2' })
    const renewed = await confirmed(world, reply.data.id)
    expect(renewed.data).toMatchObject({ state: 'planned', isRenewed: true, counts: { create: 1, error: 1 } })
    expect((await storedOrders(world)).map(row => row.number)).toEqual(['A-2'])
    expect((await confirmed(world, reply.data.id)).data).toMatchObject({ state: 'done', result: { created: 1 } })
  })

  it('what the database refuses stops all of it, with the reason', async () => {
    const reply = await planned(world, csv('Number,Pieces', 'A-1,1', 'A-2,2'))
    const table = `app_${world.ids.shop.replaceAll('-', '')}_dev."order"`
    await world.pool.query(`alter table ${table} add constraint odd check (pieces <> 2)`)
    try {
      const failed = await confirmed(world, reply.data.id)
      expect(failed.data).toMatchObject({ state: 'failed', reason: expect.stringContaining('odd') })
      expect(await storedOrders(world)).toEqual([])
    } finally {
      await world.pool.query(`alter table ${table} drop constraint odd`)
    }
    expect((await confirmed(world, reply.data.id)).data.state).toBe('done')
  })

  it('an import is written once, and is told in the history of rows', async () => {
    const reply = await planned(world, csv('Number', 'A-1'))
    await confirmed(world, reply.data.id)
    expect(await world.call('data.confirmImport', { as: 'ann', params: { ...ORDERS, importId: reply.data.id }, body: {} })).toMatchObject({
      status: 409,
      code: 'data.importTaken',
    })
    const { rows } = await world.pool.query(`select kind, row_count from row_change order by id desc limit 1`)
    expect(rows).toEqual([{ kind: 'import', row_count: 1 }])
  })

  it("an import that waits is nobody else's to take; taken after all, only one of the two writes", async () => {
    const params = { ...ORDERS, dmKey: 'customer' }
    const file = await world.call('data.importRows', { as: 'ann', params, files: csv('Name', 'Once') })
    const of = { as: 'ann', params: { ...params, importId: file.data.id } } as const
    await world.call('data.planImport', { ...of, body: { mode: 'insert', fields: ['name'] } })
    const longAgo = () => world.pool.query(`update data_import set touched_at = now() - interval '3 minutes' where id = $1`, [file.data.id])
    const table = `app_${world.ids.shop.replaceAll('-', '')}_dev.customer`
    const client = await world.pool.connect()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      await client.query(`begin; lock table ${table} in access exclusive mode`)
      expect((await world.call('data.confirmImport', { ...of, body: {} })).data).toMatchObject({ state: 'working' })
      await longAgo()
      vi.advanceTimersByTime(20_000)
      await vi.waitFor(async () => expect((await world.call('data.getImport', of)).data.state).toBe('working'))
      expect(await world.call('data.confirmImport', { ...of, body: {} })).toMatchObject({ status: 409, code: 'data.importTaken' })
      await longAgo()
      expect((await world.call('data.confirmImport', { ...of, body: {} })).status).toBe(0)
    } finally {
      vi.useRealTimers()
      await client.query('commit')
      client.release()
    }
    await world.running.services.data.imports.settled()
    expect((await world.call('data.getImport', of)).data).toMatchObject({ state: 'done', result: { created: 1, changed: 0 } })
    expect((await world.pool.query(`select name from ${table} where name = 'Once'`)).rows).toHaveLength(1)
  })

  it('ten thousand rows are read, checked and written', async () => {
    const lines = Array.from({ length: 10_000 }, (_, n) => `N-${n},${n % 100},${n % 3 ? 'New' : 'Paid'}`)
    const reply = await planned(world, csv('Number,Pieces,Status', ...lines))
    expect(reply.data).toMatchObject({ rowCount: 10_000, counts: { create: 10_000 } })
    expect((await confirmed(world, reply.data.id)).data.result).toEqual({ created: 10_000, changed: 0 })
    expect(await storedOrders(world)).toHaveLength(10_000)
  }, 60_000)
})

describe('whose it is', () => {
  it('nobody else sees an import, and a new one of the same person takes the place of the old', async () => {
    const first = await read(world, csv('Number', 'A-1'))
    const params = { ...ORDERS, importId: first.data.id }
    expect((await world.call('data.getImport', { as: 'abe', params })).status).toBe(404)
    const other = await read(world, csv('Number', 'A-2'), 'abe')
    await read(world, csv('Number', 'A-3'))
    expect((await world.call('data.getImport', { as: 'ann', params })).status).toBe(404)
    expect((await world.call('data.getImport', { as: 'abe', params: { ...ORDERS, importId: other.data.id } })).status).toBe(0)
    expect((await world.call('data.getImport', { as: 'abe', params: { ...ORDERS, dmKey: 'customer', importId: other.data.id } })).status).toBe(404)
  })
})
