// The variables of a flow, listed below its properties.
import type { FlowDefinition, Parameter } from '../../api/flow/definition.ts'
import type { Say } from '../words.ts'
import type { Selected } from './work.ts'

export function typeText(say: Say, type: Parameter['type']): string {
  switch (type) {
    case 'string':
      return say('Text|variable')
    case 'int':
      return say('Integer number')
    case 'float':
      return say('Number')
    case 'boolean':
      return say('Yes or no')
    case 'entity':
      return say('Row of a model')
    case 'object':
      return say('Object')
  }
}

interface VariablesProps {
  say: Say
  flow: FlowDefinition
  /** Ids of those that something stands against. */
  wrong: ReadonlySet<string>
  mayEdit: boolean
  select(selected: Selected): void
  add(): void
  change(make: (flow: FlowDefinition) => FlowDefinition): void
}
export function Variables({ say, flow, wrong, mayEdit, select, add, change }: VariablesProps) {
  const list = flow.parameters ?? []
  const remove = (id: string) =>
    change(({ parameters = [], ...rest }) => {
      const kept = parameters.filter(one => one.id !== id)
      return { ...rest, ...(kept.length > 0 && { parameters: kept }) }
    })
  return (
    <section className="tes-flow__overdue" aria-label={say('Variables')}>
      <h3>{say('Variables')}</h3>
      <p className="tes-flow__hint">{say('They are filled in where the flow begins, and conditions, formulas and texts use them by their names.')}</p>
      <ul className="tes-flow__tests">
        {list.map(({ id, name, type, isArray, required, description }) => (
          <li key={id} className={wrong.has(id) ? 'is-bad' : ''}>
            <b>{name || '…'}</b>
            <span>
              {[isArray ? say('List: {type}', { type: typeText(say, type) }) : typeText(say, type), required ? say('required') : '', description ?? '']
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className="tes-flow__row">
              <button type="button" className="tes-link" aria-label={say('Edit “{name}”', { name })} onClick={() => select({ of: 'parameter', id })}>
                {mayEdit ? say('Edit') : say('Look at it')}
              </button>
              {mayEdit && (
                <button type="button" className="tes-link" aria-label={say('Remove “{name}”', { name })} onClick={() => remove(id)}>
                  {say('Remove')}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {mayEdit && list.length < 100 && (
        <button type="button" className="tes-button" onClick={add}>
          {say('Add variable')}
        </button>
      )}
    </section>
  )
}
