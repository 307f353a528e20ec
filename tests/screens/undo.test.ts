// Taking back one change, and where two screens differ.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compare, describe as tell, LedgerError, marksOf, sentenceText, toTree, undo, type JsonObject } from '../../api/ledger/index.ts'

const column = (name: string, more: object = {}) => ({ name, label: name.toUpperCase(), ...more })
const page = (columns: object[], more: object = {}) => ({ type: 'page', title: 'A', ...more, body: { type: 'crud', name: 'l', columns } }) as JsonObject
const before = page([column('id'), column('name'), column('status')])
const told = (a: JsonObject, b: JsonObject) => tell(compare(toTree(a), toTree(b))).map(one => ({ ...one, text: sentenceText(one) }))
/** Undoes the change whose sentence holds these words. */
const undone = (current: JsonObject, a: JsonObject, b: JsonObject, words: string) => undo(current, a, b, told(a, b).find(one => one.text.includes(words))!.node)

describe('undo', () => {
  it('takes back a value, and leaves what the same change did elsewhere', () => {
    const after = page([column('id', { label: 'Number' }), column('name', { label: 'Called' }), column('status')], { title: 'B' })
    expect(undone(after, before, after, 'Number')).toEqual(page([column('id'), column('name', { label: 'Called' }), column('status')], { title: 'B' }))
    expect(undone(after, before, after, 'title')).toEqual({ ...after, title: 'A' })
  })

  it('brings back what was removed, takes away what was added, and moves back what was moved', () => {
    const without = page([column('id'), column('status')])
    expect(undone(without, before, without, 'removed')).toEqual(before)
    const more = page([column('id'), column('new'), column('name'), column('status')])
    expect(undone(more, before, more, 'added')).toEqual(before)
    const moved = page([column('status'), column('id'), column('name')])
    expect(undone(moved, before, moved, 'moved')).toEqual(before)
  })

  it('keeps what was changed later, in the same part too', () => {
    const after = page([column('id', { label: 'Number' }), column('name'), column('status')])
    const later = page([column('status'), column('id', { label: 'Number', width: 80 })], { title: 'Later' })
    expect(undone(later, before, after, 'Number')).toEqual(page([column('status'), column('id', { width: 80 })], { title: 'Later' }))
  })

  it('is what the person wants, also where the value was changed again', () => {
    const after = page([column('id', { label: 'Number' }), column('name'), column('status')])
    const later = page([column('id', { label: 'No.' }), column('name'), column('status')])
    expect(undone(later, before, after, 'Number')).toEqual(before)
  })

  it('says when there is nothing to take back', () => {
    const after = page([column('id'), column('name'), column('status')], { title: 'B' })
    expect(() => undone(before, before, after, 'title')).toThrow(LedgerError)
    expect(() => undo(after, before, after, 'nowhere')).toThrow(LedgerError)
  })

  it('of every change, one after the other, is the screen before', () => {
    const shipped = JSON.parse(readFileSync(join(import.meta.dirname, '../../schemas/release/page.json'), 'utf8')) as JsonObject
    const after = structuredClone(shipped) as any
    const crud = after.body[1].body.tabs[0].body[0]
    after.title = 'Ours'
    crud.columns[1].label = 'Number'
    crud.columns.splice(3, 1)
    crud.columns.push({ name: 'extra', label: 'Extra' })
    after.body.unshift({ type: 'tpl', tpl: 'Hello' })
    let current = after as JsonObject
    for (const node of new Set(told(shipped, after).map(one => one.node))) current = undo(current, shipped, after, node)
    expect(current).toEqual(shipped)
  })
})

describe('marks', () => {
  it('name the parts that differ by their place in either screen', () => {
    const after = page([column('status'), column('id', { label: 'Number' })], { toolbar: [{ type: 'button', label: 'New' }] })
    expect(marksOf(before, after)).toEqual({
      before: expect.arrayContaining([
        { path: 'body.columns[1]', kind: 'removed' },
        { path: 'body.columns[0]', kind: 'changed' },
      ]),
      after: expect.arrayContaining([
        { path: 'toolbar[0]', kind: 'added' },
        { path: 'body.columns[1]', kind: 'changed' },
      ]),
    })
  })

  it('are none where nothing differs', () => {
    expect(marksOf(before, structuredClone(before))).toEqual({ before: [], after: [] })
  })
})
