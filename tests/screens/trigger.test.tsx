// trigger.edit: a time is kept with the zone that the screen says it is in.
import { join } from 'node:path'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'
import { hide, showScreen } from '../support/show-screen.tsx'

const shipped = createShippedScreens(join(import.meta.dirname, '../../schemas'))
afterEach(hide)
// The first screen brings all of amis.
vi.setConfig({ testTimeout: 120_000 })
const exampleOf = (id: string) => contracts.find(call => call.id === id)?.example.data as Record<string, any>

it('trigger.edit says which zone a time is in where none is chosen, and saves that one', async () => {
  const trigger = {
    ...exampleOf('trigger.get'),
    mayEdit: true,
    definition: { event: 'time', cron: '0 9 * * *', actions: [{ do: 'message', to: 'a@example.com', subject: 'Hi', text: '' }] },
  }
  const { sent } = await showScreen('trigger.edit', (await shipped.get('trigger.edit'))?.schema as never, {
    answers: {
      'trigger.get': trigger,
      'trigger.getSource': { ...exampleOf('trigger.getSource'), zone: 'Europe/Lisbon', zones: [{ value: 'UTC', label: 'UTC' }] },
    },
  })
  await screen.findByText('Without a choice it is Europe/Lisbon.')
  screen.getByText('Choose a time zone')
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => expect((sent.find(({ id }) => id === 'trigger.update')?.data as any)?.definition.zone).toBe('Europe/Lisbon'))
})
