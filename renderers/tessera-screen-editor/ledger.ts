// What two screens differ in, and one made of both: the server's own ledger, used before anything is sent.
import { compare, describe, rebase, sentenceText, toTree, type JsonObject } from '../../api/ledger/index.ts'
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
