// Promises about the tree that no other tool keeps.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contracts } from '../api/generated/contract.ts'
import { levels } from '../api/generated/levels.ts'
import rendererWords from '../api/generated/renderer-words.zh-CN.json' with { type: 'json' }
import { renderers } from '../api/generated/renderers.ts'
import { createShippedScreens } from '../api/server/services/screen/shipped.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** Source without comments, so that an example in one counts for nothing. */
const readCode = (file: string) => read(file).replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
/** Files of the repository, those not yet committed too. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  .split('\n')
  .filter(file => file && existsSync(join(root, file)))
const ending = (...endings: string[]) => files.filter(file => endings.some(end => file.endsWith(end)))
const screens = createShippedScreens(join(root, 'schemas'))

describe('calls', () => {
  /** Names of the contract files: the levels of a call have one, with one handler and one test. */
  const levelOf = new Map<string, string>(Object.entries(levels).flatMap(([name, ids]) => Object.values(ids).map(id => [id, name])))
  const names = [...new Set(contracts.map(call => levelOf.get(call.id) ?? call.id))]

  // general.out-of-scope-server: what a call does is chosen, call by call, and held by a table of its own.
  it('have a handler file named like them', () => {
    expect(names.map(name => `api/server/calls/${name.replace('.', '/')}.ts`).filter(file => !files.includes(file))).toEqual([])
  })

  it('have a test file named like them that tries them', () => {
    const missing = names.filter(name => {
      const file = `tests/api/${name}.test.ts`
      return !files.includes(file) || !read(file).includes(`'${name}'`)
    })
    expect(missing).toEqual([])
  })

  it('are all that handler files and test tables there are', () => {
    // Beside them stand the parts that several of them share.
    const handlers = files
      .filter(file => !file.startsWith('api/server/calls/') || /: (?:Level)?Handler<'/.test(read(file)))
      .flatMap(file => /^api\/server\/calls\/(\w+)\/(\w+)\.ts$/.exec(file)?.slice(1).join('.') ?? [])
    expect(handlers.filter(name => !names.includes(name))).toEqual([])
  })
})

describe('renderers', () => {
  it('register the type that their folder is named after, and have a test each', () => {
    const tests = ending('.test.tsx', '.test.ts', '.e2e.ts')
      .filter(file => file.startsWith('tests/'))
      .map(read)
      .join('\n')
    const problems = Object.keys(renderers).flatMap(type => {
      const file = `renderers/${type}/${type.slice('tessera-'.length)}.tsx`
      const registered = [...readCode(file).matchAll(/\b(?:renderer|field)\(\s*'([\w-]+)'/g)].map(match => match[1])
      return [
        ...(registered.join() === type ? [] : [`${file} registers ${registered.join() || 'nothing'}`]),
        ...(tests.includes(type) ? [] : [`${type} has no test`]),
      ]
    })
    expect(problems).toEqual([])
  })

  it('bring the styles of the buttons and fields that they share', () => {
    const parts = ending('.tsx').filter(file => file.startsWith('renderers/tessera-'))
    const folders = new Set(parts.map(file => file.split('/')[1] as string))
    const bare = [...folders].filter(folder => {
      const code = parts
        .filter(file => file.startsWith(`renderers/${folder}/`))
        .map(readCode)
        .join('\n')
      return /\btes-(button|input|field|dialog|notice)\b/.test(code) && !code.includes("'../workplace/workplace.css'")
    })
    expect(bare).toEqual([])
  })
})

describe('screens', () => {
  it('can be reached: from the route table, by their id in the code, or from another screen', async () => {
    const routes = (await screens.routes()).map(route => route.screen)
    const code = ending('.ts', '.tsx')
      .filter(file => /^(src|renderers|api\/server)\//.test(file))
      .map(read)
      .join('\n')
    const ids = await screens.ids()
    const all = (await Promise.all(ids.map(async id => JSON.stringify((await screens.get(id))?.schema)))).join('\n')
    expect(ids.filter(id => !routes.includes(id) && !code.includes(`'${id}'`) && !all.includes(`/api/screen/${id}`))).toEqual([])
  })

  it('exist for every route', async () => {
    const ids = await screens.ids()
    const wanted = (await screens.routes()).flatMap(route => route.screen || [])
    expect(wanted.filter(id => !ids.includes(id))).toEqual([])
  })

  it('use every fragment', async () => {
    const all = ending('.json')
      .filter(file => file.startsWith('schemas/'))
      .map(read)
      .join('\n')
    expect(
      files
        .filter(file => file.startsWith('schemas/fragments/'))
        .map(file => file.slice('schemas/'.length))
        .filter(name => !all.includes(`"${name}"`)),
    ).toEqual([])
  })
})

describe('words of the screens', async () => {
  const marked = (node: unknown): string[] =>
    typeof node === 'string' ? (node.startsWith('i18n:') ? [node.slice(5)] : []) : node && typeof node === 'object' ? Object.values(node).flatMap(marked) : []
  const dictionary = (area: string): Record<string, string> =>
    files.includes(`schemas/${area}/zh-CN.json`) ? JSON.parse(read(`schemas/${area}/zh-CN.json`)) : {}
  const shell: Record<string, string> = { ...rendererWords, ...dictionary('shell') }
  const ids = await screens.ids()
  const used = new Map<string, Set<string>>()
  for (const id of ids) {
    const area = id.split('.')[0] as string
    const words = used.get(area) ?? new Set<string>()
    for (const text of marked((await screens.get(id))?.schema)) words.add(text)
    used.set(area, words)
  }
  const code = ending('.ts', '.tsx').filter(file => /^(src|renderers|api\/flow)\//.test(file))
  // t('…') in the shell, say('…') or t('…') in renderers.
  const spoken = code.flatMap(file =>
    [...readCode(file).matchAll(/\b(?:t|say)\(\s*(?:'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)")/g)].map(m => ({
      file,
      text: (m[1] ?? m[2] ?? '').replaceAll("\\'", "'"),
    })),
  )
  const tables = marked([await screens.routes(), await screens.site()])

  it('have Chinese', () => {
    const missing = [...used].flatMap(([area, words]) =>
      [...words].filter(text => !(text in dictionary(area)) && !(text in shell)).map(text => `schemas/${area}: ${text}`),
    )
    const inShell = tables.filter(text => !(text in shell)).map(text => `routes or menus: ${text}`)
    const inCode = spoken.filter(({ text }) => !(text in shell)).map(({ file, text }) => `${file}: ${text}`)
    expect([...missing, ...inShell, ...inCode]).toEqual([])
  })

  it('are Chinese, keep their places, and are all used', () => {
    const sources = code.map(read).join('\n')
    const problems: string[] = []
    // What themes set is described in JSON, with the names of it; what is wrong with one is said by pure code.
    const described = ending('.json', '.ts')
      .filter(file => file.startsWith('api/theme/'))
      .map(read)
      .join('\n')
    // What a play of a flow comes to is said by the same pure code on the server.
    const flowSentences = code
      .filter(file => file.startsWith('api/flow/'))
      .map(read)
      .join('\n')
    // Words inside an expression are translated too, and a language may need fewer forms; what is read stays the same.
    const places = (text: string) =>
      [...new Set((text.match(/\$?\{[^}]+\}/g) ?? []).flatMap(place => place.replace(/'[^']*'/g, '').match(/[A-Za-z_][\w.]*/g) ?? []))].sort().join()
    for (const file of ending('zh-CN.json').filter(name => /^(schemas|renderers)\//.test(name))) {
      const area = file.split('/')[1] as string
      const own = file.startsWith('renderers/')
        ? code
            .filter(name => name.startsWith(`renderers/${area}/`))
            .map(read)
            .join('\n') + (area === 'tessera-theme-editor' ? described : area === 'tessera-flow-designer' ? flowSentences : '')
        : ''
      for (const [english, chinese] of Object.entries(JSON.parse(read(file)) as Record<string, string>)) {
        const inCode = (text: string) => text.includes(english) || text.includes(english.replaceAll("'", "\\'"))
        const isUsed = own
          ? inCode(own)
          : area === 'shell'
            ? tables.includes(english) || inCode(sources) || [...used.values()].some(words => words.has(english))
            : used.get(area)?.has(english)
        if (!isUsed) problems.push(`${file}: nothing says "${english}"`)
        if (!chinese.trim()) problems.push(`${file}: "${english}" is empty`)
        if (places(english) !== places(chinese)) problems.push(`${file}: "${english}" loses a place`)
      }
    }
    expect(problems).toEqual([])
  })

  it('say a sentence the same everywhere; only short words depend on where they stand', () => {
    const said = new Map<string, Set<string>>()
    for (const file of ending('zh-CN.json').filter(name => /^(schemas|renderers)\//.test(name)))
      for (const [english, chinese] of Object.entries(JSON.parse(read(file)) as Record<string, string>))
        if (english.length > 30) said.set(english, (said.get(english) ?? new Set()).add(chinese))
    expect([...said].filter(([, all]) => all.size > 1).map(([english, all]) => [english, ...all])).toEqual([])
  })
})

describe('the tree', () => {
  const text = files.filter(file => /\.(ts|tsx|mjs|js|json|md|css|html|yml)$|(^|\/)\.[\w.]+$|^\.ci\//.test(file) && file !== 'package-lock.json')

  it('names no place of the machine it was made on', () => {
    const own = 'tests/repo.test.ts'
    const place = /(?<![\w.])\/(work|home|root)\/[\w.-]+|\/Users\/[\w.-]+\/|127\.0\.0\.1:48\d\d|localhost:48\d\d/
    expect(text.filter(file => file !== own && place.test(read(file).replaceAll(/\/home\/(?:postgres|user|you|ann)\b|\/Users\/1\/2/g, '')))).toEqual([])
  })

  it('holds no address of a package registry', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved":|registry\.|https?:\/\/[^"]*\/-\//)
    expect(text.filter(file => file !== 'tests/repo.test.ts' && /registry\.npmjs|npmmirror|registry\s*=\s*http/.test(read(file)))).toEqual([])
  })

  it('skips no test and focuses on none', () => {
    const tests = ending('.test.ts', '.test.tsx').filter(file => file !== 'tests/repo.test.ts')
    expect(tests.filter(file => /\b(?:it|test|describe)\.(?:skip|only|todo|fails)\b|\bx(?:it|describe)\(/.test(read(file)))).toEqual([])
  })

  it('leaves tests out on a condition only where a reason is kept here', () => {
    /** File, how many, and what they need that a clone or a machine may not have. */
    const reasons: Record<string, [count: number, reason: string]> = {
      'tests/gate/gate.test.ts': [2, 'pages of others that may lie beside the project: more of what the sample pages show'],
      'tests/api/page.import.test.ts': [1, 'pages of others that may lie beside the project: more of what the sample site shows'],
      'tests/api/signin.loginLdap.test.ts': [1, 'OpenLDAP; the same is shown on a directory of our own'],
      'tests/api/database.embedded.test.ts': [2, 'lock files are looked into on Linux only; only root can start a process as somebody else'],
      'tests/api/data-outside.test.ts': [1, 'schemas beside public, which MySQL does not have'],
      'tests/api/git.readHostKeys.test.ts': [1, 'ssh-keyscan of OpenSSH'],
      'tests/api/release.gitPull.test.ts': [1, 'git and OpenSSH; what a package does is the same merge, and shown without them'],
      'tests/api/release.exportStandaloneRemote.test.ts': [1, 'git and OpenSSH; what is taken and refused is shown without them'],
      'tests/api/release.gitPush.test.ts': [1, 'git and OpenSSH; the form of the folder is shown without them'],
      'tests/api/git-line.test.ts': [1, 'git and OpenSSH; nothing stands for them here'],
      'tests/api/hostile-names.test.ts': [1, 'git; the names of packages, and of what is written, are shown without it'],
      'tests/api/release.exportStandalone.test.ts': [1, 'Linux, whose files an image is made of; how one is told is shown elsewhere too'],
      'tests/api/standalone-archive.test.ts': [
        3,
        'a built server, a minute, and for images root with skopeo, umoci and runc; what they do is shown without packing',
      ],
      'tests/api/i.addGitAccount.test.ts': [2, 'git and OpenSSH; the form of the keys is shown without them'],
    }
    const found = ending('.test.ts', '.test.tsx')
      .filter(file => file !== 'tests/repo.test.ts')
      .flatMap(file => {
        const count = [...readCode(file).matchAll(/\b(?:it|test|describe)\.(?:skipIf|runIf)\b|\bctx\.skip\(|\bskip\(/g)].length
        return count ? [[file, count]] : []
      })
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(Object.entries(reasons).map(([file, [count]]) => [file, count])))
  })

  it('has no `any` and no unexplained suppression outside tests', () => {
    const code = ending('.ts', '.tsx').filter(file => /^(api|src|renderers|scripts)\//.test(file))
    const bad = code.flatMap(file => {
      // What gen.ts writes for others is text there.
      const source = file === 'scripts/gen.ts' ? read(file).replaceAll(/'[^'\n]*'|`[^`]*`/g, "''") : read(file)
      const lines = source.split('\n')
      return lines.flatMap((line, at) =>
        /(?::|as|<|\|)\s*any\b(?!\w)[^a-z ]?(?=[\s,;)>[\]=]|$)/.test(line.replace(/\/\/.*|'[^']*'|\/\*.*?\*\//g, '')) ||
        /@ts-(?:ignore|nocheck|expect-error)\s*$/.test(line)
          ? [`${file}:${at + 1} ${line.trim()}`]
          : [],
      )
    })
    expect(bad).toEqual([])
  })

  it('leaves nothing to do behind', () => {
    const own = ['tests/repo.test.ts']
    const marks = /\b(TODO|FIXME|XXX|HACK)\b/
    expect(
      ending('.ts', '.tsx', '.mjs', '.md').filter(file => !own.includes(file) && !file.startsWith('tests/support/sample') && marks.test(read(file))),
    ).toEqual([])
  })

  it('has its commands under their usual names, each of a file that is there', () => {
    const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts
    for (const name of ['up', 'dev', 'gen', 'check', 'test', 'e2e', 'bench', 'build', 'verify']) expect(scripts).toHaveProperty(name)
    const called = Object.values(scripts).flatMap(line => [...line.matchAll(/(?:scripts|tests)\/[\w./-]+\.(?:ts|mjs)/g)].map(m => m[0]))
    expect(called.filter(file => !files.includes(file))).toEqual([])
  })
})
