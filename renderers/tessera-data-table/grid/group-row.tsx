// The head of a group: its value, how many rows there are, and figures over them.
import { ChevronRightIcon } from 'lucide-react'
import { figureText } from '../../../api/models/formats.ts'
import type { Say } from '../../words.ts'
import type { DataField } from '../controls.ts'
import { measureWords } from './group-menu.tsx'
import { HEAD, type Figure, type HeadRow } from './groups.ts'

interface Props {
  head: HeadRow
  index: number
  measure: ((row: HTMLElement | null) => void) | undefined
  /** Columns that it is as wide as. */
  width: number
  fields: readonly DataField[]
  figures: readonly Figure[]
  say: Say
  /** In which figures are written. */
  language: string
  /** Tab enters the grid here, or the keyboard is here. */
  isHere: boolean
  toggle(): void
}

/** Places behind the point that a mean is told with at least. */
const MEAN_PLACES = 2

function told(value: number | null, { name, measure }: Figure, fields: readonly DataField[], language: string): string {
  if (value === null || value === undefined) return '—'
  const field = fields.find(({ key }) => key === name)
  const scale = field?.scale ?? undefined
  const places = measure === 'avg' ? Math.max(scale ?? 0, MEAN_PLACES) : scale
  if (field?.format) return figureText(field, places === undefined ? String(value) : value.toFixed(places), language)
  // Over rows it is an amount, never a year or a number that tells rows apart.
  return new Intl.NumberFormat(language, { maximumFractionDigits: places ?? 20 }).format(value)
}

export function GroupRow({ head: { _group: group }, index, measure, width, fields, figures, say, language, isHere, toggle }: Props) {
  const words = measureWords(say)
  return (
    <tr ref={measure} data-index={index} className="tes-grid__group">
      <td data-key={HEAD} colSpan={width}>
        <div style={{ paddingLeft: group.depth * 20 }}>
          <button type="button" tabIndex={isHere ? 0 : -1} aria-expanded={group.isOpen} onClick={toggle}>
            <ChevronRightIcon size={16} aria-hidden />
            <span>{group.label}</span>
          </button>
          <span className="tes-grid__count">{group.count === 1 ? say('1 row') : say('{count} rows', { count: group.count })}</span>
          {figures.map((figure, at) => (
            <span key={`${figure.name} ${figure.measure}`} className="tes-grid__figure">
              {words[figure.measure]} {fields.find(({ key }) => key === figure.name)?.name} <b>{told(group.figures[at] ?? null, figure, fields, language)}</b>
            </span>
          ))}
        </div>
      </td>
    </tr>
  )
}
