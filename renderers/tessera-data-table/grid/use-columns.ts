// The columns that a person shows: which, in which order, how wide, and which stay in view. Kept for the next visit and for what is exported or saved as a view.
import { useMemo, useState } from 'react'
import { chosenOf, inOrder, keep, kept, type Shown } from '../columns-kept.ts'
import type { GridColumn } from './about.ts'

const NONE: readonly string[] = []
export const NARROWEST = 60
export const WIDEST = 1000

/** `start`: what a view says of its columns, until the person says otherwise. */
export function useColumns(columns: readonly GridColumn[], key: string, start: Partial<Shown>) {
  const [mine, setMine] = useState<Partial<Shown>>(() => ({ ...start, ...kept(key) }))
  const change = (next: Partial<Shown>, { isKept = true } = {}) => {
    const all = { ...mine, ...next }
    setMine(all)
    if (isKept) keep(key, all)
  }
  const { widths, frozen } = mine
  const order = inOrder(mine, columns)
  const shown = useMemo(() => {
    const names = chosenOf(mine, columns)
    const first = names.filter(name => frozen?.includes(name))
    const all = [...first, ...names.filter(name => !first.includes(name))].flatMap(name => columns.find(column => column.name === name) ?? [])
    return [
      ...all.map(column => (widths?.[column.name ?? ''] ? { ...column, width: widths[column.name ?? ''] as number } : column)),
      ...columns.filter(({ name }) => !name),
    ]
  }, [mine, columns, widths, frozen])
  const hidden = mine.unToggledColumns ?? columns.flatMap(({ name, toggled }) => (name && toggled === false ? [name] : []))
  const without = (list: readonly string[], name: string) => list.filter(one => one !== name)
  return {
    shown,
    frozen: frozen ?? NONE,
    /** Keys of all columns, in their order. */
    order,
    isShown: (name: string) => !hidden.includes(name),
    toggle: (name: string) => change({ unToggledColumns: hidden.includes(name) ? without(hidden, name) : [...hidden, name] }),
    showAll: (isShown: boolean) => change({ unToggledColumns: isShown ? [] : columns.flatMap(({ name }) => name ?? []) }),
    isFrozen: (name: string) => !!frozen?.includes(name),
    freeze: (name: string) => change({ frozen: frozen?.includes(name) ? without(frozen, name) : [...(frozen ?? []), name] }),
    /** One place up or down. */
    move(name: string, by: -1 | 1) {
      const to = order.indexOf(name) + by
      if (to < 0 || to >= order.length) return
      const next = without(order, name)
      next.splice(to, 0, name)
      change({ columnOrder: next })
    },
    /** `isKept`: not while it is being pulled. Without a width it is as wide as its field asks for. */
    resize(name: string, width: number | undefined, { isKept = true } = {}) {
      const { [name]: _, ...others } = widths ?? {}
      change({ widths: width === undefined ? others : { ...others, [name]: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))) } }, { isKept })
    },
  }
}
export type Columns = ReturnType<typeof useColumns>
