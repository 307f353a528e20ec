// An address of a template that is not there says so, and leads to those that are.
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { hide, showScreen } from '../support/show-screen.tsx'
import { schemaOf } from '../support/shipped.ts'

afterEach(() => hide())

it('leads to the gallery', async () => {
  await showScreen('template.detail', await schemaOf('template.detail'), {
    refusals: { 'template.getDetail': { status: 404, msg: 'There is no such template' } },
  })
  expect(screen.getByRole('heading', { name: 'There is no such template' })).toBeTruthy()
  expect(screen.getByText('To the templates')).toBeTruthy()
})
