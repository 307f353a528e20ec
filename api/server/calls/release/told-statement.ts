import { say, type Locale } from '../../../messages.ts'
import type { Statement } from '../../services/data/index.ts'

const dayText = (locale: Locale, day: unknown) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(`${String(day)}T00:00:00Z`))

/** A statement of a plan as it is shown, with what it takes and what it brings back. */
export function toldStatement({ sql, parameters, loss, back }: Statement, locale: Locale) {
  const values = loss && { ...loss.values, ...('until' in loss.values && { until: dayText(locale, loss.values.until) }) }
  return {
    sql,
    parameters: parameters.map(String),
    loss: loss ? say(locale, loss.english, values) : '',
    back: back ? say(locale, back.english, back.values) : '',
  }
}
/** Something is lost for good. */
export const losesForGood = (statements: readonly Statement[]) => statements.some(one => one.loss && !one.keeps)
