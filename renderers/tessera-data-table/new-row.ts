// A row that is missing among those to choose from is added where one looks for it.
import type { Say } from '../words.ts'
import type { DataField } from './controls.ts'

interface Answer {
  status: number
  data?: { id?: string | number; value?: unknown }
  errors?: Record<string, string>
}
interface Chooser {
  props: { onChange?(value: unknown, name: string): void }
}

/** Beside the control of a relation: the rows of the other model are at an address that differs in the last part alone. */
export function newRow({ key, name, model = '' }: Pick<DataField, 'key' | 'name' | 'model'>, base: string, say: Say): object {
  const of = base.replace(/[^/]+$/, model)
  return {
    creatable: true,
    createBtnLabel: say('New {name}', { name }),
    addControls: [{ type: 'tessera-new-row', of }],
    addApi: {
      method: 'post',
      url: of,
      silent: true,
      data: { '&': '${row}' },
      adaptor: (answer: Answer) => ({
        ...answer,
        ...(answer.data && { data: { ...answer.data, value: answer.data.id } }),
        ...(answer.errors && { errors: Object.fromEntries(Object.entries(answer.errors).map(([field, text]) => [`row.${field}`, text])) }),
      }),
    },
    addDialog: {
      closeOnEsc: true,
      actions: [
        { type: 'button', label: say('Cancel'), actionType: 'cancel' },
        { type: 'button', label: say('Add'), actionType: 'confirm', level: 'primary' },
      ],
    },
    onEvent: {
      add: {
        actions: [
          {
            actionType: 'custom',
            script: (chooser: Chooser, _do: unknown, event: { data: { value?: { value?: unknown } } }) =>
              chooser.props.onChange?.(event.data.value?.value, key),
          },
        ],
      },
    },
  }
}
