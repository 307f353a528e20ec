// What the steps of an import of rows have in common.
import type { Schema } from 'amis-core'
import type { Say } from '../words.ts'
import { quiet } from './quiet.ts'

export interface Around {
  /** Address of the model's rows. */
  base: string
  say: Say
  /** Id of the list that is read anew. */
  list?: string
}

export const setPlan = (value: string) => ({ actionType: 'setValue', componentId: 'rows-import', args: { value: { plan: value } } })
export const takeAnswer = setPlan('${event.data.result.data}')
export const forget = { actionType: 'setValue', componentId: 'rows-import', args: { value: { plan: null } } }
export const reloadRows = ({ list = 'data-rows' }: Around, expression: string) => ({ actionType: 'reload', componentId: list, expression })
const silent = { validateFailed: '', saveSuccess: '' }
export const actions = (...items: Schema[]): Schema => ({ type: 'flex', justify: 'flex-end', className: 't-import-actions', items })
export const plainForm = (more: Omit<Schema, 'type'>): Schema => ({
  type: 'form',
  mode: 'normal',
  wrapWithPanel: false,
  autoFocus: false,
  messages: silent,
  submitText: '',
  actions: [],
  ...quiet(more),
})
