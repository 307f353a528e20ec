// What the product asks of the panels of components: their group, the samples that they show, the states that can be chosen, the parts that are set, and what
// else is said of one. One line each, held against the descriptions that panels are made of.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { COMPONENTS, ENTRIES, customButtons, builtInButtons, partsIn, type Component } from '../../api/theme/components.ts'
import { checkTheme } from '../../api/theme/check.ts'
import { newTheme, withValue } from '../../api/theme/document.ts'

interface Asked {
  group: Component['group']
  /** Names of samples that have to be there. */
  samples: string
  /** States of a part. */
  states?: string
  /** Below the component. */
  paths: string
}
const FOUR = 'default hover active disabled'
const ASKED: Record<string, Asked> = {
  // theme.component-button theme.component.button theme.button-states
  button: {
    group: 'common',
    samples:
      'Default, Primary, Secondary, Enhance, Info, Success, Warning, Danger, Light, Dark, Link, xs, sm, default, md, lg, Icon left, Icon right, Icon only',
    states: FOUR,
    paths:
      'button1.type.primary.hover.body.bg-color button1.type.link.disabled.body.font-color button1.type.default.default.body.border button1.type.info.active.body.shadow button1.size.lg.body.size.height button1.size.xs.body.font button1.size.sm.body.border button1.size.md.body.padding-and-margin button1.size.default.body.icon-size button1.size.default.body.icon-margin',
  },
  // theme.component-link theme.component.link
  link: { group: 'common', samples: 'Link, Disabled, With icon', states: 'default hover click disabled', paths: 'link.base.hover.body link.icon.body' },
  // theme.component-collapse theme.component.collapse theme.ICON_ROTATE_UNIT
  collapse: { group: 'layout', samples: 'Open, Closed', paths: 'collapse.base.default.body collapse.base.icon.body.rotate' },
  // theme.component-panel theme.component.panel
  panel: { group: 'layout', samples: 'Panel', paths: 'panel.panel.body panel.heading.body panel.body.body panel.footer.body' },
  // theme.component-tabs theme.component.tabs theme.TAB_MODES
  tabs: {
    group: 'layout',
    samples: 'Simple, Strong, Line|shape, Card, Tiled, Radio, Vertical, Sidebar',
    states: FOUR,
    paths: 'tabs.simple tabs.strong tabs.line tabs.card tabs.tiled tabs.radio tabs.vertical tabs.sidebar',
  },
  // theme.component-divider theme.component.divider
  divider: { group: 'layout', samples: 'Divider', paths: 'divider.body' },
  // theme.component-form theme.component.form theme.FORM_LABEL_WIDTHS
  form: {
    group: 'data-entry',
    samples: 'Item default, Item error, Vertical, Horizontal, Inline, Label xs, Label sm, Label md, Label lg',
    paths:
      'form.item.default.item.body form.item.default.label.body form.item.default.star.body form.item.default.description.body form.item.error.item.body form.item.error.feedBack.body form.mode.default.body form.mode.horizontal.label.body.widthBase form.mode.horizontal.label.body.widthXs form.mode.horizontal.label.body.widthSm form.mode.horizontal.label.body.widthMd form.mode.horizontal.label.body.widthLg form.mode.horizontal.value.body form.mode.inline.item.body form.mode.inline.label.body',
  },
  // theme.component-select theme.component.select theme.select-active
  select: {
    group: 'data-entry',
    samples: 'Select, Multiple, Group, Table, Tree',
    states: FOUR,
    paths: 'select.base select.multiple.body select.group.body select.table.body select.tree.body',
  },
  // theme.component-input theme.component.input
  input: {
    group: 'data-entry',
    samples: 'Default, Clearable, Counter, Prefix and suffix, Password, Textarea, Addon',
    states: FOUR,
    paths:
      'input.base.default input.base.clearable.body input.base.count.single.body input.base.count.multi.body input.base.prefix.body input.base.password.body input.base.textarea.body input.base.addon.text.body',
  },
  // theme.component-input-number theme.component.input-number
  'input-number': {
    group: 'data-entry',
    samples: 'Base, Enhance, With unit',
    states: FOUR,
    paths:
      'inputNumber.base.base inputNumber.base.enhance inputNumber.base.enhance.leftIcon inputNumber.base.enhance.rightIcon inputNumber.base.unit.width.body',
  },
  // theme.component-input-range theme.component.input-range
  'input-range': {
    group: 'data-entry',
    samples: 'Value 20, Disabled, Step marks, Marks, Label, Input box',
    paths: 'inputRange.base inputRange.disabled inputRange.dot inputRange.marks.body inputRange.label.body inputRange.input.body inputRange.clearIcon.body',
  },
  // theme.component-radios theme.component.radios
  radios: {
    group: 'data-entry',
    samples: 'Row, Vertical',
    states: FOUR,
    paths: 'radio.base.default.default.body.point-size radio.base.default.default.body.distance radio.base.vertical.body',
  },
  // theme.component-checkbox theme.component.checkbox
  checkbox: { group: 'data-entry', samples: 'Checkbox, Checked, Checkbox group', states: FOUR, paths: 'checkbox.checkbox.normal checkbox.checkbox.checked' },
  // theme.component-list-select theme.component.list-select
  'list-select': { group: 'data-entry', samples: 'List, Image options', states: FOUR, paths: 'listSelect.base listSelect.base.size.body' },
  // theme.component-switch theme.component.switch theme.state-switch theme.switch-state
  switch: {
    group: 'data-entry',
    samples: 'Off, On, Small, Option text, State text',
    states: 'off on',
    paths:
      'switch.size.sm.body.slider-size switch.size.sm.body.slider-margin switch.base.default.off.body.slider-color switch.base.default.on.body.slider-color switch.base.text.on.body.font.color switch.base.option.body switch.size.default.body',
  },
  // theme.component-input-rating theme.component.input-rating theme.entity-rating
  'input-rating': {
    group: 'data-entry',
    samples: 'Rating, Without a value',
    paths: 'inputRating.icon.body.size inputRating.icon.body.margin inputRating.inactiveColors.body.color inputRating.text.body.font',
  },
  // theme.component-input-file theme.component.input-file
  'input-file': { group: 'data-entry', samples: 'Base, File list, Drag area', paths: 'inputFile.base.body inputFile.list.body inputFile.drag.body' },
  // theme.component-input-image theme.component.input-image
  'input-image': { group: 'data-entry', samples: 'Image', states: FOUR, paths: 'inputImage.base' },
  // theme.component-input-date theme.component.input-date
  'input-date': {
    group: 'data-entry',
    samples: 'Date, Month, Quarter, Year, Date range',
    states: FOUR,
    paths: 'inputDate.base inputDate.other inputDate.range.body',
  },
  // theme.component-input-time theme.component.input-time theme.state-time
  'input-time': { group: 'data-entry', samples: 'Time', states: 'default hover active', paths: 'inputTime.base' },
  // theme.component-input-tree theme.component.input-tree
  'input-tree': { group: 'data-entry', samples: 'Tree, Checkboxes', states: FOUR, paths: 'inputTree.base.base inputTree.base.checkboxes' },
  // theme.component-steps theme.component.steps theme.steps-status
  steps: {
    group: 'data-show',
    samples: 'Steps, Finish, Process, Error, Wait, Dot, Simple',
    paths:
      'steps.base.body.font steps.base.body.subTitle-font steps.base.body.des-font steps.base.body.title-paddingRight steps.base.body.line-color steps.base.body.line-active-color steps.status.body.finish-bg-color steps.status.body.process-bg-color steps.status.body.error-bg-color steps.status.body.wait-color steps.dot.body steps.simple.body',
  },
  // theme.component-alert theme.component.alert theme.alert-level
  alert: {
    group: 'feedback',
    samples: 'Info, Success, Warning, Danger',
    paths:
      'alert.level.info.body alert.level.success.body alert.level.warning.body alert.level.danger.body alert.base.body.title-padding-and-margin alert.icon.body',
  },
  // theme.component-dialog theme.component.dialog theme.dialog-size theme.DIALOG_SIZES
  dialog: {
    group: 'feedback',
    samples: 'sm, normal, lg, xl',
    paths:
      'dialog.size.sm.body.width dialog.size.normal.body.width dialog.size.lg.body.width dialog.size.xl.body.width dialog.base.default.body dialog.base.icon.body dialog.base.header.body.height dialog.base.content.body dialog.base.footer.body.height dialog.base.footer.body.margin-left',
  },
  // theme.component-drawer theme.component.drawer theme.drawer-size theme.DRAWER_SIZES
  drawer: {
    group: 'feedback',
    samples: 'xs, sm, md, lg, xl',
    paths:
      'drawer.size.xs.body.width drawer.size.sm.body.width drawer.size.md.body.width drawer.size.lg.body.width drawer.size.xl.body.width drawer.base.header.body.height drawer.base.icon.body drawer.base.content.body drawer.base.footer.body.height drawer.base.footer.body.margin-left',
  },
  // theme.component-spinner theme.component.spinner
  spinner: {
    group: 'feedback',
    samples: 'Small, Normal, Large',
    paths: 'spinner.base.body.tip-size spinner.small.body spinner.normal.body spinner.large.body',
  },
  // theme.component-tag theme.component.tag theme.tag-mode theme.tag-color theme.arrays
  tag: {
    group: 'data-show',
    samples: 'Normal, Rounded, Status, Active, Inactive, Error, Success, Processing, Warning',
    paths:
      'tag.base.body tag.model.normal.body tag.model.rounded.body tag.model.status.body tag.color.active.body tag.color.inactive.body tag.color.error.body tag.color.success.body tag.color.processing.body tag.color.warning.body',
  },
  // theme.component-status theme.component.status theme.status-value
  status: {
    group: 'data-show',
    samples: 'Fail, Success, Queue, Schedule, Pending',
    paths:
      'status.base.body status.color.fail.body status.color.success.body status.color.schedule.body status.color.pending.body.before-color status.color.pending.body.after-color',
  },
  // theme.component-toast theme.component.toast theme.toast-kind theme.toast-error
  toast: {
    group: 'feedback',
    samples: 'Info, Success, Error, Warning',
    paths: 'toast.base.body toast.info.body toast.success.body toast.danger.body toast.warning.body',
  },
  // theme.component-progress theme.component.progress
  progress: { group: 'data-show', samples: 'Line|shape, Circle', paths: 'progress.base.line.body.theme-color progress.base.circle.body' },
  // theme.component-transfer theme.component.transfer
  transfer: {
    group: 'data-entry',
    samples: 'Default, Search box, Group, Table, Tree, Chained',
    paths: 'transfer1.base.body transfer1.search.body transfer1.group.body transfer1.table.body transfer1.tree.body transfer1.chained.body',
  },
  // theme.component-input-tag theme.component.input-tag
  'input-tag': { group: 'data-entry', samples: 'Selected options', paths: 'inputTag.option.body' },
  // Badges and steps of a wizard have variables that no element of amis reads. theme.component-wizard theme.component.wizard
  wizard: { group: 'data-entry', samples: 'Wizard', paths: 'wizard.base.stepContent.body' },
  // theme.component-timeline theme.component.timeline
  timeline: {
    group: 'data-show',
    samples: 'Base, Status, Horizontal',
    paths: 'timeline.base.body timeline.type.body.info-color timeline.type.body.success-color timeline.type.body.warning-color timeline.type.body.danger-color',
  },
  // theme.component-fieldset theme.component.fieldset theme.FIELDSET_SIZES
  fieldset: {
    group: 'data-entry',
    samples: 'Legend, xs, sm, base, md, lg',
    paths: 'fieldSet.legend.body fieldSet.size.xs.body fieldSet.size.sm.body fieldSet.size.base.body fieldSet.size.md.body fieldSet.size.lg.body',
  },
  // theme.component-table theme.component.table
  table: {
    group: 'data-show',
    samples: 'Table, List with a choice of columns, Small, Large',
    paths: 'table.base.body table.togglable.body table.size.large.body table.size.small.body',
  },
  // theme.component-combo theme.component.combo
  combo: { group: 'data-entry', samples: 'Default, Multi', paths: 'combo.base.body combo.multi.body' },
  // theme.component-input-rich-text theme.component.input-rich-text
  'input-rich-text': { group: 'data-entry', samples: 'Rich text', states: FOUR, paths: 'inputRichText.base' },
  // theme.component-picker theme.component.picker
  picker: {
    group: 'data-entry',
    samples: 'Picker',
    paths: 'pick.base.body pick.status.body.hover-bgColor pick.status.body.focus-bgColor pick.status.body.disabled-bgColor',
  },
  // theme.component-image theme.component.image
  image: {
    group: 'data-show',
    samples: 'Image with caption, Image list, Image list preview',
    paths: 'image.image.default.normal.body image.image.default.description.body image.images.item.body image.images.preview.body',
  },
  // theme.component-condition-builder theme.component.condition-builder
  'condition-builder': { group: 'data-entry', samples: 'Conditions', paths: 'conditionBuilder.base.body' },
}

const componentOf = (key: string) => COMPONENTS.find(one => one.key === key) as Component
const paths = ENTRIES.map(({ path }) => path)
const sampleOf = (key: string, label: string) => JSON.stringify(componentOf(key).samples.find(one => one.label === label)?.schema)

describe('what is asked of panels', () => {
  test('all of them are there, and no other', () => {
    expect(COMPONENTS.map(({ key }) => key).sort()).toEqual(Object.keys(ASKED).sort())
  })
  // theme.groups theme.keys theme.variants theme.field-owner
  test.each(Object.entries(ASKED))('%s has its samples, states and parts', (key, { group, samples, states, paths: wanted }) => {
    const component = componentOf(key)
    expect(component.group).toBe(group)
    const labels = component.samples.map(({ label }) => label)
    expect(samples.split(', ').filter(label => !labels.includes(label))).toEqual([])
    expect(wanted.split(' ').filter(path => !paths.some(one => one.startsWith(`component.${path}.`) || one === `component.${path}`))).toEqual([])
    if (states) expect(new Set(component.parts.flatMap(({ tokens }) => Object.keys(tokens)).filter(Boolean))).toEqual(new Set(states.split(' ')))
    for (const { path, fields } of component.parts) expect([path, fields.length > 0]).toEqual([path, true])
  })
  // theme.panel-groups
  test('samples and parts lie under five sections', () => {
    const sections = new Set(['base', 'size', 'level', 'status', 'other'])
    for (const { samples, parts } of COMPONENTS) for (const { section } of [...samples, ...parts]) expect(sections.has(section)).toBe(true)
    expect(new Set(COMPONENTS.flatMap(({ samples }) => samples.map(({ section }) => section)))).toEqual(sections)
  })
  test('samples hold what is said of them', () => {
    // theme.COUNTER_MAX_LENGTH
    for (const label of ['Counter', 'Textarea with a counter']) expect(sampleOf('input', label)).toContain('"maxLength":20')
    // theme.RANGE_SAMPLE_VALUE theme.RANGE_STEP_MARKS theme.step-marks theme.RANGE_MARKS theme.marks
    expect(sampleOf('input-range', 'Value 20')).toContain('"value":20')
    expect(sampleOf('input-range', 'Step marks')).toMatch(/"max":20,"step":1,"showSteps":true/)
    for (const mark of ['0', '20%', '40%', '60%', '80%']) expect(sampleOf('input-range', 'Marks')).toContain(`"${mark}":"${mark.replace('%', '')} Mbps"`)
    // theme.RATING_STARS
    expect(sampleOf('input-rating', 'Rating')).toMatch(/"count":5,"texts":\{"1".*"5"/)
    // theme.PROGRESS_SAMPLE theme.STEPS_SAMPLE
    for (const label of ['Line|shape', 'Circle']) expect(sampleOf('progress', label)).toContain('"value":60')
    expect(sampleOf('steps', 'Steps')).toContain('"value":1')
    for (const status of ['Finish', 'Process', 'Error', 'Wait']) expect(sampleOf('steps', status)).toContain(`"status":"${status.toLowerCase()}"`)
    // theme.DATE_MIN: the first of May 2022.
    for (const label of ['Month', 'Quarter', 'Year']) expect(sampleOf('input-date', label)).toContain(`"minDate":"${Date.UTC(2022, 4, 1) / 1000 - 28800}"`)
    // theme.INPUT_NUMBER_UNITS theme.input-number-units
    expect(sampleOf('input-number', 'With unit')).toContain('"unitOptions":["px","%","em"]')
    expect(sampleOf('tag', 'Status')).toContain('"closable":true')
    // theme.form-error-sample: what is missing is told from the beginning.
    const error = componentOf('form').samples.find(({ label }) => label === 'Item error')
    expect(error?.error).toBe(true)
    for (const field of (error?.schema.body ?? []) as { required?: boolean }[]) expect(field.required).toBe(true)
    // theme.preview-toasts theme.delegated-save: no sample of a notice, nor any other, asks a server.
    for (const { key, samples } of COMPONENTS)
      for (const { schema } of samples) expect([key, /"(api|initApi|source)":"(get|post|\/)/.test(JSON.stringify(schema))]).toEqual([key, false])
  })
  // theme.SIZE_EXTRA_UNITS theme.extra-units
  test('sizes take pixels, rem and percent, and no other unit that is none', () => {
    const path = 'component.dialog.size.sm.body.width'
    const set = (value: string) => checkTheme(withValue(newTheme('A'), path, value)).map(one => one.path)
    for (const value of ['300px', '20rem', '50%']) expect(set(value)).toEqual([])
    for (const value of ['300', '20 stones', '50%;']) expect(set(value)).toEqual([path])
  })
  // theme.button-custom-dialog theme.button-custom-required
  test('types and sizes of buttons that are added have a label and a token; those that come with amis keep theirs', () => {
    const button = componentOf('button')
    const add = (kind: 'type' | 'size', token: string, label: string) => withValue(newTheme('A'), `component.button1.${kind}.${token}`, { label, custom: true })
    const wrong = (theme: ReturnType<typeof newTheme>) => checkTheme(theme).map(({ path }) => path)
    expect(wrong(add('type', 'sale', 'Sale'))).toEqual([])
    expect(wrong(add('size', 'huge', 'Huge'))).toEqual([])
    expect(customButtons(add('type', 'sale', 'Sale'))).toEqual([{ kind: 'type', token: 'sale', label: 'Sale' }])
    expect(partsIn(button, add('size', 'huge', 'Huge')).at(-1)?.tokens).toEqual({ '': '--button-size-huge-' })
    expect(wrong(add('type', 'sale', ' '))).toEqual(['component.button1.type.sale.label'])
    expect(wrong(add('type', '9', 'Nine'))).toEqual(['component.button1.type.9'])
    for (const token of builtInButtons('type')) expect(wrong(add('type', token, 'Mine'))).toEqual([`component.button1.type.${token}`])
    expect(builtInButtons('size')).toEqual(['default', 'xs', 'sm', 'md', 'lg'])
  })
  // theme.audience
  test('themes are seen in the editor, made and changed by those who may design the app', () => {
    const folder = 'api/contract/theme'
    const access = Object.fromEntries(
      readdirSync(folder).map(name => [name.replace('.json', ''), (JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as { access: string }).access]),
    )
    for (const call of ['create', 'get', 'update', 'delete', 'saveDraft', 'setDefault', 'getVersion', 'listVersions'])
      expect([call, access[call]]).toEqual([call, 'app.edit'])
  })
})
