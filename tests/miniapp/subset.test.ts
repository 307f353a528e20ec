// Which pages are drawn natively, and why others are not.
import { describe, expect, it } from 'vitest'
import { FUNCTIONS, readTemplate } from '../../api/gate/expressions.ts'
import { reasonsOf } from '../../api/miniapp/core/subset.ts'

const why = (body: unknown) =>
  reasonsOf({ type: 'page', body }, { read: readTemplate, functions: FUNCTIONS }).map(({ at, part, why, what }) => `${at} ${part} ${why} ${what}`)

describe('reasons for a web page', () => {
  it.each([
    ['a part that is not drawn', { type: 'chart' }, ['body chart part chart']],
    ['one deep inside', [{ type: 'grid', columns: [{ body: [{ type: 'editor' }] }] }], ['body.0.columns.0.body.0 editor part editor']],
    ['one in a dialog', { type: 'button', actionType: 'dialog', dialog: { body: { type: 'iframe' } } }, ['body.dialog.body iframe part iframe']],
    ['one in a column', { type: 'crud', columns: [{ name: 'a' }, { type: 'sparkline' }] }, ['body.columns.1 sparkline part sparkline']],
    ['a script of an api', { type: 'service', api: { url: '/x', adaptor: 'return 1' } }, ['body.api service script adaptor']],
    ['a script of a condition', { type: 'tpl', tpl: 'x', visibleOn: 'this.a' }, ['body.visibleOn tpl script visibleOn']],
    [
      'a script of an event',
      { type: 'button', onEvent: { click: { actions: [{ actionType: 'custom', script: 'x' }] } } },
      ['body.onEvent.click.actions.0 button script custom'],
    ],
    ['an action that is not known', { type: 'button', actionType: 'saveAs' }, ['body button action saveAs']],
    ['a setting that changes what it is', { type: 'crud', columns: [], bulkActions: [{ type: 'button' }] }, ['body crud setting bulkActions']],
    ['markup that is more than emphasis', '<img src=x>', ['body tpl markup <img>']],
    ['a filter that is not known', '${a | isMobile}', ['body tpl expression isMobile']],
    ['an expression that cannot be read', '${a +}', ['body tpl expression ${a +}']],
  ])('%s', (_name, body, reasons) => expect(why(body)).toEqual(reasons))

  it('has none for a page of the subset', () => {
    const form = {
      type: 'form',
      api: 'post:model:main/order',
      body: [
        { type: 'input-text', name: 'a' },
        { type: 'input-date', name: 'b' },
      ],
    }
    const body = [
      { type: 'tpl', tpl: '<b>${a|upperCase}</b> ${IF(a < 3, "x", "y")}' },
      {
        type: 'crud',
        api: 'get:model:main/order',
        headerToolbar: ['statistics', { type: 'button', label: 'Add', actionType: 'dialog', dialog: { body: form } }],
        columns: [{ name: 'a', label: 'A' }],
      },
      { type: 'tessera-data-table', source: 'main', model: 'order' },
    ]
    expect(why(body)).toEqual([])
  })

  it('names no more than a person reads, and does not go under in what has no end', () => {
    let deep: object = { type: 'tpl', tpl: 'x' }
    for (let at = 0; at < 5000; at++) deep = { type: 'container', body: deep }
    expect(why(deep)).toMatchObject([expect.stringContaining('size depth')])
    expect(why(Array.from({ length: 100 }, () => ({ type: 'chart' }))).length).toBe(20)
  })
})
