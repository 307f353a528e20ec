// Looking through a package as a task: half a gigabyte of a stranger's, each body parsed, compared with its hash and searched.
import { LIMITS, type Limits } from '../foundation/archives/limits.ts'
import { openZip } from '../foundation/archives/zip.ts'
import { task } from '../foundation/workers.ts'
import { cancelled, type Counter } from '../foundation/progress.ts'
import { bodyIn, checkZip } from './check.ts'
import { findingsOf, type Findings } from './findings.ts'
import type { Manifest } from './format.ts'
import { gatherFindings, type Gathered } from './inspect-findings.ts'
import { usesOf, type PageUses } from './parts.ts'
import { cut, type Piece } from './pieces.ts'

export interface CheckedPackage {
  /** Of a manifest. */
  manifest: Piece[]
  /** By page, what it names. */
  uses: Map<string, PageUses>
  gathered?: Gathered
}

const KIB = 1024

/** Counts units of 1,024 bytes, until it is told to stop. */
function counting(counter: Counter) {
  let bytes = 0
  return (more: number) => {
    bytes += more
    Atomics.store(counter, 0, Math.floor(bytes / KIB))
    if (Atomics.load(counter, 2)) throw cancelled()
  }
}

export const checkPackage = task({
  name: 'packages.check',
  lane: 'long',
  // Packed: what is in it may be three hundred times as large.
  from: 20_000,
  /** `withFindings`: what the pages run, call and show is gathered, too. */
  async run({
    path,
    limits = LIMITS,
    withFindings = false,
    counter,
  }: {
    path: string
    limits?: Limits
    withFindings?: boolean
    counter?: Counter
  }): Promise<CheckedPackage> {
    const zip = await openZip(path, limits, counter && counting(counter))
    // Pages are gone through once more for what they name.
    if (counter) Atomics.store(counter, 1, Math.ceil((zip.claimed() + zip.claimed('bodies/')) / KIB))
    try {
      const manifest: Manifest = await checkZip(zip, limits)
      const findings = withFindings ? gatherFindings(new Map(manifest.resources.map(one => [one.id, one.name]))) : undefined
      const uses = await usesOf({ manifest, body: bodyIn(zip, limits) }, findings?.look)
      return { manifest: cut(manifest), uses, ...(findings && { gathered: findings.result() }) }
    } finally {
      zip.close()
    }
  },
})

export const findInPages = task({
  name: 'packages.findInPages',
  lane: 'quick',
  from: 50_000,
  /** What will not work here, of each of many pages. */
  run: ({ texts }: { texts: readonly string[] }): Findings[] => texts.map(text => findingsOf(JSON.parse(text))),
})
