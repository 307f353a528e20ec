// Conditions are put together in words that people use, in the language of the console.
import { afterEach, expect, it } from 'vitest'
import { hide, showScreen } from '../support/show-screen.tsx'

afterEach(() => hide())

it.each([
  ['en-US', ['All', 'Add condition', 'Add group', 'No condition yet']],
  ['zh-CN', ['且', '添加条件', '添加分组', '还没有条件']],
] as const)('in %s', async (locale, words) => {
  const fields = [{ label: 'A', name: 'a', type: 'text' }]
  const body = { type: 'form', wrapWithPanel: false, body: [{ type: 'condition-builder', name: 'filters', label: 'Which', fields }] }
  const { container } = await showScreen('general.forbidden', { type: 'page', body }, { locale })
  for (const word of words) expect(container.textContent).toContain(word)
  for (const word of ['blank', 'add condition', 'select field', 'condition group']) expect(container.textContent).not.toContain(word)
})
