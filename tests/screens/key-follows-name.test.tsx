// A key is proposed from the name for as long as nobody has written one, whatever had the focus meanwhile.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { hide, showScreen } from '../support/show-screen.tsx'
import { schemaOf } from '../support/shipped.ts'

afterEach(() => hide())

const box = (name: string) => document.querySelector<HTMLInputElement>(`[role=dialog] input[name=${name}]`)
const write = (name: string, value: string) => fireEvent.change(box(name) as HTMLInputElement, { target: { value } })
const keyIs = (value: string) => waitFor(() => expect(box('key')?.value).toBe(value))

it.each([
  ['company.app-list', 'New app', 'second_shop'],
  ['company.app-list', 'Copy', 'second_shop'],
  ['model.page', 'Add model', 'secondShop'],
  ['model.edit', 'Add field', 'secondShop'],
])('%s, "%s": the key follows the name behind whoever tabs on at once', async (id, action, key) => {
  await showScreen(id, await schemaOf(id))
  // What is done with an app that is there is behind its menu.
  if (action === 'Copy') fireEvent.click(screen.getAllByRole('button', { name: 'More' })[0] as HTMLElement)
  fireEvent.click((await screen.findAllByText(action))[0] as HTMLElement)
  await waitFor(() => expect(box('key')).toBeTruthy())
  write('name', 'Shop')
  fireEvent.focus(box('key') as HTMLInputElement)
  await keyIs('shop')
  write('name', 'Second shop')
  await keyIs(key)
  write('key', 'own')
  write('name', 'Third shop')
  await waitFor(() => expect(box('name')?.value).toBe('Third shop'))
  await keyIs('own')
  // An emptied one follows again.
  write('key', '')
  await keyIs('')
  write('name', 'Shop')
  await keyIs('shop')
})
