// An editor that fell over while it changed is put up again; one that cannot stand is told to whoever is around it.
import { Component, type ReactNode } from 'react'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OnceMore } from '../../renderers/tessera-schema-editor/once-more.tsx'

// React throws again what it caught, to be seen in a debugger.
const hush = (event: Event) => event.preventDefault()
beforeEach(() => window.addEventListener('error', hush))
afterEach(() => {
  window.removeEventListener('error', hush)
  vi.restoreAllMocks()
})

class Around extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render() {
    return this.state.error ? <p role="alert">{this.state.error.message}</p> : this.props.children
  }
}

function falling(times: number) {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  let left = times
  const again = vi.fn(() => {
    left--
  })
  const Falls = () => {
    if (left > 0) throw new Error('getSchemaParentById is not a function')
    return <p>The page</p>
  }
  render(
    <Around>
      <OnceMore again={again}>
        <Falls />
      </OnceMore>
    </Around>,
  )
  return again
}

it('puts up again what threw once', () => {
  expect(falling(1)).toHaveBeenCalledTimes(1)
  screen.getByText('The page')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('tells what throws again at once', () => {
  expect(falling(2)).toHaveBeenCalledTimes(1)
  screen.getByText('getSchemaParentById is not a function')
})
