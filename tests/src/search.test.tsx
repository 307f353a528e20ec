// Ctrl+K: where it finds, and that who may not build an app is not told of its parts.
import '../support/boot.ts'
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { matchRoute } from '../../api/routes.ts'
import { DesignLayout } from '../../src/layouts/design.tsx'
import { setNavigator } from '../../src/navigation.ts'
import { bootData } from '../support/boot.ts'

const asked: { id: string; input: unknown }[] = []
let isRefused = false
vi.mock('../../api/client/index.ts', async original => ({
  ...((await original()) as object),
  call: async (id: string, input: unknown) => {
    asked.push({ id, input })
    if (id === 'app.list') return { items: [] }
    if (isRefused) throw Object.assign(new Error('You are not allowed to do this'), { name: 'CallError', status: 403 })
    return {
      items: [
        { kind: 'field', label: 'Amount', within: 'Order', to: '/company/acme/app/shop-dev/design/model/1/2' },
        { kind: 'text', label: 'The amount to pay', within: 'Checkout', to: '/company/acme/app/shop-dev/design/page/3' },
      ],
    }
  },
}))

afterEach(cleanup)

function show() {
  const address = '/company/acme/app/shop-dev/admin/release'
  const match = matchRoute(bootData.routes, address)
  if (!match) throw new Error(address)
  const place = { state: 'ready', company: null, app: { name: 'Shop', key: 'shop', tag: 'dev', perms: { edit: true } } }
  const shown = render(
    <MemoryRouter initialEntries={[address]}>
      <DesignLayout match={match} place={place as never} title="Releases">
        content
      </DesignLayout>
    </MemoryRouter>,
  )
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
  return shown
}
const hits = () => [...document.querySelectorAll('#t-palette-hits [role=option]')].map(hit => hit.textContent)

it('finds the places of the app, its fields and the texts inside its pages, and leads there by keyboard', async () => {
  const went: string[] = []
  setNavigator({ go: to => void went.push(to) } as Parameters<typeof setNavigator>[0])
  const { findByRole } = show()
  const box = await findByRole('combobox')
  expect(hits()).toContain('ModelsShop')
  fireEvent.change(box, { target: { value: 'amount' } })
  await waitFor(() => expect(hits()).toEqual(['AmountField · Order', 'The amount to payText in a page · Checkout']))
  expect(asked.find(({ id }) => id === 'app.search')?.input).toEqual({ params: { companyKey: 'acme', appUrlKey: 'shop-dev' }, query: { keywords: 'amount' } })
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(went).toEqual(['/company/acme/app/shop-dev/design/page/3'])
})

it('tells what is called so before what belongs to something that is', async () => {
  const { findByRole } = show()
  fireEvent.change(await findByRole('combobox'), { target: { value: 'shop' } })
  await waitFor(() => expect(hits()[0]).toBe('AmountField · Order'))
  expect(hits()).toContain('ModelsShop')
})

it('goes on finding places where the app does not tell its parts', async () => {
  isRefused = true
  const { findByRole } = show()
  const box = await findByRole('combobox')
  fireEvent.change(box, { target: { value: 'mod' } })
  await waitFor(() => expect(hits()).toEqual(['ModelsShop']))
})
