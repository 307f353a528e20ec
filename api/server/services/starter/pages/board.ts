// A board: a column for each value of a choice, in which rows are cards that can be moved on.
import type { Field } from '../../data/index.ts'
import { columnsOf, oneOf, titleOf } from './model.ts'
import { link, placeOf, plain, word, words, type Json, type Making } from './parts.ts'

const FACTS = 3

export function boardPage({ model, locale, places }: Making, choice: Field): Json {
  const t = words(locale)
  const title = titleOf(model)
  const facts = columnsOf(model, FACTS + 2)
    .filter(field => field !== title && field !== choice && field.type !== 'image')
    .slice(0, FACTS)
  return {
    type: 'page',
    title: plain(model.name),
    ...(places.create && { toolbar: [link(t('New {name}', { name: word(oneOf(model.name)) }), places.create, { level: 'primary' })] }),
    body: {
      type: 'tessera-board',
      source: model.source,
      model: model.key,
      by: choice.key,
      ...(facts.length && { fields: facts.map(field => field.key) }),
      ...(places.detail && { rowLink: placeOf(places.detail, 'id') }),
    },
  }
}
