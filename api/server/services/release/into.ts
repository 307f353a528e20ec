// Chosen differences of a state taken over into an environment: what it would run with them, which is then published like any other version. Roles, lists,
// data sources and themes hold for the whole app at once and are no part of it.
import { createHash } from 'node:crypto'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { readApplied, type AppDesign } from '../data/index.ts'
import { publishedResources } from '../foundation/resources.ts'
import { compareContents } from './compare.ts'
import type { Contents } from './contents.ts'
import { contentText, type Content } from './manifest.ts'
import { chosenParts, mergeContents, type Problem } from './merge.ts'
import type { Offered } from './offered.ts'

/** What was chosen, and the name of what was looked at: what is published is that or nothing. */
export interface Chosen {
  parts: string[]
  state: string
}
export interface Into {
  offered: Offered[]
  /** What the environment runs, and what it would run. */
  before: Content
  next: Content
  problems: Problem[]
  state: string
  count: number
}

const moved = () => new ApiError('release.intoMoved', 'The environment, or what is taken over, was changed since you looked at it. Look again', 409)

export function createInto({ db }: Pick<Core, 'db'>, { contents }: { contents: Contents }) {
  /** What an environment runs, with what holds for the whole app as the other side says it. */
  async function runsIn(scope: Scope, tag: string, theirs: Content, on: Db | Trx) {
    const runs = await contents.running(scope, tag, on)
    if (!runs) throw fieldError('release.intoNothing', 'tag', 'Nothing is published there yet: publish the app there first')
    const { pages, design } = await contents.contentOf(scope, runs.version, on)
    const own: AppDesign = design ?? {
      data: await readApplied(scope, tag, on),
      permissions: { roles: [], lists: [], overrides: [], options: [], rowRules: [] },
      resources: await publishedResources(scope, tag, on),
    }
    if (!theirs.design) return { runs, before: { pages, design: own }, theirs: { pages: theirs.pages, design: own } }
    const { permissions, themes: _themes, chosenTheme: _chosen, ...other } = theirs.design
    const { themes: _own, chosenTheme: _above, ...rest } = own
    const known = new Set(own.data.sources.map(one => one.id))
    const sources = [
      ...own.data.sources.map(one => other.data.sources.find(({ id }) => id === one.id) ?? one),
      ...other.data.sources.filter(one => !known.has(one.id)),
    ]
    return {
      runs,
      before: { pages, design: { ...rest, permissions, data: { sources, models: own.data.models } } },
      theirs: { pages: theirs.pages, design: { ...other, permissions, data: { sources, models: other.data.models } } },
    }
  }

  async function look(scope: Scope, tag: string, from: string, parts: readonly string[], on: Db | Trx = db): Promise<Into> {
    const { runs, before, theirs } = await runsIn(scope, tag, await contents.contentOf(scope, from, on), on)
    const offered = compareContents(before, theirs).flatMap(({ name, parts: list }) =>
      list.map((part): Offered => ({ ...part, section: name, isConflict: false, isLive: false })),
    )
    const chosen = offered.map(({ section, id }) => `${section} ${id}`).filter(part => parts.includes(part))
    const { next, problems } = mergeContents(before, theirs, chosenParts(chosen))
    const { pages, design } = next
    const { permissions: _permissions, ...published } = design as AppDesign
    const state = createHash('sha256')
      .update([runs.id, contentText({ pages, design: published as AppDesign })].join('\n'))
      .digest('hex')
    return { offered, before, next, problems, state, count: chosen.length }
  }

  return {
    look,

    /** What is to be published; refused where it is not what was looked at. */
    async chosen(scope: Scope, tag: string, from: string, { parts, state }: Chosen, on: Db | Trx = db): Promise<Content> {
      const into = await look(scope, tag, from, parts, on)
      if (into.state !== state) throw moved()
      if (!into.count) throw new ApiError('merge.nothing', 'Nothing was chosen that differs', 422, { fields: { parts: 'Nothing was chosen that differs' } })
      const [first] = into.problems
      if (first)
        throw new ApiError('merge.problems', 'This cannot be taken over as it was chosen: {name}', 422, {
          values: { name: first.label },
          fields: { parts: { english: first.english, ...(first.values && { values: first.values }) } },
        })
      return into.next
    },
  }
}
export type IntoEnvironment = ReturnType<typeof createInto>
