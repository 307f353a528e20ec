// data.uploadFile: what was uploaded in a form that nobody saved is removed after a day; what a row, its past or an import names stays.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ITEMS, itemsIn, PNG, uploaded } from '../support/data-files.ts'
import { externalDatabases } from '../support/databases.ts'
import { addRow, applyAll, DEV, makeModel } from '../support/models.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await itemsIn(world)
})
afterAll(() => world?.close())

const age = (hours: number) => world.pool.query(`update file set created_at = now() - interval '${hours} hours' where id in (select file_id from data_file)`)
const sweep = (days = 0) => world.running.services.data.unnamedFiles.remove(new Date(Date.now() + days * 86_400_000))
const left = async () => (await world.pool.query('select file_id as id from data_file order by 1')).rows.map(row => row.id as string)

it('leaves a form a day', async () => {
  const { id } = await uploaded(world, 'photo', 'new.png', PNG)
  await age(23)
  expect(await sweep()).toBe(0)
  expect(await left()).toEqual([id])
  await age(25)
  expect(await sweep()).toBe(1)
  expect(await left()).toEqual([])
  expect((await world.pool.query('select from file where id = $1', [id])).rowCount).toBe(0)
})

it('leaves what a row names, what one named before, and what an import is about to write', async () => {
  const [named, replaced, deleted, waiting, forgotten] = []
    .concat(...(await Promise.all(['a', 'b', 'c', 'd', 'e'].map(name => uploaded(world, 'offer', `${name}.txt`, name)))).map(file => [file] as never[]))
    .map(file => file as { value: string; id: string }) as { value: string; id: string }[]
  const row = await addRow(world, 'item', { title: 'Row', offer: replaced!.value })
  await world.call('data.updateRow', { as: 'ann', params: { ...ITEMS, rowId: row }, body: { offer: named!.value } })
  const other = await addRow(world, 'item', { title: 'Other', offer: deleted!.value })
  await world.call('data.deleteRows', { as: 'ann', params: { ...ITEMS, rowIds: other } })
  const content = `Title,Offer\nImported,${waiting!.value}`
  await world.call('data.importRows', { as: 'ann', params: ITEMS, files: [{ field: 'file', name: 'rows.csv', content }] })
  await age(48)
  expect(await sweep()).toBe(1)
  expect(await left()).toEqual([named, replaced, deleted, waiting].map(file => file!.id).sort())
  expect(forgotten).toBeDefined()
  // Looked at again a month later: by then the import is forgotten, and what happened may be too.
  await world.pool.query('delete from data_import')
  await world.pool.query('delete from row_change')
  expect(await sweep()).toBe(0)
  expect(await sweep(31)).toBe(3)
  expect(await left()).toEqual([named!.id])
})

const databases = await externalDatabases()
it.each(databases)('looks into a database of somebody else: $name', async database => {
  const dsKey = `out_${database.name}`
  const input = await database.fresh()
  const sourceId = (await world.call('source.create', { as: 'ann', params: DEV, body: { key: dsKey, name: dsKey, ...input } })).data.id
  await makeModel(world, sourceId, 'thing', [{ key: 'offer', type: 'file' }])
  await applyAll(world, sourceId)
  const params = { ...DEV, dsKey, dmKey: 'thing', fieldKey: 'offer' }
  const upload = async () =>
    (await world.call('data.uploadFile', { as: 'ann', params, files: [{ field: 'file', name: 'a b.txt', content: 'text' }] })).data as {
      value: string
      id: string
    }
  const [named, unnamed] = [await upload(), await upload()]
  await addRow(world, 'thing', { offer: named.value }, { dsKey })
  await world.pool.query('delete from row_change')
  await age(25)
  const before = await left()
  expect(await sweep()).toBe(1)
  expect(await left()).toEqual(before.filter(id => id !== unnamed.id))
})
