// The hosts that pages of an organisation may show something of, as an administrator lists them.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { hide, showScreen } from '../support/show-screen.tsx'
import { schemaOf } from '../support/shipped.ts'

const hosts = await schemaOf('company.hosts')
afterEach(() => hide())

it('a host is added with what it may show, and sent with those that are there', async () => {
  const { sent } = await showScreen('company.hosts', hosts)
  fireEvent.click(await screen.findByText('Add a host'))
  await waitFor(() => expect(document.querySelectorAll('input[name=host]')).toHaveLength(2))
  fireEvent.change(document.querySelectorAll('input[name=host]')[1] as Element, { target: { value: 'films.example.com' } })
  fireEvent.click(screen.getAllByText('Video and sound')[1] as Element)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent.find(({ id }) => id === 'company.saveHosts')?.data).toEqual({
      hosts: [
        { host: 'images.example.com', kinds: ['pictures'] },
        { host: 'films.example.com', kinds: ['pictures', 'media'] },
      ],
    }),
  )
})

it('a host without a name, and one that may show nothing, is not sent', async () => {
  const { sent } = await showScreen('company.hosts', hosts, {
    answers: { 'company.getHosts': { isAllowed: true, hosts: [{ host: 'a.example', kinds: ['pictures'] }] } },
  })
  fireEvent.click(await screen.findByText('Pictures'))
  fireEvent.change(document.querySelector('input[name=host]') as Element, { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Please enter the host')
  await screen.findByText('Please choose at least one')
  expect(sent.map(({ id }) => id)).not.toContain('company.saveHosts')
})

it('where the installation forbids it nothing can be set', async () => {
  await showScreen('company.hosts', hosts, { answers: { 'company.getHosts': { isAllowed: false, hosts: [] } } })
  await screen.findByText(/its operator has switched that off/)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
