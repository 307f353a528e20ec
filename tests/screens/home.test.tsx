// The first page after signing in: what there is nothing of takes no room.
import { afterEach, expect, it } from 'vitest'
import { hide, showScreen } from '../support/show-screen.tsx'
import { nodesOfScreen, schemaOf, screens } from '../support/shipped.ts'

afterEach(hide)

it.each([
  ['no invitation stands in no empty section', [], 0],
  ['an invitation stands in a section above the organisations', undefined, 1],
])('%s', async (_, items, count) => {
  const answers = items && { 'i.listInvitations': { items } }
  const { container } = await showScreen('general.home', await schemaOf('general.home'), answers ? { answers } : {})
  const sections = [...container.querySelectorAll('.t-section')]
  expect(sections.filter(({ textContent }) => !textContent?.trim())).toEqual([])
  expect(sections.filter(({ textContent }) => textContent?.includes('invites you'))).toHaveLength(count)
})

it('a frame of lines is there only with lines, or with words in their place, on every screen', async () => {
  const frames: string[] = []
  const empty: string[] = []
  for (const id of await screens.ids())
    for (const { type, className, placeholder, visibleOn } of await nodesOfScreen(id)) {
      if (type !== 'each' || !/\bt-changes\b/.test(String(className))) continue
      frames.push(id)
      if (!placeholder && !visibleOn) empty.push(id)
    }
  expect(empty).toEqual([])
  expect(frames.length).toBeGreaterThan(1)
})
