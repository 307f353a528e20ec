// What is wrong with a field is said at the field alone; a notice tells what belongs to no field.
import type { Schema } from 'amis-core'

/** A form whose refusals are told once: amis would repeat those of fields in a notice. */
export function quiet<T extends Omit<Schema, 'type'>>({ api, onEvent, ...form }: T) {
  const refused = {
    actionType: 'toast',
    args: { msgType: 'error', msg: '${event.data.error.msg}' },
    expression: '${event.data.error.msg && !event.data.error.errors}',
  }
  return { ...form, api: { ...(api as object), silent: true }, onEvent: { ...(onEvent as object), submitFail: { actions: [refused] } } }
}
