// The forms of a flow as amis draws them: what to fill in at its start, and at a task.
import { rowControl } from '../../../models/controls.ts'
import { say, type Locale } from '../../../messages.ts'
import type { Data } from '../data/index.ts'
import type { FieldRight, Parameter } from '../../../flow/definition.ts'
import { isFile } from './form-files.ts'
import { MOST_LINES } from './lines.ts'

type Json = Record<string, unknown>
export type Described = ReturnType<Data['rows']['describe']>[number]
export interface Shown {
  field: Described
  right: Exclude<FieldRight, 'hidden'>
  /** Fields of the rows of a list, but for the one that names the row. */
  lines?: Described[] | undefined
}
/** Kinds whose values these forms do not show. */
const NOT_SHOWN = new Set(['formula'])
/** What names something else: where it is only read, the server says by which name. */
const NAMES = new Set(['user', 'department', 'relationOne'])
const MOST_BYTES = 20_971_520

/** What people named is a text, whatever it looks like: amis would put values in place of `${…}`. */
const plain = (text: string) => text.replace(/\$\{/g, '\\${')

interface Where {
  /** Before the key, in the data of the form. */
  prefix: string
  /** Address where files are, and what can be chosen. */
  place: string
  /** What the address names before the key. */
  within?: string
  /** Asked with each address. */
  query?: string
}

function valueControl({ field, right }: Shown, { prefix, place, within = '', query = '' }: Where, locale: Locale): Json {
  const { precision: _precision, default: _default, scale, key, ...rest } = field
  const named = {
    ...rest,
    // The control asks for what is chosen by its name.
    key: `${prefix}${key}`,
    ...(scale !== null && { scale }),
    name: plain(field.name),
    description: plain(field.description),
    options: field.options.map(({ value, label }) => ({ value, label: plain(label) })),
    required: right === 'required' || (right === 'write' && field.required),
  }
  const words = {
    required: say(locale, 'Please fill this in'),
    search: say(locale, 'Choose, or type to search'),
    noJson: say(locale, 'This is no JSON'),
    yes: say(locale, 'Yes'),
    no: say(locale, 'No'),
  }
  const made: Json = rowControl(named as Parameters<typeof rowControl>[0], `get:${place}/choice/${within}${key}`, words)
  const asked = (address: unknown) => (typeof address === 'string' && query ? `${address}&${query}` : address)
  return { ...made, ...(made.source !== undefined && { source: asked(made.source), autoComplete: asked(made.autoComplete) }) }
}

function fileControl({ field, right }: Shown, { prefix, place, query = '' }: Where, locale: Locale): Json {
  const isImage = field.type === 'image'
  const isRequired = right === 'required' || field.required
  return {
    type: isImage ? 'input-image' : 'input-file',
    name: `${prefix}${field.key}`,
    label: plain(field.name),
    receiver: `${place}/file/${field.key}${query && `?${query}`}`,
    fileField: 'file',
    useChunk: false,
    maxSize: MOST_BYTES,
    ...(isImage
      ? { accept: '.png,.jpg,.jpeg,.gif,.webp', imageClassName: 't-data-picture' }
      : { accept: '*', downloadUrl: false, joinValues: false, extractValue: false }),
    // The control for files says by itself how large one may be.
    description: [plain(field.description), isImage ? say(locale, 'PNG, JPEG, GIF or WebP, up to 20 MB.') : ''].filter(Boolean).join(' '),
    ...(isRequired && { required: true, validationErrors: { isRequired: say(locale, 'Please choose a file') } }),
  }
}

/** Rows that come with the row: each a group of fields, one below the other. */
function linesControl({ field, right, lines = [] }: Shown, where: Where, locale: Locale): Json {
  const isRequired = right === 'required'
  return {
    type: 'combo',
    name: `${where.prefix}${field.key}`,
    label: plain(field.name),
    description: plain(field.description),
    className: 't-flow-lines',
    multiple: true,
    multiLine: true,
    maxLength: MOST_LINES,
    canAccessSuperData: false,
    addButtonText: say(locale, 'Add a line'),
    placeholder: say(locale, 'No rows yet'),
    // The cross of amis has no name and is reached with the mouse alone.
    deleteBtn: { label: say(locale, 'Remove the line'), level: 'link' },
    ...(isRequired && { required: true, minLength: 1, validationErrors: { isRequired: say(locale, 'Please fill this in') } }),
    items: [
      { type: 'hidden', name: 'id' },
      ...lines.map(one => valueControl({ field: one, right: 'write' }, { ...where, prefix: '', within: `${field.key}.` }, locale)),
    ],
  }
}

/** A value that is only read. */
function readControl(shown: Shown, where: Where, locale: Locale): Json {
  const { field, lines = [] } = shown
  const name = `${where.prefix}${field.key}`
  const label = plain(field.name)
  const empty = say(locale, 'Nothing')
  if (field.type === 'image') return { type: 'static-image', name, label, enlargeAble: true, placeholder: empty, imageClassName: 't-data-picture' }
  if (field.type === 'file')
    return {
      type: 'control',
      label,
      body: [
        { type: 'link', href: `\${${name}.url}`, body: `\${${name}.name|html}`, blank: true, visibleOn: `\${${name}}` },
        { type: 'tpl', tpl: empty, className: 'text-muted', hiddenOn: `\${${name}}` },
      ],
    }
  if (field.type === 'relationMany')
    return {
      type: 'control',
      label,
      body: {
        type: 'table',
        source: `\${${name}}`,
        columnsTogglable: false,
        affixHeader: false,
        placeholder: say(locale, 'No rows'),
        columns: lines.map(one => ({ name: one.key, label: plain(one.name), ...(one.type === 'datetime' && { type: 'datetime' }) })),
      },
    }
  if (NAMES.has(field.type)) return { type: 'static', name, label }
  return { ...valueControl(shown, where, locale), static: true, required: false }
}

function control(shown: Shown, where: Where, locale: Locale): Json {
  if (shown.right === 'read') return readControl(shown, where, locale)
  if (shown.field.type === 'relationMany') return linesControl(shown, where, locale)
  return isFile(shown.field) ? fileControl(shown, where, locale) : valueControl(shown, where, locale)
}

const FLOW = '/api/company/${companyKey}/app/${appUrlKey}/flow'
const SCREEN = '/company/${companyKey}/app/${appUrlKey}'

const people = (name: string, label: string, locale: Locale): Json => ({
  type: 'select',
  name,
  label: plain(label),
  multiple: true,
  joinValues: false,
  extractValue: true,
  valueField: 'uid',
  searchable: true,
  required: true,
  placeholder: say(locale, 'Name or email'),
  autoComplete: 'get:/api/company/${companyKey}/user/autoComplete?term=${term|url_encode}',
})

const PLAIN: Readonly<Record<string, string>> = {
  string: 'input-text',
  int: 'input-number',
  float: 'input-number',
  boolean: 'switch',
  text: 'input-text',
  longText: 'textarea',
  integer: 'input-number',
  decimal: 'input-number',
  date: 'input-date',
  datetime: 'input-datetime',
  time: 'input-time',
}
/** Values as they are kept, whatever the page shows. */
const KEPT: Readonly<Record<string, Json>> = {
  int: { precision: 0 },
  integer: { precision: 0 },
  string: { maxLength: 10_000 },
  text: { maxLength: 10_000 },
  longText: { maxLength: 10_000 },
  date: { valueFormat: 'YYYY-MM-DD' },
  time: { valueFormat: 'HH:mm:ss' },
}
/** Parameters that are plain values have a field of their own, and those that are made of some one for each; others come with their default. */
function parameterControl({ name, type, isArray, required, description, default: value, fields = [] }: Parameter, locale: Locale): Json[] {
  if (isArray) return []
  const label = plain(description?.trim() ? description : name)
  const kind = PLAIN[type]
  if (!kind) {
    const given = (typeof value === 'object' && value !== null ? value : {}) as Json
    const controls = fields.flatMap(one => {
      const as = PLAIN[one.type]
      return as
        ? [
            {
              type: as,
              name: `_parameters.${name}.${one.name}`,
              label: plain(one.name),
              ...KEPT[one.type],
              ...(given[one.name] !== undefined && { value: given[one.name] }),
            },
          ]
        : []
    })
    return controls.length ? [{ type: 'fieldset', title: label, body: controls }] : []
  }
  return [
    {
      type: kind,
      name: `_parameters.${name}`,
      label,
      required: !!required,
      ...(value !== undefined && value !== null && { value: typeof value === 'string' ? plain(value) : value }),
      ...KEPT[type],
      ...(required && { validationErrors: { isRequired: say(locale, 'Please fill this in') } }),
    },
  ]
}

export function startForm(
  {
    place: at,
    key,
    name,
    shown,
    draft,
    choices,
    parameters,
    start,
  }: {
    /** Address of the start of the flow. */
    place: string
    key: string
    /** Of the flow. */
    name: string
    draft: string | undefined
    shown: Shown[]
    choices: { node: string; name: string }[]
    parameters: readonly Parameter[]
    start: Json
  },
  locale: Locale,
): Json {
  const named = shown.filter(({ field }) => !NOT_SHOWN.has(field.type)).map(({ field }) => field.key)
  // What is filled in so far, each by its name: what is told of the way ahead is in the form, too.
  const sofar = Object.fromEntries(
    [...named, ...(choices.length ? ['_choices'] : []), ...(parameters.length ? ['_parameters'] : [])].map(name => [name, `\${${name}}`]),
  )
  return {
    type: 'form',
    title: '',
    mode: 'normal',
    canAccessSuperData: false,
    autoFocus: true,
    data: { ...start, _flow: name },
    api: { method: 'post', url: `${at}?formView=${key}${draft === undefined ? '' : `&draft=${draft}`}`, data: sofar },
    redirect: `${SCREEN}/flow-case/\${flowDataId}`,
    messages: { saveSuccess: say(locale, 'Sent'), validateFailed: '' },
    body: [
      { type: 'tpl', wrapperComponent: 'h2', tpl: '${_flow|html}' },
      ...shown.filter(({ field }) => !NOT_SHOWN.has(field.type)).map(one => control(one, { prefix: '', place: at, query: `formView=${key}` }, locale)),
      ...parameters.flatMap(one => parameterControl(one, locale)),
      ...choices.map(({ node, name }) => people(`_choices.${node}`, say(locale, 'Who decides at “{node}”', { node: name }), locale)),
      {
        type: 'service',
        className: 't-flow-ahead',
        api: {
          method: 'post',
          url: `${at}/path?formView=${key}`,
          data: sofar,
          trackExpression: `\${ENCODEJSON([${Object.keys(sofar).join(', ')}])}`,
          silent: true,
        },
        body: [
          { type: 'tpl', wrapperComponent: 'h3', visibleOn: '${COUNT(steps) > 0}', tpl: say(locale, 'Who decides, in this order') },
          {
            type: 'each',
            name: 'steps',
            placeholder: '',
            items: {
              type: 'tpl',
              className: 't-flow-step',
              tpl: '${name|html} <span class="t-under">${people|join:, |html}${note|html}</span>',
            },
          },
        ],
      },
    ],
    actions: [
      { type: 'button', label: say(locale, 'Cancel'), actionType: 'link', link: `${SCREEN}/flow-task` },
      {
        type: 'button',
        label: say(locale, 'Save as draft'),
        actionType: 'ajax',
        api: { method: 'post', url: `${at}/draft?formView=${key}`, data: { ...(draft !== undefined && { id: draft }), content: sofar } },
        redirect: `${SCREEN}/flow-task#drafts`,
      },
      { type: 'submit', label: say(locale, 'Send'), level: 'primary' },
    ],
  }
}

/** `task` is the one to decide; without it everything is only shown. `isAgain`: it was sent back to whoever started it. */
export function caseForm(
  {
    caseId,
    task,
    isAgain,
    shown,
    values,
    place,
  }: {
    caseId: string
    task: number | undefined
    isAgain: boolean
    shown: Shown[]
    values: Json
    /** Address of the task; of nothing where nothing is filled in. */
    place: string
  },
  locale: Locale,
): Json {
  const visible = shown.filter(({ field }) => !NOT_SHOWN.has(field.type))
  const of = (isRead: boolean) =>
    Object.fromEntries(visible.flatMap(({ field: { key }, right }) => ((right === 'read') === isRead ? [[key, values[key] ?? null]] : [])))
  const decide = (decision: string, more: Json): Json => ({
    method: 'post',
    url: `${FLOW}/case/${caseId}/task/${task}/decide`,
    data: { decision, comment: "${comment || ''}", ...more },
  })
  const back = `${SCREEN}/flow-task`
  return {
    type: 'form',
    className: 't-flow-fields',
    title: '',
    mode: 'normal',
    wrapWithPanel: task !== undefined,
    canAccessSuperData: false,
    data: { values: of(false), shown: of(true), comment: '' },
    ...(task !== undefined && {
      api: decide('approve', { values: '${values}' }),
      redirect: back,
      messages: { saveSuccess: say(locale, 'Decided'), validateFailed: '' },
    }),
    body: [
      ...visible.map(one => control(one, { prefix: one.right === 'read' ? 'shown.' : 'values.', place }, locale)),
      ...(task === undefined
        ? []
        : [
            {
              type: 'textarea',
              name: 'comment',
              label: say(locale, 'Comment'),
              maxLength: 2000,
              minRows: 2,
              maxRows: 8,
              placeholder: say(locale, 'What the others should know'),
            },
          ]),
    ],
    actions:
      task === undefined
        ? []
        : [
            !isAgain && {
              type: 'button',
              label: say(locale, 'Reject'),
              level: 'danger',
              actionType: 'ajax',
              confirmTitle: say(locale, 'Reject'),
              confirmText: say(locale, 'Reject this? Where one decides, the flow ends with it.'),
              api: decide('reject', {}),
              redirect: back,
            },
            { type: 'submit', label: say(locale, isAgain ? 'Send again' : 'Approve'), level: 'primary' },
          ].filter(Boolean),
  }
}
