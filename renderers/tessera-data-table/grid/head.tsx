// The heads of the columns: each says the order of the rows and changes it.
import { ArrowDownIcon, ArrowUpDownIcon, ArrowUpIcon } from 'lucide-react'
import type { Say } from '../../words.ts'
import type { Placed } from './layout.ts'

interface Props {
  columns: readonly Placed[]
  orderBy: string
  orderDir: string
  say: Say
  sort(orderBy: string, orderDir: string): void
  /** The box that chooses all rows; none where rows cannot be chosen. */
  choice?: React.ReactNode
}

/** Up, down, and then as the rows come. */
const next = (isBy: boolean, dir: string): [boolean, string] => (!isBy ? [true, 'asc'] : dir === 'desc' ? [false, ''] : [true, 'desc'])
const ARIA = { asc: 'ascending', desc: 'descending' } as const

export function Head({ columns, orderBy, orderDir, say, sort, choice }: Props) {
  return (
    <thead>
      <tr>
        {choice && <th className="tes-grid__check">{choice}</th>}
        {columns.map(({ column: { name = '', label = '', sortable, type }, className, style }) => {
          const isBy = !!name && orderBy === name
          const dir = orderDir === 'desc' ? 'desc' : 'asc'
          const [by, to] = next(isBy, dir)
          const Sign = !isBy ? ArrowUpDownIcon : dir === 'desc' ? ArrowDownIcon : ArrowUpIcon
          return (
            <th
              key={name || type}
              className={className}
              style={style}
              {...(sortable && { 'aria-sort': isBy ? ARIA[dir] : 'none' })}
              {...(!label && { 'aria-label': say('Actions') })}
            >
              {sortable ? (
                <button type="button" className="tes-grid__sort" onClick={() => sort(by ? name : '', to)}>
                  <span>{label}</span>
                  <Sign size={14} aria-hidden />
                </button>
              ) : (
                <span className="tes-grid__label">{label}</span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
