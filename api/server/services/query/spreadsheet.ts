// What a query answers as a sheet: names stand for ids, figures are numbers, and a period before stands beside its own.
import type { Readable } from 'node:stream'
import type { QueryAnswer } from '../data/index.ts'
import { writeWorkbook, type Cell } from '../foundation/spreadsheets/index.ts'

export function spreadsheetOf(name: string, { columns, items, before }: QueryAnswer, words: { before: string }): Readable {
  const cellOf = (row: Record<string, unknown> | undefined, key: string): Cell => {
    const label = (row?._labels as Record<string, string> | undefined)?.[key]
    const value = label ?? row?.[key]
    return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? value : null
  }
  const earlier = before ? columns.filter(({ role }) => role === 'measure') : []
  const groups = columns.filter(({ role }) => role === 'group').map(({ key }) => key)
  const lineOf = (row: Record<string, unknown>) => JSON.stringify(groups.map(key => row[key]))
  const beforeOf = new Map((before ?? []).map(row => [lineOf(row), row]))
  const headers = [...columns.map(({ label }) => label), ...earlier.map(({ label }) => `${label} (${words.before})`)]
  const rows = items.map(row => [...columns.map(({ key }) => cellOf(row, key)), ...earlier.map(({ key }) => cellOf(beforeOf.get(lineOf(row)), key))])
  return writeWorkbook([{ name, columns: headers.map(header => ({ header })), rows }])
}
