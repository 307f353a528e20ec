// Rows of a model as cards, in a column for each choice of a field. Cards are moved by dragging, from a menu or with the arrow keys.
import { useMemo, useState } from 'react'
import { createObject, dataMapping, type RendererProps } from 'amis-core'
import { modelAddress } from '../../api/models/address.ts'
import { isPlainJson } from '../../api/models/formats.ts'
import { levelOf } from '../../api/models/levels.ts'
import { renderer, useInstance } from '../register.tsx'
import { asked, isWaiting, type Conditions } from '../tessera-data-table/chosen.ts'
import type { DataField } from '../tessera-data-table/controls.ts'
import { NoModel } from '../tessera-data-table/data-table.tsx'
import { filterDrawer } from '../tessera-data-table/filter-drawer.ts'
import type { Row } from '../tessera-data-table/grid/about.ts'
import { conditionOf } from '../tessera-data-table/table-schema.ts'
import type { Values } from '../tessera-data-table/values.ts'
import { sayer } from '../words.ts'
import { Card } from './card.tsx'
import { useBoard, type Column, type Value } from './use-board.ts'
import { useSought } from './use-sought.ts'
import '../rows.css'
import './board.css'

interface Props extends RendererProps {
  source?: string
  model?: string
  /** Key of the field with choices; the first one when left out. */
  by?: string
  /** What cards show; the first fields when left out. */
  fields?: string[]
  filter?: Conditions
  /** Where a card leads: `/customer/${id}`. */
  rowLink?: string
}

const FACTS = 3
const NOT_ON_CARDS: ReadonlySet<DataField['type']> = new Set(['longText', 'file', 'image', 'relationMany'])

export function Board(props: Props) {
  const { source, model, env } = props
  return model ? <Shown key={`${source} ${model}`} {...props} base={modelAddress(source || 'main', model)} /> : <NoModel env={env} />
}

function Shown(props: Props & { base: string }) {
  const { base, by, fields: chosen, filter, rowLink, data, env } = props
  const say = sayer(env)
  const fixed = filter ? JSON.stringify(dataMapping(filter, data)) : ''
  const limits = useMemo(() => (fixed ? (JSON.parse(fixed) as Conditions) : undefined), [fixed])
  const { sought, seek, visit } = useSought(data, env)
  const board = useBoard({ base, by, sought: asked(sought, limits ? { filter: limits } : {}), env, say })
  const { described, problem, columns, moved } = board
  const [dragged, setDragged] = useState<{ row: Row; from: Value }>()
  const [over, setOver] = useState<Column['value'] | undefined>()
  const [focused, setFocused] = useState<Row['id']>()
  useInstance(props, { reload: () => void board.again() })

  if (problem)
    return (
      <div className="tes-data-refused" role={problem.isRefused ? 'status' : 'alert'}>
        {problem.isRefused && <h3>{say('These rows are not for you')}</h3>}
        <p>{problem.isRefused ? say('Your roles in this app do not let you view this data. Whoever manages the app can change that.') : problem.text}</p>
        {!problem.isRefused && (
          <button type="button" className="tes-link" onClick={() => void board.again()}>
            {say('Try again')}
          </button>
        )}
      </div>
    )
  if (isWaiting(limits)) return <p className="tes-data-waiting">{say('No rows yet.')}</p>
  if (!described) return <div className="tes-board" aria-busy="true" aria-label={say('Loading')} />
  const { fields, may, by: field } = described
  if (!field) return <p className="tes-data-waiting">{say('A board needs a field with choices.')}</p>
  const title = fields.find(({ isTitle }) => isTitle) ?? fields.find(({ type }) => type === 'text')
  const facts = (
    chosen?.length
      ? chosen.flatMap(key => fields.find(one => one.key === key) ?? [])
      : fields.filter(field => !NOT_ON_CARDS.has(field.type) && !isPlainJson(field))
  )
    .filter(one => one !== title && one !== field)
    .slice(0, chosen?.length ? undefined : FACTS)
  const tools = filterDrawer(
    fields.filter(({ type }) => type !== 'relationMany'),
    {
      say,
      apply: { actionType: 'custom', script: (_board: unknown, _act: unknown, event: { data: Values }) => seek({ _conditions: event.data._conditions }) },
      conditionOf: one => conditionOf(one, base),
    },
  )
  const known = createObject(data, sought)
  const mayMove = may.edit && !field.readOnly
  const canTake = (column: Column) => mayMove && !!dragged && dragged.from !== column.value && !(column.value === null && field.required)

  return (
    <>
      <div role="status" className="tes-data-done" hidden={!moved}>
        <span>{moved?.text}</span>
        {moved?.changeId && (
          <button type="button" className="tes-data-done__undo" onClick={() => void board.undo(moved.changeId ?? '')}>
            {say('Undo')}
          </button>
        )}
        <button type="button" className="tes-data-done__close" aria-label={say('Close')} onClick={board.close}>
          ×
        </button>
      </div>
      <div className="tes-board__tools">
        {props.render(
          'search',
          { type: 'search-box', name: 'keywords', placeholder: say('Search in texts'), clearable: true, className: 't-search-field' },
          { key: `search-${visit}`, data: known, onQuery: (values: Values) => seek({ keywords: values.keywords }) },
        )}
        {props.render('filter', tools, { data: known })}
      </div>
      <div className="tes-board" role="group" aria-label={field.name} data-in-hand={dragged ? '' : undefined}>
        {columns.map(column => {
          const level = column.value === null ? undefined : levelOf(`${column.value} ${column.label}`)
          return (
            <section
              key={String(column.value)}
              className={over === column.value && canTake(column) ? 'is-over' : undefined}
              aria-label={column.label}
              aria-busy={column.isLoading}
              onDragOver={event => {
                if (!canTake(column)) return
                event.preventDefault()
                setOver(column.value)
              }}
              onDragLeave={event => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(undefined)}
              onDrop={event => {
                event.preventDefault()
                setOver(undefined)
                if (dragged && canTake(column)) void board.move(dragged.row, column)
                setDragged(undefined)
              }}
            >
              <h3>
                <span className={level && `label label-${level}`}>{column.label}</span>
                <span className="tes-board__count">{column.count}</span>
              </h3>
              {!column.count && !column.isLoading && <p>{say('Nothing here')}</p>}
              <ul>
                {column.rows.map(row => (
                  <Card
                    key={row.id}
                    row={row}
                    title={title}
                    facts={facts}
                    columns={columns.filter(({ value }) => value !== null || !field.required || value === column.value)}
                    column={column}
                    rowLink={rowLink}
                    isFocused={focused === row.id}
                    drag={taken => setDragged(taken && { row: taken, from: column.value })}
                    move={
                      mayMove
                        ? to => {
                            setFocused(row.id)
                            void board.move(row, to)
                          }
                        : undefined
                    }
                    env={env}
                    render={props.render}
                    classnames={props.classnames}
                    classPrefix={props.classPrefix}
                    onAction={props.onAction}
                    data={data}
                  />
                ))}
              </ul>
              {column.next && (
                <button type="button" className="tes-link" disabled={column.isLoading} onClick={() => void board.more(column)}>
                  {say('Show more')}
                </button>
              )}
            </section>
          )
        })}
      </div>
    </>
  )
}

export default renderer('tessera-board', Board)
