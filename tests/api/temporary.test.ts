// What a killed process leaves in the place for temporary files goes at the next start, and nothing else does.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { sweepTemporary, temporaryFolder } from '../../api/server/temporary.ts'

it('removes the folders of processes that are gone', async () => {
  const root = mkdtempSync(join(tmpdir(), 'temporary-test-'))
  const kept = process.env.TMPDIR
  process.env.TMPDIR = root
  try {
    const own = await temporaryFolder('export')
    const [, here = ''] = /^tessera-export-(\w+)-/.exec(basename(own)) ?? []
    const gone = spawnSync(process.execPath, ['-e', '']).pid
    const make = (name: string) => {
      mkdirSync(join(root, name))
      writeFileSync(join(root, name, 'app.amis'), 'half')
      return name
    }
    const left = make(`tessera-export-${here}-${gone}-abcdef`)
    const stays = [
      basename(own),
      make(`tessera-export-${here}-${process.ppid}-abcdef`),
      make(`tessera-export-ffffff-${gone}-abcdef`),
      make(`tessera-export-${here}-${gone}`),
      make(`others-export-${here}-${gone}-abcdef`),
    ]
    expect(await sweepTemporary()).toEqual([left])
    expect(stays.filter(name => existsSync(join(root, name)))).toEqual(stays)
    // In a container every start has the same number.
    expect(await sweepTemporary(root, Date.now() + 1000)).toEqual([basename(own)])
  } finally {
    if (kept === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = kept
    rmSync(root, { recursive: true, force: true })
  }
})
