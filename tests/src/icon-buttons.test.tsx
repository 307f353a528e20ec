// Buttons that are only an icon say what they do to those who do not see them.
import { cleanup, configure, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, expect, it } from 'vitest'
import '../../src/amis/icon-buttons.ts'

// The first screen of a file also loads amis.
configure({ asyncUtilTimeout: 5000 })
afterEach(() => {
  cleanup()
  clearStoresCache()
})

it('are called by their tooltip, with what stands in its places', async () => {
  const button = { type: 'button', icon: 'fa fa-times', tooltip: 'Forget ${name}' }
  const body = [button, { ...button, level: 'link', tooltip: 'Close' }, { ...button, label: 'Drop', tooltip: 'More words' }]
  mount(render({ type: 'page', data: { name: 'Mine' }, body } as never))
  await screen.findByRole('button', { name: 'Forget Mine' })
  screen.getByRole('button', { name: 'Close' })
  // What has words keeps them as its name.
  screen.getByRole('button', { name: 'Drop' })
})

it('have a tooltip, a title or a label on every screen', () => {
  const nameless: string[] = []
  const walk = (node: unknown, file: string): void => {
    if (Array.isArray(node)) return node.forEach(one => walk(one, file))
    if (typeof node !== 'object' || node === null) return
    const { type, icon, label, tooltip, title } = node as Record<string, unknown>
    if (/^(button|submit|reset|action|dropdown-button)$/.test(String(type)) && icon && !label && !tooltip && !title) nameless.push(`${file}: ${String(icon)}`)
    for (const value of Object.values(node)) walk(value, file)
  }
  const screens = import.meta.glob('../../schemas/**/*.json', { eager: true, import: 'default' })
  expect(Object.keys(screens).length).toBeGreaterThan(100)
  for (const [file, schema] of Object.entries(screens)) walk(schema, file)
  expect(nameless).toEqual([])
})
