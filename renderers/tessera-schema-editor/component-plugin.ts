// How a component of ours appears in the editor: in the palette with a name and a sentence, and with a panel of its own for its properties.
import { BasePlugin, getEventControlConfig, getSchemaTpl, registerEditorPlugin, type BaseEventContext } from 'amis-editor'
import type { InEditor, OwnEvent } from '../about.ts'
import type { Say } from '../words.ts'
import { placeNow } from './place.ts'

/** The editor makes its plugins when it is mounted, in the language of the page. */
let say: Say = english => english
export const setEditorWords = (words: Say) => void (say = words)
/** The same for what is made while the editor is open. */
export const sayInEditor: Say = (english, values) => say(english, values)

const TEXTS = ['label', 'description', 'placeholder', 'addButtonText', 'remark', 'title', 'onText', 'offText']
/** A panel is a screen too: what looks like a place for a value is shown as it is. */
const asWritten = (text: string) => text.replaceAll('${', '\\${')
/** The panel in the reader's language: texts of controls and the choices in them. */
function inWords(control: unknown): unknown {
  if (Array.isArray(control)) return control.map(inWords)
  if (!control || typeof control !== 'object') return control
  return Object.fromEntries(
    Object.entries(control).map(([key, value]) => [key, TEXTS.includes(key) && typeof value === 'string' ? asWritten(say(value)) : inWords(value)]),
  )
}

/** As the editor's list of events takes them. */
const eventOf = ({ key, label, data = [] }: OwnEvent) => ({
  eventName: key,
  eventLabel: label || key,
  description: key,
  defaultShow: true,
  dataSchema: [
    {
      type: 'object',
      properties: {
        data: { type: 'object', title: say('Data'), properties: Object.fromEntries(data.map(name => [name, { type: 'string', title: name }])) },
      },
    },
  ],
})

/** What is put in begins with words of the person who puts it there. */
const inserted = (scaffold: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(scaffold).map(([key, value]) => [key, TEXTS.includes(key) && typeof value === 'string' ? say(value) : value]))

export function componentPlugin(type: `tessera-${string}`, made: InEditor) {
  class Plugin extends BasePlugin {
    static id = `plugin ${type}`
    override rendererName = type
    $schema = '/schemas/UnkownSchema.json'
    override name = say(made.name)
    description = say(made.description)
    panelTitle = say(made.name)
    pluginIcon = made.icon
    tags = [say('More')]
    searchKeywords = `${type} ${made.name}`
    isBaseComponent = true
    disabledRendererPlugin = !made.isForPages && !placeNow().isScreen
    // Labels above: our sentences below a control need its whole width.
    panelJustify = false
    regions = made.regions?.map(({ key, label }) => ({ key, label: say(label) })) as never
    scaffold = { type, ...inserted(made.scaffold) }
    previewSchema = { type, ...inserted(made.scaffold), ...made.example }
    // The editor asks with what the selected one says: two of a type may tell different things.
    events = ((schema: Record<string, unknown>) => (made.events?.(schema, placeNow()) ?? []).map(eventOf)) as never
    panelBodyCreator = (context: BaseEventContext) =>
      [
        getSchemaTpl('tabs', [
          {
            title: say('Properties'),
            body: getSchemaTpl('collapseGroup', [
              { title: say(made.name), body: inWords(typeof made.panel === 'function' ? made.panel(placeNow()) : made.panel) },
              { title: say('When it is shown'), body: [getSchemaTpl('visible')] },
            ]),
          },
          ...(made.events
            ? [
                {
                  title: say('Events'),
                  className: 'p-none',
                  body: [getSchemaTpl('eventControl', { name: 'onEvent', ...getEventControlConfig(this.manager, context) })],
                },
              ]
            : []),
        ]),
      ] as never
  }
  registerEditorPlugin(Plugin as never)
}
