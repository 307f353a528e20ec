// Two JSON values side by side: unchanged parts folded, changes stepped through by keyboard, one column where two do not fit.
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { resolveVariableAndFilter, type RendererProps } from 'amis-core'
import { renderer } from '../register.tsx'
import { sayer } from '../words.ts'
import { compareJson, type Row, type Run, type Side } from './compare-json.ts'
import './json-diff.css'

interface Props extends RendererProps {
  /** Expressions of the two values. */
  before?: unknown
  after?: unknown
  beforeTitle?: string
  afterTitle?: string
}

/** Unchanged lines shown around a change. */
const CONTEXT = 3
/** Changed lines of one run shown before one asks for the rest. */
const MOST = 400
const NARROW = 600

const valueOf = (given: unknown, data: object) => (typeof given === 'string' ? resolveVariableAndFilter(given, data, '| raw') : given)

export function JsonDiff({ before, after, beforeTitle, afterTitle, data, env, render }: Props) {
  const say = sayer(env)
  const left = valueOf(before, data)
  const right = valueOf(after, data)
  const runs = useMemo(() => compareJson(left, right), [left, right])
  const changes = runs.filter(run => run.kind === 'changed').length
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const [at, setAt] = useState(-1)
  const [narrow, setNarrow] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const heading = useId()
  useEffect(() => {
    setOpened(new Set())
    setAt(-1)
  }, [runs])
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setNarrow(element.clientWidth > 0 && element.clientWidth < NARROW)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])

  const step = (by: 1 | -1) => {
    if (!changes) return
    const next = at < 0 ? (by > 0 ? 0 : changes - 1) : (at + by + changes) % changes
    setAt(next)
    const row = box.current?.querySelector<HTMLElement>(`[data-change="${next}"]`)
    row?.scrollIntoView?.({ block: 'center', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
  }
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || (event.target as Element).closest('input, textarea')) return
    const by = event.key === 'F7' ? (event.shiftKey ? -1 : 1) : event.key === 'n' || event.key === 'j' ? 1 : event.key === 'p' || event.key === 'k' ? -1 : 0
    if (!by) return
    event.preventDefault()
    step(by)
  }
  const open = (run: number) => setOpened(new Set([...opened, run]))
  const title = (given: string | undefined, otherwise: string) => (given ? render('title', given) : otherwise)

  if (!changes) return <p className="tes-diff__none">{say('There is no difference.')}</p>
  return (
    <div className={`tes-diff${narrow ? ' is-narrow' : ''}`} ref={box} role="region" aria-labelledby={heading} tabIndex={0} onKeyDown={keys}>
      <div className="tes-diff__tools">
        <span id={heading} aria-live="polite">
          {at < 0
            ? changes === 1
              ? say('1 place differs')
              : say('{count} places differ', { count: changes })
            : say('Place {at} of {count}', { at: at + 1, count: changes })}
        </span>
        <button type="button" onClick={() => step(-1)} title={say('Previous change (Shift+F7 or p)')} aria-label={say('Previous change (Shift+F7 or p)')}>
          <Arrow up />
        </button>
        <button type="button" onClick={() => step(1)} title={say('Next change (F7 or n)')} aria-label={say('Next change (F7 or n)')}>
          <Arrow />
        </button>
      </div>
      <table>
        {!narrow && (
          <colgroup>
            <col className="tes-diff__no" />
            <col />
            <col className="tes-diff__no" />
            <col />
          </colgroup>
        )}
        <thead>
          <tr>
            {narrow ? (
              <th colSpan={3} scope="col">
                {title(beforeTitle, say('Before'))} → {title(afterTitle, say('After'))}
              </th>
            ) : (
              <>
                <th colSpan={2} scope="col">
                  {title(beforeTitle, say('Before'))}
                </th>
                <th colSpan={2} scope="col">
                  {title(afterTitle, say('After'))}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {runs.map((run, index) => {
            if (run.kind === 'changed') {
              // Runs alternate, so the number of a change follows from its place.
              const change = (index - (runs[0]?.kind === 'changed' ? 0 : 1)) / 2
              return (
                <Changed
                  key={index}
                  run={run}
                  number={change}
                  here={change === at}
                  narrow={narrow}
                  all={opened.has(index)}
                  onAll={() => open(index)}
                  more={count => say('Show {count} more lines', { count })}
                />
              )
            }
            return (
              <Same
                key={index}
                run={run}
                narrow={narrow}
                open={opened.has(index)}
                first={index === 0}
                last={index === runs.length - 1}
                onOpen={() => open(index)}
                fold={count => (count === 1 ? say('1 unchanged line') : say('{count} unchanged lines', { count }))}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const Arrow = ({ up }: { up?: boolean }) => (
  <svg viewBox="0 0 24 24" width={16} height={16} aria-hidden="true">
    <path d={up ? 'M6 14l6-6 6 6' : 'M6 10l6 6 6-6'} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

interface SameProps {
  run: Run
  narrow: boolean
  open: boolean
  first: boolean
  last: boolean
  onOpen(): void
  fold(count: number): string
}

function Same({ run, narrow, open, first, last, onOpen, fold }: SameProps) {
  const { rows } = run
  const head = first ? 0 : CONTEXT
  const tail = last ? 0 : CONTEXT
  const hidden = rows.length - head - tail
  const line = (row: Row) => <Line key={row.after?.line} row={row} which={narrow ? 'same' : 'both'} />
  if (open || hidden < 4) return <>{rows.map(line)}</>
  // What the next change is inside of, as the JSON path.
  const next = last ? '' : (rows.at(-1)?.path ?? '')
  return (
    <>
      {rows.slice(0, head).map(line)}
      <tr className="tes-diff__fold">
        <td colSpan={narrow ? 3 : 4}>
          <button type="button" onClick={onOpen} aria-expanded={false}>
            <span aria-hidden="true">⋯</span> {fold(hidden)}
          </button>
          {next && <code>{next}</code>}
        </td>
      </tr>
      {tail > 0 && rows.slice(-tail).map(line)}
    </>
  )
}

interface ChangedProps {
  run: Run
  number: number
  here: boolean
  narrow: boolean
  all: boolean
  onAll(): void
  more(count: number): string
}

function Changed({ run, number, here, narrow, all, onAll, more }: ChangedProps) {
  const rows = all ? run.rows : run.rows.slice(0, MOST)
  const rest = run.rows.length - rows.length
  // In one column what went comes before what came.
  const shown: [Row, Which][] = narrow
    ? (['before', 'after'] as const).flatMap(side => rows.flatMap((row): [Row, Which][] => (row[side] ? [[row, side]] : [])))
    : rows.map(row => [row, 'both'])
  return (
    <>
      {shown.map(([row, which], i) => (
        <Line key={`${which} ${row.before?.line ?? ''} ${row.after?.line ?? ''}`} row={row} which={which} here={here} change={i === 0 ? number : undefined} />
      ))}
      {rest > 0 && (
        <tr className="tes-diff__fold">
          <td colSpan={narrow ? 3 : 4}>
            <button type="button" onClick={onAll}>
              <span aria-hidden="true">⋯</span> {more(rest)}
            </button>
          </td>
        </tr>
      )}
    </>
  )
}

type Which = 'both' | 'before' | 'after' | 'same'

interface LineProps {
  row: Row
  which: Which
  here?: boolean
  /** Number of the change that begins here. */
  change?: number
}

function Line({ row, which, here, change }: LineProps) {
  const changed = row.kind === 'changed'
  const { before, after } = row
  const className = [changed ? 'is-changed' : '', here ? 'is-here' : ''].join(' ').trim() || undefined
  if (which === 'both')
    return (
      <tr className={className} data-change={change} title={changed ? row.path : undefined}>
        <Cells side={before} mark={changed ? 'del' : undefined} />
        <Cells side={after} mark={changed ? 'ins' : undefined} />
      </tr>
    )
  const side = which === 'before' ? before : after
  const mark = which === 'before' ? 'del' : which === 'after' ? 'ins' : undefined
  return (
    <tr className={className} data-change={change} title={changed ? row.path : undefined}>
      <td className="tes-diff__no">{which === 'after' ? '' : before?.line}</td>
      <td className="tes-diff__no">{which === 'before' ? '' : after?.line}</td>
      <Text side={side} mark={mark} />
    </tr>
  )
}

type Mark = 'del' | 'ins' | undefined

const Cells = ({ side, mark }: { side: Side | undefined; mark: Mark }) => (
  <>
    <td className={`tes-diff__no${side && mark ? ` is-${mark}` : ''}`}>{side?.line}</td>
    <Text side={side} mark={mark} />
  </>
)

/** The text of a line; what differs in it is a deletion or an insertion for those who listen, too. */
function Text({ side, mark }: { side: Side | undefined; mark: Mark }) {
  if (!side) return <td className="tes-diff__text is-empty" />
  const Piece = mark ?? 'span'
  return (
    <td className={`tes-diff__text${mark ? ` is-${mark}` : ''}`}>
      {side.pieces.map((piece, i) => (piece.changed ? <Piece key={i}>{piece.text}</Piece> : <span key={i}>{piece.text}</span>))}
    </td>
  )
}

export default renderer('tessera-json-diff', JsonDiff)
