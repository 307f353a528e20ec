// Opens a package that was checked as a whole: what is not as its manifest says is refused before anything is written anywhere.
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { LIMITS, type Limits } from '../foundation/archives/limits.ts'
import { withZip } from '../foundation/archives/open.ts'
import { newCounter, UNTOLD, type Progress } from '../foundation/progress.ts'
import type { Workers } from '../foundation/workers.ts'
import type { PlainRow } from '../data/index.ts'
import { bodyIn, entryOf, rowsIn } from './check.ts'
import { checkResources } from './check-resources.ts'
import type { Manifest, ManifestRows } from './format.ts'
import type { Gathered } from './inspect-findings.ts'
import type { PageUses } from './parts.ts'
import { joined } from './pieces.ts'
import { checkPackage } from './read-task.ts'

type Json = Record<string, unknown>
export interface OpenedPackage {
  manifest: Manifest
  /** By page, what it names. */
  uses: ReadonlyMap<string, PageUses>
  /** What its pages run, call and show; where that was asked for. */
  gathered: Gathered | undefined
  /** A body, read again from the checked archive. */
  body(hash: string): Promise<Json>
  file(hash: string): Promise<Readable>
  /** Rows of a model, some at a time. */
  rows(of: ManifestRows): AsyncIterable<PlainRow[]>
}
export interface Asked {
  progress?: Progress
  limits?: Limits
  withFindings?: boolean
}

/** Opens `path`, hands the checked package to `use`, and leaves nothing behind. A large one is checked in a thread. */
export async function withPackage<T>(
  workers: Pick<Workers, 'do'>,
  path: string,
  password: string | undefined,
  use: (opened: OpenedPackage) => Promise<T>,
  { limits = LIMITS, withFindings = false, progress = UNTOLD }: Asked = {},
): Promise<T> {
  return withZip(
    path,
    password,
    async (zip, plain) => {
      const counter = newCounter()
      const checking = workers.do(checkPackage, { path: plain, limits, withFindings, counter }, (await stat(plain)).size)
      const { manifest, uses, gathered } = await progress.follow('check', counter, checking)
      const whole = (await joined(manifest)) as unknown as Manifest
      checkResources(whole.design?.resources ?? [])
      return use({
        manifest: whole,
        uses,
        gathered,
        body: bodyIn(zip, limits),
        file: hash => entryOf(zip, `files/${hash}`).stream(limits.fileBytes),
        rows: rowsIn(zip, limits),
      })
    },
    limits,
  )
}
