// An answer as text: one figure with what it was before, a table of its lines, a table of one group by another.
import { useMemo } from 'react'
import type { Say } from '../words.ts'
import { cellsOf, figureIn, figureOf, labelOf, valuesOf, type Answer, type Column, type Line, type Shape, type Value } from './figures.ts'

export interface Words {
  say: Say
  language: string
}
interface Props {
  answer: Answer
  shape: Shape
  words: Words
  onLine?: ((at: Record<string, Value>) => void) | undefined
}

const lineAt = ({ columns }: Answer, line: Line) =>
  Object.fromEntries(columns.filter(({ role }) => role === 'group').map(({ key }) => [key, (line[key] ?? null) as Value]))

/** A figure that leads to the rows behind it. */
function Figure({ column, value, words, onOpen, label }: { column: Column; value: unknown; words: Words; onOpen?: (() => void) | undefined; label: string }) {
  const text = figureOf(column, value, words.language)
  if (!onOpen || value === null || value === undefined) return <>{text}</>
  return (
    <button type="button" className="tes-link tes-chart__figure" onClick={onOpen} aria-label={`${text}: ${words.say('Rows of {name}', { name: label })}`}>
      {text}
    </button>
  )
}

export function Lines({ answer, shape, words, onLine }: Props) {
  const groups = answer.columns.filter(({ role }) => role === 'group')
  return (
    <div className="tes-chart__scroll" role="region" aria-label={words.say('Table')}>
      <table>
        <thead>
          <tr>
            {groups.map(column => (
              <th key={column.key} scope="col">
                {column.label}
              </th>
            ))}
            {shape.figures.map(column => (
              <th key={column.key} scope="col" className="is-figure">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.items.map((line, at) => {
            const label = groups.map(column => labelOf(column, (line[column.key] ?? null) as Value, answer.items, words)).join(' · ')
            return (
              <tr key={at}>
                {groups.map(column => (
                  <td key={column.key}>{labelOf(column, (line[column.key] ?? null) as Value, [line], words)}</td>
                ))}
                {shape.figures.map(column => (
                  <td key={column.key} className="is-figure">
                    <Figure column={column} value={line[column.key]} words={words} label={label} onOpen={onLine && (() => onLine(lineAt(answer, line)))} />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

export function Pivot({ answer, shape, words, onLine, totals }: Props & { totals: boolean }) {
  const { x, series } = shape
  const { items } = answer
  const [figure] = shape.figures
  const { mains, others, cell } = useMemo(
    () => ({ mains: x ? valuesOf(items, x) : [null], others: series ? valuesOf(items, series) : [], cell: cellsOf(items, { x, series }) }),
    [items, x, series],
  )
  if (!x || !series || !figure) return <Lines answer={answer} shape={shape} words={words} onLine={onLine} />
  const withTotals = totals && figure.together === 'sum'
  const sum = (fits: (line: Line) => boolean) => items.filter(fits).reduce((all, line) => all + (Number(line[figure.key]) || 0), 0)
  const name = (column: Column, value: Value) => labelOf(column, value, items, words)
  return (
    <div className="tes-chart__scroll" role="region" aria-label={words.say('Pivot table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{x.label}</th>
            {others.map(other => (
              <th key={String(other)} scope="col" className="is-figure">
                {name(series, other)}
              </th>
            ))}
            {withTotals && (
              <th scope="col" className="is-figure is-total">
                {words.say('Total')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {mains.map(main => (
            <tr key={String(main)}>
              <th scope="row">{name(x, main)}</th>
              {others.map(other => (
                <td key={String(other)} className="is-figure">
                  <Figure
                    column={figure}
                    value={cell(main, other).length ? figureIn(cell(main, other), figure) : undefined}
                    words={words}
                    label={`${name(x, main)} · ${name(series, other)}`}
                    onOpen={onLine && (() => onLine({ [x.key]: main, [series.key]: other }))}
                  />
                </td>
              ))}
              {withTotals && (
                <td className="is-figure is-total">
                  {figureOf(
                    figure,
                    sum(line => (line[x.key] ?? null) === main),
                    words.language,
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
        {withTotals && (
          <tfoot>
            <tr>
              <th scope="row">{words.say('Total')}</th>
              {others.map(other => (
                <td key={String(other)} className="is-figure">
                  {figureOf(
                    figure,
                    sum(line => (line[series.key] ?? null) === other),
                    words.language,
                  )}
                </td>
              ))}
              <td className="is-figure is-total">
                {figureOf(
                  figure,
                  sum(() => true),
                  words.language,
                )}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** How a figure moved, as a share of what it was. */
export function changeOf(now: unknown, before: unknown): number | undefined {
  if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return undefined
  return (now - before) / Math.abs(before)
}

export function Stat({ answer, shape, words, onLine, goal }: Props & { goal?: number | undefined }) {
  const [figure] = shape.figures
  if (!figure) return null
  const now = figureIn(answer.items, figure)
  const before = answer.before && figureIn(answer.before, figure)
  const change = changeOf(now, before)
  const percent = (value: number) =>
    new Intl.NumberFormat(words.language, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(value)
  const share = goal && typeof now === 'number' ? now / goal : undefined
  return (
    <div className="tes-chart__stat">
      <p className="tes-chart__value">
        <Figure column={figure} value={now} words={words} label={figure.label} onOpen={onLine && (() => onLine({}))} />
      </p>
      {answer.before && (
        <p className={`tes-chart__change ${change === undefined || change === 0 ? '' : change > 0 ? 'is-up' : 'is-down'}`}>
          {change !== undefined && (
            <strong>
              <span aria-hidden="true">{change > 0 ? '▲ ' : change < 0 ? '▼ ' : ''}</span>
              {percent(change)}
            </strong>
          )}{' '}
          {words.say('{figure} in the period before', { figure: figureOf(figure, before ?? null, words.language) })}
        </p>
      )}
      {share !== undefined && (
        <p className="tes-chart__goal">
          <progress max={1} value={Math.max(0, Math.min(1, share))} aria-label={words.say('Share of the goal')} />{' '}
          {words.say('{share} of {goal}', {
            share: new Intl.NumberFormat(words.language, { style: 'percent', maximumFractionDigits: 0 }).format(share),
            goal: figureOf(figure, goal, words.language),
          })}
        </p>
      )}
    </div>
  )
}
