// The boxes of the permission matrix: what holds, what is set here, what differs from what is saved.
import { describe, expect, it } from 'vitest'
import { Matrix, type MatrixData } from '../../renderers/tessera-permission-matrix/matrix.ts'

const bitmap = (bits: number[]) => {
  const bytes = new Uint8Array(4)
  for (const at of bits) bytes[at >> 3]! |= 1 << (at & 7)
  return btoa(String.fromCharCode(...bytes))
}
// Resources: 0 a group, 1 Orders in it, 2 Stock; options: read, edit, and `ship` of Orders alone. Boxes of Orders: 3 to 5, of Stock: 6 to 8.
const data = (over: Partial<MatrixData> = {}): MatrixData => ({
  kind: 'page',
  revision: 1,
  locked: false,
  options: [
    { value: 'read', label: 'View', group: 'builtIn' },
    { value: 'edit', label: 'Edit', group: 'builtIn' },
    { value: 'ship', label: 'Ship', group: 'custom' },
  ],
  resources: [
    { id: 'g', parent: -1, label: 'Sales', isGroup: true, custom: [] },
    { id: 'orders', parent: 0, label: 'Orders', isGroup: false, custom: ['ship'] },
    { id: 'stock', parent: -1, label: 'Stock', isGroup: false, custom: [] },
  ],
  roles: [
    {
      label: 'All users',
      value: 'all',
      type: 0,
      isAppGuest: false,
      default: ['read'],
      boxes: { overridden: bitmap([4]), inherited: '', allowed: bitmap([4]) },
    },
    { label: 'Guests', value: 'guest', type: 1, isAppGuest: true, default: [], boxes: { overridden: '', inherited: bitmap([6]), allowed: bitmap([6]) } },
  ],
  ...over,
})

describe('permission matrix', () => {
  it('tells what holds and from where', () => {
    const matrix = new Matrix(data())
    expect(matrix.at(0, 1, 0)).toEqual({ allowed: true, source: 'default', locked: false })
    expect(matrix.at(0, 1, 1)).toEqual({ allowed: true, source: 'here', locked: false })
    expect(matrix.at(0, 2, 1)).toEqual({ allowed: false, source: 'default', locked: false })
    expect(matrix.at(1, 2, 0)).toEqual({ allowed: true, source: 'inherited', locked: false })
  })

  it('has no boxes for groups, nor those of another page', () => {
    const matrix = new Matrix(data())
    expect([matrix.has(0, 0), matrix.has(1, 2), matrix.has(2, 2)]).toEqual([false, true, false])
    expect(matrix.set(0, 2, 2, true)).toBe(false)
  })

  it('sends only what differs, and nothing when a box is back', () => {
    const matrix = new Matrix(data())
    expect(matrix.set(0, 2, 1, true)).toBe(true)
    expect(matrix.set(0, 2, 1, true)).toBe(false)
    expect(matrix.changes()).toEqual([{ roleId: 'all', resourceId: 'stock', option: 'edit', allow: true }])
    expect(matrix.at(0, 2, 1).source).toBe('changed')
    matrix.set(0, 2, 1, false)
    expect(matrix.changed).toBe(0)
  })

  it('resets a box to what stands above it', () => {
    const matrix = new Matrix(data())
    matrix.reset(0, 1, 1)
    expect(matrix.changes()).toEqual([{ roleId: 'all', resourceId: 'orders', option: 'edit', allow: false }])
  })

  it('resets a box of an environment to what is set for all', () => {
    // Guests: what is set for all environments gives them Stock, against the default.
    const matrix = new Matrix(data())
    expect(matrix.reset(1, 2, 0)).toBe(false)
    matrix.set(1, 2, 0, false)
    expect(matrix.changed).toBe(1)
    matrix.reset(1, 2, 0)
    expect(matrix.changes()).toEqual([])
    const [all, guest] = data().roles
    const both = new Matrix(data({ roles: [all!, { ...guest!, boxes: { overridden: bitmap([6]), inherited: bitmap([6]), allowed: '' } }] }))
    expect(both.isAllowed(1, 2, 0)).toBe(false)
    both.reset(1, 2, 0)
    expect(both.changes()).toEqual([{ roleId: 'guest', resourceId: 'stock', option: 'read', allow: true }])
  })

  it('leaves what a role cannot be given, and everything while the app forbids changes', () => {
    expect(new Matrix(data()).set(1, 1, 1, true)).toBe(false)
    expect(new Matrix(data()).set(1, 1, 0, true)).toBe(true)
    expect(new Matrix(data({ locked: true })).set(0, 1, 0, false)).toBe(false)
    const [read, edit, ship] = data().options
    const matrix = new Matrix(data({ options: [read!, { ...edit!, locked: true }, ship!] }))
    expect([matrix.set(0, 1, 1, false), matrix.set(0, 1, 0, false)]).toEqual([false, true])
  })

  it('copies a role, and tells where two differ', () => {
    const matrix = new Matrix(data())
    expect(matrix.differing(0, 1)).toEqual([1])
    expect(matrix.copyRole(0, 1, [1, 2])).toBe(1)
    expect(matrix.isAllowed(1, 1, 0)).toBe(true)
    matrix.discard()
    expect(matrix.changed).toBe(0)
  })

  it('finds by name, with the groups around, and by what boxes say', () => {
    const matrix = new Matrix(data())
    expect(matrix.search('', 0)).toEqual([0, 1, 2])
    expect(matrix.search('ord', 0)).toEqual([0, 1])
    expect(matrix.search('overridden', 0)).toEqual([0, 1])
    expect(matrix.search('can:edit', 0)).toEqual([0, 1])
    expect(matrix.search('cannot:view', 1)).toEqual([0, 1])
    expect(matrix.search('stock can:read', 1)).toEqual([2])
    expect(matrix.search('changed', 0)).toEqual([])
    expect(matrix.search('can:nothing', 0)).toEqual([])
  })
})
