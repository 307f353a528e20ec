// Which columns a person shows, and in which order: kept in the browser, per model and view.

/** Name under which it is kept. */
export const keyOf = (base: string) => `tessera.columns.${base}`

/** A column of the table; those without a name hold no value. */
export interface Column {
  name?: string
  toggled?: boolean
}
export interface Shown {
  unToggledColumns: string[]
  columnOrder: string[]
  /** In pixels, of columns that the person made wider or narrower. */
  widths: Record<string, number>
  /** Columns that stay in view at the left. */
  frozen: string[]
}

export function kept(key: string): Partial<Shown> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Shown>
  } catch {
    return {}
  }
}

export function keep(key: string, shown: Partial<Shown>) {
  try {
    localStorage.setItem(key, JSON.stringify(shown))
  } catch {
    // A browser that keeps nothing forgets it with the page, and nothing else.
  }
}

/** Keys of the columns that are shown, in their order: as chosen, else as the table has them. */
export function chosenOf({ unToggledColumns: hidden, columnOrder: order }: Partial<Shown>, columns: readonly Column[]): string[] {
  const names = columns.flatMap(({ name, toggled }) => (name && (hidden ? !hidden.includes(name) : toggled !== false) ? [name] : []))
  const place = (name: string) => {
    const at = order?.indexOf(name) ?? -1
    return at < 0 ? columns.length : at
  }
  return order ? names.sort((a, b) => place(a) - place(b)) : names
}

/** All columns that hold a value, in their order. */
export const inOrder = (shown: Partial<Shown>, columns: readonly Column[]) => chosenOf({ ...shown, unToggledColumns: [] }, columns)

/** The same, of what the browser keeps. */
export const shownColumns = (key: string, columns: readonly Column[]) => chosenOf(kept(key), columns)
