// The forms of a flow as amis draws them: what to fill in at its start, and at a task.
import { rowControl } from '../../../models/controls.ts'
import { say, type Locale } from '../../../messages.ts'
import type { Data } from '../data/index.ts'
import type { FieldRight, Parameter } from '../../../flow/definition.ts'

type Json = Record<string, unknown>
export type Described = ReturnType<Data['rows']['describe']>[number]
export interface Shown {
  field: Described
  right: Exclude<FieldRight, 'hidden'>
}
/** Kinds whose values these forms do not show yet. */
const NOT_SHOWN = new Set(['file', 'image', 'relationMany', 'formula'])

/** What people named is a text, whatever it looks like: amis would put values in place of `${…}`. */
const plain = (text: string) => text.replace(/\$\{/g, '\\${')

function control({ field, right }: Shown, prefix: string, choices: string, locale: Locale): Json {
  const { precision: _precision, default: _default, scale, ...rest } = field
  const named = {
    ...rest,
    ...(scale !== null && { scale }),
    name: plain(field.name),
    description: plain(field.description),
    options: field.options.map(({ value, label }) => ({ value, label: plain(label) })),
    required: right === 'required' || (right === 'write' && field.required),
  }
  const made: Json = rowControl(named as Parameters<typeof rowControl>[0], `get:${choices}/${field.key}`, {
    required: say(locale, 'Please fill this in'),
    search: say(locale, 'Choose, or type to search'),
    noJson: say(locale, 'This is no JSON'),
    yes: say(locale, 'Yes'),
    no: say(locale, 'No'),
  })
  return { ...made, name: `${prefix}${field.key}`, ...(right === 'read' && { static: true, required: false }) }
}

const rowsAt = (dsKey: string, dmKey: string) => `/api/resource/\${companyKey}/\${appUrlKey}/source/${dsKey}/model/${dmKey}/choice`
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
    dsKey,
    dmKey,
    key,
    shown,
    draft,
    choices,
    parameters,
    start,
  }: {
    dsKey: string
    dmKey: string
    key: string
    draft: string | undefined
    shown: Shown[]
    choices: { node: string; name: string }[]
    parameters: readonly Parameter[]
    start: Json
  },
  locale: Locale,
): Json {
  const at = `${FLOW}/initiate/${dsKey}:${dmKey}`
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
    data: start,
    api: { method: 'post', url: `${at}?formView=${key}${draft === undefined ? '' : `&draft=${draft}`}`, data: sofar },
    redirect: `${SCREEN}/flow-case/\${flowDataId}`,
    messages: { saveSuccess: say(locale, 'Sent'), validateFailed: '' },
    body: [
      ...shown.filter(({ field }) => !NOT_SHOWN.has(field.type)).map(one => control(one, '', rowsAt(dsKey, dmKey), locale)),
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
        body: {
          type: 'each',
          name: 'steps',
          placeholder: '',
          items: {
            type: 'tpl',
            className: 'block',
            tpl: '${name|html} <span class="t-under">${people|join:, |html}${note|html}</span>',
          },
        },
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
    dsKey,
    dmKey,
    caseId,
    task,
    isAgain,
    shown,
    values,
  }: { dsKey: string; dmKey: string; caseId: string; task: number | undefined; isAgain: boolean; shown: Shown[]; values: Json },
  locale: Locale,
): Json {
  const visible = shown.filter(({ field }) => !NOT_SHOWN.has(field.type)).map(one => (task === undefined ? { ...one, right: 'read' as const } : one))
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
      ...visible.map(one => control(one, one.right === 'read' ? 'shown.' : 'values.', rowsAt(dsKey, dmKey), locale)),
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
