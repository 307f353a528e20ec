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
export const getSchemaTpl = (name: string, value?: unknown) => ({ type: name, value })
export class TablePlugin extends BasePlugin {}
export class EachPlugin extends BasePlugin {}
export class CardsPlugin extends BasePlugin {}
export class ListPlugin extends BasePlugin {}
