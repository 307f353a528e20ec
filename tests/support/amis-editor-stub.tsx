// Stands for amis' visual editor where there is no browser: it wants canvas, workers and CommonJS that jsdom does not have.
// The browser journeys use the real one.
export function Editor({ value }: { value?: { type?: string; title?: string } }) {
  return (
    <div role="region" aria-label="visual editor">
      {value?.type} {value?.title}
    </div>
  )
}

export class BasePlugin {
  constructor(readonly manager?: unknown) {}
}
/** Plugins that were registered, for tests of what they offer. */
export const plugins: { new (): BasePlugin }[] = []
export const registerEditorPlugin = (plugin: { new (): BasePlugin }) => void plugins.push(plugin)
/** Pieces of panels that were put in place of the editor's own, for tests of what they show. */
export const pieces = new Map<string, (patch?: object) => object>()
export const setSchemaTpl = (name: string, piece: (patch?: object) => object) => void pieces.set(name, piece)
export const getEventControlConfig = () => ({})
export const getSchemaTpl = (name: string, value?: object) => pieces.get(name)?.(value) ?? { type: name, value }
export class TablePlugin extends BasePlugin {}
export class EachPlugin extends BasePlugin {}
export class CardsPlugin extends BasePlugin {}
export class ListPlugin extends BasePlugin {}
export class CRUDTablePlugin extends BasePlugin {}
export class AvailableRenderersPlugin extends BasePlugin {
  buildEditorPanel() {}
}
export const Icon = ({ icon }: { icon: string }) => <i>{icon}</i>
/** Builders of data that were registered, by key; that of the editor itself comes first. */
export class ApiBuilder {
  getFieldsKey = ({ feat }: { feat: string }) => `${feat.charAt(0).toLowerCase()}${feat.slice(1)}Fields`
  buildFormOperators = () => []
  buildToolbarFlex = (_position: string, left: unknown[], right: unknown[]) => [{ type: 'flex', items: [{ body: left }, { body: right }] }]
  buildFooterToolbar = () => []
  guessCRUDScaffoldConfig() {
    return {}
  }
  guessFormScaffoldConfig() {
    return {}
  }
}
export const builderFactory = new Map<string, unknown>([['api', ApiBuilder]])
export const registerDSBuilder = (builder: { key: string }) => void builderFactory.set(builder.key, builder)
let nodes = 0
export const generateNodeId = () => `u:${++nodes}`

export class EditorManager {
  toDispose: (() => void)[] = []
  /** Panels that were built, by the block that they are of. */
  built: (string | undefined)[] = []
  buildPanels(id?: string) {
    this.built.push(id)
  }
}
