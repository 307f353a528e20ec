// Why somebody sees a row, or does not: the rules of the model as they are for this person, and which of their conditions the row fits.
import type { Schema } from 'amis-core'
import type { Say } from '../words.ts'

const verdict = (base: string, say: Say): Schema => ({
  type: 'service',
  visibleOn: '${userId}',
  data: { verdict: null },
  api: {
    method: 'get',
    url: `${base}/\${rowId|url_encode}/access`,
    data: { userId: '${userId}' },
    sendOn: '${userId}',
    trackExpression: '${userId}',
    responseData: { verdict: '$$' },
  },
  body: [
    {
      type: 'container',
      className: "t-verdict ${verdict.allow ? 'is-yes' : 'is-no'}",
      visibleOn: '${verdict}',
      body: [
        {
          type: 'tpl',
          className: 't-verdict-line',
          tpl: `\${verdict.person.name|html} \${verdict.allow ? '${say('sees this row')}' : '${say('does not see this row')}'}`,
        },
        { type: 'tpl', className: 'tes-access__why', tpl: '${verdict.text|html}' },
        { type: 'tpl', className: 'tes-access__why', visibleOn: '${!verdict.duty.allow}', tpl: '${verdict.duty.text|html}' },
      ],
    },
    {
      type: 'each',
      source: '${verdict.rules}',
      visibleOn: '${COUNT(verdict.rules) > 0}',
      className: 'tes-changes',
      items: {
        type: 'container',
        className: 'tes-change',
        body: [
          {
            type: 'container',
            className: 'tes-change__head',
            body: [
              { type: 'tpl', className: 'tes-change__kind', tpl: '${name|html}' },
              { type: 'tpl', className: 'tes-change__when', tpl: '${who|html}' },
              {
                type: 'mapping',
                name: 'is',
                className: 'tes-change__undone',
                map: { shows: say('Shows the row'), hides: say('Does not fit'), broken: say('Does not fit its model any more'), others: say('For others') },
              },
            ],
          },
          { type: 'tpl', className: 'tes-change__line', visibleOn: "${is != 'hides' && is != 'shows' || COUNT(leaves) == 0}", tpl: '${conditions|html}' },
          {
            type: 'each',
            source: '${leaves}',
            visibleOn: '${COUNT(leaves) > 0}',
            items: {
              type: 'tpl',
              className: "tes-access__leaf ${holds ? 'is-yes' : 'is-no'}",
              tpl: `\${text|html} <span class="tes-change__times">\${holds ? '${say('fits')}' : '${say('does not fit')}'}: \${value || '—'|html}</span>`,
            },
          },
        ],
      },
    },
  ],
})

/** For those who configure permissions. */
export function rowAccess(base: string, say: Say): Schema {
  return {
    type: 'button',
    label: say('Who sees this row'),
    level: 'link',
    visibleOn: '${app.perms.adminRole}',
    actionType: 'drawer',
    drawer: {
      title: say('Who sees this row, and why'),
      closeOnEsc: true,
      actions: [{ type: 'button', label: say('Close'), actionType: 'close' }],
      data: { rowId: '${id}', companyKey: '${companyKey}' },
      body: {
        type: 'form',
        mode: 'normal',
        wrapWithPanel: false,
        actions: [],
        submitText: '',
        body: [
          {
            type: 'select',
            name: 'userId',
            label: say('Person'),
            searchable: true,
            clearable: true,
            labelField: 'label',
            valueField: 'uid',
            placeholder: say('Name or email'),
            source: { method: 'get', url: '/api/company/${companyKey}/user/autoComplete' },
            autoComplete: { method: 'get', url: '/api/company/${companyKey}/user/autoComplete', data: { term: '${term || undefined}' } },
            noResultsText: say('Nobody matches'),
          },
          verdict(base, say),
        ],
      },
    },
  }
}
