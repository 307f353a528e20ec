import { cleanup, fireEvent, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { DISTANCE, editDistance, groupsOf, type IconEntry, type IconGroup } from '../../renderers/tessera-icon-gallery/groups.ts'
import { rowsBetween, rowsOf, search, SETS, snippetOf, valueOf } from '../../renderers/tessera-icon-gallery/icons.ts'
import '../../renderers/tessera-icon-gallery/icon-gallery.tsx'
import { iconNames, iconsJson } from '../../scripts/icons.ts'

const file = readFileSync(join(import.meta.dirname, '../../renderers/tessera-icon-gallery/icons.json'), 'utf8')
const groups = JSON.parse(file) as IconGroup[]
const copy = vi.fn()
let run = 0
const show = () =>
  mount(render({ type: 'page', body: { type: 'tessera-icon-gallery' } } as never, {}, { session: `icons-${run++}`, copy, theme: 'cxd' } as never))
const tiles = () => [...document.querySelectorAll<HTMLElement>('[data-at]')]

beforeAll(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})
afterEach(() => {
  cleanup()
  clearStoresCache()
  copy.mockClear()
})

describe('icons.json', () => {
  it('is what scripts/icons.ts makes of the sets that are installed', () => {
    expect(file).toBe(iconsJson())
  })

  it('holds every icon once, two thousand and more', () => {
    const all = groups.flatMap(([, icons]) => icons.map(icon => icon.join(' ')))
    expect(all.length).toBeGreaterThan(2000)
    expect(all.sort()).toEqual(
      iconNames()
        .flatMap((names, set) => names.map(name => `${set} ${name}`))
        .sort(),
    )
    expect(iconNames().map(names => names.length > 0)).toEqual(SETS.map(() => true))
  })

  it('icon.group: an icon is no more than ten edits away from the title of its group', () => {
    expect(DISTANCE).toBe(10)
    for (const [title, icons] of groups.filter(([title]) => title.length > 1))
      for (const [, name] of icons) expect(editDistance(title, name.toLowerCase()), `${name} in ${title}`).toBeLessThanOrEqual(DISTANCE)
  })

  it('icon.group: edits are counted as Levenshtein did', () => {
    expect([editDistance('kitten', 'sitting'), editDistance('', 'abc'), editDistance('arrow', 'arrow')]).toEqual([3, 3, 0])
    const names = 'arrow arrow-left arrow-right arrow-alt-circle-down arrow-alt-circle-left arrow-alt-circle-right bell'.split(' ')
    expect(groupsOf(names.map(name => [0, name] as IconEntry)).map(([title, icons]) => [title, icons.length])).toEqual([
      ['arrow', 3],
      ['arrow-alt-circle', 3],
      ['B', 1],
    ])
  })
})

describe('rows', () => {
  it('icon.search: a part of a name, whatever the case', () => {
    const found = search(groups, ' ARROW-l', undefined).flatMap(([, icons]) => icons.map(valueOf))
    expect(found).toContain('fa fa-arrow-left')
    expect(found.every(value => value.includes('arrow-l'))).toBe(true)
    expect(
      search(groups, '', 5)
        .flatMap(([, icons]) => icons)
        .every(([set]) => set === 5),
    ).toBe(true)
  })

  it('are found by height without going through all of them', () => {
    const { rows, height, icons } = rowsOf(groups, 8)
    const last = rows[rows.length - 1]!
    expect(last.top + last.height).toBe(height)
    expect(icons.length).toBe(groups.reduce((sum, [, list]) => sum + list.length, 0))
    expect(rowsBetween(rows, 5000, 5600)).toEqual(rows.filter(row => row.top + row.height > 5000 && row.top < 5600))
  })
})

describe('tessera-icon-gallery', () => {
  it('icon.gallery: draws the rows in view only, and says how many there are', async () => {
    show()
    expect(await screen.findByRole('status')).toHaveProperty('textContent', `${groups.reduce((sum, [, list]) => sum + list.length, 0)} icons`)
    expect(tiles().length).toBeGreaterThan(10)
    expect(tiles().length).toBeLessThan(150)
  })

  it('icon.copy: copies the name, or what to write; icon.sample: the sample too', async () => {
    show()
    const box = await screen.findByRole('searchbox', { name: 'Search icons' })
    fireEvent.change(box, { target: { value: 'address-book' } })
    fireEvent.click(screen.getByRole('button', { name: 'Copy fa fa-address-book' }))
    expect(copy).toHaveBeenLastCalledWith('fa fa-address-book', { said: 'Copied fa fa-address-book' })
    fireEvent.click(screen.getByRole('button', { name: 'Snippet' }))
    fireEvent.click(screen.getByRole('button', { name: 'Copy fa fa-address-book' }))
    expect(copy).toHaveBeenLastCalledWith(snippetOf([0, 'address-book']), expect.anything())
    expect(JSON.parse(copy.mock.lastCall?.[0])).toEqual({ type: 'icon', vendor: '', icon: 'fa fa-address-book' })
    fireEvent.click(screen.getByRole('button', { name: 'Copy sample' }))
    expect(JSON.parse(copy.mock.lastCall?.[0])).toMatchObject({ type: 'button', icon: 'fa fa-address-book' })
  })

  it('says when nothing is called so', async () => {
    show()
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search icons' }), { target: { value: 'xyzzy' } })
    expect(screen.getByText(/No icon is called “xyzzy”/)).toBeTruthy()
    expect(tiles()).toEqual([])
  })

  it('is one stop for the keyboard: arrows go from tile to tile', async () => {
    show()
    const box = await screen.findByRole('searchbox', { name: 'Search icons' })
    expect(tiles().filter(tile => tile.tabIndex === 0)).toHaveLength(1)
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    await vi.waitFor(() => expect((document.activeElement as HTMLElement).dataset.at).toBe('0'))
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' })
    await vi.waitFor(() => expect((document.activeElement as HTMLElement).dataset.at).toBe('1'))
    fireEvent.keyDown(document.activeElement!, { key: 'End' })
    await vi.waitFor(() => expect(Number((document.activeElement as HTMLElement).dataset.at)).toBeGreaterThan(2000))
    fireEvent.keyDown(document.activeElement!, { key: 'Home' })
    await vi.waitFor(() => expect((document.activeElement as HTMLElement).dataset.at).toBe('0'))
  })
})
