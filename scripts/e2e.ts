// Runs the browser journeys of tests/e2e against the built product: npm run e2e [part of a file name…]. Without a name it tells the short set and the
// stories that the changes since main are about (tests/e2e/stories.ts); with --full all of them.
import { execFileSync, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { storiesOf } from '../tests/e2e/stories.ts'

const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2).filter(word => word !== '--full')
const isShort = !wanted.length && !process.argv.includes('--full')

/** Files that differ from main, those not yet committed too; none where that cannot be told. */
function changedFiles(): string[] {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')
  try {
    const base = git('merge-base', 'HEAD', 'main')[0] as string
    return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  } catch {
    return []
  }
}

const files = readdirSync(join(root, 'tests/e2e'))
  .filter(name => name.endsWith('.e2e.ts') && (!wanted.length || wanted.some(part => name.includes(part))))
  .map(name => join(root, 'tests/e2e', name))
if (!files.length) throw new Error(`no file of tests/e2e has one of these in its name: ${wanted.join(' ')}`)
const whole = isShort ? storiesOf(changedFiles()) : []
if (whole.length) console.log(`Told in full, as something of theirs has changed: ${whole.join(', ')}`)

const child = spawn(
  process.execPath,
  [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    `--config=${join(root, 'tests/e2e/playwright.config.ts')}`,
    // A filter is a pattern.
    ...files.map(file => `${file.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
  ],
  {
    cwd: root,
    env: {
      ...process.env,
      E2E_SET: isShort ? 'short' : 'full',
      E2E_WHOLE: whole.join(),
      E2E_ENDS_WITH_STDIN: '1',
      ...(wanted.length && { E2E_TRACE: '1' }),
      // Hundreds of them, which nobody looks at after a run of everything that went well.
      ...((wanted.length || !isShort) && { E2E_PICTURES: '1' }),
    },
    // Nothing is written into it; that it ends tells the run that this process has.
    stdio: ['pipe', 'inherit', 'inherit'],
  },
)
// Playwright ends what it began when it is interrupted, and only then.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGINT'))
child.on('close', code => {
  process.exitCode = code ?? 1
})
