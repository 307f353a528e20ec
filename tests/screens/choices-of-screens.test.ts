// Choices of the console's screens, as far as it can be told without a browser (tests/e2e/choices.ts opens them): all are known, and what is written down has words.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { known } from '../e2e/choices-known.ts'
import { addressOf, eachOnce } from '../e2e/choices-walk.ts'
import { wordless } from '../e2e/choices-words.ts'
import { allChoices, allDeletions } from '../support/choices.ts'
import { screens, type Node } from '../support/shipped.ts'

const choices = await allChoices()
const routes = await screens.routes()
const world = { company: 'acme', names: new Set<string>(), params: {} }

describe('choices of screens', () => {
  it('are all found, also those in dialogs that screens share', () => {
    expect(choices.length).toBeGreaterThan(200)
    expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length)
  })

  it('have a way to them that the walk in the browser can go, or a reason', () => {
    const reasonFor = (id: string) => known.exceptions.find(({ of, but }) => but === 'opened' && id.startsWith(of))
    const unknown = eachOnce(choices).filter(
      choice =>
        !reasonFor(choice.id) && (addressOf(choice, routes, world, known) === undefined || choice.way.some(step => step.does === 'send' && !step.label)),
    )
    expect(unknown.map(({ id }) => id)).toEqual([])
  })

  it('have no exceptions that nothing needs any more', async () => {
    const left = [...known.exceptions, ...known.rows].filter(({ of }) => !choices.some(({ id, form }) => id.startsWith(of) || form?.id.startsWith(of)))
    expect(left).toEqual([])
    const deletions = await allDeletions()
    expect(known.places.filter(({ of }) => !deletions.some(({ id }) => id.startsWith(of)))).toEqual([])
    expect(known.deletions.filter(({ of }) => !deletions.some(({ id, call }) => id.startsWith(of) || call === of))).toEqual([])
    expect(Object.keys(known.queries).filter(screen => !choices.some(one => one.screen === screen))).toEqual([])
  })

  it('are looked at in parts of ours that draw lists themselves', () => {
    const folder = join(import.meta.dirname, '../../renderers')
    const drawing = readdirSync(folder).filter(
      name =>
        name.startsWith('tessera-') &&
        (readdirSync(join(folder, name), { recursive: true }) as string[]).some(
          file => file.endsWith('.tsx') && /<select\b/.test(readFileSync(join(folder, name, file), 'utf8')),
        ),
    )
    // Packages are looked into in tests/e2e/package-look.ts, spreadsheets in tests/e2e/starter.ts; what rows are ordered by on a phone are names
    // of fields, and what a formula of a page is tried on are a page's models and their rows.
    const elsewhere = ['tessera-package-inspector', 'tessera-sheet-start', 'tessera-data-table', 'tessera-schema-editor']
    expect(drawing.filter(type => !elsewhere.includes(type)).sort()).toEqual(known.own.map(({ type }) => type).sort())
  })

  it('offer words where the screen itself says what is offered', () => {
    const bad = choices.flatMap(({ id, node }) =>
      (Array.isArray(node.options) ? (node.options as (Node | string)[]) : []).flatMap(option => {
        const label = typeof option === 'string' ? option : String(option.label ?? '')
        const problem = wordless(label.replace(/^i18n:/, '').replaceAll(/\$\{[^}]*\}/g, 'x'))
        return problem ? [`${id}: "${label}" is ${problem}`] : []
      }),
    )
    expect(bad).toEqual([])
  })
})
