// The pipeline that builds an organisation's mini-programs, as an administrator sets it.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { hide, showScreen } from '../support/show-screen.tsx'
import { schemaOf } from '../support/shipped.ts'

const pipeline = await schemaOf('company.pipeline')
afterEach(() => hide())
const fill = (name: string, value: string) => fireEvent.change(document.querySelector(`input[name=${name}]`) as Element, { target: { value } })

it('shows what is set, keeps the token that it does not know, and asks the pipeline', async () => {
  const { sent } = await showScreen('company.pipeline', pipeline)
  await waitFor(() => expect((document.querySelector('input[name=project]') as HTMLInputElement).value).toBe('apps/mini-programs'))
  fill('branch', 'release')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent.find(({ id }) => id === 'company.savePipeline')?.data).toEqual({
      kind: 'gitlab',
      address: 'https://gitlab.example.com',
      project: 'apps/mini-programs',
      branch: 'release',
    }),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
  await waitFor(() => expect(sent.map(({ id }) => id)).toContain('company.checkPipeline'))
})

it('asks for what the kind needs', async () => {
  const { sent } = await showScreen('company.pipeline', pipeline, {
    answers: { 'company.getPipeline': { isThere: false, kind: 'gitlab', address: '', project: '', branch: '', workflow: '', account: '', changedAt: null } },
  })
  fireEvent.click(await screen.findByText('Jenkins'))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Please enter the user')
  await screen.findByText('Please enter the access token')
  expect(sent.map(({ id }) => id)).not.toContain('company.savePipeline')
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})
