import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { filesOf } from '../support/zip.ts'
import { notForThem, publish, SCREEN } from '../support/screens.ts'

const shippedText = (file: string) => readFileSync(join(import.meta.dirname, '../../schemas', file), 'utf8')

scenarios('screen.export', [
  { name: 'says when nothing is changed', as: 'sue', expect: { status: 404, code: 'screen.nothingToExport' } },
  {
    name: 'hands out a zip of changed screens that imports again',
    as: 'sue',
    given: async world => void (await publish(world)),
    expect: { status: -1 },
    then: async (reply, world) => {
      expect(reply.raw.subarray(0, 2).toString()).toBe('PK')
      const again = await world.call('screen.importFiles', { as: 'sue', body: {}, files: [{ field: 'file', name: 'screens.zip', content: reply.raw }] })
      expect(again.data.items).toMatchObject([{ file: 'schemas/general/forbidden.json', screenId: SCREEN.screenId, action: 'same' }])
    },
  },
  {
    name: 'gives the shipped file, byte for byte, for a screen that was touched and is as before',
    as: 'sue',
    query: { ids: ['release.page'] },
    given: async world => {
      const { schema } = (await world.call('screen.get', { params: { screenId: 'release.page' } })).data
      await publish(world, { ...schema, title: 'Ours' }, 'release.page')
      // The same content, its properties in another order.
      await publish(world, Object.fromEntries(Object.entries(schema).reverse()), 'release.page')
    },
    expect: { status: -1 },
    then: reply => expect(filesOf(reply.raw)).toEqual({ 'schemas/release/page.json': shippedText('release/page.json') }),
  },
  {
    name: 'gives a file that differs in one line for one label, shared pieces still included; it imports as it was exported',
    as: 'sue',
    query: { ids: ['release.page'] },
    given: async world => {
      const { schema } = (await world.call('screen.get', { params: { screenId: 'release.page' } })).data
      await publish(world, { ...schema, title: 'Our releases' }, 'release.page')
    },
    expect: { status: -1 },
    then: async (reply, world) => {
      const text = filesOf(reply.raw)['schemas/release/page.json'] as string
      const before = shippedText('release/page.json').split('\n')
      const changed = text.split('\n').filter((line, at) => line !== before[at])
      expect(changed).toEqual(['  "title": "Our releases",'])
      expect(text).toContain('"$include": "fragments/release-publish.json"')
      const again = await world.call('screen.importFiles', { as: 'sue', body: {}, files: [{ field: 'file', name: 'x.zip', content: reply.raw }] })
      expect(again.data.items).toMatchObject([{ screenId: 'release.page', action: 'same' }])
    },
  },
  {
    name: 'gives the table of addresses as the list that it is in its file',
    as: 'sue',
    query: { ids: ['site.routes'] },
    given: async world => {
      const { routes } = (await world.call('general.site')).data
      await publish(world, { routes: [{ path: '/start', redirect: '/home' }, ...routes] }, 'site.routes')
    },
    expect: { status: -1 },
    then: async (reply, world) => {
      const text = filesOf(reply.raw)['schemas/routes.json'] as string
      expect(text).toBe(shippedText('routes.json').replace('[\n', '[\n  { "path": "/start", "redirect": "/home" },\n'))
      const again = await world.call('screen.importFiles', { as: 'sue', body: {}, files: [{ field: 'file', name: 'routes.json', content: text }] })
      expect(again.data.items).toMatchObject([{ screenId: 'site.routes', action: 'same' }])
    },
  },
  { name: 'names only screens that are changed', as: 'sue', query: { ids: ['signin.page'] }, expect: { status: 404 } },
  ...notForThem(),
])
