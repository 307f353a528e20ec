// Files of rows are read by those who see the row.
import { expect } from 'vitest'
import { ITEMS, itemsIn, PNG, uploaded } from '../support/data-files.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { addRule, rule, where } from '../support/row-permissions.ts'
import { addDataRole } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

/** A row with a file; another one without. */
const ready =
  (fieldKey: 'offer' | 'photo', of: 'row' | 'other' | 'none' = 'row') =>
  async (world: World) => {
    await itemsIn(world)
    const { value, id } = await uploaded(world, fieldKey, fieldKey === 'photo' ? 'lamp.png' : 'offer.html', fieldKey === 'photo' ? PNG : '<script>1</script>')
    const row = await addRow(world, 'item', { [fieldKey]: value })
    const other = await addRow(world, 'item', { title: 'Other' })
    const named = { row, other, none: undefined }[of]
    return { params: { ...ITEMS, fieldKey, fileId: id } as Record<string, string>, query: { name: 'lamp.png', ...(named && { row: named }) } }
  }

let limitedTo: Promise<void> | undefined
/** ben may manage data, and sees the rows called Seen. */
const limited = (title: string) => async (world: World) => {
  await itemsIn(world)
  limitedTo ??= (async () => {
    await addDataRole(world, 'ben')
    await addRule(world, rule({ users: [world.ids.ben] }, where('title', 'equal', 'Seen')), ITEMS)
  })()
  await limitedTo
  const { value, id } = await uploaded(world, 'photo', 'lamp.png', PNG)
  const row = await addRow(world, 'item', { title, photo: value })
  return { params: { ...ITEMS, fieldKey: 'photo', fileId: id } as Record<string, string>, query: { row } }
}

/** The address that a row holds since before its field and its model got other keys, which others have now. */
const moved = async (world: World) => {
  const asked = await ready('photo')(world)
  const sourceId = await builtinSource(world)
  const call = async (id: 'model.update' | 'model.updateField', params: Record<string, string>, body: object) => {
    const reply = await world.call(id, { as: 'ann', params: { ...DEV, ...params }, body })
    if (reply.status) throw new Error(`${reply.msg} ${JSON.stringify(reply.errors)}`)
  }
  const [item] = (await world.call('model.list', { as: 'ann', params: { ...DEV, sourceId } })).data.items as { id: string }[]
  const modelId = (item as { id: string }).id
  const { fields } = (await world.call('model.get', { as: 'ann', params: { ...DEV, modelId } })).data
  const fieldId = fields.find((one: { key: string }) => one.key === 'photo').id
  await call('model.updateField', { modelId, fieldId }, { key: 'picture', name: 'Picture', type: 'image' })
  await applyAll(world, sourceId)
  await call('model.update', { modelId }, { key: 'goods', name: 'Goods' })
  await applyAll(world, sourceId)
  await makeModel(world, sourceId, 'item', [{ key: 'photo', type: 'image' }])
  await applyAll(world, sourceId)
  return asked
}
let old: ReturnType<typeof moved> | undefined

scenarios('data.getFile', [
  {
    name: 'an image is shown, and kept by no cache',
    as: 'abe',
    given: ready('photo'),
    expect: { status: -1 },
    then: reply => {
      expect(reply.headers['content-type']).toBe('image/png')
      expect(reply.headers['content-disposition']).toMatch(/^inline/)
      expect(reply.headers['cache-control']).toMatch(/private|no-store/)
      expect(reply.raw.equals(PNG)).toBe(true)
    },
  },
  {
    name: 'anything else is downloaded, whatever it calls itself',
    as: 'ann',
    given: ready('offer'),
    expect: { status: -1 },
    then: reply => {
      expect(reply.headers['content-type']).toBe('application/octet-stream')
      expect(reply.headers['content-disposition']).toMatch(/^attachment/)
    },
  },
  { name: 'without a row, for who has just uploaded it', as: 'ann', given: ready('photo', 'none'), expect: { status: -1 } },
  { name: 'without a row, for nobody else', as: 'abe', given: ready('photo', 'none'), expect: { status: 404, code: 'file.unknown' } },
  { name: 'through a row that does not name it', as: 'abe', given: ready('photo', 'other'), expect: { status: 404, code: 'file.unknown' } },
  {
    name: 'through another field',
    as: 'ann',
    given: async world => {
      const place = await ready('photo')(world)
      return { ...place, params: { ...place.params, fieldKey: 'offer' } }
    },
    expect: { status: 404 },
  },
  {
    name: 'through a row that is not there',
    as: 'ann',
    given: async world => {
      const place = await ready('photo')(world)
      return { ...place, query: { row: '0191d5a0-0000-7000-8000-00000000ffff' } }
    },
    expect: { status: 404 },
  },
  { name: 'not for somebody else of the installation', as: 'cyd', given: ready('photo'), expect: { status: 403 } },
  { name: 'not for another organisation', as: 'dee', given: ready('photo'), expect: { status: 403 } },
  { name: 'not for a stranger', given: ready('photo'), expect: { status: 401 } },
  { name: 'through a row that row permissions show him', as: 'ben', given: limited('Seen'), expect: { status: -1 } },
  { name: 'not through a row that row permissions hide from him', as: 'ben', given: limited('Hidden'), expect: { status: 404, code: 'file.unknown' } },
  {
    name: 'not without the row either, when another uploaded it',
    as: 'ben',
    given: async world => ({ ...(await limited('Hidden')(world)), query: {} }),
    expect: { status: 404, code: 'file.unknown' },
  },
  {
    name: 'by the address that a row has stored, whatever its model and field are called today',
    as: 'abe',
    given: world => (old ??= moved(world)),
    expect: { status: -1 },
    then: reply => expect(reply.raw.equals(PNG)).toBe(true),
  },
  {
    name: 'by the address of today as well',
    as: 'abe',
    given: async world => {
      const place = await (old ??= moved(world))
      return { ...place, params: { ...place.params, dmKey: 'goods', fieldKey: 'picture' } }
    },
    expect: { status: -1 },
  },
  {
    name: 'not by an address of neither',
    as: 'abe',
    given: async world => {
      const place = await (old ??= moved(world))
      return { ...place, params: { ...place.params, dmKey: 'goods', fieldKey: 'photo' } }
    },
    expect: { status: 404, code: 'file.unknown' },
  },
])
