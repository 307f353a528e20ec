// What a screen is told of whoever opens it.
import '../support/boot.ts'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { env } from '../../src/amis/env.ts'
import { ScreenView, type ScreenViewProps } from '../../src/screen-view.tsx'
import { session } from '../../src/session.ts'

const before = session.get()
afterEach(() => {
  cleanup()
  session.set(before)
})

const schema = { type: 'page', body: { type: 'tpl', tpl: '${companies|pick:key|join} ${user.name} ${user.phone}' } }

async function told(more: object) {
  session.set({
    ...before,
    user: { id: 'u', name: 'Ann', email: 'ann@example.test', phone: '555-0101', avatar: '', isPlatformSuper: false },
    companies: [
      { key: 'acme', name: 'Acme', role: 'member' },
      { key: 'globex', name: 'Globex', role: 'owner' },
    ],
  } as never)
  const props = {
    screen: { id: 'general.not-found', hash: 'x'.repeat(64), schema, ...more },
    params: {},
    location: { pathname: '/company/acme/app/shop/nowhere', search: '', hash: '' },
    place: { company: { key: 'acme', name: 'Acme' }, app: null },
  } as unknown as ScreenViewProps
  const { container } = render(<ScreenView {...props} />)
  await waitFor(() => expect(container.textContent).toContain('Ann'))
  return container.textContent
}

it('a screen of the product knows the organisations of the person', async () => {
  expect(await told({})).toContain('acme,globex Ann 555-0101')
})

it('a page of an app in place of one knows only its own', async () => {
  const text = await told({ env })
  expect(text).toContain('acme Ann')
  expect(text).not.toMatch(/globex|555/)
})
