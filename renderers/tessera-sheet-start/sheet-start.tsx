// From a spreadsheet to an app: a file, what was understood of it and can be changed, how far the making is, what was made.
import { useEffect, useMemo, useRef, useState } from 'react'
import { evalExpression, resolveVariableAndFilter, type RendererProps } from 'amis-core'
import { renderer } from '../register.tsx'
import { sayer } from '../words.ts'
import { ask, type CallFailed, type Request } from '../workplace/ask.ts'
import { isUnsaid, SheetTable, type Sheet } from './sheet-table.tsx'
import '../workplace/workplace.css'
import './sheet-start.css'

interface Start {
  id: string
  state: 'read' | 'working' | 'done' | 'failed'
  progress: number
  fileName: string
  sheets: Sheet[]
  result: { rows: { name: string; created: number; errors: number }[]; url: string; appUrl: string; isPublished: boolean } | null
  reason: string
}
interface Props extends RendererProps {
  companyKey: string
  appUrlKey: string
  /** Where it is true, the app can be published with its rows. */
  publishOn?: string
  /** Where it is true, everybody can be let change the rows. */
  grantOn?: string
}

const AGAIN_MS = 700

const text = (value: unknown, data: unknown) => String(resolveVariableAndFilter(value as string, data as object, '| raw') ?? '')

export function SheetStart({ companyKey, appUrlKey, publishOn, grantOn, data, env }: Props) {
  const say = useMemo(() => sayer(env), [env])
  const base = `/api/company/${encodeURIComponent(text(companyKey, data))}/app/${encodeURIComponent(text(appUrlKey, data))}/starter/sheets`
  const { request } = env as unknown as { request: Request }
  const [start, setStart] = useState<Start>()
  const [sheets, setSheets] = useState<Sheet[]>([])
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const mayPublish = !!publishOn && evalExpression(publishOn, data as object)
  const mayGrant = !!grantOn && evalExpression(grantOn, data as object)
  const [publish, setPublish] = useState(true)
  const [membersChange, setMembersChange] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const attempt = async (work: () => Promise<Start>) => {
    setBusy(true)
    setError('')
    try {
      setStart(await work())
    } catch (problem) {
      const { message, errors } = problem as CallFailed
      setError([...new Set([...Object.values(errors ?? {}), ...(Object.keys(errors ?? {}).length ? [] : [message])])].join(' · '))
    }
    setBusy(false)
  }
  const choose = (files: FileList | null) => {
    const [file] = files ?? []
    if (!file) return
    void attempt(async () => {
      const form = new FormData()
      form.append('file', file, file.name)
      const read = await ask<Start>(request, 'post', base, form)
      setSheets(read.sheets)
      setLeft(new Set())
      return read
    })
  }
  const make = () => {
    const unsaid = sheets.filter(({ sheet }) => !left.has(sheet)).flatMap(({ columns }) => columns.filter(isUnsaid))
    if (unsaid[0]) return setError(say('Say how the dates of “{name}” are read', { name: unsaid.map(({ name }) => name).join(', ') }))
    void attempt(() =>
      ask<Start>(request, 'post', `${base}/${start?.id}/make`, {
        sheets: sheets
          .filter(({ sheet }) => !left.has(sheet))
          .map(({ sheet, name, columns }) => ({
            sheet,
            name,
            columns: columns
              .filter(column => !column.isLeft)
              .map(({ at, name: called, type, format, currency, readAs, required, unique, relation }) => ({
                at,
                name: called,
                type,
                ...(format && { format }),
                ...(currency && { currency }),
                ...(readAs && { dateOrder: readAs }),
                required,
                unique,
                relation: type === 'relationOne' ? relation : null,
              })),
          })),
        ...(mayPublish && publish && { publish: true }),
        ...(mayGrant && membersChange && { membersChange: true }),
      }),
    )
  }

  const isWorking = start?.state === 'working'
  useEffect(() => {
    if (!isWorking) return
    const timer = setTimeout(() => {
      ask<Start>(request, 'get', `${base}/${start.id}`).then(setStart, () => setStart({ ...start }))
    }, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isWorking, start, request, base])

  if (!start)
    return (
      <div
        className={`tes-sheets__drop${over ? ' is-over' : ''}`}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={event => {
          event.preventDefault()
          setOver(false)
          choose(event.dataTransfer.files)
        }}
      >
        <h2>{say('Choose a workbook or a .csv')}</h2>
        <p>{say('Each sheet becomes a model with its rows, and gets pages. You see what was understood before anything is made. Up to 100,000 rows.')}</p>
        <input ref={input} type="file" accept=".xlsx,.csv,.txt" aria-label={say('File')} hidden onChange={event => choose(event.target.files)} />
        <button type="button" className="tes-button is-primary" disabled={busy} onClick={() => input.current?.click()}>
          {busy ? say('Reading the file…') : say('Choose a file')}
        </button>
        {error && <p role="alert">{error}</p>}
      </div>
    )

  if (start.state === 'working')
    return (
      <div className="tes-sheets__drop" role="status">
        <h2>{say('The app is being made')}</h2>
        <progress max={100} value={start.progress} aria-label={say('Progress')} />
        <p>{say('{progress} %. You may leave this page; it goes on.', { progress: start.progress })}</p>
      </div>
    )

  if (start.state === 'done' && start.result) {
    const { rows, url, appUrl, isPublished } = start.result
    const errors = rows.reduce((sum, one) => sum + one.errors, 0)
    return (
      <div className="tes-sheets__drop">
        <h2>{say('The app is made')}</h2>
        <ul>
          {rows.map(({ name, created, errors: bad }) => (
            <li key={name}>
              <strong>{name}</strong> {say('{count} rows', { count: created })}
              {bad > 0 && ` · ${say('{count} left out', { count: bad })}`}
            </li>
          ))}
        </ul>
        {start.reason && <p role="alert">{say('It was not published: {reason}', { reason: start.reason })}</p>}
        <p className="tes-sheets__actions">
          {isPublished && (
            <button type="button" className="tes-button is-primary" onClick={() => env.jumpTo(appUrl)}>
              {say('Open the app')}
            </button>
          )}
          <button type="button" className={`tes-button${isPublished ? '' : ' is-primary'}`} onClick={() => env.jumpTo(url)}>
            {say('Change its pages')}
          </button>
          {errors > 0 && (
            <a className="tes-button" href={`${base}/${start.id}/errors`} download>
              {say('Rows that were left out')}
            </a>
          )}
        </p>
      </div>
    )
  }

  return (
    <div className="tes-sheets">
      {start.state === 'failed' && (
        <p role="alert">{start.reason ? say('Nothing was made: {reason}', { reason: start.reason }) : say('Nothing was made. Try again')}</p>
      )}
      {sheets.map((sheet, at) => (
        <SheetTable
          key={sheet.sheet}
          sheet={sheet}
          sheets={sheets.filter(other => !left.has(other.sheet))}
          isLeft={left.has(sheet.sheet)}
          say={say}
          language={(env as unknown as { language?(): string }).language?.() ?? 'en-US'}
          onLeft={isLeft => setLeft(new Set(isLeft ? [...left, sheet.sheet] : [...left].filter(one => one !== sheet.sheet)))}
          onChange={next => setSheets(sheets.map((one, place) => (place === at ? next : one)))}
        />
      ))}
      <footer>
        {mayPublish && (
          <label>
            <input type="checkbox" checked={publish} onChange={event => setPublish(event.target.checked)} />
            {say('Publish it at once, with these rows')}
          </label>
        )}
        {mayGrant && (
          <label>
            <input type="checkbox" checked={membersChange} onChange={event => setMembersChange(event.target.checked)} />
            {say('All members may add and change rows')}
          </label>
        )}
        {error && <p role="alert">{error}</p>}
        <p className="tes-sheets__actions">
          <button type="button" className="tes-button is-primary" disabled={busy || left.size === sheets.length} onClick={make}>
            {say('Make the app')}
          </button>
          <button type="button" className="tes-button" disabled={busy} onClick={() => setStart(undefined)}>
            {say('Choose another file')}
          </button>
        </p>
      </footer>
    </div>
  )
}

export default renderer('tessera-sheet-start', SheetStart)
