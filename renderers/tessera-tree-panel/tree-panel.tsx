// A tree at the side and what is chosen in it beside it: select by address, search, menus, order within a level by dragging or Alt with the arrows.
// Only the rows in sight are drawn, so that thousands of departments open at once.
import { useEffect, useMemo, useRef, useState, type CSSProperties, type DragEvent, type KeyboardEvent } from 'react'
import { bindEvent, createObject, evalExpression, normalizeApi, tokenize, type RendererProps, type Schema } from 'amis-core'
import { renderer, useInstance } from '../register.tsx'
import { sayer } from '../words.ts'
import { idsOf, levelOf, moved, nodeOf, pathTo, reordered, rowsOf, type Row, type TreeNode } from './rows.ts'
import { Grip, usePanelWidth } from './panel-width.tsx'
import { TreeMenu, type MenuItem } from './tree-menu.tsx'
import { TreeRow } from './tree-row.tsx'
import '../link.css'
import './tree-panel.css'

interface Props extends RendererProps {
  /** Call that answers `options`: nodes with id, label and children. */
  api?: string | object
  /** Call that takes `parentId` and `ids`, the new order of a level; without it nothing can be dragged. */
  orderApi?: string | object
  heading?: string
  /** Label of the button that sends the event add. */
  addLabel?: string
  /** Where it is false, nothing can be added. */
  addOn?: string
  searchLabel?: string
  /** What is chosen, as an expression over the data, such as ${query.department}. */
  selected?: string
  /** Address of a node, as a template over it. */
  address?: string
  /** A line above the tree that stands for everything. */
  all?: { label: string; address: string }
  menu?: MenuItem[]
  /** A number behind the label, as a template over the node. */
  count?: string
  /** What stands beside the tree; reads `selected`, the chosen node or null. */
  body?: Schema
}

const ROW = 32
/** How many nodes that are new after a reload are shown by opening what is above them. */
const SHOWN_WHEN_ADDED = 20
/** Rows drawn above and below those in sight. */
const SPARE = 8
export function TreePanel(props: Props) {
  const {
    api,
    orderApi,
    heading = '',
    addLabel,
    addOn,
    searchLabel,
    selected,
    address = '',
    all,
    menu = [],
    count,
    body,
    data,
    env,
    render,
    dispatchEvent,
  } = props
  const say = sayer(env)
  const [nodes, setNodes] = useState<TreeNode[]>()
  const [error, setError] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [search, setSearch] = useState('')
  const [active, setActive] = useState('')
  const [width, setWidth] = usePanelWidth()
  const [view, setView] = useState({ top: 0, height: 600 })
  const [drop, setDrop] = useState<{ id: string; after: boolean }>()
  const [said, setSaid] = useState('')
  const [menuAt, setMenuAt] = useState<{ id: string; x: number; y: number }>()
  const dragged = useRef('')
  const scroller = useRef<HTMLDivElement>(null)
  const turn = useRef(0)
  /** The tree as the server has it, and the orders on their way to it: one after the other, so that the last one counts. */
  const kept = useRef<TreeNode[]>([])
  const orders = useRef({ last: 0, sent: Promise.resolve() })

  const asked = String(tokenize(selected ?? '', data, '| raw') ?? '')
  const chosen = nodes && (nodeOf(nodes, asked) ?? (all ? undefined : nodes[0]))
  const text = (template: string | undefined, node: TreeNode) => (template ? String(tokenize(template, createObject(data, node), '| raw') ?? '') : '')
  const go = (to: string, replace = false) => (to.startsWith('?') ? env.updateLocation?.(to, replace) : env.jumpTo(to))
  const choose = (node: TreeNode) => go(text(address, node))

  async function load() {
    const mine = ++turn.current
    setError('')
    const answer = await env.fetcher(normalizeApi(api as never), data).catch((problem: Error) => ({ ok: false, msg: problem.message, data: undefined }))
    if (mine !== turn.current) return
    if (!answer.ok) return setError(answer.msg || say('The server cannot be reached. Check the connection and try again'))
    const found = (answer.data as { options?: TreeNode[] }).options ?? []
    // What was added since shows itself, unless that would open half of the tree.
    const known = new Set(nodes && idsOf(nodes))
    const added = known.size ? idsOf(found).filter(id => !known.has(id)) : []
    const above = added.length <= SHOWN_WHEN_ADDED ? added.flatMap(id => pathTo(found, id) ?? []) : []
    kept.current = found
    setNodes(found)
    // The first level is open at first, and what leads to the chosen node.
    setOpen(now => new Set([...(now.size ? now : found.slice(0, 1).map(node => node.id)), ...(pathTo(found, asked) ?? []), ...above]))
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; reloading is asked for
  useEffect(() => void load(), [])
  useEffect(() => {
    if (!nodes || !asked) return
    const above = pathTo(nodes, asked) ?? []
    if (above.some(id => !open.has(id))) setOpen(new Set([...open, ...above]))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is chosen shows itself once; after that it may be folded away
  }, [asked])
  const self = useInstance(props, {
    reload: () => load(),
    doAction: ({ actionType, args }) => {
      // After a deletion nothing is chosen.
      if (actionType === 'choose') go(text(address, { id: '', label: '', ...args }), true)
    },
  })

  // What amis does for components that are classes.
  useEffect(() => bindEvent(self), [self])
  const send = (event: string, node?: TreeNode) => void dispatchEvent?.(event, createObject(data, node ? { ...node } : {}), self)

  const rows = useMemo(() => (nodes ? rowsOf(nodes, open, search) : []), [nodes, open, search])
  const at = Math.max(
    0,
    rows.findIndex(row => row.node.id === (active || chosen?.id)),
  )
  const current = rows[at]
  const first = Math.max(0, Math.floor(view.top / ROW) - SPARE)
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / ROW) + SPARE)

  const isHere = !!nodes
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const measure = () => setView({ top: box.scrollTop, height: box.clientHeight || 600 })
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const watch = new ResizeObserver(measure)
    watch.observe(box)
    return () => watch.disconnect()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the box is drawn with the first answer
  }, [isHere])

  function show(index: number) {
    const row = rows[index]
    const box = scroller.current
    if (!row || !box) return
    setActive(row.node.id)
    const top = index * ROW
    const height = box.clientHeight || 600
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + ROW > box.scrollTop + height) box.scrollTop = top + ROW - height
  }
  const toggle = (id: string, to = !open.has(id)) => {
    const next = new Set(open)
    if (to) next.add(id)
    else next.delete(id)
    setOpen(next)
  }

  async function reorder(node: TreeNode, to: number) {
    if (!nodes || !orderApi || search) return
    const level = levelOf(nodes, node.id).map(one => one.id)
    const ids = moved(level, node.id, to)
    if (ids.join() === level.join()) return
    setNodes(reordered(nodes, ids))
    setSaid(say('{name} is now {place} of {count}', { name: node.label, place: ids.indexOf(node.id) + 1, count: ids.length }))
    const mine = ++orders.current.last
    orders.current.sent = orders.current.sent.then(async () => {
      const answer = await env
        .fetcher(normalizeApi(orderApi as never), createObject(data, { parentId: node.parentId ?? null, ids }))
        .catch((problem: Error) => ({ ok: false, msg: problem.message }))
      if (answer.ok) kept.current = reordered(kept.current, ids)
      else {
        setSaid('')
        env.notify('error', answer.msg || say('The server cannot be reached. Check the connection and try again'))
      }
      if (mine === orders.current.last) setNodes(kept.current)
    })
    return orders.current.sent
  }

  const itemsOf = (node: TreeNode) => menu.filter(item => !item.visibleOn || evalExpression(item.visibleOn, createObject(data, node)))
  const openMenu = (node: TreeNode, from: Element) => {
    const { left, bottom } = from.getBoundingClientRect()
    setActive(node.id)
    setMenuAt({ id: node.id, x: Math.min(left, window.innerWidth - 200), y: Math.min(bottom + 4, window.innerHeight - 140) })
  }
  const closeMenu = () => {
    setMenuAt(undefined)
    scroller.current?.focus({ preventScroll: true })
  }

  function keys(event: KeyboardEvent) {
    if (!current || event.target !== scroller.current) return
    const { node } = current
    const isMove = event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')
    if (isMove) void reorder(node, current.place - 1 + (event.key === 'ArrowUp' ? -1 : 1))
    else if (event.altKey || event.ctrlKey || event.metaKey) return
    else if (event.key === 'ArrowDown') show(Math.min(rows.length - 1, at + 1))
    else if (event.key === 'ArrowUp') show(Math.max(0, at - 1))
    else if (event.key === 'Home') show(0)
    else if (event.key === 'End') show(rows.length - 1)
    else if (event.key === 'ArrowRight') {
      if (current.hasChildren && !current.isOpen) toggle(node.id, true)
      else if (current.isOpen) show(at + 1)
    } else if (event.key === 'ArrowLeft') {
      if (current.isOpen) toggle(node.id, false)
      else show(rows.findLastIndex((row, index) => index < at && row.depth < current.depth))
    } else if (event.key === 'Enter' || event.key === ' ') choose(node)
    else if ((event.key === 'F10' && event.shiftKey) || event.key === 'ContextMenu')
      openMenu(node, scroller.current?.querySelector(`[data-id="${CSS.escape(node.id)}"]`) ?? event.currentTarget)
    else if (event.key.length === 1) {
      const letter = event.key.toLowerCase()
      const found = [...rows.keys()].find(n => rows[(at + 1 + n) % rows.length]?.node.label.toLowerCase().startsWith(letter))
      if (found === undefined) return
      show((at + 1 + found) % rows.length)
    } else return
    event.preventDefault()
  }

  /** Only a sibling of what is dragged takes it. */
  const over = (event: DragEvent, row: Row) => {
    const node = nodes && nodeOf(nodes, dragged.current)
    if (!node || node.id === row.node.id || (node.parentId ?? null) !== (row.node.parentId ?? null)) return
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    setDrop({ id: row.node.id, after: event.clientY > top + height / 2 })
  }
  const land = (event: DragEvent) => {
    event.preventDefault()
    const node = nodes && nodeOf(nodes, dragged.current)
    if (!node || !nodes || !drop) return
    const ids = levelOf(nodes, node.id)
      .map(one => one.id)
      .filter(id => id !== node.id)
    void reorder(node, ids.indexOf(drop.id) + (drop.after ? 1 : 0))
    setDrop(undefined)
  }

  const line = (row: Row) => {
    const { node } = row
    return (
      <TreeRow
        key={node.id}
        row={row}
        isChosen={chosen?.id === node.id}
        isActive={current?.node.id === node.id}
        isDraggable={!!orderApi && !search && row.of > 1}
        drop={drop?.id === node.id ? (drop.after ? 'after' : 'before') : undefined}
        count={text(count, node)}
        moreLabel={itemsOf(node).length > 0 ? say('More for {name}', { name: node.label }) : ''}
        choose={() => {
          setActive(node.id)
          choose(node)
        }}
        toggle={() => toggle(node.id)}
        openMenu={from => openMenu(node, from)}
        onDragStart={event => {
          dragged.current = node.id
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', node.label)
        }}
        onDragOver={event => over(event, row)}
        onDragLeave={() => setDrop(undefined)}
        onDrop={land}
        onDragEnd={() => {
          dragged.current = ''
          setDrop(undefined)
        }}
      />
    )
  }

  // Opening, searching and scrolling the tree leaves what stands beside it alone.
  const beside = useMemo(
    () => (isHere && body ? render('body', body, { key: chosen?.id ?? 'all', data: createObject(data, { selected: chosen ?? null }) }) : null),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `render` is another function at each drawing
    [isHere, body, chosen, data],
  )

  const menuNode = menuAt && nodes ? nodeOf(nodes, menuAt.id) : undefined
  return (
    <div className="tes-tree-panel" style={{ '--tes-tree-width': `${width}px` } as CSSProperties}>
      <section className="tes-tree__panel" aria-label={heading}>
        <header>
          <h2>{heading}</h2>
          {addLabel && (!addOn || evalExpression(addOn, data)) && (
            <button type="button" className="tes-tree__add" aria-label={addLabel} title={addLabel} onClick={() => send('add', chosen)}>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M8 3v10M3 8h10" />
              </svg>
            </button>
          )}
        </header>
        {searchLabel && (
          <input
            type="search"
            className="tes-tree__search"
            placeholder={searchLabel}
            aria-label={searchLabel}
            value={search}
            onChange={event => {
              setSearch(event.target.value)
              if (scroller.current) scroller.current.scrollTop = 0
            }}
          />
        )}
        {all && (
          <a
            className={`tes-tree__all${chosen ? '' : ' is-chosen'}`}
            aria-current={chosen ? undefined : 'true'}
            href={String(tokenize(all.address, data, '| raw'))}
            onClick={event => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
              event.preventDefault()
              go(String(tokenize(all.address, data, '| raw')))
            }}
          >
            {all.label}
          </a>
        )}
        {error ? (
          <div className="tes-tree__note" role="alert">
            <p>{error}</p>
            <button type="button" className="tes-link" onClick={() => void load()}>
              {say('Try again')}
            </button>
          </div>
        ) : !nodes ? (
          <div className="tes-tree__wait" aria-busy="true">
            {[1, 2, 3, 4, 5].map(n => (
              <i key={n} />
            ))}
          </div>
        ) : rows.length === 0 ? (
          <p className="tes-tree__note">{search ? say('Nothing matches') : say('Nothing here yet')}</p>
        ) : (
          <div
            ref={scroller}
            className="tes-tree__rows"
            role="tree"
            tabIndex={0}
            aria-label={heading}
            aria-activedescendant={current ? `tree-${current.node.id}` : undefined}
            onKeyDown={keys}
            onScroll={event => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight || 600 })}
          >
            <div role="presentation" style={{ height: rows.length * ROW }}>
              <div role="presentation" style={{ transform: `translateY(${first * ROW}px)` }}>
                {rows.slice(first, last).map(line)}
              </div>
            </div>
          </div>
        )}
        <p className="tes-tree__said" aria-live="polite">
          {said}
        </p>
        <Grip width={width} label={say('Width of the side panel')} resize={setWidth} />
      </section>
      <div className="tes-tree__body">{beside}</div>
      {menuAt && menuNode && (
        <TreeMenu
          at={menuAt}
          items={itemsOf(menuNode).map(item => ({ ...item, why: text(item.reason, menuNode) }))}
          close={closeMenu}
          pick={event => {
            closeMenu()
            send(event, menuNode)
          }}
        />
      )}
    </div>
  )
}

export default renderer('tessera-tree-panel', TreePanel)
