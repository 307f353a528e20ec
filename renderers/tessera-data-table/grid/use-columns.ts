// The columns that a person shows, kept for the next visit and for what is exported or saved as a view.
import { useMemo, useState } from 'react'
import { chosenOf, keep, kept, type Shown } from '../columns-kept.ts'
import type { GridColumn } from './about.ts'

export function useColumns(columns: readonly GridColumn[], key: string) {
  const [mine, setMine] = useState(() => kept(key))
  const change = (next: Partial<Shown>) => {
    const all = { ...mine, ...next }
    setMine(all)
    keep(key, all)
  }
  const shown = useMemo(() => {
    const names = chosenOf(mine, columns)
    return [...names.flatMap(name => columns.find(column => column.name === name) ?? []), ...columns.filter(({ name }) => !name)]
  }, [mine, columns])
  const hidden = mine.unToggledColumns ?? columns.flatMap(({ name, toggled }) => (name && toggled === false ? [name] : []))
  return {
    shown,
    isShown: (name: string) => !hidden.includes(name),
    toggle: (name: string) => change({ unToggledColumns: hidden.includes(name) ? hidden.filter(one => one !== name) : [...hidden, name] }),
    showAll: (isShown: boolean) => change({ unToggledColumns: isShown ? [] : columns.flatMap(({ name }) => name ?? []) }),
  }
}
export type Columns = ReturnType<typeof useColumns>
