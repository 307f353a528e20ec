// npm run gate: what people who keep screens in git see, and what their build sees.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const run = (...words: string[]) =>
  new Promise<{ code: number; out: string; err: string }>(done =>
    execFile(process.execPath, ['--import', 'tsx', 'scripts/gate.ts', ...words], { cwd: root }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    ),
  )

describe('npm run gate', { timeout: 60_000 }, () => {
  let folder = ''
  const file = (name: string, content: unknown) => {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
    return join(folder, name)
  }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gate-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('passes all shipped screens, the table of addresses and the menus, without a word', async () => {
    const all = readdirSync(join(root, 'schemas'), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.json') && !name.startsWith('fragments'))
      .map(name => join('schemas', name))
    expect(await run(...all)).toEqual({ code: 0, out: '', err: '' })
  })

  it('refuses a screen with a place, a sentence and exit code 1, in the language asked for', async () => {
    const bad = file('bad.json', { type: 'page', body: { type: 'input-txt', name: 'a', label: false } })
    expect(await run(bad)).toMatchObject({
      code: 1,
      out: `${bad}: body.type: error: There is no component "input-txt" (did you mean "input-text"?) [type.unknown]\n`,
    })
    expect((await run('--lang', 'zh-CN', bad)).out).toContain('body.type: 错误: 没有组件“input-txt”')
  })

  it('tells warnings with exit code 0, and everything as JSON when asked', async () => {
    const slack = file('slack.json', { type: 'page', body: { type: 'tpl', tpl: '${nobody}' } })
    const { code, out } = await run('--json', slack)
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual([
      {
        file: slack,
        findings: [{ path: 'body.tpl', severity: 'warning', code: 'variable.unknown', message: 'Nothing here provides "nobody"', values: { name: 'nobody' } }],
      },
    ])
  })

  it('puts shared pieces in their places, and says when one is not there', async () => {
    const whole = file('whole.json', { type: 'page', body: [{ $include: 'fragments/pending-sql.json' }] })
    expect((await run(whole)).out).not.toContain('include')
    const torn = file('torn.json', { type: 'page', body: [{ $include: 'fragments/nothing.json' }] })
    expect(await run(torn)).toMatchObject({ code: 1, out: expect.stringContaining('[include]') })
    expect(await run(file('cut.json', '{"type":'))).toMatchObject({ code: 1, out: expect.stringContaining('[json]') })
  })

  it('takes pages of apps as they are', async () => {
    const page = file('page.json', { type: 'page', body: { type: 'service', api: '/of/their/own', body: { type: 'tpl', tpl: '${anything}' } } })
    expect((await run('--app', page)).code).toBe(0)
    expect((await run(page)).code).toBe(1)
  })

  it.each([[[]], [['nothing.json']], [['--what', 'x.json']], [['--lang', 'xx', 'x.json']]])('says how to use it: %j', async words => {
    const { code, err } = await run(...(words as string[]))
    expect([code, err.length > 0]).toEqual([2, true])
  })
})
