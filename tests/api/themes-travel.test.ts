// Themes go where their app goes: into copies, packages and folders, and into releases to be compared; running pages follow what is saved, not what was released.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readFolder, writeFolder } from '../../api/server/services/git/folder.ts'
import { withValue } from '../../api/theme/document.ts'
import { withBrand } from '../../api/theme/recolor.ts'
import { addPage } from '../support/pages.ts'
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
