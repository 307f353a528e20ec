// Faults that amis takes without a word: each is told where it is, and what is nearly the same and right is not.
import { describe, expect, it } from 'vitest'
import { createGate } from '../../api/gate/index.ts'
import { contracts } from '../../api/generated/contract.ts'
import { renderers } from '../../api/generated/renderers.ts'

const gate = createGate(renderers)
const page = (body: unknown) => ({ type: 'page', body })
const form = (...body: unknown[]) => page({ type: 'form', body })
const field = (one: object) => form({ type: 'input-text', name: 'email', label: 'A', ...one })
const button = (one: object) =>
  page([
    { type: 'button', label: 'Go', ...one },
    { type: 'form', id: 'other', body: [] },
  ])
const action = (one: object) => button({ onEvent: { click: { actions: [one] } } })
const ACTION = 'body[0].onEvent.click.actions[0].actionType'
const told = (screen: unknown) => gate(screen, { profile: 'app' }).filter(found => !/^(access|text)\./.test(found.code) && found.severity !== 'hint')

describe('a page is told of', () => {
  it.each<[string, unknown, string, 'error' | 'warning']>([
    ['a misspelt action of another component', action({ actionType: 'setVlaue', componentId: 'other', args: { value: 1 } }), ACTION, 'error'],
    ['an action that no component has', action({ actionType: 'makeCoffee', componentId: 'other' }), ACTION, 'warning'],
    ['a request without an address', action({ actionType: 'ajax' }), ACTION, 'error'],
    ['a dialog that is not there', button({ actionType: 'dialog' }), 'body[0].actionType', 'error'],
    ['a drawer that is not there', action({ actionType: 'drawer' }), ACTION, 'error'],
    ['a link to nothing', button({ actionType: 'link' }), 'body[0].actionType', 'error'],
    ['a dialog that nothing opens', button({ dialog: { body: 'x' } }), 'body[0].dialog', 'error'],
    ['a request that nothing makes', button({ api: '/x' }), 'body[0].api', 'error'],
    ['parts under a name of other systems', page({ type: 'container', children: [{ type: 'tpl', tpl: 'x' }] }), 'body.children', 'error'],
    [
      'options under a name of other components',
      form({ type: 'select', name: 'a', label: 'A', items: [{ label: 'x', value: 1 }] }),
      'body.body[0].items',
      'error',
    ],
    ['a method that is none', page({ type: 'service', api: 'psot:/api/x' }), 'body.api', 'error'],
    [
      'a method that is none, for videos',
      form({ type: 'input-rich-text', name: 'a', label: 'A', videoReceiver: 'psot:/x' }),
      'body.body[0].videoReceiver',
      'error',
    ],
    ['a load that deletes', page({ type: 'form', initApi: 'delete:/api/x', body: [] }), 'body.initApi', 'warning'],
    ['a load that deletes, as an object', page({ type: 'page', initApi: { url: '/api/x', method: 'delete' }, body: [] }), 'body.initApi.method', 'warning'],
    ['a validation called as a property', field({ validations: { required: true } }), 'body.body[0].validations.required', 'error'],
    ['a validation by another name', field({ validations: { isPhone: true } }), 'body.body[0].validations.isPhone', 'error'],
    ['a pattern that cannot be read', field({ validations: { matchRegexp: '/(ab/' } }), 'body.body[0].validations.matchRegexp', 'error'],
    ['a definition that is not there', page({ $ref: 'nothing' }), 'body.$ref', 'error'],
    ['a definition without a name', page([{ $ref: '' }]), 'body[0].$ref', 'error'],
    ['a definition that is no name', page({ $ref: 17 }), 'body.$ref', 'error'],
    ['a number for a list of columns', page({ type: 'table', columns: 17 }), 'body.columns', 'error'],
    ['a number for a list of buttons', page({ type: 'button-group', buttons: 17 }), 'body.buttons', 'error'],
    ['a size that no pagination has', page({ type: 'pagination', size: 'huge' }), 'body.size', 'error'],
    [
      'two parts of one name, when it is called',
      page([
        { type: 'form', id: 'a', body: [] },
        { type: 'service', id: 'a' },
        { type: 'button', label: 'x', onEvent: { click: { actions: [{ actionType: 'reload', componentId: 'a' }] } } },
      ]),
      'body[1].id',
      'warning',
    ],
    [
      'two fields of one name',
      form({ type: 'input-text', name: 'a', label: 'A' }, { type: 'group', body: [{ type: 'input-number', name: 'a', label: 'B' }] }),
      'body.body[1].body[0].name',
      'warning',
    ],
    ['a field without a name', form({ type: 'input-text', label: 'A' }), 'body.body[0]', 'warning'],
    [
      'a word for the number of a field',
      form({ type: 'input-table', name: 'a', label: 'A', minLength: 'many', columns: [] }),
      'body.body[0].minLength',
      'error',
    ],
    ['a word for the width of a column', page({ type: 'table', columns: [{ name: 'a', label: 'A', width: 'many' }] }), 'body.columns[0].width', 'error'],
    ['a word for the height of a carousel', page({ type: 'carousel', height: 'many' }), 'body.height', 'error'],
    [
      'a layout that no field has, in a grid',
      form({ type: 'grid', columns: [{ type: 'input-text', name: 'a', label: 'A', mode: 'inlinez' }] }),
      'body.body[0].columns[0].mode',
      'error',
    ],
    ['a look that no tag has', page({ type: 'tag', label: 'x', displayMode: 'roundish' }), 'body.displayMode', 'error'],
    ['a value as Vue writes it', page({ type: 'tpl', tpl: 'Hello {{name}}' }), 'body.tpl', 'warning'],
    ['a value as a shell writes it', page({ type: 'tpl', tpl: 'Hello $(name)' }), 'body.tpl', 'warning'],
    ['a value as Ruby writes it', page({ type: 'tpl', tpl: 'Hello #{name}' }), 'body.tpl', 'warning'],
    [
      'a value that is meant to be left out, and is sent empty',
      page({ type: 'form', api: { url: '/x', data: { who: { id: '${id || undefined}' } } }, body: [] }),
      'body.api.data.who.id',
      'warning',
    ],
    [
      'the same in an action',
      action({ actionType: 'ajax', api: { method: 'put', url: '/x', data: { a: "${kind == 'a' ? undefined : a}" } } }),
      'body[0].onEvent.click.actions[0].api.data.a',
      'warning',
    ],
    ['a picture of another host', page({ type: 'image', src: 'https://elsewhere.test/a.png', alt: 'A' }), 'body.src', 'warning'],
    ['a frame of another host', page({ type: 'iframe', src: '//elsewhere.test/a' }), 'body.src', 'warning'],
    ['a document of another host', page({ type: 'pdf-viewer', src: 'https://elsewhere.test/a.pdf' }), 'body.src', 'warning'],
    ['a picture of another host in HTML', page({ type: 'tpl', tpl: '<img alt="A" src="https://elsewhere.test/a.png">' }), 'body.tpl', 'warning'],
    [
      'a picture of another host in a carousel',
      page({ type: 'carousel', options: [{ image: 'https://elsewhere.test/a.png' }] }),
      'body.options[0].image',
      'warning',
    ],
    ['an icon that is not there', button({ icon: 'fa fa-pluss' }), 'body[0].icon', 'warning'],
    [
      'a name one letter off a field, though anything may come',
      page({
        type: 'form',
        initApi: '/x',
        body: [
          { type: 'input-text', name: 'email', label: 'A' },
          { type: 'tpl', tpl: '${emaiil}' },
        ],
      }),
      'body.body[1].tpl',
      'warning',
    ],
  ])('%s', (_, screen, path, severity) => expect(told(screen).map(found => [found.path, found.severity])).toEqual([[path, severity]]))

  it('what was meant', () => {
    const meant = (screen: unknown) => told(screen).map(found => found.values?.meant)
    expect(meant(action({ actionType: 'setVlaue', componentId: 'other' }))).toEqual(['setValue'])
    expect(meant(field({ validations: { isPhone: true } }))).toEqual(['isPhoneNumber'])
    expect(meant(field({ validations: { required: true } }))).toEqual(['isRequired'])
    expect(meant(button({ icon: 'fa fa-pluss' }))).toEqual(['plus'])
    expect(meant(page({ type: 'service', api: 'psot:/api/x' }))).toEqual(['post'])
  })
})

describe('nothing is said of', () => {
  it.each<[string, unknown]>([
    ['an action of a component by its own name', action({ actionType: 'clearAll', componentId: 'other' })],
    ['an action of a chart', action({ actionType: 'showTip', componentId: 'other' })],
    ['a request in the arguments', action({ actionType: 'ajax', args: { api: '/x' } })],
    ['a dialog by its name', action({ actionType: 'dialog', dialog: { $ref: 'x' } }) && action({ actionType: 'dialog', args: { dialog: { body: 'x' } } })],
    ['a validation that is switched off', field({ validations: { whatever: false } })],
    ['a pattern with a value in it', field({ validations: { matchRegexp: '${pattern}' } })],
    [
      'fields of one name that are shown in turn',
      form({ type: 'input-text', name: 'a', label: 'A', visibleOn: '${x}' }, { type: 'select', name: 'a', label: 'A', hiddenOn: '${x}' }),
    ],
    [
      'names in the rows of a field',
      form({ type: 'input-text', name: 'a', label: 'A' }, { type: 'combo', name: 'rows', label: 'R', items: [{ type: 'input-text', name: 'a', label: 'A' }] }),
    ],
    [
      'sizes in words of CSS',
      page({
        type: 'table',
        columns: [
          { name: 'a', label: 'A', width: 'auto' },
          { name: 'b', label: 'B', width: '20%' },
        ],
      }),
    ],
    [
      'values that are left out, empty ones of a search, and defaults',
      page([
        { type: 'form', api: { url: '/x', data: { a: "${a || '__undefined'}", b: '${b | default:undefined}', c: '${c == null}' } }, body: [] },
        { type: 'service', api: { url: '/x', data: { term: '${term || undefined}' } } },
      ]),
    ],
    ['values of Vue that are shown as code', page({ type: 'code', value: '{{name}}' })],
    ['icons with looks', button({ icon: 'fas fa-plus fa-spin text-danger' })],
    [
      'names that are no slips',
      page({
        type: 'form',
        initApi: '/x',
        body: [
          { type: 'input-text', name: 'item1', label: 'A' },
          { type: 'input-text', name: 'order', label: 'B' },
          { type: 'tpl', tpl: '${item2} ${orders}' },
        ],
      }),
    ],
    [
      'addresses with a scheme',
      page([
        { type: 'service', api: 'https://elsewhere.test/x' },
        { type: 'service', api: 'api://x' },
      ]),
    ],
  ])('%s', (_, screen) => expect(told(screen)).toEqual([]))
})

describe('a console screen is told of', () => {
  const words = new Set(['Known', 'Name'])
  const console_ = (screen: unknown) =>
    gate(screen, { profile: 'console', calls: contracts, routes: [], words }).filter(found => !found.code.startsWith('access.'))
  const create = { url: '/api/company/${companyKey}/app', method: 'post', data: { key: '${key}', name: '${name}' } }
  const inForm = (...body: unknown[]) => page({ type: 'form', api: create, body: [{ type: 'input-text', name: 'key', label: 'i18n:Name' }, ...body] })
  const name = { type: 'input-text', name: 'name', label: 'i18n:Name' }
  it.each<[string, unknown, string, string]>([
    [
      'an unknown text in a message',
      page({ type: 'form', messages: { saveSuccess: 'i18n:Nobody said this' }, body: [] }),
      'body.messages.saveSuccess',
      'text.untranslated',
    ],
    ['an unmarked text in a message', page({ type: 'form', messages: { saveSuccess: 'All is well' }, body: [] }), 'body.messages.saveSuccess', 'text.unmarked'],
    [
      'an unknown text in a toast',
      button({ onEvent: { click: { actions: [{ actionType: 'toast', args: { msg: 'i18n:Nobody said this' } }] } }, label: 'i18n:Known' }),
      'body[0].onEvent.click.actions[0].args.msg',
      'text.untranslated',
    ],
    ['an unknown text as a body', page('i18n:Nobody said this'), 'body', 'text.untranslated'],
    ['a field that is not sent', inForm({ ...name, name: 'naem' }), 'body.body[1].name', 'field.unsent'],
    [
      'a word that its own select does not offer',
      inForm(
        name,
        { type: 'select', name: 'kind', label: 'i18n:Name', options: [{ label: 'i18n:Known', value: 'one' }] },
        { type: 'tpl', tpl: 'i18n:Known', visibleOn: "${kind == 'two'}" },
      ),
      'body.body[3].visibleOn',
      'value.never',
    ],
  ])('%s', (_, screen, path, code) => expect(console_(screen).map(found => [found.path, found.code])).toContainEqual([path, code]))
  it('and not of the same when it is right', () => {
    const right = inForm(
      name,
      { type: 'select', name: 'kind', label: 'i18n:Name', options: [{ label: 'i18n:Known', value: 'one' }] },
      { type: 'tpl', tpl: 'i18n:Known', visibleOn: "${kind == 'one'}" },
    )
    expect(console_(right).filter(found => /^(field\.unsent|value|text|variable)/.test(found.code))).toEqual([])
  })
  it('a load that deletes, as an error', () =>
    expect(console_(page({ type: 'form', initApi: 'delete:/api/company/x', body: [] })).map(found => [found.code, found.severity])).toContainEqual([
      'call.loads',
      'error',
    ]))
})

it('a list that is wanted is called one', () => {
  const [found] = told(page({ type: 'table', columns: 17 }))
  expect(found?.message).toBe('Takes a list, not 17')
})

describe('what the organisation of a page allows of other hosts', () => {
  const hosts = { pictures: ['a.example', '*.b.example'], media: [], frames: ['c.example'] }
  const of = (screen: unknown, allowed: typeof hosts | 'off' = hosts) =>
    gate(screen, { profile: 'app', hosts: allowed }).filter(found => found.code === 'media.foreign')
  it('is told no more', () => {
    const right = page([
      { type: 'image', alt: 'A', src: 'https://a.example/x.png' },
      { type: 'avatar', src: '//x.b.example/x.png' },
      { type: 'tpl', tpl: '<img alt="A" src="https://a.example/x.png">' },
      { type: 'video', src: '/own.mp4', poster: 'https://a.example/x.png' },
      { type: 'iframe', src: 'https://c.example/form' },
    ])
    expect(of(right)).toEqual([])
  })
  it('does not count for another kind, and documents cannot be allowed', () => {
    const wrong = page([
      { type: 'iframe', src: 'https://a.example/x' },
      { type: 'video', src: 'https://a.example/x.mp4' },
      { type: 'image', alt: 'A', src: 'https://c.example/x.png' },
      { type: 'tpl', tpl: '<iframe src="https://a.example/x"></iframe>' },
      { type: 'pdf-viewer', src: 'https://a.example/x.pdf' },
    ])
    expect(of(wrong).map(({ path, message }) => [path, (/^\w+/.exec(message) as RegExpExecArray)[0]])).toEqual([
      ['body[0].src', 'Frames'],
      ['body[1].src', 'Video'],
      ['body[2].src', 'Pictures'],
      ['body[3].tpl', 'Frames'],
      ['body[4].src', 'Documents'],
    ])
    expect(of(wrong, 'off')[0]?.message).toBe('Nothing of a.example is shown: this installation allows no other hosts')
  })
})
