// By which fields rows are put together, and what the groups tell of their rows.
import { ListTreeIcon } from 'lucide-react'
import type { RendererProps } from 'amis-core'
import { sayer, type Say } from '../../words.ts'
import type { DataField } from '../controls.ts'
import {
  figuresText,
  groupable,
  groupsText,
  isDated,
  measurable,
  MEASURES,
  MOST_FIGURES,
  UNITS,
  type Figure,
  type GroupBy,
  type Measure,
  type Unit,
} from './groups.ts'
import { Opener } from './menus.tsx'

export const measureWords = (say: Say): Record<Measure, string> => ({ sum: say('Sum'), avg: say('Average'), min: say('Smallest'), max: say('Largest') })
const unitWords = (say: Say): Record<Unit, string> => ({ day: say('Day'), month: say('Month'), year: say('Year') })

interface Props extends Pick<RendererProps, 'env' | 'render' | 'classnames' | 'classPrefix'> {
  fields: readonly DataField[]
  groups: readonly GroupBy[]
  figures: readonly Figure[]
  /** As the list is asked. */
  change(next: { groupBy: string; figures: string }): void
  openAll(isOpen: boolean): void
}

export function GroupMenu({ fields, groups, figures, change, openAll, ...drawn }: Props) {
  const say = sayer(drawn.env)
  const [units, measures] = [unitWords(say), measureWords(say)]
  const tell = (next: readonly GroupBy[], told: readonly Figure[] = figures) => change({ groupBy: groupsText(next), figures: figuresText(told) })
  const has = (name: string, measure: Measure) => figures.some(one => one.name === name && one.measure === measure)
  const toggle = (name: string, measure: Measure) =>
    tell(groups, has(name, measure) ? figures.filter(one => one.name !== name || one.measure !== measure) : [...figures, { name, measure }])
  const numbers = measurable(fields)

  const level = (at: 0 | 1, label: string) => {
    const group = groups[at]
    const field = fields.find(({ key }) => key === group?.name)
    const before = groups.slice(0, at)
    return (
      <div className="tes-grid__level">
        <label>
          <span>{label}</span>
          <select
            value={group?.name ?? ''}
            onChange={({ target: { value } }) => {
              const chosen = fields.find(({ key }) => key === value)
              const after = groups.slice(at + 1).filter(({ name }) => name !== value)
              tell(chosen ? [...before, { name: value, ...(isDated(chosen) && { unit: 'month' as const }) }, ...after] : before)
            }}
          >
            <option value="">{say('Nothing|group')}</option>
            {groupable(fields).flatMap(({ key, name }) =>
              before.some(one => one.name === key)
                ? []
                : [
                    <option key={key} value={key}>
                      {name}
                    </option>,
                  ],
            )}
          </select>
        </label>
        {group?.unit && (
          <select
            aria-label={say('{name} by', { name: field?.name ?? '' })}
            value={group.unit}
            onChange={({ target }) => tell(groups.map((one, index) => (index === at ? { ...one, unit: target.value as Unit } : one)))}
          >
            {UNITS.map(unit => (
              <option key={unit} value={unit}>
                {units[unit]}
              </option>
            ))}
          </select>
        )}
      </div>
    )
  }

  return (
    <Opener
      label={groups.length ? say('Groups: {names}', { names: namesOf(groups, fields) }) : say('Put rows into groups')}
      className={groups.length ? 'tes-grid__columns is-on' : 'tes-grid__columns'}
      icon={<ListTreeIcon size={16} aria-hidden />}
      {...drawn}
    >
      {() => (
        <div className="tes-grid__grouping">
          {level(0, say('Group by'))}
          {groups.length > 0 && level(1, say('Then by'))}
          {groups.length > 0 && numbers.length > 0 && (
            <fieldset>
              <legend>{say('Told of each group')}</legend>
              {numbers.map(({ key, name }) => (
                <div key={key} className="tes-grid__measures" role="group" aria-label={name}>
                  <span>{name}</span>
                  {MEASURES.map(measure => (
                    <button
                      key={measure}
                      type="button"
                      aria-pressed={has(key, measure)}
                      disabled={!has(key, measure) && figures.length >= MOST_FIGURES}
                      onClick={() => toggle(key, measure)}
                    >
                      {measures[measure]}
                    </button>
                  ))}
                </div>
              ))}
            </fieldset>
          )}
          {groups.length > 0 && (
            <div className="tes-grid__measures">
              <button type="button" onClick={() => openAll(true)}>
                {say('Open all groups')}
              </button>
              <button type="button" onClick={() => openAll(false)}>
                {say('Close all groups')}
              </button>
            </div>
          )}
        </div>
      )}
    </Opener>
  )
}

const namesOf = (groups: readonly GroupBy[], fields: readonly DataField[]) =>
  groups.map(({ name }) => fields.find(({ key }) => key === name)?.name ?? name).join(', ')
