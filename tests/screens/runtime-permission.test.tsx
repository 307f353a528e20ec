// Runtime permissions as different people see them: the server tells in `parts` what somebody may change.
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'
import { hide, showScreen } from '../support/show-screen.tsx'

const screen = await createShippedScreens(join(import.meta.dirname, '../../schemas')).get('runtime.permission-page')
const exampleOf = (id: string) => contracts.find(call => call.id === id)?.example.data as Record<string, unknown>
const NOTE = 'They are shown to those who edit the settings of this environment'

async function show(parts: string[], perms: Record<string, boolean>) {
  const { parts: _parts, standalone, consts: _consts, ...lists } = exampleOf('runtime.getSettings')
  const { container } = await showScreen('runtime.permission-page', screen!.schema, {
    app: { tag: 'qa', perms: { ...(exampleOf('app.get').perms as object), adminRole: false, ...perms } },
    answers: {
      'runtime.getSettings': { ...(parts.length ? lists : {}), consts: [], standalone, parts },
    },
  })
  const labels = (selector: string) => [...container.querySelectorAll(selector)].map(one => one.textContent?.trim())
  return {
    text: container.textContent ?? '',
    tabs: labels('li[class*=Tabs-link] a'),
    buttons: labels('button'),
    selects: container.querySelectorAll('.cxd-SelectControl').length,
    disabled: container.querySelectorAll('.cxd-Select.is-disabled').length,
  }
}
afterEach(hide)

describe('runtime.permission-page', () => {
  it('is changed by who configures the permissions of the environment', async () => {
    const page = await show(['permissions', 'consts'], {})
    expect(page.buttons).toContain('Save')
    expect([page.selects, page.disabled]).toEqual([8, 0])
    expect(page.text).not.toContain(NOTE)
  })

  it('is read by who edits its settings', async () => {
    const page = await show(['consts'], { resourceAcl: false })
    expect(page.buttons).not.toContain('Save')
    expect([page.selects, page.disabled]).toEqual([8, 8])
    expect(page.text).toContain(NOTE)
    expect(page.tabs).not.toContain('Single resources')
  })

  it('holds no empty lists for who sets single resources, but those', async () => {
    const page = await show([], {})
    expect(page.buttons).not.toContain('Save')
    expect(page.selects).toBe(0)
    expect(page.text).toContain(NOTE)
    expect(page.tabs).toContain('Single resources')
  })
})
