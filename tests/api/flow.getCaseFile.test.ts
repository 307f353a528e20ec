// Who may open the case and see the field may load the file; nobody else.
import { expect } from 'vitest'
import { CLAIM, claimed, controlIn, startFile } from '../support/flow-forms.ts'
import { decide, DEV, HEADERS, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const given =
  (approval: object, fieldKey = 'bill', after?: (world: World, caseId: string) => Promise<unknown>) =>
  async (world: World) => {
    const { caseId, fileId } = await claimed(world, { approval })
    await after?.(world, caseId)
    return { params: { ...DEV, caseId, fieldKey, fileId } }
  }

scenarios('flow.getCaseFile', [
  { name: 'for who is asked', as: 'abe', given: given({ bill: 'read' }), expect: { status: -1 }, then: reply => expect(String(reply.raw)).toBe('paid') },
  {
    name: 'for who started it, after it has ended',
    as: 'ben',
    given: given({}, 'bill', (world, caseId) => decide(world, caseId, 'abe', 'reject')),
    expect: { status: -1 },
  },
  { name: 'not where the field is hidden', as: 'abe', given: given({ bill: 'hidden' }), expect: { status: 404, code: 'file.unknown' } },
  { name: 'not as another field', as: 'abe', given: given({}, 'photo'), expect: { status: 404, code: 'file.unknown' } },
  { name: 'not for who operates flows and has no part in it', as: 'ann', given: given({}), expect: { status: 404, code: 'flow.caseUnknown' } },
  { name: 'not for another organisation', as: 'dee', given: given({}), expect: { status: 403 } },
  {
    name: 'who is told of the case may read it, and the form names what it loads',
    as: 'ann',
    given: given({}, 'bill', (world, caseId) =>
      must(world, 'flow.comment', { as: 'ben', headers: HEADERS, params: { ...DEV, caseId }, body: { comment: 'Look', mentions: [world.ids.ann] } }),
    ),
    expect: { status: -1 },
    then: async (_reply, world) => {
      const { caseId, fileId } = await claimed(world)
      const { schema } = await must(world, 'flow.getCaseForm', { as: 'abe', params: { ...DEV, caseId } })
      expect(schema.data.shown.bill).toMatchObject({ name: 'bill.pdf', url: expect.stringContaining(`/flow/case/${caseId}/file/bill/${fileId}`) })
      expect(schema.data.shown.items).toMatchObject([{ what: 'Pen', pieces: '2' }, { what: 'Ink' }])
      expect(controlIn(schema, 'Items').body.columns.map((one: { name: string }) => one.name)).toEqual(['what', 'pieces', 'from'])
    },
  },
  {
    name: 'stays with the case and with drafts when no row names it any more; what was never sent goes',
    as: 'abe',
    given: given({}),
    expect: { status: -1 },
    then: async (reply, world) => {
      const { key, caseId, fileId } = await claimed(world)
      const [kept, left] = [await startFile(world, key, 'bill', 'kept'), await startFile(world, key, 'bill', 'left')]
      const draft = { content: { bill: { value: kept.value } } }
      await must(world, 'flow.saveDraft', { as: 'ben', params: CLAIM, query: { formView: key }, body: draft })
      const { rows } = await world.pool.query('select record_id from flow_case where id = $1', [caseId])
      const row = { ...DEV, dsKey: 'main', dmKey: 'claim', rowId: rows[0].record_id }
      await must(world, 'data.updateRow', { params: row, body: { bill: null } })
      await world.pool.query('delete from row_change')
      await world.pool.query(`update file set created_at = now() - interval '48 hours' where id in (select file_id from data_file)`)
      expect(await world.running.services.data.unnamedFiles.remove()).toBe(1)
      const load = (id: string) => world.call('flow.getStartFile', { as: 'ben', params: { ...CLAIM, fieldKey: 'bill', fileId: id } })
      expect((await world.call('flow.getCaseFile', { as: 'abe', params: { ...DEV, caseId, fieldKey: 'bill', fileId } })).raw.equals(reply.raw)).toBe(true)
      expect([(await load(kept.id)).status, (await load(left.id)).status]).toEqual([-1, 404])
    },
  },
])
