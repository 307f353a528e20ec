// Under the editor of formulas: what the formula gives for a row of the app's data, worked out here by amis' own formulas, with the row as the page may
// read it for whoever designs.
import { useEffect, useState, type ReactElement } from 'react'
import { parse, resolveVariableAndFilterForAsync } from 'amis-core'
import { FormulaEditor } from 'amis-ui'
import { resolveModelAddress, modelAddress } from '../../api/models/address.ts'
import { ask } from '../workplace/ask.ts'
import { sayInEditor as say } from './component-plugin.ts'
import { canName, placeNow, type DesignModel } from './place.ts'

type Row = Record<string, unknown>
const MOST_ROWS = 50
const WAIT_MS = 250

interface Named {
  /** `main/customer` */
  key: string
  model: DesignModel
}
const models = (): Named[] =>
  placeNow().sources.flatMap(source => source.models.filter(({ isApplied }) => isApplied).map(model => ({ key: `${source.key}/${model.key}`, model })))

/** What was looked at last stays chosen from formula to formula. */
let last = { model: '', row: '' }

/** A value as a reader takes it in, and of what kind it is. */
export function told(value: unknown): { text: string; kind: string } {
  if (value === undefined || value === null || value === '') return { text: '', kind: say('empty') }
  if (Array.isArray(value)) return { text: JSON.stringify(value), kind: say('list of {count}', { count: value.length }) }
  if (typeof value === 'object') return { text: JSON.stringify(value), kind: say('object') }
  const kinds: Record<string, string> = { number: say('number'), boolean: say('yes or no'), string: say('text') }
  return { text: String(value), kind: kinds[typeof value] ?? typeof value }
}

/** What a formula gives: its text as the editor has it, with or without `${…}` around. */
export async function valueOf(formula: string, isBare: boolean, data: Row): Promise<unknown> {
  parse(formula, { evalMode: isBare })
  return resolveVariableAndFilterForAsync(isBare ? `\${${formula}}` : formula, data)
}

const titleOf = (row: Row, { fields }: DesignModel) => {
  const field = fields.find(one => one.isTitle) ?? fields.find(canName)
  const label = (row._labels as Record<string, unknown> | undefined)?.[field?.key ?? '']
  return String((typeof label === 'string' && label) || (field && row[field.key]) || row.id)
}

export function RowValue({ formula, isBare }: { formula: string; isBare: boolean }) {
  const all = models()
  const [chosen, setChosen] = useState(() => placeNow().around() ?? last.model)
  const at = all.find(({ key }) => key === chosen) ?? all[0]
  const [search, setSearch] = useState('')
  const [rows, setRows] = useState<Row[]>()
  const [rowId, setRowId] = useState(last.row)
  const [given, setGiven] = useState<{ value?: unknown; wrong?: string }>({})
  const key = at?.key ?? ''
  useEffect(() => {
    const { request, dataApi } = placeNow()
    const [source = '', model = ''] = key.split('/')
    if (!request || !key) return
    let here = true
    const timer = setTimeout(
      () => {
        const query = new URLSearchParams({ perPage: `${MOST_ROWS}`, ...(search && { keywords: search }) })
        const url = resolveModelAddress(`${modelAddress(source, model)}?${query}`, dataApi)
        ask<{ items?: Row[] }>(request as never, 'get', url).then(
          ({ items = [] }) => here && setRows(items),
          () => here && setRows([]),
        )
      },
      search ? WAIT_MS : 0,
    )
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [key, search])
  const row = rows?.find(({ id }) => String(id) === rowId) ?? rows?.[0]
  useEffect(() => {
    last = { model: key, row: String(row?.id ?? '') }
    let here = true
    const timer = setTimeout(() => {
      if (!formula) return setGiven({})
      valueOf(formula, isBare, { ...placeNow().context, ...row }).then(
        value => here && setGiven({ value }),
        error => here && setGiven({ wrong: (error as Error).message }),
      )
    }, WAIT_MS)
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [formula, isBare, row, key])
  if (!at) return null
  const { text, kind } = told(given.value)
  return (
    <section className="tes-row-value" aria-label={say('Value for a row')}>
      <div className="tes-row-value__row">
        <label>
          {say('Value for a row of')}
          <select value={key} onChange={event => setChosen(event.target.value)}>
            {all.map(({ key: value, model }) => (
              <option key={value} value={value}>
                {model.name}
              </option>
            ))}
          </select>
        </label>
        <input
          type="search"
          value={search}
          placeholder={say('Search rows')}
          aria-label={say('Search rows')}
          onChange={event => setSearch(event.target.value)}
        />
        <select aria-label={say('Row')} value={String(row?.id ?? '')} disabled={!rows?.length} onChange={event => setRowId(event.target.value)}>
          {rows?.length === 0 && <option value="">{search ? say('No row fits') : say('No rows that you may see')}</option>}
          {rows?.map(one => (
            <option key={String(one.id)} value={String(one.id)}>
              {titleOf(one, at.model).slice(0, 80)}
            </option>
          ))}
        </select>
      </div>
      <output aria-live="polite">
        {given.wrong ? (
          <span className="is-wrong">{say('Not a formula yet: {reason}', { reason: given.wrong })}</span>
        ) : (
          formula && (
            <>
              <code>{text.slice(0, 500) || '—'}</code> <span className="tes-row-value__kind">{kind}</span>
            </>
          )
        )}
      </output>
    </section>
  )
}

interface Editor {
  props: { value?: unknown; evalMode?: boolean }
}
const { prototype } = FormulaEditor as unknown as { prototype: { render(this: Editor): ReactElement } }
const { render } = prototype
prototype.render = function () {
  const { value, evalMode = true } = this.props
  // Screens of the console have no rows of an app around them.
  if (placeNow().isScreen || !placeNow().request) return render.call(this)
  return (
    <>
      {render.call(this)}
      <RowValue formula={typeof value === 'string' ? value : ''} isBare={evalMode} />
    </>
  )
}
