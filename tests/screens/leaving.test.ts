// A form that a page holds, and not a dialog over it, is asked for before the page is left: it says so by `promptPageLeave`.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Route } from '../../api/routes.ts'
import { schemaOf, type Node } from '../support/shipped.ts'

/** What leads nowhere else has nothing to leave by: signing in, setting up, joining. */
const HAS_WAYS = new Set(['console', 'design', 'user', 'reader'])

/** Forms that send something when they are submitted, outside dialogs. */
function formsOf(part: unknown, found: Node[] = []): Node[] {
  if (Array.isArray(part)) part.forEach(item => formsOf(item, found))
  else if (part && typeof part === 'object') {
    const node = part as Node
    if (node.type === 'dialog' || node.type === 'drawer') return found
    const method = typeof node.api === 'string' ? node.api.split(':')[0] : node.api?.method
    if (node.type === 'form' && node.api && !/^get$/i.test(method ?? 'get') && !node.submitOnChange) found.push(node)
    for (const [key, value] of Object.entries(node)) if (key !== 'dialog' && key !== 'drawer') formsOf(value, found)
  }
  return found
}

const routes = JSON.parse(readFileSync('schemas/routes.json', 'utf8')) as Route[]
const shown = routes.filter(({ screen, layout }) => screen && HAS_WAYS.has(layout ?? ''))
const forms = (
  await Promise.all(
    [...new Set(shown.map(({ screen }) => screen as string))].map(async screen => formsOf(await schemaOf(screen)).map(form => ({ screen, form }))),
  )
).flat()

it('is said by every form of a page', () => {
  expect(forms.length).toBeGreaterThan(7)
  expect(
    forms.filter(({ form }) => !form.promptPageLeave).map(({ screen, form }) => `${screen}: ${form.id ?? form.title ?? JSON.stringify(form.api)}`),
  ).toEqual([])
})
