// The heads of the columns: each says the order of the rows and changes it.
import { ArrowDownIcon, ArrowUpDownIcon, ArrowUpIcon } from 'lucide-react'
import type { Say } from '../../words.ts'
import type { GridColumn } from './about.ts'
import { Grip } from './grip.tsx'
import type { Placed } from './layout.ts'
import type { Columns } from './use-columns.ts'

interface Props {
  columns: readonly Placed[]
  sizes: Columns
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

export function Head({ columns, sizes, orderBy, orderDir, say, sort, choice }: Props) {
  return (
    <thead>
      <tr>
        {choice && (
          <th className="tes-grid__check">
            <span className="tes-grid__unseen">{say('Selection|rows')}</span>
            {choice}
          </th>
        )}
        {columns.map(({ column: { name = '', label = '', sortable, type }, width, className, style }) => {
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
              // Its name, and not that of its edge as well.
              aria-label={label || undefined}
            >
              {sortable ? (
                <button type="button" className="tes-grid__sort" onClick={() => sort(by ? name : '', to)}>
                  <span>{label}</span>
                  <Sign size={14} aria-hidden />
                </button>
              ) : (
                <span className={label ? 'tes-grid__label' : 'tes-grid__unseen'}>{label || say('Actions')}</span>
              )}
              {name && <Grip name={name} label={label} width={width} columns={sizes} say={say} />}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Where there are no heads: the order of the rows, to choose. */
export function Order({ columns, orderBy, orderDir, say, sort }: Pick<Props, 'orderBy' | 'orderDir' | 'say' | 'sort'> & { columns: readonly GridColumn[] }) {
  const sortable = columns.filter(column => column.sortable && column.name)
  return (
    <select
      className="tes-grid__order"
      aria-label={say('Order|rows')}
      value={orderBy ? `${orderDir === 'desc' ? 'desc' : 'asc'} ${orderBy}` : ''}
      onChange={({ target }) => {
        const [dir = '', ...by] = target.value.split(' ')
        sort(by.join(' '), by.length ? dir : '')
      }}
    >
      <option value="">{say('Order|rows')}</option>
      {sortable.flatMap(({ name, label = '' }) => [
        <option key={`asc ${name}`} value={`asc ${name}`}>
          {label} ↑
        </option>,
        <option key={`desc ${name}`} value={`desc ${name}`}>
          {label} ↓
        </option>,
      ])}
    </select>
  )
}
