// Options from a model: chosen in the panel of a chooser, and what the chooser does with them where the page runs.
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { filterText, filterTree, optionsApi, readOptions, type ModelOptions } from '../../api/models/options.ts'
import { chooserProps } from '../../renderers/tessera-schema-editor/chooser-options.ts'
import { rowsOf, startRows } from '../../renderers/tessera-schema-editor/model-rows.ts'
import '../../renderers/tessera-schema-editor/options-from.tsx'
import '../../renderers/tessera-schema-editor/rows-parts.tsx'
import { designAnswer, enterPlace, type DesignModel } from '../../renderers/tessera-schema-editor/place.ts'
import { pieces } from '../support/amis-editor-stub.tsx'
import { renderScreen } from '../support/render-screen.tsx'

const say = (text: string) => text
const field = (key: string, type: string, more: object = {}) => ({ key, name: key.toUpperCase(), type, options: [], rules: {}, ...more }) as never
const city: DesignModel = {
  key: 'city',
  name: 'City',
  managed: true,
  isApplied: true,
  fields: [field('code', 'text'), field('name', 'text', { isTitle: true }), field('extra', 'json'), field('within', 'relationOne', { model: 'city' })],
}
const sources = [{ key: 'main', name: 'Built-in', models: [city] }]
const OPTIONS: ModelOptions = { source: 'main', model: 'city', label: 'name', value: 'id', orderBy: 'name', orderDir: 'asc' }
const names = {
  options: [
    { value: 'b1', label: 'Berlin' },
    { value: 'p1', label: 'Paris' },
  ],
  total: 2,
  mayCreate: false,
}
afterEach(() => {
  cleanup()
  enterPlace()
})

describe('the address of options', () => {
  it('is read again as it was chosen', () => {
    const filter = { conjunction: 'and', children: [{ left: { type: 'field', field: 'code' }, op: 'equal', right: '${country}' }] }
    const all = { ...OPTIONS, value: 'code', parent: 'within', filter, orderDir: 'desc' as const }
    expect(readOptions(JSON.parse(JSON.stringify(optionsApi(all, 'place'))))).toEqual(all)
    expect(readOptions('get:model:main/city/option/name')).toEqual({ source: 'main', model: 'city', label: 'name', value: 'id' })
    for (const other of ['model:main/city', '/api/x', undefined, '${list}', 'model:main/city/choice/name']) expect(readOptions(other)).toBeUndefined()
    // Asked for again when what it names of the page changes.
    expect(optionsApi(all, 'place').trackExpression).toBe('${place} ${country}')
  })
  it('keeps conditions as they are, also with quotes and braces in their values', () => {
    for (const right of ['"x"', "it's", '{}', '${a.b}', '\\', ['a', '${b}']]) {
      const tree = { conjunction: 'or', children: [{ op: 'equal', right }] }
      expect(filterTree(filterText(tree))).toEqual(tree)
    }
    expect(filterTree('{')).toBeUndefined()
  })
})

describe('the panel of a chooser', () => {
  const panel = async (node: object) => {
    enterPlace({ sources })
    const answer = (what: string, query: string) => designAnswer(`design:${what}?${query}`, say) as { options: unknown[] }
    const of = 'source=main&model=city'
    const answers = {
      'get design:models': answer('models', 'source=main'),
      'get design:names': answer('names', `${of}&id=1`),
      'get design:parents': answer('parents', of),
      'get design:conditions': designAnswer(`design:conditions?${of}`, say) as never,
    }
    const piece = pieces.get('treeOptionControl')?.({ visibleOn: '${type}' })
    const shown = { type: 'tpl', tpl: 'kept: ${source.url} ${source.data.value} ${source.data.parent} ${autoComplete.url}' }
    return renderScreen(
      { type: 'page', body: { type: 'form', data: node, body: [{ ...piece, own: { type: 'tpl', tpl: 'the control of the editor' } }, shown] } },
      { answers },
    )
  }
  const choose = async (label: string, option: string) => {
    const user = userEvent.setup()
    const item = [...document.querySelectorAll('.cxd-Form-item')].find(one => one.querySelector('.cxd-Form-label')?.textContent === label) as Element
    await user.click(item.querySelector('.cxd-Select') as Element)
    await waitFor(() => expect(document.querySelector('.cxd-Select-menu')).not.toBeNull())
    const found = await waitFor(() => [...document.querySelectorAll('.cxd-Select-option')].find(one => one.textContent === option) as Element)
    await user.click(found)
  }

  it('asks where options come from: a model brings its title, its order and its ids; the rest is a choice', async () => {
    const { screen, findByText, queryByText, getByText } = await panel({ type: 'tree-select', name: 'place' })
    expect(await findByText('the control of the editor')).toBeTruthy()
    fireEvent.click(screen.getByText('Model'))
    await waitFor(() => expect(queryByText('the control of the editor')).toBeNull())
    await choose('Model', 'City')
    await waitFor(() => expect(getByText(/^kept:/).textContent).toContain('model:main/city/option/name?selected=${place|url_encode}'))
    await choose('Stands below', 'WITHIN')
    await waitFor(() => expect(getByText(/^kept:/).textContent).toMatch(/option\/name\S* +within/))
    // Back to what the editor knows: nothing of the model stays.
    fireEvent.click(screen.getByText('Fixed or API'))
    await waitFor(() => expect(getByText(/^kept:/).textContent?.trim()).toBe('kept:'))
    expect(getByText('the control of the editor')).toBeTruthy()
  })
  it('of cards shows what they show, and changes it', async () => {
    enterPlace({ sources })
    const node = rowsOf({ ...startRows('main', city, 'cards'), orderBy: 'code' }, say)
    const of = 'source=main&model=city'
    const answers = Object.fromEntries(
      [
        ['models', 'source=main'],
        ['names', of],
        ['shown', of],
        ['links', ''],
        ['conditions', of],
      ].map(([what = '', query]) => [`get design:${what}`, designAnswer(`design:${what}?${query}`, say) as never]),
    )
    const shown = { type: 'tpl', tpl: 'kept: ${api.data.orderBy}' }
    const { container, getByText } = await renderScreen(
      { type: 'page', body: { type: 'form', data: node, body: [{ type: 'tes-rows-panel' }, shown] } },
      { answers },
    )
    await waitFor(() => expect([...container.querySelectorAll('.cxd-Select-value')].map(one => one.textContent)).toContain('City'))
    await choose('In the order of', 'NAME')
    await waitFor(() => expect(getByText(/^kept:/).textContent).toBe('kept: name'))
  })
  it('shows again what was chosen', async () => {
    const { container } = await panel({ type: 'select', name: 'place', ...chooserProps({ type: 'select', name: 'place' }, OPTIONS, say) })
    await waitFor(() =>
      expect([...container.querySelectorAll('.cxd-Select-value')].map(one => one.textContent)).toEqual(['City', 'NAME', 'Id of the row', 'NAME']),
    )
  })
})

describe('where the page runs', () => {
  const run = (type: string, value: unknown) =>
    renderScreen(
      {
        type: 'page',
        body: { type: 'form', data: { place: value }, body: [{ type, name: 'place', label: 'Place', ...chooserProps({ type, name: 'place' }, OPTIONS, say) }] },
      },
      { answers: { 'get model:main/city/option/name': names } },
    )
  const queries = (asked: { url: string }[]) => asked.map(({ url }) => Object.fromEntries(new URLSearchParams(url.split('?')[1])))

  it.each(['select', 'tree-select', 'radios', 'checkboxes', 'transfer', 'input-tag', 'picker', 'list-select', 'button-group-select'])(
    '%s shows the name of what is chosen',
    async type => {
      const { findAllByText, asked } = await run(type, 'p1')
      expect((await findAllByText('Paris')).length).toBeGreaterThan(0)
      expect(queries(asked)[0]).toMatchObject({ selected: 'p1', orderBy: 'name' })
      // What searches asks once more a moment after it is drawn.
      if (type === 'select') await waitFor(() => expect(asked).toHaveLength(2), { timeout: 3000 })
      await act(async () => {})
    },
  )
  it.each(['cards', 'list', 'details'] as const)('%s of a model show rows by their fields', async kind => {
    enterPlace({ sources })
    const part = rowsOf({ ...startRows('main', city, kind), fields: ['code', 'within'], title: 'name' }, say)
    const row = { id: 'b1', name: 'Berlin', code: 'BER', within: 'e1', _labels: { within: 'Europe' } }
    const answers = { 'get model:main/city': { items: [row], total: 1, page: 1, perPage: 12 }, 'get model:main/city/b1': { row } }
    const { findByText, getByText } = await renderScreen({ type: 'page', data: { id: 'b1' }, body: part }, { answers })
    expect(await findByText('BER')).toBeTruthy()
    expect(getByText('Europe')).toBeTruthy()
    if (kind !== 'details') expect(getByText('Berlin')).toBeTruthy()
  })
  it('the server looks for what is typed', async () => {
    const { container, asked } = await run('select', 'p1')
    const user = userEvent.setup()
    await user.click(container.querySelector('.cxd-Select') as Element)
    const search = await waitFor(() => document.querySelector('.cxd-Select-input input, .cxd-Select-popover input') as Element)
    await user.type(search, 'ber')
    await waitFor(() => expect(queries(asked).at(-1)).toMatchObject({ keywords: 'ber', selected: 'p1' }))
    await act(async () => {})
  })
})
