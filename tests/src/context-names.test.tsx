// Fields of a page may be called as the author likes; what the shell tells every page is for texts.
import { cleanup, configure, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, expect, it } from 'vitest'
import '../../src/amis/context-names.ts'

configure({ asyncUtilTimeout: 5000 })
afterEach(() => {
  cleanup()
  clearStoresCache()
})

const context = {
  user: { id: '1', name: 'Ann', email: 'ann@example.test' },
  app: { key: 'shop' },
  dataApi: '/api/rows',
  perms: {},
  company: { key: 'acme', name: 'Acme' },
  locale: 'en-US',
  params: { id: '7' },
  query: { from: 'here' },
}
const NAMES = ['company', 'user', 'app', 'locale', 'params', 'query', 'dataApi', 'user.name']
const fields = NAMES.map(name => ({ type: 'input-text', name, label: name }))
const draw = (body: unknown) => mount(render({ type: 'page', body } as never, { context } as never))
const values = async () => {
  await waitFor(() => expect(document.querySelectorAll('input').length).toBeGreaterThanOrEqual(NAMES.length - 1))
  return Object.fromEntries([...document.querySelectorAll<HTMLInputElement>('input[name]')].filter(input => input.name).map(input => [input.name, input.value]))
}
const EMPTY = Object.fromEntries(NAMES.map(name => [name, '']))

it('fields called like what every page may read start empty, and texts go on reading it', async () => {
  draw([{ type: 'form', title: 'Form', body: [...fields, { type: 'tpl', tpl: 'For ${user.name} of ${company.name} in ${locale}' }] }])
  expect(await values()).toEqual(EMPTY)
  expect(screen.getByText('For Ann of Acme in en-US')).toBeTruthy()
})

it('outside of a form they start empty, too', async () => {
  draw(fields)
  expect(await values()).toEqual(EMPTY)
})

it('a value that the page itself has is taken over, from a row or from the data around', async () => {
  const data = { company: 'Initech', user: { name: 'Bob' }, app: 'Till', locale: 'de' }
  draw({ type: 'service', data, body: { type: 'form', title: 'Form', body: fields.filter(one => one.name !== 'user') } })
  await waitFor(async () => expect(await values()).toMatchObject({ company: 'Initech', 'user.name': 'Bob', locale: 'de' }))
})
