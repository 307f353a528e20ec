// A test run leaves no database behind, however it ends.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { isAlive } from '../support/crash.ts'

const root = join(import.meta.dirname, '../..')
const SCRIPT = `
  import { openTestServer } from './tests/support/test-server.ts'
  import { readFileSync } from 'node:fs'
  const { folder } = await openTestServer(process.env.TEST_PG_BIN_DIR)
  console.log(JSON.stringify({ folder, pid: Number(readFileSync(folder + '/postgres/postmaster.pid', 'utf8').split('\\n')[0]) }))
  setInterval(() => {}, 1000)
`

it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('ended by %s', { timeout: 120_000 }, async signal => {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', SCRIPT], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await new Promise<string>((done, failed) => {
    child.stdout.on('data', chunk => done(String(chunk)))
    child.on('close', code => failed(new Error(`ended with ${code}`)))
  })
  const { folder, pid } = JSON.parse(line) as { folder: string; pid: number }
  expect({ folder: existsSync(folder), server: isAlive(pid) }).toEqual({ folder: true, server: true })
  child.kill(signal)
  await vi.waitFor(() => expect({ folder: existsSync(folder), server: isAlive(pid) }).toEqual({ folder: false, server: false }), {
    timeout: 60_000,
    interval: 20,
  })
})
