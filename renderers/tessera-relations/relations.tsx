// Models as boxes and their relations as lines; a box leads to its model, and shows its own lines when it is pointed at.
import { useMemo, useState } from 'react'
import { resolveVariableAndFilter, tokenize, createObject, type RendererProps } from 'amis-core'
import { renderer } from '../register.tsx'
import { sayer } from '../words.ts'
import { BOX, pictureOf, type Model, type Relation } from './layout.ts'
import './relations.css'

interface Props extends RendererProps {
  /** Where the models are: `${list}`. */
  models?: string
  /** Where their relations are: `${relations}`. */
  relations?: string
  /** Where a box leads: a template over its model. */
  address?: string
}

const listOf = <T,>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : [])

export function Relations({ models, relations, address = '', data, env }: Props) {
  const say = sayer(env)
  const all = listOf<Model>(models && resolveVariableAndFilter(models, data, '| raw'))
  const between = listOf<Relation>(relations && resolveVariableAndFilter(relations, data, '| raw'))
  const { boxes, lines, width, height } = useMemo(() => pictureOf(all, between), [all, between])
  const [chosen, setChosen] = useState('')
  if (!boxes.length) return null
  const nameOf = (id: string) => boxes.find(box => box.id === id)?.name ?? ''
  const alone = all.length - boxes.length
  return (
    <section className="tes-relations" aria-label={say('Relations of the models')}>
      <h2>{say('Relations of the models')}</h2>
      {/* What is wider than the page is scrolled by keyboard too: the boxes in it are links. */}
      <div className="tes-relations__scroll">
        <div className="tes-relations__picture" style={{ width, height }}>
          <svg width={width} height={height} aria-hidden="true">
            <defs>
              <marker id="tes-relations-end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse">
                <path d="M0,0 L8,4 L0,8 z" />
              </marker>
            </defs>
            {lines.map(line => (
              <path
                key={line.key}
                d={line.path}
                className={chosen === line.from || chosen === line.to ? 'is-chosen' : undefined}
                markerEnd="url(#tes-relations-end)"
              />
            ))}
          </svg>
          {lines.map(line => (
            <span key={line.key} className="tes-relations__name" aria-hidden="true" title={line.names.join(', ')} style={{ left: line.at.x, top: line.at.y }}>
              {line.names.join(', ')}
            </span>
          ))}
          {boxes.map(box => {
            const own = lines.filter(line => line.from === box.id)
            const told = own.map(line => say('{field} leads to {model}', { field: line.names.join(', '), model: nameOf(line.to) }))
            return (
              <a
                key={box.id}
                href={String(tokenize(address, createObject(data, box), '| raw') ?? '')}
                data-go
                className="tes-relations__box"
                style={{ left: box.x, top: box.y, width: BOX.width, height: BOX.height }}
                aria-label={[box.name, ...told].join('; ')}
                onMouseEnter={() => setChosen(box.id)}
                onMouseLeave={() => setChosen('')}
                onFocus={() => setChosen(box.id)}
                onBlur={() => setChosen('')}
              >
                <strong>{box.name}</strong>
                <code>{box.key}</code>
              </a>
            )
          })}
        </div>
      </div>
      {alone > 0 && (
        <p className="tes-relations__rest">{say(alone === 1 ? 'One model has no relations.' : '{count} models have no relations.', { count: alone })}</p>
      )}
    </section>
  )
}

export default renderer('tessera-relations', Relations)
