import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { HELLO, publish, SCREEN } from '../support/screens.ts'
import { craftZip } from '../support/zip.ts'

const file = (name: string, content: unknown) => ({ field: 'file', name, content: JSON.stringify(content).replace(/^"x"$/, '{') })

const shippedText = (name: string) => readFileSync(join(import.meta.dirname, '../../schemas', name), 'utf8')

scenarios('screen.importFiles', [
  {
    name: 'plans first and changes nothing',
    as: 'sue',
    body: {},
    files: [file('general.forbidden.json', HELLO), file('general.nothing.json', HELLO), file('signin.page.json', 'x')],
    expect: {
      status: 0,
      data: { applied: 0, items: [{ action: 'change' }, { action: 'refuse', reason: 'unknown' }, { action: 'refuse', reason: 'badJson' }] },
      stored: 'same',
    },
  },
  {
    name: 'applies what the gate lets through',
    as: 'sue',
    body: { apply: true, note: 'From git' },
    files: [file('general.forbidden.json', HELLO), file('general.home.json', { type: 'page', body: { type: 'custom' } })],
    expect: { status: 0, data: { applied: 1 } },
    then: async (reply, world) => {
      expect(reply.data.items[1]).toMatchObject({ action: 'refuse', reason: 'findings' })
      expect((await world.call('screen.get', { params: SCREEN })).data.schema).toEqual(HELLO)
      expect((await publish(world)).version).toBe(2)
    },
  },
  {
    name: 'puts shared pieces in their places, and refuses what cannot be included',
    as: 'sue',
    body: {},
    files: [
      file('general.home.json', { type: 'page', body: { $include: 'fragments/nowhere.json' } }),
      file('general.home.json', { type: 'page' }),
      file('general.logout.json', { type: 'page', body: Array.from({ length: 300 }, () => ({ $include: 'fragments/app-card.json' })) }),
      file('company.home.json', { type: 'page', body: { $include: '../package.json' } }),
      file('signin.page.json', JSON.parse(shippedText('signin/page.json'))),
      file('release.page.json', JSON.parse(shippedText('release/page.json'))),
    ],
    expect: {
      status: 0,
      stored: 'same',
      data: {
        items: [
          { screenId: 'general.home', reason: 'badInclude' },
          { screenId: 'general.home', reason: 'twice' },
          { screenId: 'general.logout', reason: 'badInclude' },
          { screenId: 'company.home', reason: 'badInclude' },
          { screenId: 'signin.page', action: 'same' },
          { screenId: 'release.page', action: 'same' },
        ],
      },
    },
  },
  {
    name: 'takes the whole folder as a zip: our own shared pieces are passed over, others refused',
    as: 'sue',
    body: {},
    files: [
      {
        field: 'file',
        name: 'schemas.zip',
        content: craftZip([
          { name: 'schemas/fragments/release-status.json', content: shippedText('fragments/release-status.json') },
          { name: 'schemas/fragments/app-card.json', content: '{"type":"tpl"}' },
          { name: 'schemas/routes.json', content: shippedText('routes.json') },
          { name: 'schemas/site.json', content: shippedText('site.json') },
          { name: 'schemas/general/home.json', content: shippedText('general/home.json') },
        ]),
      },
    ],
    expect: { status: 0, stored: 'same' },
    then: reply =>
      expect(reply.data.items.map((one: any) => [one.screenId, one.action, one.reason])).toEqual([
        ['', 'refuse', 'fragment'],
        ['site.routes', 'same', ''],
        ['site.menus', 'same', ''],
        ['general.home', 'same', ''],
      ]),
  },
  {
    name: 'refuses other files',
    as: 'sue',
    body: {},
    files: [{ field: 'file', name: 'a.txt', content: 'x' }],
    expect: { status: 422, errors: ['file'], stored: 'same' },
  },
  {
    name: 'keeps an owner of an organisation out',
    as: 'ann',
    body: {},
    files: [file('general.forbidden.json', HELLO)],
    expect: { status: 403, stored: 'same' },
  },
  { name: 'keeps out who is not signed in', body: {}, files: [file('general.forbidden.json', HELLO)], expect: { status: 401, stored: 'same' } },
])
