// signin.custom: the box that the sign-in page of an app places
import { cleanup, render as mount, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { SignIn } from '../../renderers/tessera-sign-in/sign-in.tsx'

afterEach(cleanup)

describe('tessera-sign-in', () => {
  it('is what the shell hands in, and gets nothing of the page around it', () => {
    const given: unknown[] = []
    const signInBox = (props: object) => {
      given.push(props)
      return <button>Sign in</button>
    }
    mount(<SignIn {...({ env: { signInBox }, data: { a: 1 }, onEvent: {} } as any)} />)
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy()
    expect(given[0]).toEqual({})
  })

  it('is a picture of itself elsewhere: in the designer, and on pages of a running app', () => {
    const { container } = mount(<SignIn {...({ env: {}, data: {} } as any)} />)
    expect(screen.getByText('Sign-in box')).toBeTruthy()
    expect(container.querySelector('input')).toBeNull()
  })
})
