// The pages of the app beside the canvas: search, order, groups, names, icons, visibility.
import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { PAGE_ICONS, PageIcon, pageIcon } from '../page-icons.tsx'
import { find, mayMove, rows, search, step, zoneAt, move, type Direction, type PageNode, type Row, type Zone } from './tree.ts'
import { Icon } from '../icons.tsx'
import { Dialog, Menu, useSay, type MenuItem } from '../workplace/ui.tsx'

export interface TreeActions {
  open(node: PageNode): void
  rename(node: PageNode, name: string): Promise<void>
  reorder(next: PageNode[], moved: PageNode): void
  change(node: PageNode, change: Partial<PageNode>): void
  copy(node: PageNode): void
  settings(node: PageNode): void
  remove(node: PageNode): void
  add(kind: PageNode['kind'], parentId: string | null): void
  importFiles(): void
}

interface Props {
  nodes: PageNode[]
  activeId: string
  actions: TreeActions
}

const ARROWS: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' }

export function PageTree({ nodes, activeId, actions }: Props) {
  const say = useSay()
  const [words, setWords] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = useState('')
  const [renaming, setRenaming] = useState('')
  const [iconFor, setIconFor] = useState<PageNode | null>(null)
  const [drag, setDrag] = useState<{ id: string; over?: string; zone?: Zone } | null>(null)
  const box = useRef<HTMLUListElement>(null)

  const shown = search(nodes, words)
  const lines = rows(shown, id => !!words.trim() || !folded.has(id))
  const tabStop = lines.some(({ node }) => node.id === focused)
    ? focused
    : lines.some(({ node }) => node.id === activeId)
      ? activeId
      : (lines[0]?.node.id ?? '')

  const focusRow = (id: string) => {
    setFocused(id)
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus())
  }
  const fold = (id: string, shut: boolean) => {
    const next = new Set(folded)
    if (shut) next.add(id)
    else next.delete(id)
    setFolded(next)
  }
  const moveStep = (node: PageNode, direction: Direction) => {
    const next = step(nodes, node.id, direction)
    if (!next) return
    const parent = find(next, node.id)?.parentId
    if (parent) fold(parent, false)
    actions.reorder(next, node)
    focusRow(node.id)
  }
  const pick = (node: PageNode) => {
    if (node.kind === 'page') actions.open(node)
    else if (node.kind === 'group') fold(node.id, !folded.has(node.id))
    else actions.settings(node)
  }
  const keys = (event: KeyboardEvent, { node }: Row) => {
    if (event.target !== event.currentTarget) return
    const at = lines.findIndex(line => line.node.id === node.id)
    const direction = ARROWS[event.key]
    const go = (line: Row | undefined) => line && focusRow(line.node.id)
    const done: Record<string, () => void> = {
      ArrowDown: () => go(lines[at + 1]),
      ArrowUp: () => go(lines[at - 1]),
      Home: () => go(lines[0]),
      End: () => go(lines.at(-1)),
      ArrowRight: () => (node.children.length && folded.has(node.id) ? fold(node.id, false) : node.children.length ? go(lines[at + 1]) : undefined),
      ArrowLeft: () => (node.children.length && !folded.has(node.id) ? fold(node.id, true) : node.parentId ? focusRow(node.parentId) : undefined),
      Enter: () => pick(node),
      ' ': () => pick(node),
      F2: () => setRenaming(node.id),
      Delete: () => actions.remove(node),
    }
    if (event.altKey && direction && !words.trim()) moveStep(node, direction)
    else if (!event.altKey && !event.ctrlKey && !event.metaKey && done[event.key]) done[event.key]?.()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const over = (event: DragEvent, target: PageNode) => {
    if (!drag) return
    const box = event.currentTarget.getBoundingClientRect()
    const zone = zoneAt(event.clientY - box.top, box.height, target)
    if (!mayMove(nodes, drag.id, target.id, zone)) return setDrag({ id: drag.id })
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    if (drag.over !== target.id || drag.zone !== zone) setDrag({ id: drag.id, over: target.id, zone })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const moved = drag && find(nodes, drag.id)
    const next = drag?.over && drag.zone ? move(nodes, drag.id, drag.over, drag.zone) : undefined
    setDrag(null)
    if (!next || !moved) return
    if (drag?.zone === 'inside' && drag.over) fold(drag.over, false)
    actions.reorder(next, moved)
  }

  const menu = (node: PageNode): (MenuItem | null)[] => {
    const stepItem = (label: string, direction: Direction, hint: string): MenuItem => ({
      label,
      hint,
      disabled: !!words.trim() || !step(nodes, node.id, direction),
      onPick: () => moveStep(node, direction),
    })
    return [
      { label: say('Rename'), hint: 'F2', onPick: () => setRenaming(node.id) },
      { label: say('Change icon'), onPick: () => setIconFor(node) },
      { label: node.visible ? say('Hide in the menu') : say('Show in the menu'), onPick: () => actions.change(node, { visible: !node.visible }) },
      { label: say('Settings'), onPick: () => actions.settings(node) },
      { label: say('Copy'), onPick: () => actions.copy(node) },
      ...(node.kind === 'link' ? [] : [{ label: say('Add a page inside'), onPick: () => actions.add('page', node.id) }]),
      null,
      stepItem(say('Move up'), 'up', 'Alt ↑'),
      stepItem(say('Move down'), 'down', 'Alt ↓'),
      stepItem(say('Move into the one above'), 'in', 'Alt →'),
      stepItem(say('Move out'), 'out', 'Alt ←'),
      null,
      { label: say('Delete'), danger: true, onPick: () => actions.remove(node) },
    ]
  }

  return (
    <section className="tes-pages" aria-label={say('Pages')}>
      <div className="tes-pages__head">
        <SearchBox label={say('Search pages')} value={words} onChange={setWords} />
        <Menu
          label={say('Add')}
          icon="plus"
          items={[
            { label: say('New page'), onPick: () => actions.add('page', null) },
            { label: say('New group'), onPick: () => actions.add('group', null) },
            { label: say('New link'), onPick: () => actions.add('link', null) },
            null,
            { label: say('Import amis files'), onPick: actions.importFiles },
          ]}
        />
      </div>
      {words.trim() && !lines.length ? (
        <p className="tes-pages__none">{say('No page has “{words}” in its name or path.', { words: words.trim() })}</p>
      ) : (
        <ul
          ref={box}
          role="tree"
          aria-label={say('Pages of the app')}
          className="tes-tree"
          onDragOver={event => drag?.over && event.preventDefault()}
          onDrop={drop}
          onDragLeave={event => !event.currentTarget.contains(event.relatedTarget as Node) && drag && setDrag({ id: drag.id })}
        >
          {lines.map(line => {
            const { node, depth } = line
            const isOpen = node.children.length > 0 && (!!words.trim() || !folded.has(node.id))
            const mark = drag?.over === node.id ? ` is-${drag.zone}` : ''
            return (
              <li
                key={node.id}
                role="treeitem"
                data-id={node.id}
                aria-level={depth + 1}
                aria-posinset={line.at}
                aria-setsize={line.of}
                aria-expanded={node.children.length ? isOpen : undefined}
                aria-selected={node.id === activeId}
                aria-label={[
                  node.name,
                  node.kind === 'group' ? say('Group') : node.kind === 'link' ? say('Link') : '',
                  node.visible ? '' : say('hidden'),
                  node.hasDraft ? say('has a draft') : '',
                ]
                  .filter(Boolean)
                  .join(', ')}
                tabIndex={node.id === tabStop ? 0 : -1}
                className={`tes-row${node.id === activeId ? ' is-active' : ''}${node.visible ? '' : ' is-hidden'}${drag?.id === node.id ? ' is-dragged' : ''}${mark}`}
                style={{ paddingLeft: 8 + depth * 16 }}
                draggable={renaming !== node.id && !words.trim()}
                onDragStart={event => {
                  event.dataTransfer.effectAllowed = 'move'
                  event.dataTransfer.setData('text/plain', node.name)
                  setDrag({ id: node.id })
                }}
                onDragEnd={() => setDrag(null)}
                onDragOver={event => over(event, node)}
                onKeyDown={event => keys(event, line)}
                onFocus={() => setFocused(node.id)}
                onClick={() => renaming !== node.id && pick(node)}
              >
                {node.children.length ? (
                  <button
                    type="button"
                    className={`tes-fold${isOpen ? ' is-open' : ''}`}
                    tabIndex={-1}
                    aria-label={isOpen ? say('Fold') : say('Unfold')}
                    onClick={event => {
                      event.stopPropagation()
                      fold(node.id, isOpen)
                    }}
                  >
                    <Icon name="chevron" size={12} />
                  </button>
                ) : (
                  <span className="tes-fold" />
                )}
                <PageIcon name={node.icon} kind={node.kind} />
                {renaming === node.id ? (
                  <NameInput
                    name={node.name}
                    onDone={async name => {
                      setRenaming('')
                      focusRow(node.id)
                      if (name && name !== node.name) await actions.rename(node, name)
                    }}
                  />
                ) : (
                  <span className="tes-row__name" title={node.path || node.link || node.name} onDoubleClick={() => setRenaming(node.id)}>
                    {node.name}
                  </span>
                )}
                {node.hasDraft && <i className="tes-row__draft" title={say('has a draft')} />}
                {!node.visible && <Icon name="hidden" size={14} />}
                <Menu
                  label={say('More for {name}', { name: node.name })}
                  items={menu(node)}
                  className="tes-icon-button tes-row__menu"
                  tabIndex={node.id === tabStop ? 0 : -1}
                />
              </li>
            )
          })}
        </ul>
      )}
      {iconFor && (
        <IconPicker
          node={iconFor}
          onPick={icon => {
            actions.change(iconFor, { icon })
            setIconFor(null)
          }}
          onClose={() => setIconFor(null)}
        />
      )}
    </section>
  )
}

function NameInput({ name, onDone }: { name: string; onDone(name: string): void }) {
  const say = useSay()
  const [value, setValue] = useState(name)
  // Enter and Escape take the focus away as well; only the first of them counts.
  const over = useRef(false)
  const finish = (result: string) => {
    if (over.current) return
    over.current = true
    onDone(result)
  }
  return (
    <input
      className="tes-row__input"
      autoFocus
      value={value}
      maxLength={50}
      aria-label={say('Name')}
      onFocus={event => event.target.select()}
      onChange={event => setValue(event.target.value)}
      onBlur={() => finish(value.trim())}
      onClick={event => event.stopPropagation()}
      onKeyDown={event => {
        event.stopPropagation()
        if (event.key === 'Enter') finish(value.trim())
        if (event.key === 'Escape') finish('')
      }}
    />
  )
}

function IconPicker({ node, onPick, onClose }: { node: PageNode; onPick(icon: string): void; onClose(): void }) {
  const say = useSay()
  const [words, setWords] = useState('')
  const now = node.icon ? pageIcon(node.icon, node.kind) : node.kind
  const found = PAGE_ICONS.filter(name => name.includes(words.trim().toLowerCase()))
  return (
    <Dialog title={say('Icon of {name}', { name: node.name })} onClose={onClose}>
      <div className="tes-dialog__body">
        <SearchBox label={say('Search icons')} value={words} onChange={setWords} />
        <div className="tes-icons">
          {found.map(name => (
            <button key={name} type="button" aria-label={name} title={name} aria-pressed={name === now} onClick={() => onPick(name)}>
              <PageIcon name={name} kind={node.kind} size={20} />
            </button>
          ))}
        </div>
        {!found.length && <p>{say('No icon is called that.')}</p>}
      </div>
    </Dialog>
  )
}

function SearchBox({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  return (
    <div className="tes-search">
      <Icon name="search" />
      <input type="search" value={value} placeholder={label} aria-label={label} onChange={event => onChange(event.target.value)} />
    </div>
  )
}
