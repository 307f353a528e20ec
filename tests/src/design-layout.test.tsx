// The menu of an app in its design: in groups beside the content, and over it where there is no room (its style sheet's part).
import '../support/boot.ts'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { matchRoute } from '../../api/routes.ts'
import { DesignLayout } from '../../src/layouts/design.tsx'
import { locale } from '../../src/preferences.ts'
import { bootData } from '../support/boot.ts'

// Files of this kind share a process; one before may have ended in another language.
beforeEach(() => locale.set('en-US'))
afterEach(() => {
  cleanup()
  localStorage.clear()
})

describe('the menu of an app', () => {
  const show = (address = '/company/acme/app/shop-dev/admin/release') => {
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
    expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.classList.contains('t-menu')).toBe(true)
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

  it('stands in groups by what one does, and marks where the person is', () => {
    const { container } = show()
    const groups = [...container.querySelectorAll('.t-menu-group')].map(group => [
      group.querySelector('h2')?.textContent ?? '',
      ...[...group.querySelectorAll('a')].map(({ textContent }) => textContent),
    ])
    expect(groups).toEqual([
      ['', 'Overview'],
      ['Build', 'Pages', 'Models', 'Queries', 'Components', 'APIs', 'Flows', 'Themes', 'Triggers', 'Languages', 'Widget templates', 'Working copies'],
      ['Publish', 'App release', 'Shares'],
      ['Run', 'Settings'],
    ])
    expect([...container.querySelectorAll('[aria-current]')].map(({ textContent }) => textContent)).toEqual(['App release'])
  })

  it('is narrowed and widened, and stays so; tools with panels of their own start narrow', () => {
    const first = show()
    const isNarrow = () => document.querySelector('.t-design')?.classList.contains('is-narrow')
    expect(isNarrow()).toBe(false)
    fireEvent.click(first.getByRole('button', { name: 'Narrow the menu' }))
    expect(isNarrow()).toBe(true)
    expect(first.getByRole('link', { name: 'Models' }).getAttribute('title')).toBe('Models')
    first.unmount()
    const second = show()
    expect(isNarrow()).toBe(true)
    fireEvent.click(second.getByRole('button', { name: 'Widen the menu' }))
    second.unmount()
    show('/company/acme/app/shop-dev/design')
    expect(isNarrow()).toBe(true)
  })
})
