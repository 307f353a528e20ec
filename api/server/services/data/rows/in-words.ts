// A model in the language of whoever asks: what people read of it, nothing else.
import type { AppReader } from '../../foundation/app-texts.ts'
import type { Model } from '../types.ts'

/** The same model where there are no words of another language. */
export function inWords(model: Model, { language, say }: AppReader): Model {
  if (!language) return model
  const fields = model.definition.fields.map(field => ({
    ...field,
    name: say(field.name),
    ...(field.description && { description: say(field.description) }),
    ...(field.options && { options: field.options.map(option => ({ ...option, label: say(option.label || option.value) })) }),
    ...(field.rules?.message && { rules: { ...field.rules, message: say(field.rules.message) } }),
  }))
  return { ...model, name: say(model.name), definition: { ...model.definition, fields } }
}
