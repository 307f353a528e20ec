// A new app begins where its maker said: at a spreadsheet, or at its models.
import '../support/boot.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
import { env } from '../../src/amis/env.ts'
import { hide, showScreen } from '../support/show-screen.tsx'
import { schemaOf } from '../support/shipped.ts'

afterEach(() => hide())

const { url } = (contracts.find(call => call.id === 'app.create')?.example.data ?? {}) as { url: string }

it.each([
  ['A spreadsheet', `${url}/from-sheet`],
  ['Data', `${url}/model`],
])('%s leads to %s', async (start, address) => {
  const moves: string[] = []
  // A screen is shown with what leads nowhere in place of this; here it is told where to.
  Object.defineProperty(env, 'jumpTo', { get: () => (to: string) => void moves.push(to), set: () => {}, enumerable: true, configurable: true })
  const { sent } = await showScreen('company.app-list', await schemaOf('company.app-list'))
  fireEvent.click(screen.getAllByRole('button', { name: 'New app' })[0] as HTMLElement)
  fireEvent.click(await screen.findByText(start, { exact: true, selector: '[role=dialog] *' }))
  fireEvent.change(document.querySelector('[role=dialog] input[name=name]') as Element, { target: { value: 'Shop' } })
  // The key follows the name.
  await waitFor(() => expect(document.querySelector('[role=dialog] input[name=key]')).toHaveProperty('value', 'shop'))
  fireEvent.click(screen.getByRole('button', { name: 'Create app' }))
  await waitFor(() => expect(moves).toEqual([address]))
  const [made] = sent.filter(({ id }) => id === 'app.create')
  expect(made?.data).toMatchObject({ name: 'Shop', key: 'shop', type: 1 })
  expect(made?.data).not.toHaveProperty('start')
})
