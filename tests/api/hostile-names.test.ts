// Names of files that mean something else on another system, or that nobody can read: in a package they are refused as what its manifest does not name, in the
// folder of an app in git before anything of it is written; what is written itself has names that every system keeps.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import zhCN from '../../api/generated/messages.zh-CN.json' with { type: 'json' }
import { ApiError } from '../../api/server/errors.ts'
import { folderOf } from '../../api/server/services/git/folder.ts'
import { isKeepable } from '../../api/server/services/git/names.ts'
import type { Opened } from '../../api/server/services/git/repository.ts'
import { writeTree } from '../../api/server/services/git/tree.ts'
import { commitEntry } from '../support/git.ts'
import { withPackage } from '../support/open-package.ts'
import { craftPackage, fileOf, manifestOf } from '../support/package.ts'
import { isInstalled } from '../support/peers/git-over-ssh.ts'

interface Refusal {
  code: string
  english: string
  more?: { fields?: Record<string, { english: string; values?: Record<string, unknown> }>; values?: Record<string, unknown> }
}
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as Refusal,
  )
/** Nothing that a terminal or a page would take for more than letters. */
const isPlain = (text: unknown) => !/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/.test(JSON.parse(JSON.stringify(text ?? '')))

const root = mkdtempSync(join(tmpdir(), 'tessera-names-test-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** What it is, the name below a folder of the app, and what a tree of git says against it; a mode for what is no file. */
const names: [string, string | Buffer, RegExp, string?][] = [
  ['a device of Windows', 'CON', /name/],
  ['a device of Windows with an ending', 'aux.json', /name/],
  ['a dot at the end', 'orders.', /name/],
  ['a space at the end', 'orders.json ', /name/],
  ['a line that ends', 'a\nb.json', /name/],
  ['an escape', 'a\u001b[31mb.json', /name/],
  ['bytes that are no text', Buffer.from([0xff, 0x2e, 0x6a]), /name/],
  ['letters the other way round', 'a\u202enosj.json', /name/],
  ['a stream of a file', 'orders.json:x', /name/],
  ['a way up on Windows', '..\\..\\evil.json', /name/],
  ['a way up', '..', /name/],
  ['settings of git', '.git', /name/],
  ['settings of git by their short name', 'GIT~1', /name/],
  ['a name that is too long', `${'a'.repeat(300)}.json`, /name/],
  ['the case of letters only', 'ORDERS.json', /upper and lower case/],
  ['the form of an accent only', 'caf\u0065\u0301.json', /upper and lower case/],
  ['a link', 'passwd.json', /link/, '120000'],
  ['a repository in it', 'other', /another repository/, '160000'],
]

describe('a package', () => {
  const there = ['pages/orders.json', 'pages/café.json'].map(name => ({ name, content: '{}' }))
  it.each(names.filter(([, , , mode]) => mode !== '160000'))('with %s is refused, with the name', async (_name, name, _words, mode) => {
    let used = false
    const path = `pages/${name.toString('latin1')}`
    const content = craftPackage(manifestOf(), [...there, { name: path, content: '{}', ...(mode && { mode: 0o120777 }) }])
    const error = (await refusalOf(withPackage(fileOf(content), undefined, async () => void (used = true)))) as Refusal
    expect(['package.unlisted', 'package.unsafeName', 'package.duplicateName', 'package.link']).toContain(error.code)
    const told = error.more?.fields?.file
    expect(Object.keys(zhCN)).toContain(error.english)
    expect(isPlain(told), JSON.stringify(told)).toBe(true)
    expect(used).toBe(false)
  })
})

describe.skipIf(!isInstalled('git'))('the folder of an app in git', () => {
  const repository = join(root, 'apps.git')
  let tries = 0
  /** The repository itself stands for the server. */
  const run = (args: readonly string[], { env, cwd, input }: { env?: NodeJS.ProcessEnv; cwd?: string; input?: string } = {}) =>
    execFileSync('git', ['--git-dir', repository, '-c', 'core.symlinks=false', ...args], {
      env: { ...process.env, ...env },
      ...(cwd && { cwd }),
      ...(input !== undefined && { input }),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    }).trim()
  const opened: Opened = {
    folder: root,
    git: async (args, more) => (args.includes('fetch') ? '' : run(args, more)),
    ask: async args => {
      try {
        return run(args)
      } catch {
        return undefined
      }
    },
  }
  async function written(): Promise<string> {
    const work = join(root, `work-${tries++}`)
    mkdirSync(work)
    await writeTree(opened, 'main', 'shop', work, join(root, `index-${tries}`))
    return work
  }

  beforeAll(() => {
    const clone = join(root, 'clone')
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', repository])
    execFileSync('git', ['init', '-q', '-b', 'main', clone])
    mkdirSync(join(clone, 'shop/pages'), { recursive: true })
    for (const file of ['tessera.json', 'pages/orders.json', 'pages/café.json']) writeFileSync(join(clone, 'shop', file), '{}')
    for (const args of [
      ['add', '-A'],
      ['-c', 'user.name=bob', '-c', 'user.email=bob@example.test', 'commit', '-q', '-m', 'Shop'],
      ['push', '-q', repository, 'main'],
    ])
      execFileSync('git', ['-C', clone, ...args])
  })

  it('with plain names is written as it is', async () => {
    expect(readdirSync(await written(), { recursive: true, encoding: 'utf8' }).sort()).toEqual([
      'pages',
      'pages/café.json',
      'pages/orders.json',
      'tessera.json',
    ])
  })

  it.each(names)('with %s is refused, with the name, and nothing of it is written', async (_name, name, words, mode) => {
    const undo = commitEntry(repository, Buffer.concat([Buffer.from('shop/pages/'), Buffer.from(name)]), '/etc/passwd', mode)
    const error = (await refusalOf(written())) as Refusal
    undo()
    expect(error).toBeInstanceOf(ApiError)
    expect(error.code).toBe('git.badFolder')
    expect(error.english).toMatch(words)
    expect(Object.keys(zhCN)).toContain(error.english)
    expect(error.more?.values?.where).toMatch(/^pages\//)
    expect(isPlain(error.more?.values)).toBe(true)
    expect(readdirSync(join(root, `work-${tries - 1}`))).toEqual([])
  })

  it('in whose place or in the place of whose pages another repository or a link stands is refused', async () => {
    let undo = commitEntry(repository, 'shop/pages', '', '160000')
    expect(((await refusalOf(written())) as Refusal).english).toMatch(/another repository/)
    undo()
    undo = commitEntry(repository, 'shop', '/etc', '120000')
    expect(readdirSync(await written())).toEqual([])
    undo()
  })

  it('leaves what others keep beside the app alone, whatever it is called', async () => {
    const undo = commitEntry(repository, 'shop/aux.txt', 'Ours')
    const work = await written()
    expect(existsSync(join(work, 'aux.txt'))).toBe(false)
    expect(existsSync(join(work, 'tessera.json'))).toBe(true)
    undo()
  })
})

it('what is written has names that every system keeps, and none twice', async () => {
  const manifest = manifestOf()
  const page = manifest.resources[1]!
  const paths = ['/con', '/aux.json', '/a..', '/b ', '/A', '/a', `/${'字'.repeat(100)}`, `/${'𠀀'.repeat(100)}`, '/nul/com1', '/\u202ex']
  const model = (id: string, key: string) => ({ id, key, sourceId: 's', name: key, description: '', definition: { fields: [], indexes: [] } })
  const design = {
    data: { sources: [{ id: 's', key: 'aux', name: 'Aux' }], models: [model('m1', 'orderItem'), model('m2', 'orderitem'), model('m3', 'con')] },
    permissions: {
      roles: [{ id: 'r', name: 'CON', includes: [] }],
      lists: [{ environment: 'aux', list: 'read', roles: [], owner: true }],
      overrides: [],
      options: [],
      rowRules: [],
    },
    // Cofán has the name of a device.
    texts: { first: 'en', languages: ['en', 'con'], texts: [], translations: { en: {}, con: {} } },
  }
  const files: string[] = []
  const whole = { ...manifest, resources: paths.map((path, n) => ({ ...page, id: `p${n}`, path })), design: design as never }
  for await (const { path } of folderOf({ manifest: whole, body: async () => '{}' })) files.push(path)
  expect(files.flatMap(path => path.split('/')).filter(name => !isKeepable(name))).toEqual([])
  expect(new Set(files.map(path => path.normalize('NFC').toLowerCase())).size).toBe(files.length)
  expect(files).toEqual(expect.arrayContaining(['models/_aux/_con.json', 'languages/_con.json', 'languages/en.json']))
  expect(files.every(path => !/\p{Cs}/u.test(path))).toBe(true)
})
