// Ways to get script into an amis page: HTML in every place that takes text, addresses that run, and what amis itself would compile.
// Each one calls `pwned(name)` when it runs. What has to be clicked says "Go"; what has to be hovered is a remark or has the class "hover-me".

export interface Vector {
  name: string
  body: unknown
  /** Data of the page around it. */
  data?: Record<string, unknown>
  /** Breaks the page it is on, in a message instead of the content: has one of its own. */
  alone?: true
}

/** JavaScript that tells which vector ran, wherever it runs. */
const js = (name: string) => `pwned('${name}')`
const img = (name: string) => `<img src=x onerror="${js(name)}">`
const svg = (name: string) => `<svg onload="${js(name)}"></svg>`

const html = (name: string, body: (payload: string) => unknown, data?: (payload: string) => Record<string, unknown>): Vector => ({
  name,
  body: body(img(name)),
  ...(data && { data: data(img(name)) }),
})
const code = (name: string, body: (payload: string) => unknown): Vector => ({ name, body: body(js(name)) })
const field = (extra: object) => ({ type: 'form', title: 'f', body: [{ type: 'input-text', name: 'a', label: 'a', ...extra }] })
const go = (extra: object) => ({ type: 'button', label: 'Go', ...extra })
const on = (...actions: object[]) => go({ onEvent: { click: { actions } } })

/** HTML in texts, written in the page or coming from data. */
const texts: Vector[] = [
  html('tpl literal', tpl => ({ type: 'tpl', tpl })),
  html('html literal', text => ({ type: 'html', html: text })),
  html('plain string as body', text => text),
  html(
    'tpl raw',
    () => ({ type: 'tpl', tpl: '${x | raw}' }),
    x => ({ x }),
  ),
  html('tpl raw literal', text => ({ type: 'tpl', tpl: "${'" + text.replaceAll("'", '&#39;') + "' | raw}" })),
  html(
    'tpl join',
    () => ({ type: 'tpl', tpl: '${x | join}' }),
    x => ({ x: [x] }),
  ),
  html(
    'tpl by name',
    () => ({ type: 'tpl', name: 'x' }),
    x => ({ x }),
  ),
  html(
    'html by name',
    () => ({ type: 'html', name: 'x' }),
    x => ({ x }),
  ),
  html('input label', label => field({ label })),
  html('input description', description => field({ description })),
  html('input placeholder', placeholder => field({ placeholder })),
  html('input desc', desc => field({ desc })),
  html('input hint', hint => field({ hint })),
  html('input addon', label => field({ addOn: { type: 'text', label } })),
  html('alert body', body => ({ type: 'alert', level: 'info', showIcon: true, body })),
  html('alert title', title => ({ type: 'alert', title, body: 'x' })),
  html('mapping', one => ({ type: 'mapping', value: 1, map: { 1: one, '*': one } })),
  html(
    'mapping by data',
    () => ({ type: 'mapping', name: 'v', source: '${map}' }),
    x => ({ v: 1, map: { 1: x } }),
  ),
  html('table header', label => ({ type: 'table', columns: [{ name: 'a', label }], data: { items: [{ a: 1 }] } })),
  html('table title', title => ({ type: 'table', title, columns: [{ name: 'a', label: 'a' }], data: { items: [{ a: 1 }] } })),
  html('table cell html', a => ({ type: 'table', columns: [{ name: 'a', label: 'a', type: 'html' }], data: { items: [{ a }] } })),
  html('table cell tpl', a => ({ type: 'table', columns: [{ label: 'a', type: 'tpl', tpl: '${a|raw}' }], data: { items: [{ a }] } })),
  html('table popOver', a => ({
    type: 'table',
    columns: [{ name: 'a', label: 'a', popOver: { trigger: 'hover', body: { type: 'tpl', tpl: a } } }],
    data: { items: [{ a: 'x' }] },
  })),
  html('card title', title => ({ type: 'card', header: { title, subTitle: title, description: title }, body: 'x' })),
  html('card fields', label => ({ type: 'card', body: [{ label, name: 'a' }], data: { a: label } })),
  html('list item', title => ({ type: 'list', source: '${items}', listItem: { title, subTitle: title, desc: title }, data: { items: [{ a: 1 }] } })),
  html('tooltip wrapper', content => ({ type: 'tooltip-wrapper', className: 'hover-me', content, title: content, body: 'hover' })),
  html('button tooltip', tooltip => go({ className: 'hover-me', tooltip, tooltipTrigger: 'hover' })),
  html('disabled tip', disabledTip => go({ className: 'hover-me', disabled: true, disabledTip })),
  html('progress', valueTpl => ({ type: 'progress', value: 60, valueTpl })),
  html('property', text => ({ type: 'property', title: text, items: [{ label: text, content: text }] })),
  html('carousel html', one => ({ type: 'carousel', options: [{ html: one }, { title: one, image: 'x', description: one }] })),
  html('carousel item schema', one => ({ type: 'carousel', options: [{ a: one }], itemSchema: { type: 'tpl', tpl: '${a|raw}' } })),
  html('static rich text', value => ({ type: 'form', static: true, title: 'f', body: [{ type: 'input-rich-text', name: 'a', label: 'a', value }] })),
  html('static html', value => ({
    type: 'form',
    title: 'f',
    body: [
      { type: 'static-html', name: 'a', label: 'a', value },
      { type: 'static-tpl', tpl: value },
    ],
  })),
  html('remark', content => ({ type: 'remark', title: content, content, trigger: ['hover', 'click'] })),
  html('label remark', content => field({ labelRemark: { content, title: content }, remark: content })),
  html('page title', title => ({ type: 'page', title, subTitle: title, remark: title, body: 'x', toolbar: title, aside: title })),
  html('panel title', title => ({ type: 'panel', title, header: title, footer: title, body: 'x' })),
  html('form title', title => ({ type: 'form', title, body: [] })),
  html('fieldset', title => ({
    type: 'form',
    title: 'f',
    body: [
      { type: 'fieldset', title, body: [] },
      { type: 'group', label: title, body: [] },
    ],
  })),
  html('tabs title', title => ({
    type: 'tabs',
    tabs: [
      { title, body: title },
      { title: 'b', body: 'b' },
    ],
  })),
  html('collapse', header => ({ type: 'collapse', header, body: header, collapsed: false })),
  html('collapse group', header => ({ type: 'collapse-group', activeKey: ['1'], body: [{ type: 'collapse', key: '1', header, body: header }] })),
  html('select option', label => ({
    type: 'form',
    title: 'f',
    body: [{ type: 'select', name: 's', label: 's', value: 1, options: [{ label, value: 1 }], menuTpl: label }],
  })),
  html('radios', label => ({
    type: 'form',
    title: 'f',
    body: [
      { type: 'radios', name: 'r', options: [{ label, value: 1 }] },
      { type: 'checkboxes', name: 'c', options: [{ label, value: 1 }] },
    ],
  })),
  html('list select', label => ({
    type: 'form',
    title: 'f',
    body: [
      { type: 'list-select', name: 'r', options: [{ label, value: 1 }] },
      { type: 'button-group-select', name: 'c', options: [{ label, value: 1 }] },
    ],
  })),
  html('tree option', label => ({ type: 'form', title: 'f', body: [{ type: 'input-tree', name: 't', options: [{ label, value: 1 }] }] })),
  html('checkbox option', option => ({
    type: 'form',
    title: 'f',
    body: [
      { type: 'checkbox', name: 'c', option },
      { type: 'switch', name: 's', onText: option, offText: option },
    ],
  })),
  html('link body', body => ({ type: 'link', href: '/x', body })),
  html('nav label', label => ({ type: 'nav', links: [{ label, to: '/x' }] })),
  html('breadcrumb', label => ({ type: 'breadcrumb', items: [{ label, href: '/x' }] })),
  html('steps', title => ({ type: 'steps', value: 1, steps: [{ title, subTitle: title, description: title }] })),
  html('timeline', title => ({ type: 'timeline', items: [{ time: title, title, detail: title }] })),
  html('wizard', title => ({ type: 'wizard', steps: [{ title, body: [{ type: 'tpl', tpl: title }] }] })),
  html('status', label => ({ type: 'status', value: 'a', labelMap: { a: label }, source: { a: { label, icon: 'x' } } })),
  html('tag', label => ({ type: 'tag', label })),
  html('badge', text => ({ type: 'tpl', tpl: 'x', badge: { mode: 'text', text } })),
  html('each', tpl => ({ type: 'each', value: [{ a: 1 }], items: { type: 'tpl', tpl }, placeholder: tpl })),
  html('crud empty', placeholder => ({ type: 'crud', source: '${none}', placeholder, columns: [{ name: 'a', label: 'a' }], headerToolbar: [placeholder] })),
  html('markdown with html', value => ({ type: 'markdown', value })),
  html('json', text => ({ type: 'json', value: { [text]: text } })),
  html('code', value => ({ type: 'code', value, language: 'html' })),
  html('date placeholder', placeholder => ({ type: 'date', value: '', placeholder })),
  html('image title', title => ({ type: 'image', src: '/favicon.svg', title, imageCaption: title, alt: title })),
  html('images', title => ({ type: 'images', options: [{ image: 'x', title, caption: title }] })),
  html('avatar text', text => ({ type: 'avatar', text, alt: text })),
  html('button label', label => ({ type: 'button', label: `Go ${label}` })),
  html('dropdown', label => ({ type: 'dropdown-button', label: `Go ${label}`, buttons: [{ type: 'button', label }] })),
  html('sparkline', text => ({ type: 'sparkline', value: [1, 2], placeholder: text })),
  html('combo', label => ({
    type: 'form',
    title: 'f',
    body: [{ type: 'combo', name: 'c', label, placeholder: label, addButtonText: label, multiple: true, items: [] }],
  })),
  html('input table', label => ({
    type: 'form',
    title: 'f',
    body: [{ type: 'input-table', name: 't', columns: [{ name: 'a', label, type: 'html' }], value: [{ a: label }], addable: true }],
  })),
  html('transfer', label => ({ type: 'form', title: 'f', body: [{ type: 'transfer', name: 't', options: [{ label, value: 1 }], selectTitle: label }] })),
]

/** Messages that amis shows outside the page. */
const notices: Vector[] = [
  html('toast', msg => on({ actionType: 'toast', args: { msg, title: msg, msgType: 'info' } })),
  html(
    'toast of data',
    () => on({ actionType: 'toast', args: { msg: '${x}', msgType: 'info' } }),
    x => ({ x }),
  ),
  html('old toast', title => go({ actionType: 'toast', toast: { items: [{ body: title, title }] } })),
  html('confirm text', confirmText => go({ actionType: 'url', url: '#x', confirmText })),
  html('confirm action', msg => on({ actionType: 'confirmDialog', dialog: { title: msg, msg } })),
  html('alert action', msg => on({ actionType: 'alert', args: { title: msg, msg } })),
  html('dialog title', title => go({ actionType: 'dialog', dialog: { title, body: title } })),
  html('drawer title', title => go({ actionType: 'drawer', drawer: { title, body: title } })),
  html('server error message', () => ({ type: 'service', api: '/hostile/error' })),
  html('server message after submit', () => ({ type: 'form', title: 'f', api: 'post:/hostile/ok', body: [], actions: [{ type: 'submit', label: 'Go' }] })),
  html('server field errors', () => ({ ...field({}), api: 'post:/hostile/fields', actions: [{ type: 'submit', label: 'Go' }] })),
  html('message of the page', success => ({
    type: 'form',
    title: 'f',
    api: 'post:/hostile/empty',
    messages: { saveSuccess: success, saveFailed: success },
    body: [],
    actions: [{ type: 'submit', label: 'Go' }],
  })),
  html('validation message', text => ({ ...field({ required: true, validationErrors: { isRequired: text } }), actions: [{ type: 'submit', label: 'Go' }] })),
  html('server answers a schema', () => ({ type: 'service', schemaApi: '/hostile/schema' })),
]

/** Addresses and elements that run. */
const addresses: Vector[] = [
  code('link javascript', run => ({ type: 'link', href: `javascript:${run}`, body: 'Go' })),
  code('link javascript blank', run => ({ type: 'link', href: `javascript:${run}`, blank: true, body: 'Go' })),
  code('link javascript with a tab', run => ({ type: 'link', href: `java\tscript:${run}`, body: 'Go' })),
  code('link javascript with a control', run => ({ type: 'link', href: `\u0001javascript:${run}`, body: 'Go' })),
  code('image href', run => ({ type: 'image', src: '/favicon.svg', href: `javascript:${run}`, title: 'Go' })),
  code('button url', run => go({ actionType: 'url', url: `javascript:${run}` })),
  code('button url blank', run => go({ actionType: 'url', url: `javascript:${run}`, blank: true })),
  code('button link', run => go({ actionType: 'link', link: `javascript:${run}` })),
  code('event url', run => on({ actionType: 'url', args: { url: `javascript:${run}` } })),
  code('event link', run => on({ actionType: 'link', args: { link: `javascript:${run}` } })),
  code('nav to', run => ({ type: 'nav', links: [{ label: 'Go', to: `javascript:${run}` }] })),
  code('breadcrumb href', run => ({ type: 'breadcrumb', items: [{ label: 'Go', href: `javascript:${run}` }, { label: 'b' }] })),
  code('form redirect', run => ({
    type: 'form',
    title: 'f',
    api: 'post:/hostile/empty',
    redirect: `javascript:${run}`,
    body: [],
    actions: [{ type: 'submit', label: 'Go' }],
  })),
  code('iframe javascript', run => ({ type: 'iframe', src: `javascript:${run}` })),
  code('iframe data', run => ({ type: 'iframe', src: `data:text/html,<script>${run}</script>` })),
  code('iframe srcdoc', run => ({ type: 'tpl', tpl: `<iframe srcdoc="<script>${run.replaceAll('"', '')}</script>"></iframe>` })),
  { name: 'svg onload', body: { type: 'tpl', tpl: svg('svg onload') } },
  { name: 'svg animate', body: { type: 'html', html: `<svg><animate onbegin="${js('svg animate')}" attributeName=x dur=1s></svg>` } },
  { name: 'svg script', body: { type: 'html', html: `<svg><script>${js('svg script')}</script></svg>` } },
  { name: 'svg link', body: { type: 'html', html: `<svg><a href="javascript:${js('svg link')}"><text y=20>Go</text></a></svg>` } },
  {
    name: 'mathml',
    body: { type: 'html', html: `<math><mtext><table><mglyph><style><img src=x onerror="${js('mathml')}"></style></mglyph></table></mtext></math>` },
  },
  { name: 'noscript', body: { type: 'html', html: `<noscript><p title="</noscript>${img('noscript').replaceAll('"', '')}">` } },
  {
    name: 'template',
    body: { type: 'html', html: `<details open ontoggle="${js('template')}"><summary>x</summary></details><template>${img('template')}</template>` },
  },
  { name: 'html script', body: { type: 'html', html: `<script>${js('html script')}</script>` } },
  { name: 'html script src', body: { type: 'html', html: `<script src="data:text/javascript,${js('html script src')}"></script>` } },
  {
    name: 'html object',
    body: { type: 'html', html: `<object data="javascript:${js('html object')}"></object><embed src="javascript:${js('html object')}">` },
  },
  { name: 'html meta', body: { type: 'html', html: `<meta http-equiv=refresh content="0;url=javascript:${js('html meta')}">` } },
  { name: 'html base', body: { type: 'html', html: '<base href="https://elsewhere.test/">' } },
  { name: 'html form', body: { type: 'html', html: `<form action="javascript:${js('html form')}"><button>Go</button></form>` } },
  {
    name: 'html style',
    body: {
      type: 'html',
      html: `<style>@import 'javascript:${js('html style')}'; body{background:url("javascript:${js('html style')}")}</style><div style="background:url(javascript:${js('html style')})">x</div>`,
    },
  },
  {
    name: 'html autofocus',
    body: { type: 'html', html: `<input autofocus onfocus="${js('html autofocus')}"><video><source onerror="${js('html autofocus')}"></video>` },
  },
  { name: 'markdown link', body: { type: 'markdown', value: `[Go](javascript:${js('markdown link').replaceAll(/[()']/g, '')})` } },
  { name: 'markdown image', body: { type: 'markdown', value: `![x](x"onerror="${js('markdown image')})` } },
  { name: 'icon svg', body: { type: 'icon', icon: svg('icon svg') } },
  { name: 'icon of a button', body: { type: 'button', label: 'x', icon: svg('icon of a button') } },
  { name: 'image svg data', body: { type: 'image', src: `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${js('image svg data')}"/>` } },
  {
    name: 'custom style',
    body: {
      type: 'container',
      body: 'x',
      wrapperCustomStyle: { root: `background:url("javascript:${js('custom style')}")` },
      style: { backgroundImage: `url(javascript:${js('custom style')})` },
    },
  },
  {
    name: 'page css',
    body: { type: 'page', body: 'x', css: { '.a': { background: `url(javascript:${js('page css')})` } }, cssVars: { '--a': `</style>${img('page css')}` } },
  },
]

/** What amis compiles as JavaScript where a page may use eval. */
const compiled: Vector[] = [
  { ...code('type custom', run => ({ type: 'custom', html: '<b>x</b>', onMount: run, onUpdate: run })), alone: true },
  {
    ...code('custom form item', run => ({ type: 'form', title: 'f', body: [{ type: 'custom', name: 'c', onMount: `${run};dom.innerHTML='x'` }] })),
    alone: true,
  },
  code('adaptor', run => ({ type: 'service', api: { method: 'get', url: '/hostile/empty', adaptor: `${run};return payload` } })),
  code('request adaptor', run => ({ type: 'service', api: { method: 'get', url: '/hostile/empty', requestAdaptor: `${run};return api` } })),
  code('visibleOn', run => ({ type: 'tpl', tpl: 'x', visibleOn: run })),
  code('hiddenOn', run => ({ type: 'tpl', tpl: 'x', hiddenOn: `this.constructor.constructor("${run.replaceAll('"', "'")}")()` })),
  code('disabledOn', run => go({ disabledOn: `${run}||false` })),
  code('requiredOn', run => field({ requiredOn: run, visibleOn: `data && ${run}` })),
  code('template tag', run => ({ type: 'tpl', tpl: `<% ${run} %>x` })),
  code('template output', run => ({ type: 'tpl', tpl: `<%= ${run} %>` })),
  code('classNameExpr', run => ({
    type: 'table',
    columns: [{ name: 'a', label: 'a', classNameExpr: `<%= ${run} %>` }],
    rowClassNameExpr: `<%= ${run} %>`,
    data: { items: [{ a: 1 }] },
  })),
  code('formula', run => ({
    type: 'form',
    title: 'f',
    body: [
      { type: 'input-text', name: 'a', value: 1 },
      { type: 'formula', name: 'a', formula: run, initSet: true },
    ],
  })),
  code('formula condition', run => ({
    type: 'form',
    title: 'f',
    body: [
      { type: 'input-text', name: 'a', value: 1 },
      { type: 'formula', name: 'a', formula: '${a}', condition: run },
    ],
  })),
  code('custom action', run => on({ actionType: 'custom', script: run })),
  code('custom action function', run => on({ actionType: 'custom', script: { toString: run } })),
  code('event expression', run => on({ actionType: 'toast', expression: run, args: { msg: 'x' } })),
  code('event data', run => on({ actionType: 'setValue', args: { value: `<%= ${run} %>` } })),
  code('onClick', run => go({ onClick: run })),
  code('onEvent init', run => ({ type: 'page', body: 'x', onEvent: { init: { actions: [{ actionType: 'custom', script: run }] } } })),
  code('schemaApi js', run => ({ type: 'service', schemaApi: `js:${run};return {type:'tpl',tpl:'x'}` })),
  code('api js', run => ({ type: 'service', api: `js:${run};return {}` })),
  code('api javascript', run => ({ type: 'service', api: `javascript:${run}` })),
  code('jsonp', run => ({ type: 'service', api: `jsonp:/hostile/script?x=${encodeURIComponent(run)}` })),
  code('jsonp with a callback', run => ({ type: 'service', api: `jsonp:/hostile/script?_callback=${encodeURIComponent(run)}` })),
  code('chart dataFilter', run => ({ type: 'chart', api: '/hostile/empty', dataFilter: `${run};return config`, config: { series: [] } })),
  code('chart function', run => ({
    type: 'chart',
    config: {
      xAxis: { type: 'category', data: ['a'], axisLabel: { formatter: `function (v) { ${run}; return v }` } },
      yAxis: {},
      series: [{ type: 'bar', data: [1] }],
    },
  })),
  code('chart tooltip', () => ({
    type: 'chart',
    config: {
      title: { text: img('chart tooltip'), link: `javascript:${js('chart tooltip')}` },
      xAxis: { type: 'category', data: [img('chart tooltip')] },
      yAxis: {},
      series: [{ type: 'bar', data: [1] }],
    },
  })),
  code('sendOn', run => ({ type: 'service', api: { method: 'get', url: '/hostile/empty', sendOn: run } })),
  code('initFetchOn', run => ({ type: 'service', api: '/hostile/empty', initFetchOn: run, stopAutoRefreshWhen: run })),
  code('rules', run => ({ type: 'form', title: 'f', rules: [{ rule: run, message: 'x' }], body: [], actions: [{ type: 'submit', label: 'Go' }] })),
  code('crud itemCheckableOn', run => ({
    type: 'crud',
    source: '${items}',
    data: { items: [{ a: 1 }] },
    itemCheckableOn: run,
    itemDraggableOn: run,
    loadDataOnceFetchOnFilter: run,
    columns: [{ name: 'a', label: 'a' }],
    bulkActions: [{ label: 'b' }],
  })),
  code('expression constructor', run => ({ type: 'tpl', tpl: `\${x.constructor.constructor("${run.replaceAll('"', "'")}")()}`, data: { x: 'a' } })),
  code('expression of a filter', run => ({
    type: 'tpl',
    tpl: `\${x | filter:constructor:match:x | constructor:"${run.replaceAll('"', "'")}"}`,
    data: { x: [1] },
  })),
  code('expression window', run => ({ type: 'tpl', tpl: `\${window:eval}\${window:setTimeout("${run.replaceAll('"', "'")}")}` })),
  code('legacy expression through strings', run => ({ type: 'tpl', tpl: 'x', visibleOn: `'a'.replace.constructor("${run.replaceAll('"', "'")}")()` })),
  code('legacy expression through a list', run => ({
    type: 'tpl',
    tpl: 'x',
    visibleOn: `[].concat['constr'+'uctor']("${run.replaceAll('"', "'")}")()`,
    data: { x: [1] },
  })),
  code('prototype in data', run => ({ type: 'service', data: { ['__proto__x']: 1, toString: run }, body: { type: 'tpl', tpl: '${toString}' } })),
  code('worker', run => ({ type: 'html', html: `<script type="module">${run}</script><link rel=modulepreload href="data:text/javascript,${run}">` })),
]

export const vectors: readonly Vector[] = [...texts, ...notices, ...addresses, ...compiled]
