// Shapes that the overlay's places share.
import type { ObjectShape, Shape } from '../table.ts'

export const open = (properties: Record<string, Shape> = {}): ObjectShape => ['o', properties, 'any']
export const closed = (properties: Record<string, Shape>): ObjectShape => ['o', properties, 0]
export const text: Shape = 'str'
export const texts: Shape = ['a', 'str']
/** A text, or something rendered in its place. */
export const shown: Shape = 'coll'
export const dialog: Shape = ['n', 0, 'dialog']
export const drawer: Shape = ['n', 0, 'drawer']
export const buttons: Shape = ['a', ['n', 0, 'action']]

export const api: ObjectShape = closed({
  method: ['e', 'get', 'post', 'put', 'delete', 'patch', 'jsonp', 'js', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH'],
  url: text,
  data: ['u', open(), 'str', 'null'],
  convertKeyToPath: 'bool',
  responseData: ['u', open(), 'null'],
  /** Ours: what amis is given in place of the answer (src/amis/answers.ts). */
  answer: ['u', open(), 'null'],
  attachDataToQuery: 'bool',
  dataType: ['e', 'json', 'form-data', 'form', ''],
  responseType: ['e', 'blob', 'json', 'arraybuffer', 'text', ''],
  headers: open(),
  sendOn: 'str',
  sendOnRaw: 'any',
  replaceData: ['u', 'bool', 'str'],
  autoRefresh: 'bool',
  trackExpression: 'str',
  cache: 'num',
  forceAppendDataToQuery: 'bool',
  qsOptions: open(),
  silent: 'bool',
  messages: '#Messages',
  adaptor: text,
  requestAdaptor: text,
  adaptorRaw: text,
  requestAdaptorRaw: text,
  dataProvider: 'any',
  config: open(),
  query: open(),
  body: 'any',
  withCredentials: 'bool',
  concatDataFields: ['u', 'str', texts],
  mockResponse: open(),
  filterEmptyQuery: 'bool',
  operationName: 'str',
  graphql: 'str',
  adapt: 'str',
  strategy: 'str',
  jsonql: 'any',
  context: 'any',
  allData: 'any',
})
api[3] = ['url']

/** What a list's toolbar puts up for a word. */
export const toolbarWords = [
  'bulkActions',
  'bulk-actions',
  'pagination',
  'statistics',
  'switch-per-page',
  'load-more',
  'filter-toggler',
  'export-csv',
  'export-excel',
  'export-excel-template',
  'reload',
  'columns-toggler',
  'drag-toggler',
  'check-all',
  'listtoggler',
  'more',
  'view-toggler',
]

/** The field above a column: a component, a field of the usual kind, or a small form. */
export const search: Shape = [
  'u',
  'bool',
  ['n', ['o', { body: 'coll', tabs: 'any', fieldSet: 'any', formClassName: 'str', actions: buttons, title: shown }, 0], 'input-text'],
]

/** How a field or a column of fields is laid out. */
export const fieldMode: Shape = ['e', 'normal', 'inline', 'horizontal', 'row', 'flex']

export const toolbarItem: Shape = ['u', ['e', ...toolbarWords], 'node']

/** What stands before or behind a text field: a button, or an icon and a word. */
export const addOn: Shape = [
  'u',
  'str',
  ['n', ['o', { position: ['e', 'left', 'right'], icon: ['u', 'str', 'node'], label: 'str', className: 'str' }, 0], 'action'],
]

/** One line of a property list. */
export const fact: ObjectShape = closed({
  label: shown,
  content: shown,
  span: ['u', 'num', 'str'],
  visible: 'bool',
  visibleOn: text,
  hidden: 'bool',
  hiddenOn: text,
})

/** What dialogs and drawers have in common; amis declares most of it as open. */
export const frame: Record<string, Shape> = {
  bodyClassName: 'str',
  headerClassName: 'str',
  footerClassName: 'str',
  closeOnEsc: 'bool',
  closeOnOutside: 'bool',
  confirm: 'bool',
  showCloseButton: 'bool',
  showErrorMsg: 'bool',
  showLoading: 'bool',
  overlay: 'bool',
  draggable: 'bool',
  withDefaultData: 'any',
  dataMapSwitch: 'any',
  dataMap: 'any',
  confirmMode: 'any',
  confirmBtnLevel: 'str',
  skipRestOnCancel: 'any',
  skipRestOnConfirm: 'any',
}

/** The rows themselves, or what they are in. */
export const rows: Shape = ['u', open(), 'str', ['a', 'any']]

export const cell: ObjectShape = open({ colSpan: 'num', rowSpan: 'num' })

export const actions: ObjectShape = [
  'o',
  {
    messages: '#Messages',
    fileName: 'str',
    downloadFileName: 'str',
    copyFormat: 'str',
    confirmTitle: 'str',
    blank: 'bool',
    tpl: 'str',
    isolateScope: 'bool',
    feedback: dialog,
    hiddenOnHover: 'bool',
    payload: 'any',
    args: open(),
    level: ['e', 'info', 'success', 'warning', 'danger', 'link', 'primary', 'dark', 'light', 'secondary', 'default', 'enhance', 'text'],
    size: ['e', 'xs', 'sm', 'md', 'lg', 'default'],
    target: 'str',
    dialog,
    drawer,
  },
  0,
]

/** One action of an event, as onEvent holds them. */
export const listener: ObjectShape = closed({
  actionType: text,
  description: text,
  componentId: text,
  componentName: text,
  ignoreError: 'bool',
  args: open({ api: '#Api', dialog, drawer, value: 'any' }),
  data: ['u', open(), 'str', 'null'],
  dataMergeMode: ['e', 'merge', 'override'],
  outputVar: text,
  preventDefault: ['u', 'bool', 'str'],
  preventDefaultOn: text,
  stopPropagation: ['u', 'bool', 'str'],
  stopPropagationOn: text,
  expression: ['u', 'str', 'bool', open()],
  expressionRaw: 'any',
  execOn: ['u', 'str', open()],
  children: ['a', '#Listener'],
  api: '#Api',
  options: open(),
  messages: '#Messages',
  dialog,
  drawer,
  link: text,
  url: text,
  blank: 'bool',
  params: open(),
  msg: text,
  level: text,
  title: 'any',
  content: 'any',
  copyFormat: text,
  script: text,
  loopName: text,
  eventName: text,
  target: text,
  reload: text,
  value: 'any',
  to: text,
  cc: text,
  bcc: text,
  subject: text,
  body: 'any',
  delta: ['u', 'num', 'str'],
  time: ['u', 'num', 'str'],
  closeDialog: 'bool',
  waitForAction: 'bool',
  groupType: 'any',
  componentType: text,
  redirect: text,
  confirmTitle: text,
  confirmText: text,
  close: ['u', 'bool', 'str'],
  label: text,
  type: text,
  id: text,
  primary: 'bool',
  icon: 'any',
  position: text,
  closeButton: 'bool',
  showIcon: 'bool',
  timeout: ['u', 'num', 'str'],
  from: 'any',
  feedback: dialog,
  silent: 'bool',
  required: 'any',
  desc: 'any',
  tag: 'any',
  disabled: 'any',
  '__*': 'any',
  $$id: 'any',
})

export const option: ObjectShape = open({ children: ['u', ['a', '#Option'], 'bool', 'null'], visibleOn: text, disabledOn: text })
