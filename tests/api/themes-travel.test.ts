// Themes go where their app goes: into copies, packages and folders, and into releases to be compared; running pages follow what is saved, not what was released.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { followThemes } from '../../api/server/services/foundation/app-themes.ts'
import { readFolder, writeFolder } from '../../api/server/services/git/folder.ts'
import { withValue } from '../../api/theme/document.ts'
import { withBrand } from '../../api/theme/recolor.ts'
import { addPage } from '../support/pages.ts'
import { makeCopy } from '../support/working-copies.ts'
import { BODIES, manifestOf, sha256 } from '../support/package.ts'
import { publish } from '../support/releases.ts'
import { DEV, green, themeIn } from '../support/themes.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let there: Awaited<ReturnType<typeof themeIn>>
const list = async (params: { companyKey: string; appUrlKey: string }, as: 'ann' | 'abe' | 'dee' = 'ann') =>
  ((await world.call('theme.list', { as, params })).data.items as { id: string; name: string; isDefault: boolean; version: number }[]).map(
    ({ name, isDefault, version }) => ({
      name,
      isDefault,
      version,
    }),
  )
const save = (document: ReturnType<typeof green>) => world.call('theme.update', { as: 'ann', params: there, body: document as never })

beforeAll(async () => {
  world = await makeWorld()
  there = await themeIn(world, 'Green', withValue(green('Green'), 'customStyle', { style: '.a { color: #123456 }' }))
  await themeIn(world, 'Plain')
  await world.call('theme.setDefault', { as: 'ann', params: DEV, body: { themeId: there.themeId } })
  await addPage(world, { name: 'One', path: '/one' } as never)
  await publish(world, { version: '1.0.0' })
})
afterAll(() => world?.close())

it('are compared with those of a release, in sentences', async () => {
  const reply = await save(withValue(withBrand(green('Green'), '#b4492a'), 'component.divider.body.color', 'var(--colors-brand-5)'))
  expect(reply.msg).toBe('')
  const compared = await world.call('release.compareVersions', { as: 'ann', params: DEV, body: { leftVersion: '1.0.0', rightVersion: 'dev' } })
  const part = compared.data.options.find(({ value }: { value: string }) => value === 'theme')
  expect(part).toMatchObject({ label: 'Themes', children: [{ label: 'Green', change: 'changed' }] })
  expect(part.children[0].sentences).toEqual(
    expect.arrayContaining(['--colors-brand-* changed from #0f766e to #b4492a', '--Divider-color set to var(--colors-brand-5)', 'CSS of its own changed']),
  )
})

it('are taken over one by one, at once in running apps, and taken back', async () => {
  const file = async () => world.running.services.themes.fileFor('acme', 'shop')
  const plain = (await world.call('theme.list', { as: 'ann', params: DEV })).data.items.find((one: { name: string }) => one.name === 'Plain').id
  const css = async () => world.running.services.themes.css(await file())
  const before = await css()
  await world.call('theme.setDefault', { as: 'ann', params: DEV, body: { themeId: plain } })
  const ask = { as: 'ann' as const, params: DEV }
  const { options } = (await world.call('release.planMerge', { ...ask, body: { from: '1.0.0' } })).data
  expect(options).toMatchObject([
    {
      value: 'theme',
      count: 2,
      children: [
        { value: `theme ${there.themeId}`, name: 'Green', change: 'changed' },
        { value: 'theme shown', name: 'Look of the app', sentences: ['The app is shown in “Green”', 'Shown in running apps at once'] },
      ],
    },
  ])
  const shown = await css()
  const taken = await world.call('release.merge', { ...ask, body: { from: '1.0.0', parts: [`theme ${there.themeId}`] } })
  expect(taken).toMatchObject({ status: 0, data: { count: 1 } })
  expect(await css()).toBe(shown)
  expect((await world.call('release.merge', { ...ask, body: { from: '1.0.0', parts: ['theme shown'] } })).msg).toBe('')
  expect([before, shown]).not.toContain(await css())
  expect(await list(DEV)).toEqual([
    { name: 'Green', isDefault: true, version: 3 },
    { name: 'Plain', isDefault: false, version: 1 },
  ])
  expect((await world.call('release.compareVersions', { ...ask, body: { leftVersion: '1.0.0', rightVersion: 'dev' } })).data.options).toEqual([])
  expect((await world.call('theme.listVersions', { as: 'ann', params: there })).data.items[0]).toMatchObject({ version: 3, note: 'Taken over from 1.0.0' })
  expect((await world.call('release.undoMerge', { as: 'ann', params: { ...DEV, mergeId: taken.data.id } })).msg).toBe('')
  expect(await css()).toBe(before)
})

it('cannot leave the app without the one that it is shown in', async () => {
  const made = await themeIn(world, 'Late')
  await world.call('theme.setDefault', { as: 'ann', params: DEV, body: { themeId: made.themeId } })
  const ask = { as: 'ann' as const, params: DEV }
  const parts = [`theme ${made.themeId}`]
  const refused = await world.call('release.merge', { ...ask, body: { from: '1.0.0', parts } })
  expect(refused).toMatchObject({ status: 422, code: 'merge.problems' })
  expect(JSON.stringify(refused.errors)).toContain('Choose the look of the app as well')
  expect((await world.call('release.merge', { ...ask, body: { from: '1.0.0', parts: [...parts, 'theme shown'] } })).msg).toBe('')
  expect((await list(DEV)).map(one => one.name)).toEqual(['Green', 'Plain'])
})

it('come back from a copy: each side has changed something else of it, and one value is asked about', async () => {
  const ask = { as: 'ann' as const, params: DEV }
  const copy = await makeCopy(world, 'Dressed')
  const inCopy = async () =>
    (await world.call('theme.list', { as: 'ann', params: copy.params })).data.items.find((one: { name: string }) => one.name === 'Green').id
  const base = (await world.call('theme.get', { as: 'ann', params: there })).data.data
  const mine = withValue(withValue(base, 'component.divider.body.color', '#111111'), 'component.alert.base.body.padding-and-margin.marginTop', '9px')
  const theirs = withValue(withBrand(base, '#1f5fbf'), 'component.divider.body.color', '#222222')
  expect((await save(mine)).msg).toBe('')
  expect((await world.call('theme.update', { as: 'ann', params: { ...copy.params, themeId: await inCopy() }, body: theirs })).msg).toBe('')
  const params = { ...DEV, copyId: copy.id }
  const plan = async (choices = {}) => (await world.call('workingCopy.planMerge', { as: 'ann', params, body: { direction: 'in', choices } })).data
  const { conflicts } = await plan()
  expect(conflicts).toMatchObject([{ ours: '#111111', theirs: '#222222', text: 'Themes · Green: Both sides changed --Divider-color' }])
  const choices = { [conflicts[0].key]: 'theirs' }
  const { state, open } = await plan(choices)
  expect(open).toBe(0)
  expect((await world.call('workingCopy.merge', { as: 'ann', params, body: { direction: 'in', choices, state } })).msg).toBe('')
  const merged = (await world.call('theme.get', { as: 'ann', params: there })).data.data
  expect(merged.component.divider.body.color).toBe('#222222')
  expect(merged.component.alert.base.body['padding-and-margin'].marginTop).toBe('9px')
  expect(merged.global.colors.brand.body.main).toBe('#1f5fbf')
  expect(await world.running.services.themes.fileFor('acme', 'shop')).not.toBe('')
  // The copy has not yet what dev alone had changed.
  expect((await world.call('workingCopy.planMerge', { ...ask, params, body: { direction: 'out' } })).data).toMatchObject({ count: 1, open: 0 })
  expect((await world.call('workingCopy.planMerge', { ...ask, params, body: { direction: 'in' } })).data).toMatchObject({ count: 0, open: 0 })
  await world.call('workingCopy.delete', { as: 'ann', params })
})

it('hold for running apps as they are saved, whatever is released', async () => {
  const file = async () => world.running.services.themes.fileFor('acme', 'shop')
  const before = await file()
  await save(withBrand(green('Green'), '#7a3ea8'))
  expect(await file()).not.toBe(before)
  expect(await world.running.services.themes.css(await file())).toContain('--colors-brand-5:#7a3ea8')
})

it('are in a copy of the app, which is shown in the same one', async () => {
  expect((await world.call('app.copy', { as: 'abe', params: DEV, body: { name: 'Copy', key: 'copied' } })).msg).toBe('')
  expect(await list({ companyKey: 'acme', appUrlKey: 'copied-dev' }, 'abe')).toEqual([
    { name: 'Green', isDefault: true, version: 1 },
    { name: 'Plain', isDefault: false, version: 1 },
  ])
})

it('the choice of a theme of the organisation goes along: into a copy, a package and a folder', async () => {
  const { sharedThemes, themes } = world.running.services
  const scope = { companyId: world.ids.acme, appId: world.ids.shop }
  const house = await sharedThemes.create(scope.companyId, world.ids.ann, { name: 'House', brand: '#7a3ea8' })
  const before = await themes.fileFor('acme', 'shop')
  await themes.setDefault(scope, null, house.id)
  const shown = await themes.fileFor('acme', 'shop')
  expect(shown).not.toBe(before)
  expect((await world.call('app.copy', { as: 'abe', params: DEV, body: { name: 'Housed', key: 'housed' } })).msg).toBe('')
  expect(await themes.fileFor('acme', 'housed')).toBe(shown)
  const { raw } = await world.call('release.exportPackage', { as: 'ann', params: DEV, body: { password: 'Secret-1' } })
  const files = [{ field: 'file', name: 'shop.amis', content: raw }]
  await world.db.insertInto('member').values({ company_id: world.ids.acme, user_id: world.ids.sue, role: 'admin' }).execute()
  const install = { email: 'ann@example.test', password: 'Secret-1', confirm: true } as never
  const made = await world.call('setup.submitAppInstall', { as: 'sue', files, body: install })
  expect(made.msg).toBe('')
  const { companyKey, appKey } = made.data as { companyKey: string; appKey: string }
  expect([companyKey, await themes.fileFor(companyKey, appKey)]).toEqual(['acme', shown])
  await themes.setDefault(scope, there.themeId)
})

it('are in a package; an app that is there keeps its look and what has the same name', async () => {
  const reply = await world.call('release.exportPackage', { as: 'ann', params: DEV, body: { password: 'Secret-1' } })
  expect(reply.http).toBe(200)
  await world.call('app.create', { as: 'dee', params: { companyKey: 'globex' }, body: { name: 'Taken', key: 'taken', type: 1 } })
  const target = { companyKey: 'globex', appUrlKey: 'taken-dev' }
  await world.call('theme.create', { as: 'dee', params: target, body: { name: 'plain', ready: 'plum' } })
  const files = [{ field: 'file', name: 'shop.amis', content: reply.raw }]
  for (let twice = 0; twice < 2; twice++) {
    expect((await world.call('page.import', { as: 'dee', params: target, files, body: { password: 'Secret-1', onConflict: 'rename' } })).msg).toBe('')
    expect(await list(target, 'dee')).toEqual([
      { name: 'Green', isDefault: false, version: 1 },
      { name: 'plain', isDefault: false, version: 1 },
    ])
  }
})

it('are parts of an update: offered, and the look that people have open changes where somebody says so', async () => {
  const { raw } = await world.call('release.exportPackage', { as: 'ann', params: DEV, body: { password: 'Secret-1' } })
  const files = [{ field: 'file', name: 'shop.amis', content: raw }]
  const at = `theme ${there.themeId}`
  const css = async () => world.running.services.themes.css(await world.running.services.themes.fileFor('acme', 'shop'))
  const packed = await css()
  const version = (await list(DEV))[0]?.version ?? 0
  await save(withBrand(green('Greener'), '#b4492a'))
  const plan = await world.call('release.planImport', { as: 'ann', params: DEV, files, body: { password: 'Secret-1' } })
  expect(plan.data.plan.options.find((one: { value: string }) => one.value === 'theme')).toMatchObject({ count: 1, children: [{ value: at, name: 'Green' }] })
  expect(plan.data.chosen).not.toContain(at)
  const body = { password: 'Secret-1', parts: JSON.stringify([at]), sha256: plan.data.sha256 }
  expect((await world.call('release.importPackage', { as: 'ann', params: DEV, files, body })).msg).toBe('')
  expect(await css()).toBe(packed)
  expect((await list(DEV))[0]).toEqual({ name: 'Green', isDefault: true, version: version + 2 })
})

it('follow the package where no designer is, with versions that go on from there', async () => {
  const { themes } = (await world.running.services.releases.contentOf({ companyId: world.ids.acme, appId: world.ids.shop }, 'dev')).design ?? {}
  const other = (themes ?? []).map(one => (one.id === there.themeId ? { ...one, document: withBrand(one.document, '#1f5fbf') } : one))
  const version = (await list(DEV))[0]?.version ?? 0
  await world.db.transaction().execute(trx => followThemes(trx, { companyId: world.ids.acme, appId: world.ids.shop }, world.ids.ann, other))
  expect((await list(DEV))[0]).toMatchObject({ version: version + 1 })
  expect((await save(withBrand(green('Green'), '#7a3ea8'))).msg).toBe('')
})

it('are files of a folder, and a damaged one is refused with its place', async () => {
  const root = mkdtempSync(join(tmpdir(), 'tessera-themes-test-'))
  try {
    const manifest = manifestOf()
    const themes = [{ id: '0191d5a0-0000-7000-8000-0000000000d1', isDefault: true, document: green('Green') }]
    const design = {
      data: { sources: [], models: [] },
      permissions: { roles: [], lists: [], overrides: [], options: [], rowRules: [] },
      themes,
      chosenTheme: 'House',
    }
    await writeFolder(root, {
      manifest: { ...manifest, formatVersion: 2, design } as never,
      body: async hash => BODIES.find(body => sha256(body) === hash) ?? '{}',
      file: async () => Readable.from([]),
    })
    expect((await readFolder(root)).manifest.design).toMatchObject({ themes, chosenTheme: 'House' })
    const [name = ''] = readdirSync(join(root, 'themes'))
    const path = join(root, 'themes', name)
    writeFileSync(path, readFileSync(path, 'utf8').replace('"#0f766e"', '"red;}"'))
    await expect(readFolder(root)).rejects.toMatchObject({ more: { values: { where: expect.stringMatching(/theme 1: global\.colors\.brand/) } } })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
