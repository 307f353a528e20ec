// How amis hands data on: which components make a scope, which of their keys are read elsewhere, and the names that they give to what is in them.
import { isIn } from './kept.ts'

/** Read in the data of an option, a node, a point of a chart: nobody says what is in it. */
export const isOpenKey = isIn(
  /^(menuTpl|optionTpl|itemSchema|itemTitleSchema|itemTpl|labelTpl|valueTpl|countTpl|countDownTpl|autoFill|responseData|answer|responseAdaptor|messages|config|popOver|tableRender|deferApi|searchApi|replaceText|mapping|map|pickerSchema|listItemTpl|iconItemSchema|detailSchema|cardSchema|timelineItem|feedback|tooltipContent)$/,
)
/** Not amis' to read as templates. */
export const isOpaque = isIn(
  /^(adaptor|requestAdaptor|script|css|themeCss|wrapperCustomStyle|validations|pattern|jsonSchema|mockResponse|\$schema|\$comment|description_|editorSetting|\$\$id)$/,
)
export const isRowKey = isIn(
  /^(columns|card|listItem|itemActions|itemAction|expandable|expandConfig|rowClassNameExpr|itemCheckableOn|itemDraggableOn|itemBadge|rowAction|subTable|items|prefixRow|affixRow|footable)$/,
)
export const hasRows = isIn(/^(crud2?|table2?|cards|list|each|cards2|list2|table-view-rows)$/)
/** Components whose name is that of the data they show, or their own. */
export const shows = isIn(
  /^(form|crud2?|service|page|dialog|drawer|wizard|tpl|text|plain|html|date|datetime|time|mapping|map|image|images|each|table2?|list|cards?|status|progress|json|static(-.*)?|link|property|number|color|tag|tags|qrcode|video|audio|log|markdown|code|button|action|submit|reset|operation|timeline|steps|chart|iframe|carousel|alert|divider|container|group|nav|tabs|panel|collapse|icon|avatar|badge|remark|sparkline|grid|hbox|flex|barcode|words|multiline-text|pdf-viewer|office-viewer|tooltip-wrapper|column-toggler|pagination|amis)$/,
)
/** Components whose data is their own: names inside are not names of what is around. */
export const isOwner = isIn(/^(form|crud2?|wizard|combo|input-table|input-array|input-sub-form|page|app)$/)
export const isOwnerKey = isIn(/^(dialog|drawer|quickEdit|filter)$/)
/** Makes a scope for what is in it. */
export const makesScope = isIn(/^(page|service|form|crud2?|wizard|combo|input-table|input-array|input-sub-form|app)$/)
/** Keys of such a component whose content gives it no names, or gives them in another way. */
export const isAside = isIn(/^(data|api|initApi|filter|onEvent|options|columns|dialog|drawer)$/)
export const LIST_NAMES =
  'items count total page perPage prevPage nextPage lastPage hasNext orderBy orderDir keywords selectedItems unSelectedItems ids rows modifiedRows __search __filter'.split(
    ' ',
  )
export const ROW_NAMES = ['index', 'item', 'itemIndex', 'itemId', '__index', 'key', 'value', 'label', 'children', 'depth', 'amisIndex']
export const EVENT_NAMES =
  'event value selectedItems unSelectedItems items item index key label error result file data name indexes rows option responseResult __rendererData nativeEvent'.split(
    ' ',
  )

/** Names that a component itself gives to what is in it, beside those of lists and events. */
export const PROVIDED: Record<string, readonly string[]> = {
  chart: 'componentType seriesType seriesIndex seriesName name dataIndex data value color percent dataType'.split(' '),
  calendar: ['scheduleData'],
  carousel: ['activeIndex', 'prevIndex', 'item', 'index'],
  wizard: ['currentStep', 'completeStep'],
  tabs: ['activeKey', 'activeIndex'],
  nav: ['value', 'label', 'to', 'key'],
  transfer: ['page', 'perPage', 'term'],
  'tabs-transfer': ['page', 'perPage', 'term'],
  'transfer-picker': ['page', 'perPage', 'term'],
  'tessera-flow-designer': [
    'objectKey',
    'saved',
    'asked',
    'source',
    'earlier',
    'asks',
    'rates',
    'zones',
    'apis',
    'picker',
    'types',
    'plainTypes',
    'defaultIn',
    'actions',
    'once',
    'hasHours',
    'mayError',
    'callInput',
    'mayEdit',
    'isDirty',
  ],
}
/** What such a component shows of each of its own lines, of which nobody says what is in them. */
export const LINES: Record<string, RegExp> = {
  nav: /^(itemBadge|itemActions)$/,
  images: /^(src|originalSrc|thumb|title|description|imageCaption)$/,
}
export const NAMES_OF_AMIS = new Set([...LIST_NAMES, ...ROW_NAMES, ...EVENT_NAMES])

export const firstOf = (name: string) => name.split('.')[0] as string

const isField = isIn(/^(input-|select$|multi-select$|textarea$|tree-select$|nested-select$|radios$|checkbox(es)?$|switch$|picker$)/)
/** Names of all fields of a screen. */
export function fieldNames(screen: unknown, found = new Set<string>()): Set<string> {
  if (!screen || typeof screen !== 'object') return found
  const own = screen as Record<string, unknown>
  if (typeof own.name === 'string' && typeof own.type === 'string' && isField(own.type)) found.add(firstOf(own.name))
  for (const key in own) if (own[key] && typeof own[key] === 'object' && key !== 'data') fieldNames(own[key], found)
  return found
}
