import { cleanup, configure, fireEvent, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, describe, expect, it } from 'vitest'
import { compareJson, linesOf, pathsOf } from '../../renderers/tessera-json-diff/compare-json.ts'
import '../../renderers/tessera-json-diff/json-diff.tsx'

// The first screen of a file also loads amis.
configure({ asyncUtilTimeout: 5000 })
let run = 0
const show = (data: object) =>
  mount(
    render(
      {
        type: 'page',
        data,
        body: { type: 'tessera-json-diff', before: '${before}', after: '${after}', beforeTitle: 'Version 1', afterTitle: 'Version 2' },
      } as never,
      {},
      { session: `diff-${run++}`, theme: 'cxd' } as never,
    ),
  )
const long = (label: string) => ({ type: 'page', columns: Array.from({ length: 30 }, (_, at) => ({ name: `c${at}`, label: at === 20 ? label : `C${at}` })) })

afterEach(() => {
  cleanup()
  clearStoresCache()
})

describe('tessera-json-diff', () => {
  it('shows both sides, what differs in a line, and the path of what is folded', async () => {
    const { container } = show({ before: long('State'), after: long('Status') })
    expect(await screen.findByRole('columnheader', { name: 'Version 1' })).toBeTruthy()
    expect(screen.getByText('1 place differs')).toBeTruthy()
    expect(container.querySelector('del')?.textContent).toBe('State')
    expect(container.querySelector('ins')?.textContent).toBe('Status')
    expect(container.querySelector('.tes-diff__fold code')?.textContent).toBe('columns[20].name')
    expect(container.textContent).not.toContain('"c1"')
  })

  it('opens a fold, and steps from change to change by keyboard', async () => {
    const { container } = show({ before: long('State'), after: { ...long('Status'), type: 'other' } })
    fireEvent.click((await screen.findAllByRole('button', { name: /unchanged lines/ }))[0]!)
    expect(container.textContent).toContain('"c1"')
    const region = screen.getByRole('region')
    fireEvent.keyDown(region, { key: 'n' })
    expect(screen.getByText('Place 1 of 2')).toBeTruthy()
    expect(container.querySelector('tr.is-here')?.textContent).toContain('"other"')
    fireEvent.keyDown(region, { key: 'F7' })
    expect(screen.getByText('Place 2 of 2')).toBeTruthy()
    fireEvent.keyDown(region, { key: 'F7', shiftKey: true })
    fireEvent.click(screen.getByRole('button', { name: /Previous change/ }))
    expect(screen.getByText('Place 2 of 2')).toBeTruthy()
  })

  it('says when there is nothing to see', async () => {
    show({ before: { a: 1 }, after: { a: 1 } })
    expect(await screen.findByText('There is no difference.')).toBeTruthy()
  })

  it('survives values that are missing', () => {
    expect(() => show({})).not.toThrow()
    expect(compareJson(undefined, undefined)).toEqual([])
    expect(compareJson(undefined, { a: 1 }).map(one => one.kind)).toEqual(['changed'])
  })
})

describe('paths of lines', () => {
  it('name what a line belongs to', () => {
    const lines = linesOf({ type: 'page', body: [{ a: 1 }, { b: { c: [] } }, 'x'], end: true })
    const paths = pathsOf(lines)
    const at = (text: string) => paths[lines.findIndex(line => line.includes(text))]
    expect(at('"type"')).toBe('type')
    expect(at('"a"')).toBe('body[0].a')
    expect(at('"c"')).toBe('body[1].b.c')
    expect(at('"x"')).toBe('body[2]')
    expect(at('"end"')).toBe('end')
  })
})

describe('a comparison', () => {
  it('puts all lines of both sides into its rows, in order', () => {
    const runs = compareJson(long('a'), { ...long('b'), more: [1, 2, 3] })
    const side = (name: 'before' | 'after') =>
      runs.flatMap(one => one.rows.flatMap(row => (row[name] ? [row[name].pieces.map(piece => piece.text).join('')] : [])))
    expect(side('before')).toEqual(linesOf(long('a')))
    expect(side('after')).toEqual(linesOf({ ...long('b'), more: [1, 2, 3] }))
  })

  it('finds the changes in 300 kB', () => {
    const big = (label: string) => ({
      body: Array.from({ length: 3000 }, (_, at) => ({ type: 'input-text', name: `f${at}`, label: at % 500 ? `L${at}` : label, description: 'x'.repeat(40) })),
    })
    expect(compareJson(big('a'), big('b')).filter(one => one.kind === 'changed')).toHaveLength(6)
  })
})
