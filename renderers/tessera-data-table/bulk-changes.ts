// Changes and deletions of several rows, each after a look at what it does, as amis JSON.
import type { Schema } from 'amis-core'
import { controlOf, type DataField } from './controls.ts'
import { arrow, counted, form, type Answer, type Around, type Request } from './row-changes.ts'
import { sent, type Values } from './values.ts'

/** Whether the whole page is chosen where there are more rows; buttons for many rows know the page by another name. */
export const pageChosen = (page: 'items' | 'currentPageData') =>
  `(COUNT(selectedItems) > 0 && COUNT(selectedItems) == COUNT(${page}) && (total > COUNT(${page}) || totalIsCapped))`
/** Whether all rows that match are chosen. */
export const ALL_CHOSEN = `(_all && ${pageChosen('currentPageData')})`

/** What an answer that says no says, in one line. */
const problemOf = ({ errors, msg }: Answer) => Object.values(errors ?? {})[0] ?? msg ?? ''

/** Which rows a change is for, as a form knows them and as they are asked for. */
export interface Which {
  /** Address of the question, below that of the model's rows. */
  path: string
  data: Record<string, string>
  sent(values: Values): Values
}
const ofIds: Which = { path: '/preview', data: { _ids: '${_ids}' }, sent: values => ({ ids: values._ids }) }

const sum = (tpl: string, when: string): Schema => ({ type: 'tpl', className: 'tes-preview__sum', tpl, visibleOn: `\${${when}}` })

/** Where what was done can be undone; not said where the look at it says otherwise. */
export const undoNote = ({ say, hasHistory }: Around): Schema[] =>
  hasHistory
    ? [
        {
          type: 'tpl',
          className: 'tes-preview__note',
          visibleOn: '${!preview || preview.undo.isPossible}',
          tpl: say('For a day this can be undone, under "Recent changes".'),
        },
      ]
    : []

/** Asks what a change would do each time it is different; what stands against it is told in its place. */
export function preview({ base, fields, say }: Around, of: (values: Values) => Values | undefined, which = ofIds): Schema {
  return {
    type: 'service',
    name: 'preview',
    className: 'tes-preview',
    api: {
      method: 'post',
      url: base + which.path,
      silent: true,
      sendOn: fields.length && of({}) ? '${_field}' : 'true',
      trackExpression: `\${_field}\${ENCODEJSON({${fields.map(field => `${field.key}: ${field.key}`).join(', ')}})}`,
      data: { '&': '$$', ...which.data },
      requestAdaptor: (api: Request) => {
        const values = api.data as Values
        const change = of(values)
        return { ...api, data: { ...which.sent(values), ...(change && { values: change }) } }
      },
      adaptor: (answer: Answer) => ({
        status: 0,
        msg: '',
        data: answer.status ? { preview: null, problem: problemOf(answer) } : { preview: answer.data, problem: '' },
      }),
    },
    body: [
      { type: 'alert', level: 'warning', visibleOn: '${problem}', body: { type: 'tpl', tpl: '${problem|html}' } },
      {
        type: 'container',
        visibleOn: '${preview}',
        body: [
          sum(say('Nothing would be different'), 'preview.changed == 0'),
          sum(say('One row will be different'), 'preview.changed == 1 && COUNT(preview.lines) > 0'),
          sum(say('{count} rows will be different', { count: '${preview.changed|number}' }), 'preview.changed > 1 && COUNT(preview.lines) > 0'),
          {
            type: 'each',
            source: '${preview.lines}',
            visibleOn: '${COUNT(preview.lines) > 0}',
            className: 'tes-preview__lines',
            items: {
              type: 'tpl',
              className: 'tes-change__line',
              tpl: `<b>\${name|html}</b> ${arrow} <span class="tes-change__times">× \${count|number}</span>`,
            },
          },
          {
            type: 'tpl',
            className: 'tes-preview__titles',
            tpl: `\${JOIN(preview.titles, ', ')|html}\${preview.count > COUNT(preview.titles) ? ' …' : ''}`,
          },
          {
            type: 'alert',
            level: 'warning',
            visibleOn: '${preview.changed > 0 && (!preview.undo.isPossible || COUNT(preview.undo.notes) > 0)}',
            body: [
              { type: 'tpl', tag: 'b', visibleOn: '${!preview.undo.isPossible}', tpl: say('This cannot be undone.') },
              { type: 'each', source: '${preview.undo.notes}', items: { type: 'tpl', tag: 'div', tpl: '${item|html}' } },
            ],
          },
        ],
      },
    ],
  }
}
/** The value of the field that was chosen. */
export const chosenIn = (fields: DataField[]) => (values: Values) =>
  sent(
    fields.filter(field => field.key === values._field),
    values,
  )

/** Which field, and its value. */
export const fieldAndValue = ({ base, fields, say }: Around): Schema[] => [
  {
    type: 'select',
    name: '_field',
    label: say('Field'),
    required: true,
    searchable: true,
    clearable: false,
    options: fields.map(({ key, name }) => ({ value: key, label: name })),
    validationErrors: { isRequired: say('Please choose') },
  },
  ...fields.map(field => ({ ...controlOf(field, base, say), canAccessSuperData: false, visibleOn: `\${_field == '${field.key}'}` })),
]

/** Puts one value into all selected rows, after a look at what that does. */
export function bulkEdit(around: Around): Schema {
  const { base, fields, say, done } = around
  const chosen = chosenIn(fields)
  return {
    type: 'button',
    className: 'tes-bulk',
    label: say('Edit a field'),
    actionType: 'dialog',
    visibleOn: fields.length ? `\${!${ALL_CHOSEN}}` : 'false',
    dialog: {
      title: say('Change {count} rows', { count: '${COUNT(_ids)}' }),
      closeOnEsc: true,
      data: { _ids: '${ARRAYMAP(selectedItems, one => one.id)}' },
      body: form({
        canAccessSuperData: true,
        autoFocus: true,
        data: { preview: null, problem: '' },
        api: {
          method: 'put',
          url: base,
          data: { '&': '$$', _ids: '${_ids}' },
          requestAdaptor: (api: Request) => {
            const values = api.data as Values
            return { ...api, data: { ids: values._ids, values: chosen(values) } }
          },
          adaptor: (answer: Answer) => {
            if (!answer.status && answer.data)
              done({
                text: counted(answer.data.changed, say('One row was changed'), say('{count} rows were changed', { count: String(answer.data.changed) })),
                ...(answer.data.changeId ? { changeId: String(answer.data.changeId) } : {}),
              })
            return answer
          },
        },
        body: [...fieldAndValue(around), preview(around, chosen)],
      }),
      actions: [
        { type: 'button', label: say('Cancel'), actionType: 'close' },
        { type: 'submit', label: say('Change rows'), level: 'primary' },
      ],
    },
  }
}

/** Deletes rows, after a look at which ones. */
function deletion(around: Around, title: string, data: Values): Omit<Schema, 'type'> {
  const { base, say, done } = around
  return {
    title,
    closeOnEsc: true,
    data: { ...data, preview: null, problem: '' },
    body: form({
      canAccessSuperData: true,
      api: {
        method: 'delete',
        // Each for itself, as an id may hold a comma.
        url: `${base}/\${_ids|map:url_encode|join:,|url_encode}`,
        data: {},
        adaptor: (answer: Answer) => {
          if (!answer.status && answer.data)
            done({
              text: counted(answer.data.count, say('One row was deleted'), say('{count} rows were deleted', { count: String(answer.data.count) })),
              ...(answer.data.changeId ? { changeId: String(answer.data.changeId) } : {}),
            })
          return answer
        },
      },
      body: [preview(around, () => undefined), ...undoNote(around)],
    }),
    actions: [
      { type: 'button', label: say('Cancel'), actionType: 'close' },
      { type: 'submit', label: say('Delete'), level: 'danger' },
    ],
  }
}

export const bulkDelete = (around: Around): Schema => ({
  type: 'button',
  className: 'tes-bulk',
  label: around.say('Delete'),
  level: 'danger',
  visibleOn: `\${!${ALL_CHOSEN}}`,
  actionType: 'dialog',
  dialog: deletion(around, around.say('Delete {count} rows', { count: '${COUNT(_ids)}' }), { _ids: '${ARRAYMAP(selectedItems, one => one.id)}' }),
})

export const rowDelete = (around: Around): Schema => ({
  type: 'button',
  label: around.say('Delete'),
  level: 'link',
  className: 'text-danger',
  actionType: 'dialog',
  dialog: deletion(around, around.say('Delete row'), { _ids: '${[id]}' }),
})
