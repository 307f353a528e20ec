// On the canvas, in a table that has no model yet: the models of the app to choose from, where it was dropped.
import { sayer } from '../words.ts'
import { placeNow, SOURCE } from './place.ts'

/** The canvas keeps clicks to itself, to select what is clicked: the press is what gets here. */
export function ChooseModel({ env }: { env: unknown }) {
  const say = sayer(env)
  const { sources, change } = placeNow()
  const models = sources.flatMap(source => source.models.map(model => ({ source, model })))
  const choose = (element: Element, source: string, model: string) => {
    const id = element.closest('[data-editor-id]')?.getAttribute('data-editor-id')
    if (id) change(id, { model, ...(source !== SOURCE && { source }) })
  }
  if (!models.length) return <p>{say('This app has no models yet. Models are made under "Models" of the app.')}</p>
  return (
    <div className="tes-choose-model" role="group" aria-label={say('Choose a model')}>
      {models.map(({ source, model }) => (
        <button
          key={`${source.key} ${model.key}`}
          type="button"
          onPointerDown={event => choose(event.currentTarget, source.key, model.key)}
          onKeyDown={event => event.key === 'Enter' && choose(event.currentTarget, source.key, model.key)}
        >
          {model.name}
          {source.key !== SOURCE && <small>{source.name}</small>}
        </button>
      ))}
    </div>
  )
}
