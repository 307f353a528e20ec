// The history of a row, and the changes of the last day that can be undone, as amis JSON.
import type { Schema } from 'amis-core'
import type { Say } from '../words.ts'
import { buttons, jobViews, taken, teller, undoAnswer } from './jobs.ts'
import { arrow, changesList, form, valueOf, type Answer, type Around } from './row-changes.ts'

/** Who changed what when, and back to how it was. */
export function rowHistory({ base, say, done, mayEdit }: Around & { mayEdit: boolean }): Schema {
  return {
    type: 'button',
    label: say('History'),
    level: 'link',
    actionType: 'drawer',
    drawer: {
      title: say('History of the row'),
      closeOnEsc: true,
      actions: [{ type: 'button', label: say('Close'), actionType: 'close' }],
      data: { rowId: '${id}' },
      body: {
        type: 'service',
        name: 'row-history',
        data: { entries: null },
        api: { method: 'get', url: `${base}/\${rowId|url_encode}/history`, responseData: { title: '${title}', entries: '${items}', isCut: '${isCut}' } },
        body: [
          { type: 'tpl', className: 'tes-change__title', tpl: '${title|html}', visibleOn: '${title}' },
          changesList(
            say,
            'entries',
            say('Nothing was written down of this row yet.'),
            mayEdit
              ? [
                  {
                    type: 'button',
                    label: say('Put back'),
                    size: 'sm',
                    className: 'tes-change__action',
                    tooltip: say('The row becomes what it was after this change'),
                    visibleOn: '${!isLatest}',
                    actionType: 'ajax',
                    confirmTitle: say('Put the row back'),
                    confirmText: say('The row becomes what it was on {date}. What was changed since stays in its history.', {
                      date: "${DATETOSTR(at, 'YYYY-MM-DD HH:mm:ss')}",
                    }),
                    api: {
                      method: 'post',
                      url: `${base}/\${rowId|url_encode}/restore`,
                      data: { changeId: '${id}' },
                      adaptor: (answer: Answer) => {
                        if (!answer.status) done({ text: answer.data?.changed ? say('The row was put back') : say('The row is so already') })
                        return answer
                      },
                    },
                    messages: { success: '' },
                    reload: 'row-history',
                  },
                ]
              : [],
            [
              {
                type: 'each',
                source: '${changes}',
                visibleOn: '${COUNT(changes) > 0}',
                className: 'tes-change__lines',
                items: [
                  { type: 'tpl', className: 'tes-change__line', visibleOn: '${from}', tpl: `<b>\${name|html}</b> ${arrow}` },
                  { type: 'tpl', className: 'tes-change__line', visibleOn: '${!from}', tpl: `<b>\${name|html}</b> ${valueOf('to')}` },
                ],
              },
            ],
          ),
          { type: 'tpl', className: 'tes-preview__note', tpl: say('There are older changes, which are not shown.'), visibleOn: '${isCut}' },
        ],
      },
    },
  }
}

/** Whether a line of recent changes can be taken back. */
const CAN_UNDO = '${!isUndone && undoing == null}'
const UNDO = 'rows-undo'

/** Changes and deletions of the last day, each of which can be taken back. */
export function recentChanges(around: Around): Schema {
  const { base, say } = around
  const looksAgain = { actionType: 'reload', componentId: 'rows-recent' }
  const whenDone = (expression: string) => [
    { actionType: 'closeDialog', componentId: 'rows-undo-dialog', expression },
    { ...looksAgain, expression },
  ]
  return {
    type: 'button',
    label: say('Recent changes'),
    actionType: 'drawer',
    align: 'right',
    drawer: {
      title: say('Recent changes'),
      closeOnEsc: true,
      actions: [{ type: 'button', label: say('Close'), actionType: 'close' }],
      body: {
        type: 'service',
        id: 'rows-recent',
        data: { recent: null },
        // Looked at again while somebody takes one back.
        silentPolling: true,
        interval: 2000,
        stopAutoRefreshWhen: '${!recent || COUNT(ARRAYFILTER(recent, one => one.undoing != null)) == 0}',
        api: { method: 'get', url: `${base}/change/recent?perPage=50`, responseData: { recent: '${items}' } },
        body: [
          { type: 'tpl', className: 'tes-preview__note', tpl: say('Changes of many rows and deletions of the last day. Each of them can be undone.') },
          changesList(
            say,
            'recent',
            say('Nothing in the last day.'),
            [
              {
                type: 'button',
                label: say('Undo'),
                size: 'sm',
                className: 'tes-change__action',
                visibleOn: CAN_UNDO,
                actionType: 'dialog',
                dialog: {
                  id: 'rows-undo-dialog',
                  className: 'tes-bulk-dialog',
                  title: say('Undo this change'),
                  closeOnEsc: true,
                  actions: [],
                  data: { changeId: '${id}', job: null },
                  body: {
                    type: 'service',
                    id: UNDO,
                    data: { job: null },
                    body: [
                      form({
                        visibleOn: '${!job}',
                        canAccessSuperData: true,
                        actions: [],
                        submitText: '',
                        api: { method: 'post', url: `${base}/change/\${changeId}/undo`, data: {}, adaptor: (answer: Answer) => undoAnswer(around, answer) },
                        onEvent: { submitSucc: { actions: [...taken({ service: UNDO, whenDone }, 'event.data.result.data'), looksAgain] } },
                        body: [
                          undoPreview(base, say),
                          buttons(
                            { type: 'button', label: say('Cancel'), actionType: 'close' },
                            { type: 'submit', label: say('Undo'), level: 'primary', className: 'ml-2' },
                          ),
                        ],
                      }),
                      ...jobViews(around, { service: UNDO, tell: teller(around), whenDone }),
                    ],
                  },
                },
              },
              {
                type: 'tpl',
                className: 'tes-change__undone',
                tpl: say('Being undone: {percent} %', { percent: '${undoing}' }),
                visibleOn: '${!isUndone && undoing != null}',
              },
              { type: 'tpl', className: 'tes-change__undone', tpl: say('Undone'), visibleOn: '${isUndone}' },
            ],
            [
              { tpl: say('One row'), visibleOn: '${count == 1}' },
              { tpl: say('{count} rows', { count: '${count|number}' }), visibleOn: '${count != 1}' },
            ].map(({ tpl, visibleOn }) => ({ type: 'tpl', className: 'tes-change__line', tpl: `${tpl}\${fields ? ': ' + fields : ''|html}`, visibleOn })),
          ),
        ],
      },
    },
  }
}

/** Row by row what taking a change back does. */
const undoPreview = (base: string, say: Say): Schema => ({
  type: 'service',
  className: 'tes-preview',
  api: { method: 'get', url: `${base}/change/\${changeId}`, responseData: { undo: '$$' } },
  body: {
    type: 'container',
    visibleOn: '${undo}',
    body: [
      {
        type: 'tpl',
        className: 'tes-preview__sum',
        tpl: say('{still} of {count} rows are taken back', { still: '${undo.still|number}', count: '${undo.count|number}' }),
      },
      {
        type: 'tpl',
        className: 'tes-preview__note',
        visibleOn: '${undo.relations > 0}',
        tpl: `\${undo.relations == 1 ? '${say('One relation of another row is filled again')}' : '${say('{count} relations of other rows are filled again', { count: "' + undo.relations + '" })}'}`,
      },
      {
        type: 'alert',
        level: 'warning',
        visibleOn: '${undo.still < undo.count}',
        body: {
          type: 'tpl',
          tpl: `${say('Left as they are, because they were changed since: {names}', { names: "${JOIN(ARRAYMAP(ARRAYFILTER(undo.rows, one => !one.isStill), one => one.title), ', ')|html}" })}`,
        },
      },
      {
        type: 'each',
        source: '${ARRAYFILTER(undo.rows, one => one.isStill)}',
        className: 'tes-preview__lines',
        items: {
          type: 'container',
          body: [
            {
              type: 'tpl',
              className: 'tes-change__row',
              tpl: `<b>\${title|html}</b> \${becomes == 'added' ? '${say('is added again')}' : becomes == 'deleted' ? '${say('is deleted')}' : ''}`,
            },
            {
              type: 'each',
              source: '${changes}',
              visibleOn: "${becomes == 'changed'}",
              items: { type: 'tpl', className: 'tes-change__line', tpl: `\${name|html} ${arrow}` },
            },
          ],
        },
      },
      {
        type: 'tpl',
        className: 'tes-preview__note',
        visibleOn: '${undo.count > COUNT(undo.rows)}',
        tpl: say('Only the first {count} rows are shown here.', { count: '${COUNT(undo.rows)}' }),
      },
    ],
  },
})
