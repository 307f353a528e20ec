// The palette of the editor in place of its own: data first, whole names, a search that puts the best first.
import { memo, useMemo, useState } from 'react'
import { AvailableRenderersPlugin, Icon, type EditorManager } from 'amis-editor'
import { hasIcon } from 'amis-ui'
import { sayInEditor as say } from './component-plugin.ts'
import { arrange, iconOf, type Group, type Offer } from './palette-search.ts'

interface Part extends Offer {
  disabledRendererPlugin?: boolean
}
interface Store {
  subRenderersByOrder: Part[]
}

type Manager = Pick<EditorManager, 'addElem'>

/** Some hundred and fifty buttons with their pictures: drawn anew when what they offer changes, not whenever the editor draws its panels. */
const Parts = memo(({ offers, at, manager }: { offers: Group<Part>['offers']; at: number; manager: Manager }) => (
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
))
Parts.displayName = 'Parts'

export function Palette({ store, manager }: { store: Store; manager: Manager }) {
  const [asked, setAsked] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const parts = store.subRenderersByOrder.filter(part => !part.disabledRendererPlugin)
  const offered = parts.map(({ id, name }) => `${id} ${name}`).join('\n')
  const words = [say('Data'), say('More'), say('Found')].join('\n')
  const groups = useMemo(
    () => {
      const [data = '', other = '', found = ''] = words.split('\n')
      return arrange(parts, asked, { data, other, found })
    },
    // The editor makes the list anew each time that it is asked for; what it says is what counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [offered, asked, words],
  )
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
            {!folded.has(name) && <Parts offers={offers} at={at} manager={manager} />}
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
