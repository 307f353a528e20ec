// On the canvas, in a table that has no model yet: the models of the app to choose from, where it was dropped.
import { sayer } from '../words.ts'
import { placeNow, SOURCE } from './place.ts'

export function ChooseModel({ id, env }: { id: string; env: unknown }) {
  const say = sayer(env)
  const { sources, change } = placeNow()
  const models = sources.flatMap(source => source.models.map(model => ({ source, model })))
  if (!models.length) return <p>{say('This app has no models yet. Models are made under "Models" of the app.')}</p>
  return (
    <div className="tes-choose-model" role="group" aria-label={say('Choose a model')}>
      {models.map(({ source, model }) => (
        <button
          key={`${source.key} ${model.key}`}
          type="button"
          onClick={() => change(id, { model: model.key, ...(source.key !== SOURCE && { source: source.key }) })}
        >
          {model.name}
          {source.key !== SOURCE && <small>{source.name}</small>}
        </button>
      ))}
    </div>
  )
}
