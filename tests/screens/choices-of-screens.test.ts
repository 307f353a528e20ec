// Choices of the console's screens, as far as it can be told without a browser (tests/e2e/choices.ts opens them): all are known, and what is written down has words.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { areaOf, areas, drawnBy, known } from '../e2e/choices-known.ts'
import { addressOf, eachOnce, groupsOf, oneOfEachKind } from '../e2e/choices-walk.ts'
import { wordless } from '../e2e/choices-words.ts'
import { allChoices, allDeletions, OFFERS } from '../support/choices.ts'
import { nodesOf, schemaOf, screens, type Node } from '../support/shipped.ts'

const choices = await allChoices()
const routes = await screens.routes()
const world = { company: 'acme', names: new Set<string>(), params: {} }
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const filesIn = (folder: string) => (readdirSync(join(root, folder), { recursive: true }) as string[]).map(file => `${folder}/${file}`)

describe('choices of screens', () => {
  it('are all found, also those in dialogs that screens share', () => {
    expect(choices.length).toBeGreaterThan(200)
    expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length)
  })

  it('are of every type that amis offers choices with', () => {
    const types = filesIn('node_modules/amis/lib/renderers/Form')
      .filter(file => file.endsWith('.js'))
      .flatMap(file => [...read(file).matchAll(/OptionsControl\)?\(\{\s*type: '([\w-]+)'/g)].map(([, type]) => type as string))
    expect(types.length).toBeGreaterThan(15)
    // Plain texts, which propose something where a screen says so.
    const texts = ['input-text', 'input-email', 'input-url']
    expect(types.filter(type => !OFFERS.test(type) && !texts.includes(type))).toEqual([])
  })

  it('are not hidden in columns, which amis makes lists of by keys of their own', async () => {
    const all = await Promise.all((await screens.ids()).map(async id => nodesOf(await schemaOf(id)).map(node => ({ id, node }))))
    const found = all.flat().filter(({ node }) => node.filterable || (node.searchable && node.searchable !== true && !OFFERS.test(String(node.type))))
    expect(found.map(({ id, node }) => `${id} ${String(node.name)}`)).toEqual([])
  })

  it('are in one area of the walk in the browser each, and no area is empty', () => {
    expect([...new Set(choices.map(({ screen }) => screen))].filter(screen => !areaOf(screen))).toEqual([])
    const prefixes = Object.values(areas).flat()
    expect(new Set(prefixes).size).toBe(prefixes.length)
    expect(prefixes.filter(prefix => !choices.some(({ screen }) => screen.startsWith(`${prefix}.`)))).toEqual([])
  })

  it('are opened one of each kind by the short set', () => {
    const groups = groupsOf(eachOnce(choices), choice => addressOf(choice, routes, world, known))
    const short = oneOfEachKind(groups, known).flatMap(group => group.choices)
    expect(short.length).toBeLessThan(40)
    const live = choices.filter(({ id }) => !known.exceptions.some(({ of, but }) => but === 'opened' && id.startsWith(of)))
    expect([...new Set(live.map(({ type }) => type))].filter(type => !short.some(one => one.type === type))).toEqual([])
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
    const left = [...known.exceptions, ...known.rows, ...known.texts].filter(
      ({ of }) => !choices.some(({ id, form }) => id.startsWith(of) || form?.id.startsWith(of)),
    )
    expect(left).toEqual([])
    const deletions = await allDeletions()
    expect(known.places.filter(({ of }) => !deletions.some(({ id }) => id.startsWith(of)))).toEqual([])
    expect(known.deletions.filter(({ of }) => !deletions.some(({ id, call }) => id.startsWith(of) || call === of))).toEqual([])
    expect(Object.keys(known.queries).filter(screen => !choices.some(one => one.screen === screen))).toEqual([])
  })

  it('are looked at where our own parts draw lists or have amis draw some: as many as are told, by a test that is there', () => {
    const drawn = ['renderers', 'src', 'api']
      .flatMap(filesIn)
      .filter(file => /\.tsx?$/.test(file) && !/\/(generated|examples)\//.test(file))
      .map(file => {
        const code = read(file)
        const native = code.match(/<select\b|type="radio"|<datalist\b|role="(listbox|combobox|radiogroup)"/g) ?? []
        return { file, lists: native.length + [...code.matchAll(/\btype: '([\w-]+)'/g)].filter(([, type]) => OFFERS.test(type as string)).length }
      })
      .filter(({ lists }) => lists)
    expect(Object.fromEntries(drawn.map(({ file, lists }) => [file, lists]))).toEqual(Object.fromEntries(drawnBy.flatMap(({ files }) => Object.entries(files))))
    expect(drawnBy.filter(({ by }) => !existsSync(join(root, by))).map(({ by }) => by)).toEqual([])
    // What the walk itself looks at, it is told the way to.
    const walked = drawnBy
      .filter(({ by }) => by === 'tests/e2e/choices-walk.ts')
      .flatMap(({ files }) => Object.keys(files).flatMap(file => /^renderers\/([\w-]+)/.exec(file)?.[1] ?? []))
    expect([...new Set(known.own.map(({ type }) => type))].filter(type => !walked.includes(type))).toEqual([])
    expect([...new Set(walked)].filter(type => type !== 'tessera-data-table' && !known.own.some(one => one.type === type))).toEqual([])
  })

  it('take what is offered as it stands in `options`: an expression is one choice of that name there, and belongs into `source`', () => {
    expect(choices.filter(({ node }) => typeof node.options === 'string').map(({ id }) => id)).toEqual([])
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
