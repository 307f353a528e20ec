// All icons that a screen can name: searched, grouped by likeness, copied by a click. Only the rows in view are in the page.
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { RendererProps } from 'amis-core'
import { Icon } from 'amis-ui'
import { PageIcon } from '../page-icons.tsx'
import { renderer } from '../register.tsx'
import { sayer } from '../words.ts'
import type { IconEntry, IconGroup } from './groups.ts'
import { AMIS_SET, PAGE_SET, rowsBetween, rowsOf, sampleOf, search, SETS, snippetOf, valueOf, type Row } from './icons.ts'
import groups from './icons.json' with { type: 'json' }
import './icon-gallery.css'

const ALL = groups as IconGroup[]
const COUNT = ALL.reduce((sum, [, icons]) => sum + icons.length, 0)
/** Width of a tile at least, and how far beyond the window rows are drawn. */
const TILE = 112
const BEYOND = 320

const Picture = memo(function Picture({ icon }: { icon: IconEntry }) {
  if (icon[0] === AMIS_SET) return <Icon icon={icon[1]} className="icon" />
  if (icon[0] === PAGE_SET) return <PageIcon name={icon[1]} kind="page" size={22} />
  return <i className={valueOf(icon)} aria-hidden="true" />
})

interface TilesProps {
  row: Extract<Row, { icons: readonly IconEntry[] }>
  /** The tile that the keyboard reaches, if it is in this row. */
  active: number
  copyLabel: string
  onCopy(icon: IconEntry, at: number): void
}
const Tiles = memo(function Tiles({ row, active, copyLabel, onCopy }: TilesProps) {
  return (
    <div className="tes-icons__row" style={{ transform: `translateY(${row.top}px)` }}>
      {row.icons.map((icon, n) => (
        <button
          key={`${icon[0]} ${icon[1]}`}
          type="button"
          data-at={row.first + n}
          tabIndex={row.first + n === active ? 0 : -1}
          title={valueOf(icon)}
          aria-label={`${copyLabel} ${valueOf(icon)}`}
          onClick={() => onCopy(icon, row.first + n)}
        >
          <span className="tes-icons__picture">
            <Picture icon={icon} />
          </span>
          <span className="tes-icons__name">{icon[1]}</span>
        </button>
      ))}
    </div>
  )
})

export function IconGallery({ env }: RendererProps) {
  const say = sayer(env)
  const [text, setText] = useState('')
  const [set, setSet] = useState<number>()
  const [mode, setMode] = useState<'name' | 'snippet'>('name')
  const [last, setLast] = useState<IconEntry>([0, 'save'])
  const [active, setActive] = useState(0)
  const [columns, setColumns] = useState(8)
  const [view, setView] = useState({ from: 0, to: 1200 })
  const box = useRef<HTMLDivElement>(null)

  const found = useMemo(() => search(ALL, text, set), [text, set])
  const { rows, height, icons } = useMemo(() => rowsOf(found, columns), [found, columns])
  const shown = rowsBetween(rows, view.from, view.to)

  const look = useCallback(() => {
    const element = box.current
    if (!element) return
    const { scrollTop, clientHeight } = element
    // In steps, so that most frames of a scroll need nothing new.
    const from = Math.max(0, Math.floor(scrollTop / BEYOND) * BEYOND - BEYOND)
    const to = from + Math.ceil(clientHeight / BEYOND) * BEYOND + 3 * BEYOND
    setView(now => (now.from === from && now.to === to ? now : { from, to }))
  }, [])
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      setColumns(Math.max(1, Math.floor(element.clientWidth / TILE)))
      look()
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [look])
  // What is found begins at the top.
  useEffect(() => {
    setActive(0)
    if (box.current) box.current.scrollTop = 0
    look()
  }, [found, look])

  const copyText = useCallback(
    (what: string) => void env.copy?.(what, { said: sayer(env)('Copied {what}', { what: what.length > 60 ? `${what.slice(0, 60)} …` : what }) }),
    [env],
  )
  const copy = useCallback(
    (icon: IconEntry, at: number) => {
      setLast(icon)
      setActive(at)
      copyText(mode === 'name' ? valueOf(icon) : snippetOf(icon))
    },
    [copyText, mode],
  )

  function focusOn(at: number) {
    const row = rows.find((one): one is Extract<Row, { icons: readonly IconEntry[] }> => 'icons' in one && at >= one.first && at < one.first + one.icons.length)
    const element = box.current
    if (!row || !element) return
    setActive(at)
    if (row.top < element.scrollTop + 8) element.scrollTop = Math.max(0, row.top - 48)
    else if (row.top + row.height > element.scrollTop + element.clientHeight) element.scrollTop = row.top + row.height - element.clientHeight + 8
    look()
    requestAnimationFrame(() => element.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus({ preventScroll: true }))
  }

  /** The tile above or below: in the same column of the row before or after, whatever their lengths. */
  function vertically(at: number, step: 1 | -1): number {
    const lines = rows.filter((row): row is Extract<Row, { icons: readonly IconEntry[] }> => 'icons' in row)
    const here = lines.findIndex(line => at >= line.first && at < line.first + line.icons.length)
    const next = lines[here + step]
    const line = lines[here]
    return next && line ? next.first + Math.min(at - line.first, next.icons.length - 1) : at
  }

  function onKey(event: KeyboardEvent) {
    const from = (event.target as HTMLElement).dataset?.at
    if (from === undefined) return
    const at = Number(from)
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 400) / 88) - 1)
    const many = (step: 1 | -1) => Array.from({ length: page }).reduce<number>(now => vertically(now, step), at)
    const to: Record<string, () => number> = {
      ArrowRight: () => at + 1,
      ArrowLeft: () => at - 1,
      ArrowDown: () => vertically(at, 1),
      ArrowUp: () => vertically(at, -1),
      PageDown: () => many(1),
      PageUp: () => many(-1),
      Home: () => 0,
      End: () => icons.length - 1,
    }
    const target = to[event.key]?.()
    if (target === undefined) return
    event.preventDefault()
    focusOn(Math.max(0, Math.min(icons.length - 1, target)))
  }

  const sample = sampleOf(last)
  return (
    <div className="tes-icons">
      <div className="tes-icons__tools">
        <input
          type="search"
          value={text}
          placeholder={say('Search by name')}
          aria-label={say('Search icons')}
          onChange={event => setText(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'ArrowDown' || !icons.length) return
            event.preventDefault()
            focusOn(active < icons.length ? active : 0)
          }}
        />
        <select aria-label={say('Set')} value={set ?? ''} onChange={event => setSet(event.target.value === '' ? undefined : Number(event.target.value))}>
          <option value="">{say('All sets')}</option>
          {SETS.map(({ label }, at) => (
            <option key={label} value={at}>
              {say(label)}
            </option>
          ))}
        </select>
        <div className="tes-icons__mode" role="group" aria-label={say('A click copies')}>
          <span aria-hidden="true">{say('A click copies')}</span>
          {(['name', 'snippet'] as const).map(one => (
            <button key={one} type="button" aria-pressed={mode === one} onClick={() => setMode(one)}>
              {one === 'name' ? say('Name') : say('Snippet')}
            </button>
          ))}
        </div>
        <span className="tes-icons__count" role="status">
          {icons.length === COUNT ? say('{count} icons', { count: COUNT }) : say('{count} of {all} icons', { count: icons.length, all: COUNT })}
        </span>
      </div>
      <div className="tes-icons__sample">
        <span className="tes-icons__picture">
          <Picture icon={last} />
        </span>
        <code>{sample}</code>
        <button type="button" onClick={() => copyText(sample)}>
          {say('Copy sample')}
        </button>
      </div>
      {icons.length ? null : (
        <p className="tes-icons__none">{say('No icon is called “{text}”. Try a shorter word, such as “user” or “arrow”.', { text: text.trim() })}</p>
      )}
      <div ref={box} className="tes-icons__box" role="group" aria-label={say('Icons')} hidden={!icons.length} onScroll={look} onKeyDown={onKey}>
        <div className="tes-icons__all" style={{ height, ['--tes-columns' as string]: columns }}>
          {shown.map(row =>
            'icons' in row ? (
              <Tiles
                key={row.top}
                row={row}
                active={active >= row.first && active < row.first + row.icons.length ? active : -1}
                copyLabel={say('Copy')}
                onCopy={copy}
              />
            ) : (
              <h2 key={row.top} className="tes-icons__title" style={{ transform: `translateY(${row.top}px)` }}>
                {row.title} <span>{row.count}</span>
              </h2>
            ),
          )}
        </div>
      </div>
    </div>
  )
}

export default renderer('tessera-icon-gallery', IconGallery)
