// Finding people by a part of what they are known by; the same expression as in the index person_words.
import { sql } from 'kysely'

/** What a row of `person` is found by. */
export const PERSON_WORDS = `lower(person.name || ' ' || person.shown_username || ' ' || person.shown_email || ' ' || person.phone)`

/** A pattern for it that finds the text as it was typed. */
export const wordsLike = (text: string) =>
  `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`

/** True for a row of `person` whose name, username, email or phone holds the text. */
export const personMatches = (text: string) => sql<boolean>`${sql.raw(PERSON_WORDS)} like ${wordsLike(text)}`

/** The same, or the name that is shown in place of it. */
export const personFound = (text: string) => sql<boolean>`(${personMatches(text)} or lower(person.nick_name) like ${wordsLike(text)})`
