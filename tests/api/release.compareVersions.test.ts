// release.compare-versions, release.compare-dialog, release.compare: what differs between two states of an app.
import { expect } from 'vitest'
import { compareContents } from '../../api/server/services/release/index.ts'
import { inApp } from '../../api/server/store/scoped.ts'
import { builtinSource, makeModel } from '../support/models.ts'
import { addPage, DEV, shopOf, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ask = { as: 'ann' as const, params: DEV }
const column = (name: string, label: string) => ({ name, label })
const table = (...columns: object[]) => ({ type: 'page', title: 'Orders', body: [{ type: 'crud', api: 'get:model:main/order', columns }] })
const [amount, status, note] = [column('amount', 'Amount'), column('status', 'Status'), column('note', 'Note')] as const
let pages: Record<'orders' | 'old' | 'last', string>
let model: Awaited<ReturnType<typeof makeModel>>

async function prepare(world: World) {
  pages = {
    orders: await addPage(world, { name: 'Orders', schema: table(amount, status, note) }),
    old: await addPage(world, { name: 'Old' }),
    last: await addPage(world, { name: 'Last' }),
  }
  model = await makeModel(world, await builtinSource(world), 'order', [
    { key: 'amount', type: 'decimal' },
    { key: 'status', type: 'text' },
    { key: 'gone', type: 'text' },
  ])
  await publish(world)
}
/** The same numbers for the same seed. */
const randomly = (seed: number) => () => (seed = (seed * 48271) % 2147483647) / 2147483647
const any = <T>(random: () => number, list: readonly T[]) => list[Math.floor(random() * list.length)] as T
const sectionOf = (reply: any, name: string) => reply.data.options.find((one: any) => one.value === name)?.children ?? []

scenarios('release.compareVersions', [
  {
    ...ask,
    name: 'finds nothing between a version and what was published',
    given: prepare,
    body: { leftVersion: '1.0.0', rightVersion: 'dev' },
    expect: { status: 0, data: { options: [], count: 0, leftData: {}, rightData: {} } },
  },
  {
    ...ask,
    name: 'tells pages that were added, removed, renamed and moved, and fields of models in sentences',
    given: async world => {
      const { pages: service } = world.running.services
      await service.update(shopOf(world), world.ids.ann, pages.orders, { name: 'All orders', schema: table(status, amount, note) })
      await world.call('page.delete', { as: 'ann', params: { ...DEV, pageId: pages.old } })
      await addPage(world, { name: 'Fresh' })
      const at = { as: 'ann' as const, params: { ...DEV, modelId: model.modelId } }
      await world.call('model.addField', { ...at, body: { key: 'note', name: 'Note', type: 'text' } })
      await world.call('model.updateField', {
        as: 'ann',
        params: { ...at.params, fieldId: model.fields.status as string },
        body: { key: 'status', name: 'State', type: 'text', required: true },
      })
      await world.call('model.deleteField', { as: 'ann', params: { ...at.params, fieldId: model.fields.gone as string } })
      await world.call('role.createRole', { as: 'ann', params: DEV, body: { name: 'Buyers', type: 0 } })
    },
    body: { leftVersion: '1.0.0', rightVersion: 'dev' },
    expect: { status: 0 },
    then: reply => {
      expect(sectionOf(reply, 'page').map((one: any) => [one.label, one.change, one.sentences])).toEqual(
        expect.arrayContaining([
          ['Old', 'removed', ['Removed']],
          ['Fresh', 'added', ['Added']],
          ['All orders', 'changed', ['Renamed from “Orders” to “All orders”', 'Content changed']],
        ]),
      )
      // What only made room is not told.
      expect(sectionOf(reply, 'page')).toHaveLength(3)
      expect(sectionOf(reply, 'model')).toMatchObject([
        {
          label: 'order',
          change: 'changed',
          sentences: ['Field gone removed', 'Field status renamed to State', 'Field State became required', 'Field Note added'],
        },
      ])
      expect(sectionOf(reply, 'role')).toMatchObject([{ label: 'Buyers', change: 'added' }])
    },
  },
  {
    ...ask,
    name: 'shows both texts of a page that is looked at, with sentences of what is in it',
    given: async () => ({ body: { leftVersion: 'env:latest', rightVersion: 'dev', node: `page ${pages.orders}` } }),
    expect: { status: 0, data: { label: 'All orders', leftData: { name: 'Orders' }, rightData: { name: 'All orders' } } },
    then: reply => {
      expect(reply.data.sentences.join('\n')).toContain('column Status moved')
      expect(reply.data.rightData.schema.body[0].columns[0]).toEqual(status)
    },
  },
  {
    ...ask,
    name: 'shows both values of a model that is looked at',
    given: async () => ({ body: { leftVersion: '1.0.0', rightVersion: 'dev', node: `model ${model.modelId}` } }),
    expect: { status: 0, data: { label: 'order', leftData: { key: 'order' }, rightData: { key: 'order' } } },
  },
  {
    ...ask,
    name: 'knows no other versions',
    body: { leftVersion: '7.0.0', rightVersion: 'dev' },
    expect: { status: 422, code: 'release.sourceUnknown', errors: ['leftVersion'], stored: 'same' },
  },
  {
    ...ask,
    name: 'knows no environment in which nothing runs',
    body: { leftVersion: 'dev', rightVersion: 'env:sandbox' },
    expect: { status: 422, code: 'release.sourceUnknown', errors: ['rightVersion'], stored: 'same' },
  },
  {
    ...ask,
    name: 'asks the database for what differs, and finds what comparing everything finds, whatever was moved',
    given: async world => {
      const { releases } = world.running.services
      const [scope, random] = [shopOf(world), randomly(7)]
      const groups: (string | null)[] = [null]
      for (const name of ['One', 'Two', 'Three']) groups.push(await addPage(world, { name, kind: 'group', parentId: any(random, groups.slice(0, 2)) }))
      for (let n = 0; n < 12; n++) await addPage(world, { name: `Many ${n}`, path: `/many${n}`, parentId: any(random, groups) })
      await publish(world, { version: '2.0.0', models: 'keep' })
      for (let turn = 0; turn < 16; turn++) {
        const there = await inApp(world.db, scope).selectFrom('page').select(['id', 'parent_id', 'kind']).where('kind', '=', 'page').execute()
        const change = inApp(world.db, scope).updateTable('page').where('id', '=', any(random, there).id)
        const what = Math.floor(random() * 5)
        if (what === 0) await addPage(world, { name: `New ${turn}`, path: `/new${turn}`, parentId: any(random, groups) })
        else if (what === 1) await inApp(world.db, scope).deleteFrom('page').where('id', '=', any(random, there).id).execute()
        else if (what === 2) await change.set({ parent_id: any(random, groups) }).execute()
        else if (what === 3) await change.set({ sort: Math.floor(random() * 10) }).execute()
        else
          await change
            .set(any(random, [{ name: `Other ${turn}` }, { visible: false }, { icon: `fa fa-${turn}` }, { link: `/${turn}` }, { path: `/o${turn}` }]))
            .execute()
        const [left, right] = turn % 2 ? ['2.0.0', 'dev'] : ['dev', '2.0.0']
        const inOrder = (sections: ReturnType<typeof compareContents>) =>
          sections.map(({ name, parts }) => [
            name,
            parts.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, change, sentences }) => [id, change, sentences]),
          ])
        const whole = compareContents(await releases.contentOf(scope, left as string), await releases.contentOf(scope, right as string))
        expect(inOrder((await releases.compare(scope, left as string, right as string)).sections)).toEqual(inOrder(whole))
      }
    },
    body: { leftVersion: '2.0.0', rightVersion: 'dev' },
    expect: { status: 0 },
  },
  ...wrongPeople({ body: {} }, async () => ({ params: DEV })),
])
