// Which rows a person may add from among those to choose from, learned from the answers that bring the choices: pages that are stored say no more of it than
// that a chooser of rows is `creatable`.
import { modelAddress, readModelAddress } from '../../api/models/address.ts'

/** The name of rows without a method and a query. */
const bareOf = (api: unknown): string => {
  const url = typeof api === 'string' ? api : (api as { url?: unknown } | null | undefined)?.url
  return typeof url === 'string' ? url.replace(/^\w+:(?=model:)/i, '').replace(/[?#].*$/s, '') : ''
}
/** Whether choices come from rows that are called by their ids: what is chosen is then what a new row would be. */
export function choosesRows(api: unknown): boolean {
  const { rest = '' } = readModelAddress(bareOf(api)) ?? {}
  const value = (api as { data?: { value?: unknown } } | null | undefined)?.data?.value
  return /^\/(choice|option)\/\w+$/.test(rest) && (value === undefined || value === 'id')
}

export function rowsToAdd() {
  const known = new Map<string, string>()
  return {
    /** Told of what an address was answered. */
    learn(api: { url: string }, answer: { data?: unknown }) {
      const at = bareOf(api)
      const named = readModelAddress(at)
      if (!named || !choosesRows(at)) return
      const { mayCreate, adds } = ((answer.data as { data?: unknown } | undefined)?.data ?? {}) as { mayCreate?: boolean; adds?: string }
      const model = named.rest.startsWith('/option/') ? mayCreate && named.model : adds
      if (model) known.set(at, modelAddress(named.source, model))
      else known.delete(at)
    },
    /** Where the person may add a row that is missing among the choices from an address. */
    of: (api: unknown): string | undefined => known.get(bareOf(api)),
  }
}
