// The rows of the list, page behind page. The list asks for the first page; while somebody scrolls, the next ones are asked for behind the last row, and
// those that are far away are let go of and asked for again on the way back.
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { normalizeApi, type RendererProps } from 'amis-core'
import { PAGE, type GridAbout, type Row } from './about.ts'

/** Rows before the end, or around what is seen, that are asked for already. */
const AHEAD = 60
/** Rows around what is seen that are kept. */
const KEPT = 1000
/** In place of a mark where the order has none: the number of the next page. */
const NUMBER = 'page:'

interface Page {
  /** Nothing while it is let go of. */
  rows?: readonly Row[]
  count: number
  /** Mark of its last row; nothing behind the last page. */
  end: string | undefined
  /** Shown until it is read anew. */
  isStale?: boolean
}
interface Listed {
  items?: Row[]
  next?: string
  total?: number
  query?: Record<string, unknown>
  env: RendererProps['env']
}

export interface Rows {
  /** Rows that are known of. */
  count: number
  /** More come behind them. */
  isMore: boolean
  problem: string
  at(index: number): Row | undefined
  indexOf(id: Row['id'] | undefined): number
  /** What is seen: its surroundings are asked for. */
  need(from: number, to: number): void
  /** Asks for what could not be read once more. */
  again(): void
  /** Reads a row again, where it stands: it leaves its place in the order, or the list, when that is read anew. */
  refresh(id: Row['id']): Promise<void>
}

export function useRows(about: GridAbout, { items, next, total, query, env }: Listed): Rows {
  const { base, relations, isEndless } = about
  const question = JSON.stringify(about.asked(query ?? {}))
  const [, draw] = useReducer((n: number) => n + 1, 0)
  const pages = useRef<Page[]>([])
  const fresh = useRef(new Map<Row['id'], Row>())
  const asking = useRef(new Set<number>())
  const problem = useRef('')
  const listed = useRef<{ items: Row[] | undefined; question: string }>()
  const client = useRef(env)
  client.current = env

  const endOf = (page: number, rows: readonly Row[], mark: string | undefined, before: number) =>
    !isEndless || rows.length < PAGE ? undefined : (mark ?? (before + rows.length < (total ?? 0) ? `${NUMBER}${page + 2}` : undefined))

  if (listed.current?.items !== items || !listed.current) {
    // The same list read anew stays where it is.
    const kept = listed.current?.question === question ? pages.current.slice(1).map(page => ({ ...page, isStale: true })) : []
    const end = endOf(0, items ?? [], next, 0)
    pages.current = [{ rows: items ?? [], count: items?.length ?? 0, end }, ...(end ? kept : [])]
    fresh.current = new Map()
    asking.current = new Set()
    problem.current = ''
    listed.current = { items, question }
  }

  const load = useCallback(
    async (at: number) => {
      const here = asking.current
      const after = pages.current[at - 1]?.end
      if (!after || here.has(at)) return
      here.add(at)
      const where: Record<string, string> = after.startsWith(NUMBER) ? { page: after.slice(NUMBER.length) } : { after }
      const search = new URLSearchParams({
        ...(JSON.parse(question) as Record<string, string>),
        ...(relations && { relations }),
        perPage: String(PAGE),
        ...where,
      })
      const answer = await client.current
        .fetcher(normalizeApi(`get:${base}?${search}`), {}, { silent: true })
        .catch((error: Error) => ({ ok: false, msg: error.message, data: undefined }))
      // The list was read anew meanwhile, or is another one.
      if (here !== asking.current) return
      here.delete(at)
      const { items: found = [], next: mark } = ((answer.ok && answer.data) || {}) as { items?: Row[]; next?: string }
      if (!answer.ok) problem.current = answer.msg || '…'
      else {
        const before = pages.current[at]
        const others = new Set(pages.current.flatMap((page, index) => (index === at ? [] : (page.rows ?? []).map(({ id }) => id))))
        // A row that moved down since is where it was seen first.
        const rows = found.filter(({ id }) => !others.has(id))
        const known = pages.current.slice(0, at).reduce((sum, { count }) => sum + count, 0)
        const end = endOf(at, found, mark, known)
        pages.current[at] = { rows, count: rows.length, end }
        const behind = pages.current[at + 1]
        if (!end) pages.current.length = at + 1
        else if (behind && before?.end !== end) pages.current[at + 1] = { ...behind, isStale: true }
      }
      draw()
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what it reads besides is of the question
    [base, question, relations, isEndless, total],
  )

  const need = useCallback(
    (from: number, to: number) => {
      let start = 0
      for (const [at, page] of pages.current.entries()) {
        const end = start + page.count
        const isNear = end > from - AHEAD && start < to + AHEAD
        if (isNear && (!page.rows || page.isStale) && !problem.current) void load(at)
        if (at && page.rows && (end < from - KEPT || start > to + KEPT)) pages.current[at] = { count: page.count, end: page.end }
        start = end
      }
      if (to + AHEAD >= start && !problem.current) void load(pages.current.length)
    },
    [load],
  )

  const refresh = useCallback(
    async (id: Row['id']) => {
      const asked = relations ? `?relations=${encodeURIComponent(relations)}` : ''
      const answer = await client.current
        .fetcher(normalizeApi(`get:${base}/${encodeURIComponent(String(id))}${asked}`), {}, { silent: true })
        .catch(() => undefined)
      const row = (answer?.ok && (answer.data as { row?: Row } | undefined)?.row) || undefined
      if (!row) return
      fresh.current.set(id, row)
      draw()
    },
    [base, relations],
  )

  // Of the same rows the same objects, so that only what is different is drawn again.
  const merged = useRef(new WeakMap<Row, { of: Row; row: Row }>())
  const now = (row: Row | undefined): Row | undefined => {
    const of = row && fresh.current.get(row.id)
    if (!row || !of) return row
    const there = merged.current.get(row)
    if (there?.of === of) return there.row
    const both = { ...row, ...of }
    merged.current.set(row, { of, row: both })
    return both
  }
  useEffect(() => () => void (asking.current = new Set()), [])

  return {
    count: pages.current.reduce((sum, page) => sum + page.count, 0),
    isMore: !!pages.current.at(-1)?.end,
    problem: problem.current,
    at(index) {
      let start = 0
      for (const page of pages.current) {
        if (index < start + page.count) return now(page.rows?.[index - start])
        start += page.count
      }
      return undefined
    },
    indexOf(id) {
      let start = 0
      for (const page of pages.current) {
        const at = page.rows?.findIndex(row => row.id === id) ?? -1
        if (at >= 0) return start + at
        start += page.count
      }
      return -1
    },
    need,
    again() {
      problem.current = ''
      draw()
    },
    refresh,
  }
}
