// The first step of an import of rows: a file is chosen, or an earlier import is opened again.
import type { Schema } from 'amis-core'
import { actions, plainForm, setPlan, takeAnswer, type Around } from './import-parts.ts'

export const chooseFile = ({ base, say }: Around): Schema =>
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
export const earlier = ({ base, say }: Around): Schema => ({
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
