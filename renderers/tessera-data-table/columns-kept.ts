// Which columns a person shows, and in which order: amis keeps that in the browser, per model.

/** Name under which amis keeps it. */
export const keyOf = (base: string) => `tessera.columns.${base}`

/** A column of the table; those without a name hold no value. */
export interface Column {
  name?: string
  toggled?: boolean
}
export interface Shown {
  unToggledColumns: string[]
  columnOrder: string[]
}

export function kept(key: string): Partial<Shown> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Shown>
  } catch {
    return {}
  }
}

/** Keys of the columns that are shown, in their order: as kept, else as the table has them. */
export function shownColumns(key: string, columns: readonly Column[]): string[] {
  const { unToggledColumns: hidden, columnOrder: order } = kept(key)
  const names = columns.flatMap(({ name, toggled }) => (name && (hidden ? !hidden.includes(name) : toggled !== false) ? [name] : []))
  const place = (name: string) => {
    const at = order?.indexOf(name) ?? -1
    return at < 0 ? columns.length : at
  }
  return order ? names.sort((a, b) => place(a) - place(b)) : names
}
