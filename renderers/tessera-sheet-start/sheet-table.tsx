// What one sheet is understood as: a model, and a line for each of its columns.
import type { Say } from '../words.ts'

export interface SheetColumn {
  at: number
  name: string
  sample: string[]
  type: string
  /** What its texts or numbers stand for. */
  format?: string
  currency?: string
  required: boolean
  unique: boolean
  options: string[]
  relation: { sheet: number; column: number } | null
  misfits: number
  /** Of days without the year in front: which number is the day, where one of them proves it. */
  dateOrder?: 'dayFirst' | 'monthFirst' | 'unclear'
  dateExample?: string
  /** The same, said by whoever looks at it. */
  readAs?: 'dayFirst' | 'monthFirst'
  /** Left out by whoever looks at it. */
  isLeft?: boolean
}
export interface Sheet {
  sheet: number
  name: string
  rowCount: number
  columns: SheetColumn[]
}

interface Props {
  sheet: Sheet
  /** Those that are made. */
  sheets: readonly Sheet[]
  isLeft: boolean
  say: Say
  /** Of the reader, for examples of dates. */
  language: string
  onLeft(isLeft: boolean): void
  onChange(sheet: Sheet): void
}

const CURRENCIES = ['CNY', 'USD', 'EUR', 'GBP', 'JPY']
/** Type, format and currency as one value to choose. */
const kindOf = ({ type, format, currency, relation }: Pick<SheetColumn, 'type' | 'format' | 'currency' | 'relation'>) =>
  type === 'relationOne' && relation ? `${relation.sheet} ${relation.column}` : [type, format, currency].filter(Boolean).join('/')
const NO_UNIQUE = ['longText', 'boolean', 'enum', 'multiEnum', 'json', 'relationOne']

/** Whether somebody has to say how the days of a column are read. */
export const isUnsaid = ({ type, dateOrder, readAs, isLeft }: SheetColumn) => !isLeft && isAmbiguous({ type, dateOrder }) && !readAs
const isAmbiguous = ({ type, dateOrder }: Pick<SheetColumn, 'type' | 'dateOrder'>) => dateOrder === 'unclear' && (type === 'date' || type === 'datetime')
/** A day such as 01/02/2026 in words, read one way or the other. */
function dayAs(example: string, order: 'dayFirst' | 'monthFirst', language: string): string {
  const [first = 1, second = 1, year = 2000] = example.split(/\D+/).map(Number)
  const [day, month] = order === 'dayFirst' ? [first, second] : [second, first]
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(year, month - 1, day)))
}

export function SheetTable({ sheet, sheets, isLeft, say, language, onLeft, onChange }: Props) {
  const types: Record<string, string> = {
    text: say('Text'),
    'text/email': say('Email'),
    'text/phone': say('Phone number'),
    'text/url': say('Web address'),
    'text/color': say('Colour'),
    longText: say('Long text'),
    integer: say('Whole number'),
    'integer/rating': say('Rating of 1 to 5 stars'),
    decimal: say('Decimal number'),
    'decimal/percent': say('Percentage'),
    ...Object.fromEntries(
      [...new Set([...CURRENCIES, ...sheet.columns.flatMap(({ currency }) => currency ?? [])])].map(currency => [
        `decimal/currency/${currency}`,
        say('Amount in {currency}', { currency }),
      ]),
    ),
    boolean: say('Yes or no'),
    date: say('Date'),
    time: say('Time'),
    datetime: say('Date and time'),
    enum: say('Choice'),
    multiEnum: say('Several choices'),
    'json/location': say('Location'),
  }
  const set = (at: number, change: Partial<SheetColumn>) =>
    onChange({ ...sheet, columns: sheet.columns.map(one => (one.at === at ? { ...one, ...change } : one)) })
  /** Columns of other sheets that have each value once. */
  const targets = sheets.flatMap(other =>
    other.sheet === sheet.sheet
      ? []
      : other.columns
          .filter(
            column =>
              !column.isLeft && (column.unique || sheet.columns.some(({ relation }) => relation?.sheet === other.sheet && relation.column === column.at)),
          )
          .map(column => ({ value: `${other.sheet} ${column.at}`, label: say('Row of {sheet} by {column}', { sheet: other.name, column: column.name }) })),
  )
  const choose = (at: number, value: string) => {
    const [to, column] = value.split(' ').map(Number)
    const [type = 'text', format, currency] = value.split('/')
    if (column === undefined) set(at, { type, format, currency, relation: null, ...(NO_UNIQUE.includes(type) && { unique: false }) })
    else set(at, { type: 'relationOne', format: undefined, currency: undefined, relation: { sheet: to ?? 0, column }, unique: false })
  }
  return (
    <section className={isLeft ? 'is-left' : undefined}>
      <header>
        <input
          type="checkbox"
          aria-label={say('Make a model of “{name}”', { name: sheet.name })}
          checked={!isLeft}
          onChange={event => onLeft(!event.target.checked)}
        />
        <input
          className="tes-input"
          aria-label={say('Name of the model')}
          maxLength={50}
          value={sheet.name}
          disabled={isLeft}
          onChange={event => onChange({ ...sheet, name: event.target.value })}
        />
        <span>{say('{count} rows', { count: sheet.rowCount })}</span>
      </header>
      {!isLeft && (
        <div className="tes-sheets__scroll">
          <table>
            <thead>
              <tr>
                <th />
                <th>{say('Field')}</th>
                <th>{say('Values')}</th>
                <th>{say('Kind')}</th>
                <th>{say('Required')}</th>
                <th>{say('Unique')}</th>
              </tr>
            </thead>
            <tbody>
              {sheet.columns.map(
                ({
                  at,
                  name,
                  sample,
                  type,
                  format,
                  currency,
                  required,
                  unique,
                  options,
                  relation,
                  misfits,
                  dateOrder,
                  dateExample = '',
                  readAs,
                  isLeft: isOut = false,
                }) => (
                  <tr key={at} className={isOut ? 'is-left' : undefined}>
                    <td>
                      <input
                        type="checkbox"
                        aria-label={say('Take “{name}” along', { name })}
                        checked={!isOut}
                        onChange={event => set(at, { isLeft: !event.target.checked })}
                      />
                    </td>
                    <td>
                      <input
                        className="tes-input"
                        aria-label={say('Name of the field')}
                        maxLength={50}
                        value={name}
                        disabled={isOut}
                        onChange={event => set(at, { name: event.target.value })}
                      />
                    </td>
                    <td className="is-sample">
                      {(type === 'enum' || type === 'multiEnum') && options.length ? options.join(' / ') : sample.join(', ')}
                      {isAmbiguous({ type, dateOrder }) && (
                        <label>
                          {say('{date} is', { date: dateExample })}{' '}
                          <select
                            className="tes-input"
                            aria-label={say('How the dates of “{name}” are read', { name })}
                            disabled={isOut}
                            value={readAs ?? ''}
                            onChange={event => set(at, { readAs: (event.target.value || undefined) as SheetColumn['readAs'] })}
                          >
                            <option value="">{say('Choose')}</option>
                            {(['dayFirst', 'monthFirst'] as const).map(order => (
                              <option key={order} value={order}>
                                {dayAs(dateExample, order, language)}
                              </option>
                            ))}
                          </select>
                        </label>
                      )}
                      {misfits > 0 && <small>{say('{count} values do not fit; their rows are left out and told', { count: misfits })}</small>}
                    </td>
                    <td>
                      <select
                        className="tes-input"
                        aria-label={say('Kind of “{name}”', { name })}
                        disabled={isOut}
                        value={kindOf({ type, format, currency, relation })}
                        onChange={event => choose(at, event.target.value)}
                      >
                        {Object.entries(types).map(([value, label]) => (
                          <option key={value} value={value}>
                            {label}
                          </option>
                        ))}
                        {targets.map(({ value, label }) => (
                          <option key={value} value={value}>
                            {label}
                          </option>
                        ))}
                      </select>
                    </td>
                    <td>
                      <input
                        type="checkbox"
                        aria-label={say('“{name}” is required', { name })}
                        checked={required}
                        disabled={isOut}
                        onChange={event => set(at, { required: event.target.checked })}
                      />
                    </td>
                    <td>
                      <input
                        type="checkbox"
                        aria-label={say('“{name}” is unique', { name })}
                        checked={unique}
                        disabled={isOut || NO_UNIQUE.includes(type)}
                        onChange={event => set(at, { unique: event.target.checked })}
                      />
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
