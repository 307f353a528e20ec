// The palette of the editor in place of its own: data first, whole names, a search that puts the best first.
import { useState } from 'react'
import { AvailableRenderersPlugin, Icon, type EditorManager } from 'amis-editor'
import { hasIcon } from 'amis-ui'
import { sayInEditor as say } from './component-plugin.ts'
import { arrange, iconOf, type Offer } from './palette-search.ts'

interface Part extends Offer {
  disabledRendererPlugin?: boolean
}
interface Store {
  subRenderersByOrder: Part[]
}

export function Palette({ store, manager }: { store: Store; manager: Pick<EditorManager, 'addElem'> }) {
  const [asked, setAsked] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const parts = store.subRenderersByOrder.filter(part => !part.disabledRendererPlugin)
  const groups = arrange(parts, asked, { data: say('Data'), other: say('More'), found: say('Found') })
  const fold = (name: string) => setFolded(before => new Set(before.has(name) ? [...before].filter(one => one !== name) : [...before, name]))
  return (
    <div className="ae-RendererPanel tes-palette">
      <div className="panel-header">{say('Components')}</div>
      <input
        type="search"
        className="tes-palette__search"
        aria-label={say('Search components')}
        placeholder={say('Search components')}
        value={asked}
        onChange={event => setAsked(event.target.value)}
      />
      <div className="tes-palette__groups hoverShowScrollBar">
        {!groups.length && <p role="status">{say('Nothing is called like this.')}</p>}
        {groups.map(({ name, offers }, at) => (
          <section key={name} aria-label={name}>
            <button type="button" className="tes-palette__head" aria-expanded={!folded.has(name)} onClick={() => fold(name)}>
              {name}
            </button>
            {!folded.has(name) && (
              <ul>
                {offers.map(part => {
                  const id = `${at}_${part.id}`
                  return (
                    <li key={part.id}>
                      <button
                        type="button"
                        className="tes-palette__part"
                        title={(part.description ?? '').replace(/<[^>]*>/g, '')}
                        draggable
                        data-id={id}
                        data-dnd-type="subrenderer"
                        data-dnd-id={part.id}
                        data-dnd-data={JSON.stringify(part.scaffold ?? { type: part.type })}
                        onClick={() => void manager.addElem(part.id)}
                        onDragStart={({ currentTarget, dataTransfer }) => {
                          // As the editor's own palette says what is dragged.
                          dataTransfer.setData(`dnd-dom/[data-id="${id}"]`, '')
                          dataTransfer.setDragImage(currentTarget, 0, 0)
                          dataTransfer.effectAllowed = 'copy'
                        }}
                      >
                        <Icon icon={iconOf(part, hasIcon)} />
                        <span>{part.name}</span>
                      </button>
                    </li>
                  )
                })}
              </ul>
            )}
          </section>
        ))}
      </div>
    </div>
  )
}

interface Panel {
  key: string
  component?: unknown
}
const { prototype } = AvailableRenderersPlugin as unknown as { prototype: { buildEditorPanel(context: unknown, panels: Panel[]): void } }
const { buildEditorPanel } = prototype
prototype.buildEditorPanel = function (context, panels) {
  buildEditorPanel.call(this, context, panels)
  const panel = panels.find(({ key }) => key === 'renderers')
  if (panel) panel.component = Palette
}
