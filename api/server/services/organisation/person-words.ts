// Finding people by a part of what they are known by; the same expression as in the index person_words.
import { sql } from 'kysely'

/** True for a row of `person` whose name, username, email or phone holds the text. */
export const personMatches = (text: string) =>
  sql<boolean>`lower(person.name || ' ' || person.username || ' ' || person.email || ' ' || person.phone) like ${`%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`}`
