import { scenarios } from '../support/scenarios.ts'
import { HELLO, notForThem, publish, SCREEN } from '../support/screens.ts'

const labelled = (label: string) => ({ ...HELLO, body: [...HELLO.body, { type: 'button', label, actionType: 'link', link: '/home' }] })

scenarios('screen.blame', [
  { name: 'names nothing in a screen that nobody changed', as: 'sue', params: SCREEN, expect: { status: 0, data: { items: [] } } },
  {
    name: 'names who last changed each part, with the version and its note',
    as: 'sue',
    params: SCREEN,
    given: async world => {
      await publish(world, HELLO)
      await publish(world, labelled('Go'))
      await publish(world, { ...labelled('Leave'), title: 'Bye' })
    },
    expect: {
      status: 0,
      data: {
        items: [
          { label: 'page Bye', version: 3, by: 'Sue' },
          { label: 'text Hello', version: 1, by: 'Sue' },
          { label: 'button Leave', version: 3, by: 'Sue' },
        ],
      },
    },
  },
  {
    name: 'calls the parts by their names in the reader’s language',
    as: 'sue',
    params: { screenId: 'signin.page' },
    headers: { 'accept-language': 'zh-CN' },
    given: async world => {
      const { schema } = (await world.call('screen.get', { params: { screenId: 'signin.page' } })).data
      await publish(world, { ...schema, className: 'ours' }, 'signin.page')
    },
    expect: { status: 0, data: { items: [{ label: '页面', version: 1, by: 'Sue' }] } },
  },
  {
    name: 'tells what it can where an old version is damaged',
    as: 'sue',
    params: SCREEN,
    given: async world => {
      const { hash } = await publish(world, labelled('Damaged'))
      await publish(world, labelled('Whole'))
      await publish(world, labelled('Newest'))
      await world.pool.query(`update screen_body set content = '[' where encode(hash, 'hex') = $1`, [hash])
    },
    expect: { status: 0, data: { items: [{ label: 'button Newest', version: 6, by: 'Sue' }] } },
  },
  {
    name: 'knows no table of addresses of an organisation',
    as: 'sue',
    params: { screenId: 'site.routes' },
    query: { companyKey: 'acme' },
    expect: { status: 404, code: 'screen.unknown', stored: 'same' },
  },
  { name: 'knows no other screen', as: 'sue', params: { screenId: 'general.nothing' }, expect: { status: 404, code: 'screen.unknown', stored: 'same' } },
  ...notForThem(),
])
