// The rows of a model: the server describes the fields, the table and its forms are made from them.
import { useCallback, useContext, useEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import { dataMapping, normalizeApi, ScopedContext, tokenize, type RendererProps, type Schema } from 'amis-core'
import { MODEL_SCHEME, modelAddress } from '../../api/models/address.ts'
import { renderer } from '../register.tsx'
import { sayer } from '../words.ts'
import { addressWith, shownIn, shownOf, startWith, type Shown } from './address.ts'
import { isWaiting, type Chosen, type Conditions } from './chosen.ts'
import { undoAnswer, undoProgress } from './jobs.ts'
import { useListName } from './list-name.ts'
import type { Answer, Done } from './row-changes.ts'
import { tableSchema, type Model } from './table-schema.ts'
import type { Values } from './values.ts'
import { viewAt, type View } from './views.ts'
import './grid/grid.tsx'
import './new-row-inputs.tsx'
import { useEndless } from './grid/use-endless.ts'
import '../rows.css'
import './data-table.css'

interface Props extends RendererProps, Chosen {
  /** Key of the data source; the built-in one when left out. */
  source?: string
  /** Key of the model. */
  model?: string
  /** Address of the model's rows, as a template: the older way to say which. */
  address?: string
}

export function DataTable(props: Props) {
  const { source, model, address = '', data, env } = props
  const base = model ? modelAddress(source || 'main', model) : String(tokenize(address, data, '| raw') ?? '')
  if (!base) return <NoModel env={env} />
  return <Table {...props} base={base} />
}

/** In place of a table that nobody has chosen a model for. */
export function NoModel({ env }: Pick<RendererProps, 'env'>) {
  const say = sayer(env)
  const { chooseModel: Choose } = env as unknown as { chooseModel?: ComponentType<{ env: unknown }> }
  return (
    <div className="tes-data-none" role="status">
      <h3>{say('Choose a model')}</h3>
      {Choose ? <Choose env={env} /> : <p>{say('Rows are shown here once it is set which.')}</p>}
    </div>
  )
}

function Table({ base, fields, actions, perPage, filter, rowLink, data, env, render }: Props & { base: string }) {
  const say = sayer(env)
  const name = useListName('rows')
  // What the page says of itself around the table is filled in; a new object each time it says the same must not start the table anew.
  const fixedText = filter ? JSON.stringify(dataMapping(filter, data)) : ''
  const chosenText = JSON.stringify([fields, actions, perPage, rowLink])
  const chosen = useMemo<Chosen>(() => {
    const [chosenFields, chosenActions, chosenPerPage, chosenLink] = JSON.parse(chosenText) as [Chosen['fields'], Chosen['actions'], number?, string?]
    return {
      ...(chosenFields?.length && { fields: chosenFields }),
      ...(chosenActions && { actions: chosenActions }),
      ...(chosenPerPage && { perPage: chosenPerPage }),
      ...(chosenLink && { rowLink: chosenLink }),
      ...(fixedText && { filter: JSON.parse(fixedText) as Conditions }),
    }
  }, [chosenText, fixedText])
  // The name of a model is the same in every app.
  const keptAs = base.startsWith(MODEL_SCHEME) ? `${String(data.dataApi ?? '')} ${base}${chosen.fields ? ` ${JSON.stringify(chosen.fields)}` : ''}` : base
  // Whoever says how many rows a page has wants pages.
  const [isEndless, setEndless] = useEndless(keptAs, !chosen.perPage)
  // What the address says is shown; what the list shows is said there.
  const { query } = data as { query?: Record<string, unknown> }
  const addressed = JSON.stringify(shownIn(query, name))
  const said = useRef(addressed)
  const [given, setGiven] = useState({ text: addressed, visit: 0 })
  useEffect(() => {
    if (addressed === said.current) return
    said.current = addressed
    setGiven(({ visit }) => ({ text: addressed, visit: visit + 1 }))
  }, [addressed])
  const here = useRef({ query, view: undefined as View | undefined })
  const shows = useCallback(
    (asked: Values) => {
      const shown = shownOf(asked, here.current.view)
      const text = JSON.stringify(shown)
      if (text === said.current || !here.current.query) return
      said.current = text
      env.updateLocation(addressWith(here.current.query, name, shown))
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `env`, as below
    [name],
  )
  const [model, setModel] = useState<Model>()
  const [error, setError] = useState<{ text: string; isRefused: boolean }>()
  const [attempt, setAttempt] = useState(0)
  const [done, setDone] = useState<Done>()
  const [views, setViews] = useState<View[]>()
  const asked = String((data.query as { view?: string } | undefined)?.view ?? '')
  const scope = useContext(ScopedContext) as { getComponentByName(name: string): { reload?(): void } | undefined }
  const tell = useCallback(
    (what: Done) => {
      setDone(what)
      if (!what.job) scope.getComponentByName(name)?.reload?.()
    },
    [scope, name],
  )

  /** Changes made in cells, the latest at the end, and the way back: read by what is made once. */
  const inCells = useRef<string[]>([])
  const takeBack = useRef<(changeId: string) => void>(() => {})
  const cells = useMemo(
    () => ({
      noted: (what: Done) => {
        setDone(what)
        if (what.changeId) inCells.current.push(what.changeId)
      },
      undoLast: () => {
        const last = inCells.current.at(-1)
        if (last) takeBack.current(last)
        return !!last
      },
    }),
    [],
  )

  const readViews = useCallback(async () => {
    const answer = await env.fetcher(normalizeApi(`get:${base}/view/all`), {}).catch(() => undefined)
    // Without its views the list is still of use.
    return (answer?.ok && (answer.data as { items?: View[] } | undefined)?.items) || []
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `env` is another object at each change of amis' store, the same in what is used here
  }, [base])
  const viewsChanged = useCallback(
    (show?: string) =>
      void readViews().then(next => {
        setViews(next)
        if (show) env.updateLocation(`?view=${show}`)
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `env`, as above
    [readViews],
  )

  useEffect(() => {
    let here = true
    setViews(undefined)
    void readViews().then(found => here && setViews(found))
    return () => void (here = false)
  }, [readViews])

  useEffect(() => {
    let here = true
    setError(undefined)
    setModel(undefined)
    setDone(undefined)
    inCells.current = []
    env
      .fetcher(normalizeApi(`get:${base}?perPage=1`), {})
      .catch((problem: Error) => ({ ok: false, status: 0, msg: problem.message, data: undefined }))
      .then(answer => {
        if (!here) return
        if (answer.ok) return setModel({ base, ...(answer.data as Omit<Model, 'base'>) })
        const text = answer.msg || say('The server cannot be reached. Check the connection and try again')
        setError({ text, isRefused: answer.status === 403 })
      })
    return () => void (here = false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `env`, as above, and a failure is told in the words of its moment
  }, [base, attempt])

  const view = views && viewAt(views, asked)
  here.current = { query, view }
  const schema = useMemo(
    () =>
      model &&
      views &&
      tableSchema(
        { ...model, views, view, chosen, name, keptAs, inCells: cells, isEndless, setEndless, start: startWith(JSON.parse(given.text) as Shown, view), shows },
        say,
        tell,
        viewsChanged,
      ),
    [model, views, view, chosen, name, keptAs, cells, isEndless, setEndless, given.text, shows, say, tell, viewsChanged],
  )

  const job = done?.job
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a job is of one model, told in the words of its moment
  const progress = useMemo(() => job && undoProgress({ base, say, done: tell }, job), [job])

  async function undo(changeId: string) {
    inCells.current = inCells.current.filter(one => one !== changeId)
    setDone(undefined)
    const answer = await env
      .fetcher(normalizeApi(`post:${base}/change/${changeId}/undo`), {})
      .catch((problem: Error) => ({ ok: false, msg: problem.message, data: undefined }))
    if (!answer.ok) return env.notify('error', answer.msg || say('The server cannot be reached. Check the connection and try again'))
    undoAnswer({ say, done: tell }, { status: 0, data: answer.data as Answer['data'] })
  }

  takeBack.current = changeId => void undo(changeId)

  // Who may not view a model is told so once, in place of it: asking again changes nothing.
  if (error?.isRefused)
    return (
      <div className="tes-data-refused" role="status">
        <h3>{say('These rows are not for you')}</h3>
        <p>{say('Your roles in this app do not let you view this data. Whoever manages the app can change that.')}</p>
      </div>
    )
  if (error)
    return (
      <div className="tes-data-refused" role="alert">
        <p>{error.text}</p>
        <button type="button" className="tes-link" onClick={() => setAttempt(attempt + 1)}>
          {say('Try again')}
        </button>
      </div>
    )
  if (isWaiting(chosen.filter)) return <p className="tes-data-waiting">{say('No rows yet.')}</p>
  // A state of its own for each model and view: page, order and conditions of one mean nothing in another.
  if (!schema) return <div className="tes-data-table__wait" aria-busy="true" aria-label={say('Loading')} />
  const { changeId } = done ?? {}
  return (
    <>
      <div role="status" className="tes-data-done" hidden={!done}>
        {job ? render('undoing', progress as Schema, { key: job }) : <span>{done?.text}</span>}
        {changeId && (
          <button type="button" className="tes-data-done__undo" onClick={() => void undo(changeId)}>
            {say('Undo')}
          </button>
        )}
        <button type="button" className="tes-data-done__close" aria-label={say('Close')} onClick={() => setDone(undefined)}>
          ×
        </button>
      </div>
      {render('table', schema, { key: `${base} ${name} ${view?.id ?? ''} ${view?.updatedAt ?? ''} ${fixedText} ${chosenText} ${isEndless} ${given.visit}` })}
    </>
  )
}

export default renderer('tessera-data-table', DataTable)
