// Whether a case goes along a line, asked in the same way where it runs and where it is played.
import { conditionHolds, type Values } from './conditions.ts'
import type { DefinedLine } from './definition.ts'
import { formulaValue } from './formula.ts'

/** `isNothing`: its formula comes to no value with these data, as an empty field or a division by nothing does. */
export function askLine({ conditionType, conditions, formula = 'false' }: DefinedLine, values: Values): { holds: boolean; isNothing: boolean } {
  if (conditionType !== 'formula') return { holds: conditions === undefined || conditionHolds(conditions, values), isNothing: false }
  const value = formulaValue(formula, values)
  return { holds: !!value, isNothing: value === null }
}
