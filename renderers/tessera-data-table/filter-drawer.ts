// Conditions on any field, as amis JSON: joined in groups, and told at the button by how many there are.
import type { Schema } from 'amis-core'
import type { Say } from '../words.ts'

/** `conditionOf`: what amis' builder is told of a field; nothing of one that cannot be compared. `apply`: the action that takes `_conditions` over. */
export function filterDrawer<Field>(
  fields: readonly Field[],
  { say, apply, conditionOf }: { say: Say; apply: object; conditionOf(field: Field): Schema | undefined },
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
        // Closed by its own action: a drawer that is closed by what it sends has every list of the page read, once more after this one.
        { type: 'submit', label: say('Apply filter'), level: 'primary', close: false },
      ],
      body: {
        type: 'form',
        mode: 'normal',
        wrapWithPanel: false,
        onEvent: { submitSucc: { actions: [apply, { actionType: 'closeDrawer' }] } },
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
