// The rows of the list put together by one or two of their fields: heads of groups page by page, and the rows of those that are open, asked for when they
// come into view.
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { normalizeApi, type RendererProps } from 'amis-core'
import { PAGE, type GridAbout, type Row } from './about.ts'
import { figuresText, type Figure, type GroupBy, type HeadRow } from './groups.ts'
import type { Rows } from './use-rows.ts'

/** Heads asked for at once; and how many are read again at once after a change. */
const HEADS = 200
const MOST_READ_AGAIN = 1000
/** Lines around what is seen that are asked for already. */
const AHEAD = 60
const TOP = ''
/** In place of a mark where the order has none: the number of the next page. */
const NUMBER = 'page:'

interface Told {
  key: string | number | boolean | null
  label: string
  count: number
  figures: (number | null)[]
  filter: string
}
interface Group extends Told {
  id: string
  depth: number
  /** Conditions of its rows and of the groups around it. */
  conditions: readonly object[]
  inside: string
}
/** What is in a group, or at the top. */
interface Branch {
  groups: Group[]
  rows: Row[]
  /** Where it goes on; nothing at its end. */
  next: string | undefined
  /** Shown until it is read anew. */
  isStale: boolean
}
interface Line {
  branch: string
  row?: Row
}
interface Listed {
  items?: Row[]
  query?: Record<string, unknown>
  env: RendererProps['env']
}

export interface Groups extends Rows {
  isOpen(id: Row['id']): boolean
  toggle(id: Row['id']): void
  /** All of them, those that come later too. */
  openAll(isOpen: boolean): void
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const depthOf = (branch: string) => (branch === TOP ? 0 : branch.split('\n').length)

/** Nothing is asked without groups. */
export function useGroups(about: GridAbout, by: readonly GroupBy[], figures: readonly Figure[], { items, query, env }: Listed): Groups {
  const { base, relations } = about
  const asked = about.asked(query ?? {})
  const question = JSON.stringify([asked, by, figures])
  const [, draw] = useReducer((n: number) => n + 1, 0)
  const branches = useRef(new Map<string, Branch>())
  const known = useRef(new Map<string, Group>())
  /** Groups that are not as the others. */
  const others = useRef(new Set<string>())
  const areOpen = useRef(false)
  const fresh = useRef(new Map<Row['id'], Row>())
  const asking = useRef(new Set<string>())
  const problem = useRef('')
  const listed = useRef<{ items: Row[] | undefined; question: string; groups: string }>()
  const lines = useRef<{ all: Line[]; at: Map<Row['id'], number> }>()
  const client = useRef(env)
  client.current = env

  const groupsNow = JSON.stringify(by)
  if (listed.current?.items !== items || listed.current?.question !== question) {
    // The same list read anew stays where it is; other groups begin closed.
    if (listed.current?.groups !== groupsNow) {
      others.current = new Set()
      areOpen.current = false
    }
    if (listed.current?.question === question) for (const branch of branches.current.values()) branch.isStale = true
    else branches.current = new Map()
    fresh.current = new Map()
    asking.current = new Set()
    problem.current = ''
    lines.current = undefined
    listed.current = { items, question, groups: groupsNow }
  }

  const isOpen = (id: string) => areOpen.current !== others.current.has(id)
  const changed = () => {
    lines.current = undefined
    draw()
  }

  const read = useCallback(async (path: string, search: Record<string, string>) => {
    const answer = await client.current
      .fetcher(normalizeApi(`get:${path}?${new URLSearchParams(search)}`), {}, { silent: true })
      .catch((error: Error) => ({ ok: false, msg: error.message, data: undefined }))
    return answer.ok ? { data: answer.data as Record<string, unknown> } : { problem: answer.msg || '…' }
  }, [])

  const searchOf = useCallback(
    (conditions: readonly object[]): Record<string, string> => {
      const [of] = JSON.parse(question) as [Record<string, string>]
      const own = of.filter ? [JSON.parse(of.filter) as object] : []
      const all = [...conditions, ...own]
      return { ...of, ...(all.length && { filter: JSON.stringify({ conjunction: 'and', children: all }) }) }
    },
    [question],
  )

  const readHeads = useCallback(
    async (branch: string, conditions: readonly object[], page: number) => {
      const [, fields, measured] = JSON.parse(question) as [unknown, GroupBy[], Figure[]]
      const depth = depthOf(branch)
      const { name, unit } = fields[depth] as GroupBy
      const { orderBy, orderDir = '', ...search } = searchOf(conditions)
      const { data, problem: failed } = await read(`${base}/group/all`, {
        ...search,
        by: name,
        ...(unit && { unit, zone: zone() }),
        ...(measured.length && { figures: figuresText(measured) }),
        ...(orderBy === name && { orderDir }),
        page: String(page),
        perPage: String(HEADS),
      })
      const { items: told = [], isMore = false } = (data ?? {}) as { items?: Told[]; isMore?: boolean }
      const groups = told.map((one): Group => {
        const id = `${branch ? `${branch}\n` : ''}${JSON.stringify(one.key)}`
        return { ...one, id, depth, inside: branch, conditions: [...conditions, ...(JSON.parse(one.filter) as { children: object[] }).children] }
      })
      return { groups, isMore, failed }
    },
    [base, question, read, searchOf],
  )

  const load = useCallback(
    async (id: string) => {
      const here = asking.current
      const before = branches.current.get(id)
      if (here.has(id) || (before && !before.isStale && !before.next)) return
      here.add(id)
      const [, fields] = JSON.parse(question) as [unknown, GroupBy[]]
      const conditions = known.current.get(id)?.conditions ?? []
      const isFirst = !before || before.isStale
      const found: Branch = isFirst ? { groups: [], rows: [], next: undefined, isStale: false } : { ...before }
      if (depthOf(id) < fields.length) {
        let page = isFirst ? 1 : Number(before.next?.slice(NUMBER.length))
        const enough = isFirst ? Math.min(before?.groups.length ?? 0, MOST_READ_AGAIN) : 0
        for (;;) {
          const { groups, isMore, failed } = await readHeads(id, conditions, page)
          if (here !== asking.current) return
          if (failed) problem.current = failed
          found.groups = [...found.groups, ...groups]
          found.next = isMore ? `${NUMBER}${++page}` : undefined
          if (failed || !isMore || found.groups.length >= enough) break
        }
      } else {
        const after = isFirst ? undefined : before.next
        const where: Record<string, string> = !after ? {} : after.startsWith(NUMBER) ? { page: after.slice(NUMBER.length) } : { after }
        const { data, problem: failed } = await read(base, { ...searchOf(conditions), ...(relations && { relations }), perPage: String(PAGE), ...where })
        if (here !== asking.current) return
        if (failed) problem.current = failed
        const { items: rows = [], next } = (data ?? {}) as { items?: Row[]; next?: string }
        // A row that moved down since is where it was seen first.
        const seen = new Set(found.rows.map(row => row.id))
        const page = Math.ceil((found.rows.length + 1) / PAGE) + 1
        found.rows = [...found.rows, ...rows.filter(row => !seen.has(row.id))]
        found.next = rows.length === PAGE ? (next ?? `${NUMBER}${page}`) : undefined
      }
      here.delete(id)
      if (!problem.current) {
        const counts = new Map(before?.groups.map(group => [group.id, group.count]))
        for (const group of found.groups) {
          known.current.set(group.id, group)
          const inside = branches.current.get(group.id)
          if (inside && counts.get(group.id) !== group.count) inside.isStale = true
        }
        branches.current.set(id, found)
      }
      lines.current = undefined
      draw()
    },
    [base, question, relations, read, readHeads, searchOf],
  )

  /** What stands below each other; in a group that is not read yet, as many lines as it has rows. */
  function linesNow() {
    if (lines.current) return lines.current
    const all: Line[] = []
    const at = new Map<Row['id'], number>()
    const add = (line: Line) => {
      if (line.row) at.set(line.row.id, all.length)
      all.push(line)
    }
    const walk = (id: string, count: number) => {
      const branch = branches.current.get(id)
      const waits = depthOf(id) < by.length ? 1 : Math.min(count, PAGE)
      if (!branch) for (let n = 0; n < waits; n++) add({ branch: id })
      for (const group of branch?.groups ?? []) {
        const head: HeadRow = {
          id: group.id,
          _group: { label: group.label, count: group.count, figures: group.figures, depth: group.depth, isOpen: isOpen(group.id) },
        }
        add({ branch: id, row: head })
        if (head._group.isOpen) walk(group.id, group.count)
      }
      for (const row of branch?.rows ?? []) add({ branch: id, row: fresh.current.has(row.id) ? { ...row, ...fresh.current.get(row.id) } : row })
      if (branch?.next) add({ branch: id })
    }
    if (by.length) walk(TOP, 1)
    lines.current = { all, at }
    return lines.current
  }

  const need = (from: number, to: number) => {
    if (!by.length || !items || problem.current) return
    const near = linesNow().all.slice(Math.max(0, from - AHEAD), to + AHEAD)
    for (const id of new Set(near.flatMap(({ branch, row }) => (!row || branches.current.get(branch)?.isStale ? [branch] : [])))) void load(id)
  }

  /** A row of a group is different: so are the figures of the groups around it, and it may belong to another one. */
  async function refresh(id: Row['id']) {
    const line = linesNow().all[linesNow().at.get(id) ?? -1]
    const { data } = await read(`${base}/${encodeURIComponent(String(id))}`, relations ? { relations } : {})
    const row = (data as { row?: Row } | undefined)?.row
    if (!row || !line) return
    const moved = by.some(({ name }) => JSON.stringify(row[name] ?? null) !== JSON.stringify(line.row?.[name] ?? null))
    fresh.current.set(id, row)
    if (moved) {
      for (const branch of branches.current.values()) branch.isStale = true
      return changed()
    }
    changed()
    for (let group = known.current.get(line.branch); group; group = known.current.get(group.inside)) {
      const { groups, failed } = await readHeads(group.inside, group.conditions, 1)
      const now = groups[0]
      if (!failed) Object.assign(group, { count: now?.count ?? 0, figures: now?.figures ?? [] })
      changed()
    }
  }

  useEffect(() => () => void (asking.current = new Set()), [])
  return {
    count: linesNow().all.length,
    isMore: [...branches.current.values()].some(({ next }) => next),
    problem: problem.current,
    at: index => linesNow().all[index]?.row,
    indexOf: id => (id === undefined ? -1 : (linesNow().at.get(id) ?? -1)),
    need,
    again() {
      problem.current = ''
      draw()
    },
    refresh,
    isOpen: id => isOpen(String(id)),
    toggle(id) {
      if (!others.current.delete(String(id))) others.current.add(String(id))
      changed()
    },
    openAll(open) {
      others.current = new Set()
      areOpen.current = open
      changed()
    },
  }
}
