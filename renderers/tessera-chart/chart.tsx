// What a query answers as a chart, a figure or a table; a click leads to the rows behind it.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createObject, dataMapping, filter, resolveVariableAndFilter, type RendererProps } from 'amis-core'
import type { EChartsType } from 'echarts/core'
import { renderer, useInstance } from '../register.tsx'
import { languageOf, sayer } from '../words.ts'
import { useNarrow } from '../workplace/use-narrow.ts'
import { isApart, shapeOf, type Answer, type Shape, type Value } from './figures.ts'
import { isPicture, type Kind } from './kinds.ts'
import { lookOf } from './look.ts'
import { drawn } from './option.ts'
import { Picture } from './picture.tsx'
import { rowsDrawer, type Behind } from './rows-drawer.ts'
import { savePng } from './save-picture.ts'
import { Lines, Pivot, Stat } from './tables.tsx'
import '../rows.css'
import './chart.css'

interface Props extends RendererProps {
  query?: string
  parameters?: Record<string, unknown>
  answer?: unknown
  /** Where a query that is being made is tried, and the query. */
  previewApi?: string
  definition?: unknown
  kind?: Kind
  kindFrom?: string
  title?: string
  x?: string
  series?: string
  figures?: string[]
  isStacked?: boolean
  goal?: number
  height?: number
  tools?: boolean
}
interface Follows {
  read?: { add(model: string): void }
}
interface Told {
  answer?: Answer
  /** Of a query that is tried. */
  tried?: { sql: string; milliseconds: number }
  problem?: { text: string; isRefused: boolean }
}

export const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
/** What of a page stands in the parameters, without what is empty: a query leaves out what has no value. */
function filled(parameters: Record<string, unknown> | undefined, data: object): string {
  const values = Object.entries((parameters ? dataMapping(parameters, data) : {}) as object).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return values.length ? JSON.stringify(Object.fromEntries(values)) : ''
}
/** The columns of an answer as options to choose from. */
function columnsOf({ columns }: Answer) {
  const options = (list: Answer['columns']) => list.map(({ key, label }) => ({ value: key, label }))
  return { columns: options(columns), figures: options(columns.filter(({ role }) => role === 'measure')) }
}
const PAUSE_MS = 400
/** The same of one in SQL. */
function sqlAsMade({ sql, parameters, limit }: Record<string, unknown>): Record<string, unknown> {
  const { source, text, columns } = sql as { source?: string; text?: string; columns?: { column?: string }[] }
  if (!source || !text?.trim()) return {}
  return {
    sql: { source, text, columns: (columns ?? []).filter(one => one?.column) },
    parameters: ((parameters ?? []) as { key?: string }[]).filter(one => one?.key),
    ...(limit ? { limit } : {}),
  }
}
/** A query as a form has it, without what is not filled in yet. */
function asMade(made: Record<string, unknown>): Record<string, unknown> {
  if (made.sql) return sqlAsMade(made)
  const { groups, measures, having, orderBy, parameters, period, ...rest } = made as Record<string, Record<string, unknown>[] | undefined> & {
    period?: Record<string, unknown>
  }
  const list = (items: Record<string, unknown>[] | undefined, fits: (one: Record<string, unknown>) => unknown) => (items ?? []).filter(one => one && fits(one))
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== null && (value as unknown) !== '')),
    groups: list(groups, one => one.path),
    measures: list(measures, one => one.measure === 'count' || one.path),
    having: list(having, one => one.by && typeof one.value === 'number'),
    orderBy: list(orderBy, one => one.by),
    parameters: list(parameters, one => one.key),
    ...(period?.path ? { period } : {}),
  }
}
const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && Array.isArray((value as Answer).columns) && Array.isArray((value as Answer).items)

/** A value of the screen around, where it is named. */
const resolved = (text: unknown, data: object): unknown =>
  typeof text === 'string' && text.includes('${') ? resolveVariableAndFilter(text, data, '| raw') : text

/** The groups that a kind tells apart; what others there are is put together. */
function drawnGroups(kind: Kind, { columns }: Answer, { x, series }: Shape) {
  if (kind === 'table' || kind === 'scatter') return columns.filter(({ role }) => role === 'group')
  if (kind === 'stat' || kind === 'gauge') return []
  return kind === 'pie' || kind === 'ring' || kind === 'funnel' ? [x] : [x, series]
}

export function Chart(props: Props) {
  const { query = '', env, data, title, height = 300, isStacked, goal, tools = true, x, series, figures } = props
  const kind = (resolved(props.kindFrom, data) ?? props.kind ?? 'bar') as Kind
  const say = sayer(env)
  const language = languageOf(env)
  const words = useMemo(() => ({ say, language }), [say, language])
  const given = typeof props.answer === 'string' ? resolveVariableAndFilter(props.answer, data, '| raw') : props.answer
  const parameters = filled(props.parameters, data)
  const [told, setTold] = useState<Told>({})
  const [asTable, setAsTable] = useState(false)
  const [visit, again] = useState(0)
  const narrow = useNarrow()
  const client = useRef(env)
  const tell = useRef(props.dispatchEvent)
  tell.current = props.dispatchEvent
  const context = useRef(data)
  context.current = data
  client.current = env
  const address = query && `query:${query}?zone=${encodeURIComponent(zone())}${parameters ? `&parameters=${encodeURIComponent(parameters)}` : ''}`

  useEffect(() => {
    if (!address) return
    let isOld = false
    void client.current
      .fetcher({ method: 'get', url: address } as never)
      .then(reply => {
        if (isOld) return
        const { ok, msg, data: answered, status } = reply as unknown as { ok: boolean; msg?: string; data?: unknown; status?: number }
        if (ok && isAnswer(answered)) {
          setTold({ answer: answered })
          // The page follows what changes in the rows that this is made of.
          for (const model of answered.models ?? []) (client.current as Follows).read?.add(model)
        } else setTold(before => ({ ...before, problem: { text: msg ?? '', isRefused: status === 403 } }))
      })
      .catch((error: Error) => !isOld && setTold(before => ({ ...before, problem: { text: error.message, isRefused: false } })))
    return () => void (isOld = true)
  }, [address, visit])
  const made = useMemo(
    () => (typeof props.definition === 'string' ? resolveVariableAndFilter(props.definition, data, '| raw') : props.definition),
    [props.definition, data],
  )
  const ready = props.previewApi && made ? asMade(made as Record<string, unknown>) : {}
  const tried = Object.keys(ready).length ? JSON.stringify(ready) : ''
  useEffect(() => {
    if (!tried) return
    let isOld = false
    // Not with each letter that is typed.
    const timer = setTimeout(() => {
      void client.current
        .fetcher({ method: 'post', url: filter(props.previewApi, data), data: { definition: JSON.parse(tried) as object, zone: zone() } } as never)
        .then(reply => {
          if (isOld) return
          const { ok, msg, data: answered } = reply as unknown as { ok: boolean; msg?: string; data?: { answer: Answer; sql: string; milliseconds: number } }
          if (ok && answered) {
            setTold({ answer: answered.answer, tried: answered })
            void tell.current?.('answered', createObject(context.current, columnsOf(answered.answer)))
          } else setTold(before => ({ ...before, problem: { text: msg ?? '', isRefused: false } }))
        })
        .catch((error: Error) => !isOld && setTold(before => ({ ...before, problem: { text: error.message, isRefused: false } })))
    }, PAUSE_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
    // The address is made of what the screen knows from its beginning.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [tried, visit])
  useInstance(props, { reload: () => again(n => n + 1), models: () => told.answer?.models ?? [] })

  const answer = isAnswer(given) ? given : told.answer
  const shape = useMemo(() => answer && shapeOf(answer, { x, series, figures }), [answer, x, series, figures])
  const shown: Kind = asTable && isPicture(kind) ? 'table' : kind
  const [lost] = answer && shape && isApart(answer, drawnGroups(shown, answer, shape), shape.figures.slice(0, 1)) ? shape.figures : []
  const [look, setLook] = useState(lookOf)
  useEffect(() => {
    // The theme is a class or an attribute of the document.
    const watch = new MutationObserver(() => setLook(lookOf()))
    watch.observe(document.documentElement, { attributes: true })
    watch.observe(document.body, { attributes: true })
    return () => watch.disconnect()
  }, [])
  const picture = useMemo(
    () =>
      answer && shape && isPicture(shown)
        ? drawn(shown, answer, shape, look, words, { ...(isStacked && { isStacked }), ...(goal !== undefined && { goal }), isNarrow: narrow })
        : undefined,
    [answer, shape, shown, look, words, isStacked, goal, narrow],
  )
  const chart = useRef<EChartsType | undefined>(undefined)
  const onReady = useCallback((made: EChartsType | undefined) => void (chart.current = made), [])

  // There are no rows to show behind what SQL answers.
  const onLine =
    query && !answer?.isWhole
      ? async (at: Record<string, Value> | undefined) => {
          if (!at) return
          const url = `query:${query}/rows?zone=${encodeURIComponent(zone())}&at=${encodeURIComponent(JSON.stringify(at))}${parameters ? `&parameters=${encodeURIComponent(parameters)}` : ''}`
          const reply = (await client.current.fetcher({ method: 'get', url: `${url}&perPage=1` } as never)) as unknown as {
            ok: boolean
            msg?: string
            data?: Behind
          }
          if (!reply.ok || !reply.data) return client.current.notify?.('error', reply.msg ?? '')
          props.onAction?.(undefined as never, { actionType: 'drawer', drawer: rowsDrawer(url, reply.data, words) } as never, data)
        }
      : undefined
  async function savePicture() {
    const drawing = chart.current?.getDom().querySelector('svg')
    if (drawing) await savePng(drawing, look.ground, title || query || 'chart')
  }
  const sheet = {
    type: 'button',
    label: say('Excel'),
    level: 'link',
    size: 'sm',
    className: 'tes-link',
    actionType: 'download',
    api: `get:${address.replace(/^query:\w+/, whole => `${whole}/export`)}`,
  }

  if (!query && !answer && !props.previewApi) return <p className="tes-data-waiting">{say('Choose a query')}</p>
  const label = title || (shape ? [shape.figures.map(one => one.label).join(', '), shape.x?.label].filter(Boolean).join(' · ') : say('Chart'))
  const isEmpty = answer && (!answer.items.length || (shown !== 'stat' && shown !== 'gauge' && shown !== 'table' && !shape?.figures.length))
  return (
    <figure className="tes-chart" aria-busy={!answer && !told.problem}>
      {(title || (tools && answer)) && (
        <figcaption>
          <span>{title}</span>
          {tools && answer && !isEmpty && (
            <span className="tes-chart__tools">
              {isPicture(kind) && (
                <button type="button" className="tes-link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
                  {asTable ? say('As a picture') : say('As a table')}
                </button>
              )}
              {isPicture(shown) && (
                <button type="button" className="tes-link" onClick={() => void savePicture()}>
                  {say('Save picture')}
                </button>
              )}
              {query && props.render('sheet', sheet as never)}
            </span>
          )}
        </figcaption>
      )}
      {told.problem && !isAnswer(given) ? (
        <div className="tes-data-refused" role={told.problem.isRefused ? 'status' : 'alert'}>
          {told.problem.isRefused && <h3>{say('These figures are not for you')}</h3>}
          <p>{told.problem.text}</p>
          {!told.problem.isRefused && (
            <button type="button" className="tes-link" onClick={() => (setTold({}), again(n => n + 1))}>
              {say('Try again')}
            </button>
          )}
        </div>
      ) : !answer || !shape ? (
        <div className="tes-chart__loading" style={{ height: kind === 'stat' ? 72 : height }} role="status" aria-label={say('Loading')} />
      ) : isEmpty ? (
        <p className="tes-data-waiting">{say('No data yet')}</p>
      ) : shown === 'stat' ? (
        <Stat answer={answer} shape={shape} words={words} onLine={onLine} goal={goal} />
      ) : shown === 'pivot' ? (
        <Pivot answer={answer} shape={shape} words={words} onLine={onLine} totals />
      ) : shown === 'table' || !picture ? (
        <Lines answer={answer} shape={shape} words={words} onLine={onLine} />
      ) : (
        <Picture drawn={picture} height={height} label={label} onLine={onLine} onReady={onReady} />
      )}
      {told.tried && !told.problem && (
        <details className="tes-chart__sql">
          <summary>{say('{milliseconds} ms · statement', { milliseconds: told.tried.milliseconds })}</summary>
          <code>{told.tried.sql}</code>
        </details>
      )}
      {answer?.isWhole && !told.problem && <p className="tes-chart__cut">{say('Made of all rows, with the rights of the app')}</p>}
      {lost && (
        <p className="tes-chart__cut">{say('{name} of several groups cannot be told as one: what is put together here is left empty', { name: lost.label })}</p>
      )}
      {answer?.isCut && <p className="tes-chart__cut">{say('There are more groups than the query shows')}</p>}
    </figure>
  )
}

export default renderer('tessera-chart', Chart as never)
