// An import of rows as amis JSON: a file is chosen, its columns are matched with fields, and what it does is looked at before anything is written.
import type { Schema } from 'amis-core'
import type { Say } from '../words.ts'
import { quiet } from './quiet.ts'

interface Request {
  url: string
  data?: unknown
}
interface Around {
  /** Address of the model's rows. */
  base: string
  say: Say
  /** Id of the list that is read anew. */
  list?: string
}

const setPlan = (value: string) => ({ actionType: 'setValue', componentId: 'rows-import', args: { value: { plan: value } } })
const takeAnswer = setPlan('${event.data.result.data}')
const forget = { actionType: 'setValue', componentId: 'rows-import', args: { value: { plan: null } } }
const isDone = "${event.data.result.data.state == 'done'}"
const reloadRows = ({ list = 'data-rows' }: Around, expression: string) => ({ actionType: 'reload', componentId: list, expression })
const silent = { validateFailed: '', saveSuccess: '' }
const actions = (...items: Schema[]): Schema => ({ type: 'flex', justify: 'flex-end', className: 't-import-actions', items })
const plainForm = (more: Omit<Schema, 'type'>): Schema => ({
  type: 'form',
  mode: 'normal',
  wrapWithPanel: false,
  autoFocus: false,
  messages: silent,
  submitText: '',
  actions: [],
  ...quiet(more),
})

const chooseFile = ({ base, say }: Around): Schema =>
  plainForm({
    name: 'import-file',
    visibleOn: '${!plan}',
    data: { file: null },
    api: { method: 'post', url: `${base}/import`, dataType: 'form-data', data: { file: '${file}' } },
    onEvent: { submitSucc: { actions: [takeAnswer] } },
    body: [
      {
        type: 'tpl',
        wrapperComponent: 'p',
        className: 't-help',
        tpl: say('Add or change many rows at once. You choose which column goes into which field, and see what each row does before anything is written.'),
      },
      {
        type: 'flex',
        justify: 'flex-start',
        className: 'mb-4',
        items: [
          {
            type: 'button',
            label: say('Download template'),
            level: 'link',
            className: 't-plain-link',
            actionType: 'download',
            api: `get:${base}/import/template?format=xlsx`,
          },
          {
            type: 'button',
            label: say('Template as .csv'),
            level: 'link',
            className: 't-plain-link ml-4',
            actionType: 'download',
            api: `get:${base}/import/template?format=csv`,
          },
        ],
      },
      {
        type: 'input-file',
        name: 'file',
        label: say('File'),
        required: true,
        asBlob: true,
        useChunk: false,
        autoUpload: false,
        hideUploadButton: true,
        drag: true,
        accept: '.xlsx,.csv,.txt',
        maxSize: 52_428_800,
        invalidTypeMessage: say('Please choose an .xlsx or .csv file'),
        description: say('An .xlsx or .csv file with column names in its first row, of up to 100,000 rows and 50 MB.'),
        validationErrors: { isRequired: say('Please choose an .xlsx or .csv file') },
      },
      actions(
        { type: 'button', label: say('Cancel'), actionType: 'close' },
        { type: 'submit', label: say('Read the file'), level: 'primary', className: 'ml-2' },
      ),
    ],
  })

/** Imports of this person that are not forgotten: under way, or done, with the rows that were left out. */
const earlier = ({ base, say }: Around): Schema => ({
  type: 'service',
  name: 'rows-imports',
  className: 't-stack',
  visibleOn: '${!plan}',
  silentPolling: true,
  interval: 2000,
  stopAutoRefreshWhen: "${items && !COUNT(ARRAYFILTER(items, one => one.state == 'working' || one.state == 'checking'))}",
  showErrorMsg: false,
  api: { method: 'get', url: `${base}/import` },
  body: {
    type: 'container',
    visibleOn: '${COUNT(items)}',
    body: [
      { type: 'tpl', wrapperComponent: 'h3', className: 't-section', tpl: say('Your imports of the last day') },
      {
        type: 'table',
        source: '${items}',
        className: 't-stack',
        columnsTogglable: false,
        affixHeader: false,
        columns: [
          { name: 'fileName', label: say('File'), type: 'tpl', tpl: '${fileName|html}' },
          { name: 'createdAt', label: say('Started'), type: 'tpl', tpl: '${createdAt|date:YYYY-MM-DD HH\\:mm:}', width: 150 },
          {
            name: 'state',
            label: say('Status'),
            type: 'container',
            body: [
              {
                type: 'tpl',
                className: 't-dot is-good',
                visibleOn: "${state == 'done'}",
                tpl: `${say('Done: {created} new, {changed} changed', { created: '${result.created}', changed: '${result.changed}' })}\${counts.error ? ', ${say('{count} left out because of errors', { count: "' + counts.error + '" })}' : ''}`,
              },
              {
                type: 'tpl',
                className: 't-dot is-busy',
                visibleOn: "${state == 'working' || state == 'checking'}",
                tpl: say('Under way, {percent} %', { percent: '${progress}' }),
              },
              { type: 'tpl', className: 't-dot is-bad', visibleOn: "${state == 'failed'}", tpl: say('Stopped, nothing was written') },
              { type: 'tpl', className: 't-dot', visibleOn: "${state == 'read' || state == 'planned'}", tpl: say('Not confirmed yet') },
            ],
          },
          {
            type: 'operation',
            label: '',
            width: 90,
            buttons: [
              {
                type: 'button',
                label: say('Open'),
                level: 'link',
                onEvent: {
                  click: {
                    actions: [
                      { actionType: 'ajax', outputVar: 'opened', api: { method: 'get', url: `${base}/import/\${id}` } },
                      setPlan('${event.data.opened.responseData}'),
                    ],
                  },
                },
              },
            ],
          },
        ],
      },
    ],
  },
})

const matchColumns = ({ base, say }: Around): Schema =>
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

/** Rows of a plan that do one thing. */
const rowsOf = ({ base, say }: Around, action: 'create' | 'change' | 'leave' | 'error', empty: string): Schema => {
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

const errorLine = ({ base, say }: Around, text: string): Schema => ({
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

const look = (around: Around): Schema => {
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

const working = ({ base, say, list }: Around): Schema => ({
  type: 'container',
  className: 't-stack',
  visibleOn: "${plan.state == 'checking' || plan.state == 'working'}",
  body: [
    {
      type: 'service',
      silentPolling: true,
      interval: 700,
      stopAutoRefreshWhen: "${state && state != 'checking' && state != 'working'}",
      showErrorMsg: false,
      api: { method: 'get', url: `${base}/import/\${plan.id}`, sendOn: '${plan.id}' },
      onEvent: {
        fetchInited: { actions: [setPlan('${event.data.responseData}'), reloadRows({ base, say, list }, "${event.data.responseData.state == 'done'}")] },
      },
      body: [
        {
          type: 'tpl',
          wrapperComponent: 'p',
          tpl: `\${plan.state == 'checking' ? '${say('Looking at {count} rows …', { count: "' + plan.rowCount + '" })}' : '${say('Importing {count} rows …', { count: "' + (plan.counts.create + plan.counts.change) + '" })}'}`,
        },
        { type: 'progress', name: 'progress', value: '${plan.progress}', showLabel: true, map: ['bg-info'] },
        {
          type: 'tpl',
          wrapperComponent: 'p',
          className: 't-help',
          visibleOn: "${plan.state == 'working'}",
          tpl: say('You may close this; the import goes on and is found again here. Everything is written together at the end.'),
        },
      ],
    },
  ],
})

const finished = (around: Around): Schema => {
  const { say } = around
  return {
    type: 'container',
    className: 't-stack',
    visibleOn: "${plan.state == 'done'}",
    body: [
      {
        type: 'alert',
        level: 'success',
        showIcon: true,
        title: say('The import is done'),
        body: say('New rows: {created}. Changed rows: {changed}.', { created: '${plan.result.created}', changed: '${plan.result.changed}' }),
      },
      errorLine(
        around,
        say('Rows left out because of errors: {count}. Put them right in the file of errors and import that.', { count: '${plan.counts.error}' }),
      ),
      { type: 'container', visibleOn: '${plan.counts.error}', body: rowsOf(around, 'error', say('No row has an error')) },
      actions(
        { type: 'button', label: say('Import another file'), onEvent: { click: { actions: [forget] } } },
        { type: 'button', label: say('Done'), level: 'primary', className: 'ml-2', actionType: 'close' },
      ),
    ],
  }
}

/** Asks where the columns of a file go, and shows what it would do. */
export const importRows = (around: Around): Schema => {
  const { say } = around
  return {
    type: 'button',
    label: say('Import from a file'),
    actionType: 'drawer',
    drawer: {
      type: 'drawer',
      title: say('Import rows'),
      size: 'lg',
      resizable: false,
      closeOnOutside: false,
      closeOnEsc: true,
      actions: [],
      body: {
        type: 'service',
        id: 'rows-import',
        name: 'rows-import',
        className: 't-stack t-import',
        data: { plan: null },
        body: [
          {
            type: 'steps',
            className: 't-import-steps',
            value: "${!plan ? 'file' : plan.state == 'read' ? 'columns' : plan.state == 'working' || plan.state == 'done' ? 'done' : 'look'}",
            status: "${plan.state == 'done' ? 'finish' : 'process'}",
            steps: [
              { title: say('Choose a file'), value: 'file' },
              { title: say('Choose columns'), value: 'columns' },
              { title: say('Look at what it does'), value: 'look' },
              { title: say('Import'), value: 'done' },
            ],
          },
          chooseFile(around),
          earlier(around),
          matchColumns(around),
          look(around),
          working(around),
          finished(around),
        ],
      },
    },
  }
}
