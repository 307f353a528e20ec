import { describe, expect, it } from 'vitest'
import { createMatcher, freePath, normalPath, pathFromName, pathProblem } from '../../api/server/services/page/paths.ts'

describe('paths of pages', () => {
  it.each([
    ['crud/list/', '/crud/list'],
    ['//a//b', '/a/b'],
    [' ', ''],
    ['/', ''],
  ])('%j is stored as %j', (given, stored) => expect(normalPath(given)).toBe(stored))

  it.each(['/a', '/crud/:id', '/订单/:a/edit', '/a.b~c_d-e'])('%j is fine', path => expect(pathProblem(path)).toBeUndefined())
  it.each(['/a b', '/..', '/a/./b', '/a?b', '/a%2Fb', '/:', '/:1', '/:a/:a', '/<b>', '/a:b', ''])('%j is refused', path =>
    expect(pathProblem(path)).toBe('page.pathInvalid'),
  )
  it('keeps the addresses of the console', () =>
    expect([pathProblem('/admin'), pathProblem('/design/x'), pathProblem('/administer')]).toEqual(['page.pathReserved', 'page.pathReserved', undefined]))

  it('makes paths from names', () => {
    expect(pathFromName('Order List!', new Set())).toBe('/order-list')
    expect(pathFromName('订单', new Set(['/订单']))).toBe('/订单-2')
    expect(pathFromName('???', new Set())).toBe('/page')
    expect(pathFromName('Admin', new Set())).toBe('/admin-2')
  })
  it('numbers the last fixed segment', () => {
    expect(freePath('/crud/:id', new Set(['/crud/:']))).toBe('/crud-2/:id')
    expect(freePath('/:id', new Set(['/:']))).toBe('/page/:id')
  })

  it('finds fixed paths before patterns, and the more exact pattern first', () => {
    const match = createMatcher(['/crud/:id', '/crud/new', '/:a/list', '/crud/:id/edit', '/:a/:b'].map(path => ({ path })))
    const found = (address: string) => {
      const one = match(address)
      return one && [one.page.path, one.params]
    }
    expect(found('crud/new')).toEqual(['/crud/new', {}])
    expect(found('/crud/7')).toEqual(['/crud/:id', { id: '7' }])
    expect(found('/crud/7/edit/')).toEqual(['/crud/:id/edit', { id: '7' }])
    expect(found('/x/list')).toEqual(['/:a/list', { a: 'x' }])
    expect(found('/x/y')).toEqual(['/:a/:b', { a: 'x', b: 'y' }])
    expect(found('/x')).toBeUndefined()
    expect(found('')).toBeUndefined()
  })
})
