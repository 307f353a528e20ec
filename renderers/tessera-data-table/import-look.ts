// The third step of an import of rows: what each row does, before anything is written.
import type { Schema } from 'amis-core'
import { actions, plainForm, reloadRows, setPlan, takeAnswer, type Around } from './import-parts.ts'

const isDone = "${event.data.result.data.state == 'done'}"

/** Rows of a plan that do one thing. */
export const rowsOf = ({ base, say }: Around, action: 'create' | 'change' | 'leave' | 'error', empty: string): Schema => {
  const lines = (source: string, tpl: string): Schema => ({
    type: 'each',
    name: source,
    placeholder: '',
    className: 't-import-lines',
    items: { type: 'tpl', className: 't-import-line', tpl },
  })
  const details = {
    create: [{ label: say('With'), ...lines('values', '${item.label|html}: ${item.text|html}') }],
    change: [{ label: say('What changes'), ...lines('changes', "${item.label|html}: ${(item.from || '—')|html} → ${(item.to || '—')|html}") }],
    leave: [{ label: say('With'), ...lines('values', '${item.label|html}: ${item.text|html}') }],
    error: [{ label: say('What is wrong'), ...lines('problems', "<b>${item.column|html}</b> ${item.reason|html}${item.value ? ': ' : ''}${item.value|html}") }],
  }
  return {
    type: 'crud',
    name: `import-${action}`,
    className: 't-stack t-import-rows',
    syncLocation: false,
    perPage: 10,
    columnsTogglable: false,
    alwaysShowPagination: false,
    api: { method: 'get', url: `${base}/import/\${plan.id}/rows`, data: { action, page: '${page}', perPage: '${perPage}' } },
    headerToolbar: [],
    footerToolbar: ['pagination'],
    columns: [{ type: 'tpl', name: 'row', label: say('Row'), width: 64, tpl: '${row}' }, ...details[action]],
    placeholder: { type: 'container', className: 'tes-data-none', visibleOn: '${items}', body: [{ type: 'tpl', wrapperComponent: 'h2', tpl: empty }] },
  }
}

export const errorLine = ({ base, say }: Around, text: string): Schema => ({
  type: 'flex',
  justify: 'space-between',
  alignItems: 'center',
  className: 't-import-errors-line',
  visibleOn: '${plan.counts.error}',
  items: [
    { type: 'tpl', className: 't-help', tpl: text },
    { type: 'button', label: say('Download errors'), actionType: 'download', className: 'ml-2', api: `get:${base}/import/\${plan.id}/errors?format=xlsx` },
  ],
})

export const look = (around: Around): Schema => {
  const { base, say } = around
  return {
    type: 'container',
    className: 't-stack',
    visibleOn: "${plan.state == 'planned' || plan.state == 'failed'}",
    body: [
      {
        type: 'alert',
        level: 'warning',
        showIcon: true,
        visibleOn: '${plan.isRenewed}',
        title: say('Rows have changed'),
        body: say('Somebody changed rows since this was looked at. Nothing was written; this is what the import does now. Look at it and confirm again.'),
      },
      {
        type: 'alert',
        level: 'danger',
        showIcon: true,
        visibleOn: "${plan.state == 'failed'}",
        title: say('The import stopped'),
        body: { type: 'tpl', tpl: `${say('Nothing was written.')} \${plan.reason|html}` },
      },
      { type: 'tpl', wrapperComponent: 'p', className: 't-help t-break', tpl: '${plan.fileName|html}' },
      errorLine(around, say('Rows with errors are left out. Put them right in the file of errors and import that afterwards.')),
      {
        type: 'tabs',
        className: 't-import-tabs',
        tabsMode: 'line',
        mountOnEnter: true,
        visibleOn: '${plan.counts.create + plan.counts.change + plan.counts.leave + plan.counts.error}',
        tabs: [
          { title: say('New {count}', { count: '${plan.counts.create}' }), body: rowsOf(around, 'create', say('No row is new')) },
          { title: say('Changed {count}', { count: '${plan.counts.change}' }), body: rowsOf(around, 'change', say('No row changes anything')) },
          { title: say('Unchanged {count}', { count: '${plan.counts.leave}' }), body: rowsOf(around, 'leave', say('No row is as it is already')) },
          { title: say('Errors {count}', { count: '${plan.counts.error}' }), body: rowsOf(around, 'error', say('No row has an error')) },
        ],
      },
      plainForm({
        name: 'import-confirm',
        api: { method: 'post', url: `${base}/import/\${plan.id}/confirm`, data: {} },
        onEvent: { submitSucc: { actions: [takeAnswer, reloadRows(around, isDone)] } },
        body: [
          actions(
            { type: 'button', label: say('Choose columns again'), onEvent: { click: { actions: [setPlan("${{...plan, state: 'read'}}")] } } },
            {
              type: 'submit',
              level: 'primary',
              className: 'ml-2',
              label: `\${plan.counts.create + plan.counts.change == 1 ? '${say('Import one row')}' : '${say('Import {count} rows', { count: "' + (plan.counts.create + plan.counts.change) + '" })}'}`,
              disabledOn: '${!(plan.counts.create + plan.counts.change)}',
            },
          ),
        ],
      }),
    ],
  }
}
