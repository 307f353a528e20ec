// Models as a source of data in the builders of amis' editor: wherever one asks "Model or API", choosing a model and its fields makes the whole part.
import { builderFactory, generateNodeId, registerDSBuilder, type EditorManager } from 'amis-editor'
import type { Schema } from 'amis-core'
import { onPage } from './built-words.ts'
import { sayInEditor as say } from './component-plugin.ts'
import { boundIn, boundTo, choices, keyOf, namedBy, type Config, type Json, type Options } from './model-bound.ts'
import * as made from './model-schemas.ts'
import type { Bound, Feat } from './model-schemas.ts'

interface Builder {
  key: string
  features: string[]
  getFeatValueByKey(feat: Feat): string
  getFieldsKey(options: { feat: Feat | undefined }): string
  buildFormOperators(options: Options, id: string): Schema[]
  buildToolbarFlex(position: 'header' | 'footer', left: Schema[], right: Schema[]): Schema[]
  buildFooterToolbar(options: Options, id: string): Schema[]
  guessCRUDScaffoldConfig(options: { schema: Json }): Config
  guessFormScaffoldConfig(options: { schema: Json }): Config
  buildFormSchema(options: Options): Promise<Json>
  buildCRUDSchema(options: Options): Promise<Json>
}

/** As schemas say that they were made for a model. */
const KEY = 'model'

/** The builder for addresses of calls: what is the same for models is its own. */
const ApiBuilder = builderFactory.get('api') as unknown as new (manager: EditorManager) => Builder

const WITH_FIELDS: readonly Feat[] = ['List', 'Insert', 'View', 'Edit', 'BulkEdit', 'SimpleQuery']
const keysIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.map(one => (typeof one === 'string' ? one : String((one as Json).name))) : undefined

/** What a form starts with, so that nothing around it is taken for what was typed. */
const empty = (fields: readonly made.Field[], feat: Feat) =>
  Object.fromEntries(fields.map(({ key, default: value }) => [key, feat === 'Insert' && value !== 'now' ? (value ?? null) : null]))

class ModelBuilder extends ApiBuilder {
  static readonly key = KEY
  readonly isDefault = true
  readonly name = say('Model')
  readonly order = 0
  override features: string[] = [...WITH_FIELDS, 'Delete', 'BulkDelete', 'Import', 'Export', 'FuzzyQuery', 'AdvancedQuery']
  readonly disabledOn = () => !choices().length

  match(schema: Json | undefined, sourceKey?: string) {
    if (schema?.dsType) return schema.dsType === KEY
    return !!namedBy(schema?.[sourceKey || 'api'])
  }

  private fieldsIn(bound: Bound, { scaffoldConfig }: Options, feat: Feat) {
    return made.chosenOf(bound.model, feat, keysIn(scaffoldConfig?.[this.getFieldsKey({ feat })]))
  }

  makeSourceSettingForm({ feat, renderer, inScaffold }: Options): Schema[] {
    if (renderer === 'crud' && feat !== 'List') return []
    const control = { type: 'select', label: say('Model'), searchable: true, placeholder: say('Choose a model'), options: choices() }
    if (!inScaffold)
      return renderer === 'service'
        ? [{ ...control, name: 'api', pipeIn: keyOf, pipeOut: (key: string) => `get:model:${key}` }]
        : [{ ...control, name: feat === 'View' ? 'initApi' : 'api', pipeIn: keyOf, disabled: true, description: say('Build it anew to choose another model.') }]
    const start = (key: string, form: { setValues(values: Json): void }) => {
      const model = boundTo(key)?.model
      if (!model) return
      const fields = Object.fromEntries(WITH_FIELDS.map(one => [this.getFieldsKey({ feat: one }), made.startsWith(model, one)]))
      form.setValues({
        ...fields,
        ...(renderer === 'crud' && { tools: ['Insert', 'BulkDelete', 'Import', 'Export'], operators: ['View', 'Edit', 'Delete'], filters: ['FuzzyQuery'] }),
      })
    }
    return [
      {
        ...control,
        name: 'dsModel',
        required: true,
        onChange: (key: string, before: string, _store: unknown, form: { setValues(values: Json): void }) => {
          if (key !== before) start(key, form)
        },
      },
    ]
  }

  makeFieldsSettingForm({ feat, inScaffold, fieldSettings }: Options): Schema[] {
    if (!inScaffold || !feat || !WITH_FIELDS.includes(feat)) return []
    return [
      {
        type: 'transfer',
        name: this.getFieldsKey({ feat }),
        label: fieldSettings?.renderLabel === false ? false : say('Fields'),
        description: say('In the order on the right; it is changed by dragging.'),
        source: `design:choices?model=\${dsModel}&feat=${feat}`,
        visibleOn: '${dsModel}',
        sortable: true,
        searchable: true,
        joinValues: false,
        extractValue: true,
        selectTitle: say('Fields of the model'),
        resultTitle: say('Chosen'),
      },
    ]
  }

  /** A form that stands for itself, or in a dialog of a list. */
  private formOf(bound: Bound, options: Options, feat: Feat, id: string): Schema {
    const fields = this.fieldsIn(bound, options, feat)
    const api = { Insert: made.insertApi, Edit: made.editApi, BulkEdit: made.bulkEditApi }[feat as 'Insert' | 'Edit' | 'BulkEdit']
    return {
      id,
      type: 'form',
      title: options.renderer === 'form' ? bound.model.name : undefined,
      mode: 'flex',
      labelAlign: 'top',
      dsType: KEY,
      feat,
      canAccessSuperData: false,
      ...(feat !== 'View' && { data: empty(fields, feat), api: api(bound, fields) }),
      ...((feat === 'Edit' || feat === 'View') && { initApi: made.rowApi(bound, feat === 'Edit') }),
      ...(feat === 'View' && { static: true }),
      ...(feat === 'Insert' && { resetAfterSubmit: true }),
      body: made.inputs(bound, fields, feat),
      ...(options.renderer === 'form' && feat !== 'View' && { actions: this.buttonsOf(options, id) }),
    }
  }

  /** The buttons of a form are amis', their words ours. */
  private buttonsOf(options: Options, id: string): Schema[] {
    const words: Record<string, string> = { submit: onPage.say('Save'), reset: onPage.say('Reset'), cancel: onPage.say('Cancel') }
    return this.buildFormOperators(options, id).map(button => {
      const [action] = ((button.onEvent as { click?: { actions?: { actionType?: string }[] } } | undefined)?.click?.actions ?? []) as { actionType?: string }[]
      return { ...button, label: words[action?.actionType ?? ''] ?? button.label }
    })
  }

  /** A button that opens a form in a dialog, and reads the list anew after it. */
  private opens(bound: Bound, options: Options, feat: Feat, listId: string | undefined, look: object, title: string): Schema {
    const submit = { type: 'button', actionType: 'submit', label: onPage.say('Save'), level: 'primary' }
    const form = this.formOf(bound, options, feat, generateNodeId())
    return {
      type: 'button',
      behavior: feat,
      ...look,
      onEvent: {
        click: {
          actions: [
            {
              actionType: 'dialog',
              dialog: {
                title,
                size: 'md',
                closeOnEsc: true,
                body: { ...form, onEvent: { submitSucc: { actions: [this.reads(listId)] } } },
                actions: [
                  { type: 'button', actionType: 'cancel', label: onPage.say(feat === 'View' ? 'Close' : 'Cancel') },
                  ...(feat === 'View' ? [] : [submit]),
                ],
              },
            },
          ],
        },
      },
    } as Schema
  }
  private reads = (componentId: string | undefined) => ({ actionType: 'search', groupType: 'component', componentId })

  private part(options: Options, feat: Feat, id: string | undefined, look: object, title: string) {
    const bound = boundIn(options)
    if (!bound) return undefined
    return options.renderer === 'form' ? this.formOf(bound, options, feat, id ?? generateNodeId()) : this.opens(bound, options, feat, id, look, title)
  }
  buildInsertSchema = async (options: Options, id?: string) =>
    this.part(options, 'Insert', id, { label: onPage.say('Add row'), level: 'primary', className: 'm-r-xs' }, onPage.say('Add row'))
  buildViewSchema = async (options: Options, id?: string) =>
    this.part(options, 'View', id, { label: onPage.say('View|verb'), level: 'link' }, onPage.say('View|verb'))
  buildEditSchema = async (options: Options, id?: string) =>
    this.part(options, 'Edit', id, { label: onPage.say('Edit'), level: 'link' }, onPage.say('Edit row'))
  buildBulkEditSchema = async (options: Options, id?: string) =>
    this.part(
      options,
      'BulkEdit',
      id,
      { label: onPage.say('Edit selected'), className: 'm-r-xs', disabledOn: '${!COUNT(selectedItems)}' },
      onPage.say('Change {count} rows', { count: '${COUNT(selectedItems)}' }),
    )

  private deletes(api: object, id: string | undefined, look: object): Schema {
    return { type: 'button', label: onPage.say('Delete'), ...look, onEvent: { click: { actions: [{ actionType: 'ajax', api }, this.reads(id)] } } } as Schema
  }
  buildCRUDDeleteSchema = async (options: Options, id?: string) => {
    const bound = boundIn(options)
    return (
      bound &&
      this.deletes(made.deleteApi(bound), id, {
        behavior: 'Delete',
        level: 'link',
        className: 'm-r-xs text-danger',
        confirmText: onPage.say('Delete this row?'),
      })
    )
  }
  buildCRUDBulkDeleteSchema = async (options: Options, id?: string) => {
    const bound = boundIn(options)
    return (
      bound &&
      this.deletes(made.bulkDeleteApi(bound), id, {
        behavior: 'BulkDelete',
        label: onPage.say('Delete selected'),
        level: 'danger',
        className: 'm-r-xs',
        disabledOn: '${!COUNT(selectedItems)}',
        confirmText: onPage.say('Delete {count} rows?', { count: '${COUNT(selectedItems)}' }),
      })
    )
  }
  buildCRUDExportSchema = async (options: Options) => {
    const bound = boundIn(options)
    if (!bound) return undefined
    const api = made.exportApi(bound, this.asked(bound, options))
    return {
      type: 'button',
      label: onPage.say('Export'),
      behavior: 'Export',
      className: 'm-r-xs',
      onEvent: { click: { actions: [{ actionType: 'download', api }] } },
    }
  }

  /** The steps from a file to rows are those of the table of rows. */
  private imports(options: Options, list: string) {
    const bound = boundIn(options)
    return (
      bound && { type: made.IMPORT, behavior: 'Import', source: bound.source, model: bound.model.key, label: onPage.say('Import'), list, className: 'm-r-xs' }
    )
  }

  /** Fields that the list is looked through by. */
  private asked(bound: Bound, options: Options) {
    return options.feats?.includes('SimpleQuery') ? this.fieldsIn(bound, options, 'SimpleQuery') : []
  }

  buildCRUDFilterSchema = async (options: Options) => {
    const bound = boundIn(options)
    if (!bound) return undefined
    const feats = options.feats ?? ['SimpleQuery']
    return {
      type: 'form',
      title: onPage.say('Search'),
      mode: 'inline',
      columnCount: 3,
      clearValueOnHidden: true,
      behavior: feats.filter(feat => feat === 'SimpleQuery' || feat === 'AdvancedQuery'),
      body: [
        ...(feats.includes('SimpleQuery') ? made.queryInputs(bound, this.fieldsIn(bound, options, 'SimpleQuery')) : []),
        ...(feats.includes('AdvancedQuery') ? [made.advancedInput(bound)] : []),
      ],
      actions: [
        { type: 'reset', label: onPage.say('Reset') },
        { type: 'submit', label: onPage.say('Search'), level: 'primary' },
      ],
    }
  }

  buildHeaderToolbar = async (options: Options, id: string) => {
    const bound = boundIn(options)
    const has = (feat: Feat) => !!options.feats?.includes(feat)
    const left = await Promise.all([
      has('Insert') && this.buildInsertSchema(options, id),
      has('BulkEdit') && this.buildBulkEditSchema(options, id),
      has('BulkDelete') && this.buildCRUDBulkDeleteSchema(options, id),
      has('Import') && this.imports(options, id),
      has('Export') && this.buildCRUDExportSchema(options),
    ])
    const search = { actionType: 'search', groupType: 'component', componentId: id, args: { query: { keywords: '${event.data.keywords}' } } }
    const right = bound && has('FuzzyQuery') ? [{ ...made.fuzzyInput(bound), onEvent: { search: { actions: [search] } } }] : []
    return this.buildToolbarFlex('header', left.filter(one => !!one) as Schema[], right)
  }

  buildCRUDColumn = async (field: { name?: string }, options: Options) => {
    const bound = boundIn(options)
    return bound && made.columns(bound, made.chosenOf(bound.model, 'List', [field.name ?? '']))[0]
  }
  buildCRUDColumnsSchema = async (options: Options, id?: string) => {
    const bound = boundIn(options)
    if (!bound) return []
    const has = (feat: Feat) => !!options.feats?.includes(feat)
    const buttons = await Promise.all([
      has('View') && this.buildViewSchema(options, id),
      has('Edit') && this.buildEditSchema(options, id),
      has('Delete') && this.buildCRUDDeleteSchema(options, id),
    ])
    const there = buttons.filter(one => !!one)
    return [
      ...made.columns(bound, this.fieldsIn(bound, options, 'List')),
      ...(there.length ? [{ type: 'operation', title: onPage.say('Actions'), fixed: 'right', buttons: there }] : []),
    ]
  }

  override async buildCRUDSchema(options: Options): Promise<Json> {
    const bound = boundIn(options)
    if (!bound) return (options.fallbackSchema as Json | undefined) ?? { type: 'crud2', mode: 'table2', columns: [] }
    const has = (feat: Feat) => !!options.feats?.includes(feat)
    const id = String((options.scaffoldConfig?.__pristineSchema as Json | undefined)?.id ?? generateNodeId())
    return {
      id,
      type: 'crud2',
      mode: 'table2',
      dsType: KEY,
      syncLocation: false,
      primaryField: 'id',
      loadType: 'pagination',
      ...((has('BulkEdit') || has('BulkDelete')) && { selectable: true, multiple: true }),
      api: made.listApi(bound, this.asked(bound, options)),
      ...((has('SimpleQuery') || has('AdvancedQuery')) && { filter: await this.buildCRUDFilterSchema(options) }),
      headerToolbar: await this.buildHeaderToolbar(options, id),
      footerToolbar: this.buildFooterToolbar(options, id),
      columns: await this.buildCRUDColumnsSchema(options, id),
    }
  }

  override async buildFormSchema(options: Options): Promise<Json> {
    const bound = boundIn(options)
    const { __pristineSchema: before } = (options.scaffoldConfig ?? {}) as { __pristineSchema?: Json }
    if (!bound) return (options.fallbackSchema as Json | undefined) ?? { type: 'form', body: [] }
    return { ...before, ...this.formOf(bound, options, options.feat ?? 'Insert', String(before?.id ?? generateNodeId())) }
  }

  /** What was chosen, read off what it made. */
  override guessCRUDScaffoldConfig(options: { schema: Json }): Config {
    const { schema } = options
    if (schema.dsType !== KEY) return { dsType: KEY }
    const config = super.guessCRUDScaffoldConfig(options)
    const found = new Set<Feat>()
    const look = (node: unknown): void => {
      if (!node || typeof node !== 'object') return
      const { behavior } = node as { behavior?: unknown }
      for (const one of [behavior].flat()) if (one === 'FuzzyQuery' || one === 'AdvancedQuery' || one === 'SimpleQuery' || one === 'Import') found.add(one)
      for (const value of Object.values(node)) look(value)
    }
    look([schema.filter, ownParts(schema.headerToolbar)])
    const keys = Object.fromEntries(
      WITH_FIELDS.map(feat => {
        const name = this.getFieldsKey({ feat })
        const given = keysIn(config[name])?.filter(key => key && key !== 'undefined' && !key.startsWith('_'))
        return [name, given?.length ? given : undefined]
      }),
    )
    const tools = [...((config.tools as Feat[] | undefined) ?? []), ...(found.delete('Import') ? ['Import' as const] : [])]
    return { ...config, ...keys, dsModel: keyOf(schema.api) ?? '', tools, filters: [...found] }
  }
  override guessFormScaffoldConfig(options: { schema: Json }): Config {
    const { schema } = options
    if (schema.dsType !== KEY) return { dsType: KEY }
    const config = super.guessFormScaffoldConfig(options)
    const name = this.getFieldsKey({ feat: (config.feat as Feat | undefined) ?? 'Insert' })
    return { ...config, [name]: keysIn(config[name]), dsModel: keyOf(schema.api) ?? keyOf(schema.initApi) ?? '' }
  }
}
/** What a toolbar holds that marks areas for parts to come is no part. */
const ownParts = (toolbar: unknown): unknown =>
  Array.isArray(toolbar)
    ? toolbar.map(one => {
        const { items, body, behavior: _marks, ...rest } = one as Json
        return items || body ? [ownParts(items), ownParts(body)] : { ...rest, behavior: _marks }
      })
    : []

const api = builderFactory.get('api')
if (api) {
  // The first one that may be the default is: models, where there are any.
  builderFactory.delete('api')
  registerDSBuilder(ModelBuilder as never)
  builderFactory.set('api', api)
}
