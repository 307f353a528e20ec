// What a board shows: a column for each choice of a field, each with its rows page behind page, and the moves from one to another.
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { normalizeApi, type RendererProps } from 'amis-core'
import { within, type Conditions } from '../tessera-data-table/chosen.ts'
import type { DataField } from '../tessera-data-table/controls.ts'
import type { Row } from '../tessera-data-table/grid/about.ts'
import type { Say } from '../words.ts'

/** Cards asked for at once; and at most, when those that are shown are read again. */
export const CARDS = 30
const MOST_CARDS = 200

/** A value of the field; null for rows without one. */
export type Value = string | null
export interface Column {
  value: Value
  label: string
  rows: Row[]
  /** All of it, those that are not read yet too. */
  count: number
  /** Mark of its last row; nothing at its end. */
  next?: string | undefined
  isLoading?: boolean
}
interface May {
  edit: boolean
  history: boolean
}
export interface Described {
  fields: DataField[]
  managed: boolean
  may: May
  by: DataField | undefined
}
interface Answer {
  ok: boolean
  msg?: string
  data?: unknown
  errors?: Record<string, string>
  status?: number
}
export interface Moved {
  text: string
  changeId?: string
}

const only = (field: string, value: Value): Conditions => ({
  conjunction: 'and',
  children: [{ left: { type: 'field', field }, op: value === null ? 'is_empty' : 'select_equals', right: value }],
})

export function useBoard({
  base,
  by,
  sought,
  env,
  say,
}: {
  base: string
  by?: string | undefined
  /** Words and conditions, as requests say them. */
  sought: Record<string, string>
  env: RendererProps['env']
  say: Say
}) {
  const client = useRef(env)
  client.current = env
  const words = useRef(say)
  words.current = say
  const { filter: filterText = '', keywords = '' } = sought
  const [described, setDescribed] = useState<Described>()
  const [problem, setProblem] = useState<{ text: string; isRefused: boolean }>()
  const [moved, setMoved] = useState<Moved>()
  const [, draw] = useReducer((n: number) => n + 1, 0)
  const columns = useRef<Column[]>([])
  /** Of which answers are still wanted. */
  const turn = useRef({})

  const ask = useCallback(
    (method: 'get' | 'post' | 'put', url: string, data: object = {}): Promise<Answer> =>
      client.current
        .fetcher(normalizeApi(`${method}:${url}`), data, { silent: true })
        .catch((error: Error) => ({ ok: false, msg: error.message })) as Promise<Answer>,
    [],
  )
  const lost = () => words.current('The server cannot be reached. Check the connection and try again')

  const page = useCallback(
    async (key: string, value: Value, after?: string, cards = CARDS) => {
      const conditions = within(filterText ? (JSON.parse(filterText) as Conditions) : undefined, JSON.stringify(only(key, value))) ?? ''
      const answer = await ask(
        'get',
        `${base}?${new URLSearchParams({ ...(keywords && { keywords }), filter: conditions, perPage: String(cards), ...(after && { after }) })}`,
      )
      const { items = [], next } = ((answer.ok && answer.data) || {}) as { items?: Row[]; next?: string }
      return { items, next, problem: answer.ok ? '' : answer.msg || lost() }
    },
    [ask, base, filterText, keywords],
  )

  const read = useCallback(async () => {
    const mine = {}
    turn.current = mine
    const first = await ask('get', `${base}?perPage=1`)
    if (turn.current !== mine) return
    if (!first.ok) return setProblem({ text: first.msg || lost(), isRefused: first.status === 403 })
    const { fields, managed, may } = first.data as Omit<Described, 'by'>
    const field = fields.find(one => one.type === 'enum' && (by ? one.key === by : true))
    if (field) {
      const search = new URLSearchParams({ by: field.key, perPage: '200', ...(keywords && { keywords }), ...(filterText && { filter: filterText }) })
      const counted = await ask('get', `${base}/group/all?${search}`)
      if (turn.current !== mine) return
      const groups = ((counted.ok && counted.data) || {}) as { items?: { key: Value; label: string; count: number }[] }
      const counts = new Map(groups.items?.map(({ key, count }) => [key, count]))
      const others = (groups.items ?? []).filter(({ key }) => key !== null && !field.options.some(({ value }) => value === key))
      const all: { value: Value; label: string }[] = [...field.options, ...others.map(({ key, label }) => ({ value: key, label }))]
      if (!field.required || counts.has(null)) all.push({ value: null, label: words.current('Without {name}', { name: field.name }) })
      const shown = new Map(columns.current.map(column => [column.value, column.rows]))
      columns.current = all.map(one => ({ ...one, rows: shown.get(one.value) ?? [], count: counts.get(one.value) ?? 0, isLoading: counts.has(one.value) }))
    }
    setProblem(undefined)
    setDescribed({ fields, managed, may, by: field })
    if (!field) return
    await Promise.all(
      columns.current.map(async ({ value, count, rows }) => {
        // Read again, a column is as long as it was.
        const cards = Math.min(MOST_CARDS, Math.max(CARDS, rows.length))
        const { items, next, problem: failed } = count ? await page(field.key, value, undefined, cards) : { items: [], next: undefined, problem: '' }
        const column = columns.current.find(one => one.value === value)
        if (turn.current !== mine || !column) return
        if (failed) client.current.notify('error', failed)
        Object.assign(column, { rows: items, next, isLoading: false })
        draw()
      }),
    )
  }, [ask, base, by, filterText, keywords, page])

  // What is sought for changes the cards, not the board: its tools stay while they are read.
  const shownOf = useRef('')
  useEffect(() => {
    const board = `${base} ${by}`
    if (shownOf.current !== board) {
      columns.current = []
      setDescribed(undefined)
    }
    shownOf.current = board
    setMoved(undefined)
    void read()
    return () => void (turn.current = {})
  }, [read, base, by])

  async function more(column: Column) {
    const key = described?.by?.key
    if (!key || !column.next || column.isLoading) return
    const mine = turn.current
    column.isLoading = true
    draw()
    const { items, next, problem: failed } = await page(key, column.value, column.next)
    if (turn.current !== mine) return
    if (failed) client.current.notify('error', failed)
    else {
      // A card that was moved here is there already.
      const known = new Set(column.rows.map(({ id }) => id))
      Object.assign(column, { rows: [...column.rows, ...items.filter(({ id }) => !known.has(id))], next })
    }
    column.isLoading = false
    draw()
  }

  /** Shown at once, and put back with the reason where the server refuses it. */
  async function move(row: Row, to: Column) {
    const from = columns.current.find(column => column.rows.includes(row))
    const field = described?.by
    if (!from || !field || from === to) return
    const mine = turn.current
    const at = from.rows.indexOf(row)
    const take = (column: Column, rows: Row[], by: number) => Object.assign(column, { rows, count: column.count + by })
    const now = { ...row, [field.key]: to.value }
    take(
      from,
      from.rows.filter(one => one !== row),
      -1,
    )
    take(to, [now, ...to.rows], 1)
    setMoved(undefined)
    draw()
    const version = described.managed && typeof row.version === 'number' ? { version: row.version } : {}
    const answer = await ask('put', base, { ids: [row.id], values: { [field.key]: to.value }, ...version })
    if (turn.current !== mine) return
    if (!answer.ok) {
      take(
        to,
        to.rows.filter(({ id }) => id !== row.id),
        -1,
      )
      take(from, [...from.rows.slice(0, at), row, ...from.rows.slice(at)], 1)
      client.current.notify('error', Object.values(answer.errors ?? {})[0] || answer.msg || lost())
      return draw()
    }
    const { changeId } = (answer.data ?? {}) as { changeId?: string }
    const text = words.current('{name} is in "{column}" now', { name: String(row._title ?? row.id), column: to.label })
    setMoved({ text, ...(described.may.history && changeId && { changeId }) })
    // Its version, and whatever else follows from the change.
    const fresh = await ask('get', `${base}/${encodeURIComponent(String(row.id))}`)
    const after = ((fresh.ok && fresh.data) || {}) as { row?: Row }
    if (turn.current !== mine || !after.row) return
    const { row: told } = after
    to.rows = to.rows.map(one => (one.id === row.id ? { ...one, ...told } : one))
    draw()
  }

  async function undo(changeId: string) {
    setMoved(undefined)
    const answer = await ask('post', `${base}/change/${changeId}/undo`)
    const { left = [] } = ((answer.ok && answer.data) || {}) as { left?: unknown[] }
    if (!answer.ok) client.current.notify('error', answer.msg || lost())
    else if (left.length) client.current.notify('error', words.current('Somebody else has changed this row. Look at it again'))
    await read()
  }

  return { described, problem, columns: columns.current, moved, more, move, undo, again: read, close: () => setMoved(undefined) }
}
