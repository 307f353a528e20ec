// What two screens differ in, and one made of both: the server's own ledger, used before anything is sent.
import { apply, compare, describe, diff, rebase, sentenceText, toTree, type JsonObject, type Operation } from '../../api/ledger/index.ts'
import type { Schema } from './calls.ts'

type Locale = Parameters<typeof sentenceText>[1]

/** Differences in the reader's language; `word` says what an `i18n:` text reads as. */
export function sentences(before: Schema, after: Schema, locale: string, word: (text: string) => string): string[] {
  const difference = compare(toTree(before as JsonObject), toTree(after as JsonObject))
  return describe(difference, locale as Locale, word).map(sentence => sentenceText(sentence, locale as Locale))
}

/** Both changes on what they began with; `conflicts` counts the places that both changed differently. */
export function merge(start: Schema, mine: Schema, theirs: Schema): { schema: Schema; conflicts: number } {
  const { result, conflicts } = rebase(start as JsonObject, mine as JsonObject, theirs as JsonObject)
  return { schema: result, conflicts: conflicts.length }
}

/** Values that a panel writes down because they are usual, not because somebody chose them. */
const isUsual = (value: unknown) => value === false || value === '' || value === '-' || (Array.isArray(value) && value.length === 0)
const nodeOf = (step: Operation) => (step.op === 'set' || step.op === 'unset' ? step.id : undefined)

/**
 * What a person did in the editor, on the screen as it is. `last` and `next` are what the editor said before and now: with the first change
 * of a part, its panel also writes down what is usual there, and what the editor tidied when it opened the screen is in both.
 */
export function taken(last: Schema, next: Schema, screen: Schema): Schema {
  const [before, after, now] = [last, next, screen] as JsonObject[] as [JsonObject, JsonObject, JsonObject]
  const patch = diff(before, after)
  const known = toTree(before).byId
  const isAside = (step: Operation) => step.op === 'set' && isUsual(step.value) && !known.get(step.id)?.props.has(step.prop)
  const chosen = new Set(patch.filter(step => !isAside(step)).map(nodeOf))
  const wanted = apply(
    patch.filter(step => !isAside(step) || !chosen.has(nodeOf(step))),
    before,
  )
  return JSON.stringify(before) === JSON.stringify(now) ? wanted : rebase(before, wanted, now).result
}
