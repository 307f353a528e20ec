// The second step of an import of rows: columns of the file are matched with fields.
import type { Schema } from 'amis-core'
import { actions, forget, plainForm, takeAnswer, type Around } from './import-parts.ts'

interface Request {
  url: string
  data?: unknown
}
export const matchColumns = ({ base, say }: Around): Schema =>
  plainForm({
    name: 'import-columns',
    visibleOn: "${plan.state == 'read'}",
    data: { mode: '${plan.mode}', keyField: '${plan.keyField}', fields: '${plan.columns}' },
    api: {
      method: 'post',
      url: `${base}/import/\${plan.id}/plan`,
      data: { mode: '${mode}', keyField: '${keyField}', fields: '${fields}' },
      requestAdaptor: (api: Request) => {
        const { mode, keyField, fields } = api.data as { mode: string; keyField?: string; fields?: { field?: string }[] }
        return { ...api, data: { mode, ...(mode !== 'insert' && keyField && { keyField }), fields: (fields ?? []).map(({ field }) => field ?? '') } }
      },
    },
    onEvent: { submitSucc: { actions: [takeAnswer] } },
    body: [
      {
        type: 'tpl',
        wrapperComponent: 'p',
        className: 't-help t-break',
        tpl: `\${plan.fileName|html} · \${plan.rowCount} \${plan.rowCount == 1 ? '${say('row')}' : '${say('rows')}'}`,
      },
      {
        type: 'radios',
        name: 'mode',
        label: say('What the rows are'),
        inline: false,
        options: [
          { value: 'insert', label: say('New rows') },
          { value: 'update', label: say('Changes of rows that are there') },
          { value: 'upsert', label: say('Both: changes where a row is there, new rows otherwise') },
        ],
      },
      {
        type: 'select',
        name: 'keyField',
        label: say('Rows are found by'),
        visibleOn: "${mode != 'insert'}",
        required: true,
        clearable: false,
        source: '${ARRAYFILTER(plan.fields, one => one.isKey)}',
        description: say('A field whose values are unique. An empty cell in another column leaves the value of a row as it is.'),
        validationErrors: { isRequired: say('Please choose') },
      },
      {
        type: 'input-table',
        name: 'fields',
        label: say('Columns'),
        className: 'tes-import-columns',
        needConfirm: false,
        addable: false,
        removable: false,
        editable: false,
        showIndex: false,
        canAccessSuperData: true,
        columns: [
          {
            name: 'name',
            label: say('Column of the file'),
            type: 'tpl',
            quickEdit: false,
            tpl: '<span class="t-strong t-break">${name|html}</span><span class="t-import-detail t-break">${sample|truncate:60|html}</span>',
          },
          {
            name: 'field',
            label: say('Field'),
            width: '50%',
            quickEdit: { type: 'select', source: '${plan.fields}', clearable: true, searchable: true, placeholder: say('Passed over') },
          },
        ],
      },
      actions(
        { type: 'button', label: say('Choose another file'), onEvent: { click: { actions: [forget] } } },
        { type: 'submit', level: 'primary', className: 'ml-2', label: say('Look at what it does') },
      ),
    ],
  })
