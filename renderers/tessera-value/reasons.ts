// Which formulas are empty in a row, and where their reasons are asked for: noted at rows as they come to a page, so that whatever draws a value knows it,
// in pages of any age. What is stored of a page says nothing of it.

type Row = Record<string, unknown>
interface Described {
  key: string
  formula?: string
}
interface Rows {
  items?: Row[]
  row?: Row
  fields?: Described[]
}
/** Beside the values of a row, like `_labels`: of which row it is, as rows stand in rows, and addresses by field. */
interface Why {
  id: unknown
  of: Record<string, string>
}

const ROWS = /^(.*\/source\/[^/?#]+\/model\/[^/?#]+)(?:\/[^/?#]+)?(?:[?#].*)?$/s

/** What an address of rows was answered with; each row of it names its formulas that are empty. Anything else as it is. */
export function withReasons<A extends { data?: unknown }>({ url, method = 'get' }: { url: string; method?: string }, answer: A): A {
  const base = ROWS.exec(url)?.[1]
  const envelope = answer.data as { data?: Rows } | undefined
  const { items, row, fields } = envelope?.data ?? {}
  const formulas = Array.isArray(fields) ? fields.filter(({ formula }) => formula !== undefined) : []
  if (!base || method.toLowerCase() !== 'get' || !formulas.length) return answer
  const noted = (one: Row): Row => {
    const empty = formulas.filter(({ key }) => one[key] === null)
    if (!empty.length) return one
    const at = (key: string) => `${base}/${encodeURIComponent(String(one.id))}/formula/${key}`
    return { ...one, _why: { id: one.id, of: Object.fromEntries(empty.map(({ key }) => [key, at(key)])) } satisfies Why }
  }
  const data = { ...envelope?.data, ...(Array.isArray(items) && { items: items.map(noted) }), ...(row && { row: noted(row) }) }
  return { ...answer, data: { ...envelope, data } }
}

/** Where it is said why a field is empty in the row around; undefined where it is no formula, or has a value. */
export function reasonAt(data: unknown, key: string | undefined): string | undefined {
  const around = data as { id?: unknown; _why?: Why; [key: string]: unknown } | null | undefined
  const why = around?._why
  if (!key || !why || why.id !== around.id || !Object.hasOwn(why.of, key)) return undefined
  return around[key] === null || around[key] === undefined ? why.of[key] : undefined
}
