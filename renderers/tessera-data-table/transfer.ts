// What is done with a whole list, as amis JSON: rows come in from a file, and the list as it stands goes out into one.
import type { Schema } from 'amis-core'
import type { Say } from '../words.ts'
import { within, type Conditions } from './chosen.ts'
import { importRows } from './import-rows.ts'
import { shownColumns, type Column } from './columns-kept.ts'

interface Request {
  url: string
  data?: unknown
}
interface Around {
  base: string
  say: Say
  /** Columns of the table, as it starts with. */
  columns: readonly Column[]
  /** Under which name the browser keeps the columns. */
  columnsKey: string
  /** What the list is asked with. */
  search: Record<string, string>
  may: { import: boolean; export: boolean }
  /** Id of the list on its page. */
  list?: string
  /** Which rows the table has at all. */
  fixed?: Conditions | undefined
}

const exported = ({ base, say, columns, columnsKey, search, fixed }: Around, format: 'xlsx' | 'csv'): Schema => ({
  type: 'button',
  label: say(format === 'xlsx' ? 'Export as .xlsx' : 'Export as .csv'),
  actionType: 'download',
  api: {
    method: 'get',
    url: `${base}/export/rows`,
    data: { format, ...search },
    requestAdaptor: (api: Request) => {
      const [path = '', query] = api.url.split('?')
      const asked = new URLSearchParams(query)
      asked.set('fields', shownColumns(columnsKey, columns).join(','))
      const filter = within(fixed, asked.get('filter') ?? undefined)
      if (filter) asked.set('filter', filter)
      return { ...api, url: `${path}?${asked}` }
    },
  },
})

/** What is done with a whole list, beside it; nothing for whom there is nothing to do. */
export function transferMenu(around: Around, others: Schema[] = []): Schema[] {
  const files = [...(around.may.import ? [importRows(around)] : []), ...(around.may.export ? [exported(around, 'xlsx'), exported(around, 'csv')] : [])]
  const buttons = [...files, ...(files.length && others.length ? [{ type: 'divider' }] : []), ...others]
  if (!buttons.length) return []
  return [
    {
      type: 'dropdown-button',
      label: around.say('More'),
      align: 'right',
      className: 'tes-data-more',
      menuClassName: 'tes-data-menu',
      popOverContainerSelector: 'body',
      closeOnClick: true,
      closeOnOutside: true,
      buttons,
    },
  ]
}
