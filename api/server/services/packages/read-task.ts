// Looking through a package as a task: half a gigabyte of a stranger's, each body parsed, compared with its hash and searched.
import { LIMITS, type Limits } from '../foundation/archives/limits.ts'
import { openZip } from '../foundation/archives/zip.ts'
import { task } from '../foundation/workers.ts'
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

export const checkPackage = task({
  name: 'packages.check',
  lane: 'long',
  // Packed: what is in it may be three hundred times as large.
  from: 20_000,
  /** `withFindings`: what the pages run, call and show is gathered, too. */
  async run({ path, limits = LIMITS, withFindings = false }: { path: string; limits?: Limits; withFindings?: boolean }): Promise<CheckedPackage> {
    const zip = await openZip(path, limits)
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
