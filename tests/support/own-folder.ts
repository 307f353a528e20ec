// Temporary files of one test file alone: others, at work at the same time, leave theirs where the machine keeps them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** While the tests of this file run, the folder for temporary files is one of its own. */
export function ownTemporaryFolder() {
  const { TMPDIR } = process.env
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-own-'))
    process.env.TMPDIR = folder
  })
  afterAll(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    rmSync(folder, { recursive: true, force: true })
  })
}
