// Values as people read them: names behind ids, words of choices. Times stay ISO, since only the reader's browser knows the time zone.
import { figureText } from '../../../../models/formats.ts'
import { locationOf, locationText } from '../../../../models/location.ts'
import { say, type Locale } from '../../../../messages.ts'
import type { Row } from './input.ts'
import type { RowLabels } from './labels.ts'
import type { Opened } from './statements.ts'
import { hasColumn, labelOf, type Field } from '../types.ts'

const LONGEST = 500

export function createRowTexts({ labels }: { labels: RowLabels }) {
  return {
    /** Reads the values of these rows; names of rows that the asker may not see stay ids. */
    async reader({ model, scope, store, asker, targets, language, say: sayInApp }: Opened, rows: readonly Row[], locale: Locale) {
      const naming = model.definition.fields.filter(field => hasColumn(field) && (field.type === 'user' || field.type === 'department' || field.relation))
      const names = new Map<string, string>()
      if (naming.length && rows.length) {
        // The look-up goes by the keys of the first row.
        const copies = rows.map(row => Object.fromEntries(naming.map(field => [field.key, row[field.key] ?? null]))) as Row[]
        await labels.add(scope, store, model, copies, asker, targets)
        for (const copy of copies)
          for (const [key, label] of Object.entries(copy._labels as Record<string, string>)) names.set(`${key} ${String(copy[key])}`, label)
      }
      // Words of ours are in two languages; an app that has such a text in its own has it here as well.
      const wordOf = (word: string) => {
        const own = sayInApp(word)
        return own === word ? say(locale, word) : own
      }
      return (field: Field, value: unknown): string => {
        if (value === null || value === undefined || value === '') return ''
        if (field.type === 'boolean') return wordOf(value === true ? 'Yes' : 'No')
        if (field.type === 'enum') return labelOf(field, value)
        if (field.type === 'multiEnum' && Array.isArray(value)) return value.map(one => labelOf(field, one)).join(', ')
        if (field.type === 'decimal' || field.type === 'integer') return figureText(field, value, language || locale)
        const place = field.format === 'location' ? locationOf(value) : undefined
        if (place) return locationText(place)
        const text = names.get(`${field.key} ${String(value)}`) ?? (typeof value === 'object' ? JSON.stringify(value) : String(value))
        return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
      }
    },
  }
}

export type RowTexts = ReturnType<typeof createRowTexts>
