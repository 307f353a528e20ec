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

/** Beside the control of a relation. `of`: where the rows of the other model are, or what says it once it is known. */
export function newRow({ key, name }: Pick<DataField, 'key' | 'name'>, of: string | (() => string | undefined), say: Say) {
  return {
    creatable: true,
    createBtnLabel: name ? say('New {name}', { name }) : say('Add row'),
    addControls: [{ type: 'tessera-new-row', of }],
    addApi: {
      method: 'post',
      ...(typeof of === 'string' ? { url: of } : { url: '/', requestAdaptor: (api: { url: string }) => ({ ...api, url: of() ?? api.url }) }),
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
