// What a row says on a phone, where its table has no head.
import { expect, it } from 'vitest'
import { labelCells } from '../../src/amis/row-labels.ts'

it('tells each value of a row what it is, but for its title, empty cells and what says so itself', () => {
  const table = document.createElement('table')
  table.innerHTML = `<thead><tr><th></th><th>Name</th><th>Email</th><th>Phone</th><th>Last used</th><th></th></tr></thead>
    <tbody><tr><td>x</td><td>Ann</td><td>ann@example.test</td><td></td><td><span class="t-row-label">Used: </span>today</td><td>Edit</td></tr>
    <tr class="cxd-Table-placeholder"><td colspan="6">Nobody</td></tr></tbody>`
  labelCells(table)
  expect([...table.querySelectorAll('td')].map(cell => cell.getAttribute('data-label'))).toEqual([null, null, 'Email', null, null, null, null])
})
