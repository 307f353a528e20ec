// Days as people write them without the year in front: 01/02/2026 is the first of February, or the second of January.

/** Which of the two numbers before the year comes first. */
export type DateOrder = 'dayFirst' | 'monthFirst'

const SHORT = /^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{4})(?:[T ,]\s*((?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?))?$/

interface ShortDate {
  isTimed: boolean
  /** What the day itself says of its order; undefined where both readings are a day. */
  order: DateOrder | undefined
}

/** What a text says that may be such a day; undefined for any other text. */
export function shortDate(text: string): ShortDate | undefined {
  const [whole, one, sign, other, , time] = SHORT.exec(text) ?? []
  const [first, second] = [Number(one), Number(other)]
  if (whole === undefined || first < 1 || second < 1 || first > 31 || second > 31 || (first > 12 && second > 12)) return undefined
  // With points between them the day comes first wherever days are written so.
  const order = first > 12 || sign === '.' ? 'dayFirst' : second > 12 ? 'monthFirst' : undefined
  return sign === '.' && second > 12 ? undefined : { isTimed: time !== undefined, order }
}

/** The same day with the year in front; any other text as it is. */
export function yearFirst(text: string, order: DateOrder): string {
  if (!shortDate(text)) return text
  return text.replace(SHORT, (_whole, first: string, _sign, second: string, year: string, time: string | undefined) => {
    const [day, month] = order === 'dayFirst' ? [first, second] : [second, first]
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time === undefined ? '' : ` ${time}`}`
  })
}
