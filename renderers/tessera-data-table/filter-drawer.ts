// Conditions on any field, as amis JSON: joined in groups, and told at the button by how many there are.
import type { Schema } from 'amis-core'
import type { Say } from '../words.ts'

/** `conditionOf`: what amis' builder is told of a field; nothing of one that cannot be compared. `list`: id of the list that is filtered. */
export function filterDrawer<Field>(
  fields: readonly Field[],
  { say, list, conditionOf }: { say: Say; list: string; conditionOf(field: Field): Schema | undefined },
): Schema {
  return {
    type: 'button',
    label: `\${COUNT(_conditions.children) ? '${say('Filter')} (' + COUNT(_conditions.children) + ')' : '${say('Filter')}'}`,
    actionType: 'drawer',
    align: 'left',
    drawer: {
      title: say('Filter'),
      size: 'lg',
      closeOnEsc: true,
      actions: [
        { type: 'button', label: say('Cancel'), actionType: 'close' },
        { type: 'submit', label: say('Apply filter'), level: 'primary' },
      ],
      body: {
        type: 'form',
        mode: 'normal',
        wrapWithPanel: false,
        // By its id: what a drawer is hung up in may stand around the list, where a target is looked for outwards only.
        onEvent: { submitSucc: { actions: [{ actionType: 'reload', componentId: list, data: { _conditions: '${_conditions}' } }] } },
        body: [
          {
            type: 'condition-builder',
            name: '_conditions',
            label: false,
            fields: fields.flatMap(field => conditionOf(field) ?? []),
            description: say('Rows that fit are shown. Groups can be put into groups.'),
          },
        ],
      },
    },
  }
}
