// The menu of an app in its design: across the top, and from the side where there is no room (its style sheet's part).
import '../support/boot.ts'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { matchRoute } from '../../api/routes.ts'
import { DesignLayout } from '../../src/layouts/design.tsx'
import { bootData } from '../support/boot.ts'

afterEach(cleanup)

describe('the menu of an app', () => {
  const show = () => {
    const address = '/company/acme/app/shop-dev/admin/release'
    const match = matchRoute(bootData.routes, address)
    if (!match) throw new Error(address)
    const place = { state: 'ready', company: null, app: { name: 'Shop', key: 'shop', tag: 'dev', perms: { edit: true } } }
    return render(
      <MemoryRouter initialEntries={[address]}>
        <DesignLayout match={match} place={place as never} title="Releases">
          content
        </DesignLayout>
      </MemoryRouter>,
    )
  }

  it('opens and closes by its button, the shade and Escape, and says which', () => {
    const { container, getByRole } = show()
    const button = getByRole('button', { name: 'Menu' })
    const isOpen = () => [button.getAttribute('aria-expanded'), container.querySelector('.t-design')?.classList.contains('is-open')]
    expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.classList.contains('t-app-nav')).toBe(true)
    expect(isOpen()).toEqual(['false', false])
    fireEvent.click(button)
    expect(isOpen()).toEqual(['true', true])
    fireEvent.keyDown(window, { key: 'Escape' })
    expect(isOpen()).toEqual(['false', false])
    fireEvent.click(button)
    fireEvent.click(container.querySelector('.t-menu-shade') as HTMLElement)
    expect(isOpen()).toEqual(['false', false])
  })

  it('closes when it has led somewhere', () => {
    const { container, getByRole } = show()
    fireEvent.click(getByRole('button', { name: 'Menu' }))
    fireEvent.click(getByRole('link', { name: 'Models' }))
    expect(container.querySelector('.t-design.is-open')).toBeNull()
  })
})
