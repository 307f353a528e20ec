// An import of rows as amis JSON: a file is chosen, its columns are matched with fields, and what it does is looked at before anything is written.
import type { Schema } from 'amis-core'
import { matchColumns } from './import-columns.ts'
import { chooseFile, earlier } from './import-file.ts'
import { errorLine, look, rowsOf } from './import-look.ts'
import { actions, forget, reloadRows, setPlan, type Around } from './import-parts.ts'

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
