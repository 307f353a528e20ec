// The operation log as people see it.
import { join } from 'node:path'
import { fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'
import { hide, showScreen } from '../support/show-screen.tsx'

const screen = await createShippedScreens(join(import.meta.dirname, '../../schemas')).get('log.page')
afterEach(hide)

it('log.page: offers the operations to choose from', async () => {
  const { container } = await showScreen('log.page', screen!.schema)
  fireEvent.click(container.querySelector('.cxd-Select') as Element)
  await waitFor(() => expect(document.body.querySelector('[class*=Select-menu], [class*=Select-popover]')?.textContent).toContain('Pages: update'))
})
