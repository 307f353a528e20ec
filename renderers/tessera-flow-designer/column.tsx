// The cards of a flow, one below the other, with branches side by side: a list within lists, for the keyboard and whoever hears it.
import { createContext, useContext, useEffect, useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { DefinedNode } from '../../api/flow/definition.ts'
import { isOnlyWayOn } from '../../api/flow/edit.ts'
import type { BorderBranch, Branch, Item, Tree } from '../../api/flow/tree.ts'
import type { Mark } from '../flow-canvas/canvas.tsx'
import { Icon } from '../icons.tsx'
import type { Say } from '../words.ts'
import { borderTitle } from './sentences.ts'
import type { Selected } from './work.ts'

export type Adding = 'user' | 'copy' | 'service' | 'subprocess' | 'exclusive' | 'parallel' | 'inclusive'
export interface Drawing {
  say: Say
  selected: Selected
  mayEdit: boolean
  /** Ids of what is wrong or different, with how. */
  marks: ReadonlyMap<string, Mark>
  textOf(node: DefinedNode): string
  branchTextOf(branch: Pick<Branch, 'line'>, split: DefinedNode): string
  select(selected: Selected): void
  add(kind: Adding, lineId: string): void
  move(id: string, lineId: string): void
  remove(id: string): void
  copy(id: string): void
  addBranch(splitId: string): void
  removeBranch(splitId: string, lineId: string): void
  moveBranch(splitId: string, lineId: string, by: -1 | 1): void
  endBranch(splitId: string, lineId: string, ends: boolean): void
  endBorder(id: string, ends: boolean): void
}
export const Drawn = createContext<Drawing | undefined>(undefined)
export function useDrawing(): Drawing {
  const drawing = useContext(Drawn)
  if (!drawing) throw new Error('Drawn outside of a flow')
  return drawing
}

const ADDABLE = ['user', 'copy', 'service', 'subprocess', 'exclusive', 'parallel', 'inclusive'] as const
function wordsOf(say: Say): Record<Adding, [string, string]> {
  return {
    user: [say('Approval'), say('Somebody decides')],
    copy: [say('Copy|flow'), say('Somebody is told')],
    service: [say('Service|flow'), say('The flow does something by itself')],
    subprocess: [say('Sub-process'), say('Steps that belong together')],
    exclusive: [say('Choice|flow'), say('The first branch that fits')],
    parallel: [say('At the same time'), say('All branches')],
    inclusive: [say('Choice of several'), say('Each branch that fits')],
  }
}
/** From this width on a label may be cut off: what it says stands in a tooltip. */
const WIDE = 130
const tip = ({ currentTarget }: { currentTarget: HTMLElement }) => {
  if (currentTarget.offsetWidth >= WIDE) currentTarget.title = currentTarget.textContent ?? ''
  else currentTarget.removeAttribute('title')
}
const DRAG_TYPE = 'text/tessera-step'

/** Where something can be put on a line. */
function Plus({ line }: { line: string }) {
  const { say, add, move, mayEdit } = useDrawing()
  const [open, setOpen] = useState(false)
  const [over, setOver] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    box.current?.querySelector('[role=menu]')?.scrollIntoView?.({ block: 'nearest' })
    const away = (event: Event) => box.current?.contains(event.target as Node) || setOpen(false)
    document.addEventListener('pointerdown', away)
    return () => document.removeEventListener('pointerdown', away)
  }, [open])
  if (!mayEdit) return <div className="tes-flow__line" />
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setOpen(false)
      box.current?.querySelector('button')?.focus()
    }
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (!by) return
    event.preventDefault()
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    items[(items.indexOf(document.activeElement as HTMLElement) + by + items.length) % items.length]?.focus()
  }
  const drag = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAG_TYPE)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      move(event.dataTransfer.getData(DRAG_TYPE), line)
    },
  }
  const words = wordsOf(say)
  return (
    <div ref={box} className={`tes-flow__line${over ? ' is-over' : ''}`} onKeyDown={keys} {...drag}>
      <button type="button" className="tes-flow__plus" aria-haspopup="menu" aria-expanded={open} aria-label={say('Add here')} onClick={() => setOpen(!open)}>
        +
      </button>
      {open && (
        <div className="tes-flow__menu" role="menu" aria-label={say('Add here')}>
          {ADDABLE.map(kind => (
            <button
              key={kind}
              type="button"
              role="menuitem"
              className={`is-${kind}`}
              onClick={() => {
                setOpen(false)
                add(kind, line)
              }}
            >
              <b>{words[kind][0]}</b>
              <small>{words[kind][1]}</small>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

interface CardProps {
  node: DefinedNode
  kind: string
  title: string
  /** Lines to which Alt with an arrow moves it. */
  up?: string | undefined
  down?: string | undefined
  children?: ReactNode
}
export function Card({ node, kind, title, up, down, children }: CardProps) {
  const { say, selected, select, marks, textOf, mayEdit, move, remove, copy } = useDrawing()
  const isHere = (selected.of === 'node' || selected.of === 'overdue') && selected.id === node.id
  const mark = marks.get(node.id)
  const mayCopy = kind === 'user' || kind === 'copy' || kind === 'service'
  const isStep = mayCopy || kind === 'subprocess'
  const keys = (event: KeyboardEvent) => {
    if (!mayEdit || !(isStep || kind === 'border')) return
    if (event.key === 'Delete' || event.key === 'Backspace') return remove(node.id)
    const to = event.altKey && event.key === 'ArrowUp' ? up : event.altKey && event.key === 'ArrowDown' ? down : undefined
    if (!to) return
    event.preventDefault()
    move(node.id, to)
  }
  return (
    <div className={`tes-flow__card is-${kind}${isHere ? ' is-here' : ''}${mark ? ` is-${mark}` : ''}`}>
      <button
        type="button"
        className="tes-flow__face"
        data-node={node.id}
        aria-current={isHere ? 'true' : undefined}
        draggable={mayEdit && isStep}
        onDragStart={event => event.dataTransfer.setData(DRAG_TYPE, node.id)}
        onClick={() => select({ of: 'node', id: node.id })}
        onKeyDown={keys}
      >
        <b onPointerEnter={tip}>{title}</b>
        <span>{textOf(node)}</span>
      </button>
      {mayEdit && isStep && (
        <span className="tes-flow__acts">
          {mayCopy && (
            <button type="button" title={say('Duplicate')} aria-label={say('Duplicate “{name}”', { name: title })} onClick={() => copy(node.id)}>
              <Icon name="copy" size={14} />
            </button>
          )}
          <button type="button" title={say('Remove')} aria-label={say('Remove “{name}”', { name: title })} onClick={() => remove(node.id)}>
            ×
          </button>
        </span>
      )}
      {children}
    </div>
  )
}

function BranchColumn({ branch, split, at }: { branch: Branch; split: Extract<Item, { kind: 'split' }>; at: number }) {
  const { say, selected, select, marks, mayEdit, branchTextOf, removeBranch, moveBranch, endBranch } = useDrawing()
  const { line, ends } = branch
  const id = split.node.id
  const isHere = selected.of === 'line' && selected.id === line.id
  const movable = split.branches.filter(one => !one.line.isDefault)
  const place = movable.indexOf(branch)
  const needed = isOnlyWayOn(split, branch)
  const name = line.label || say('Branch {number}', { number: at + 1 })
  const mark = marks.get(line.id)
  return (
    <li className="tes-flow__branch">
      <div className="tes-flow__line is-short" />
      <div className={`tes-flow__card is-line${isHere ? ' is-here' : ''}${mark ? ` is-${mark}` : ''}`}>
        <button
          type="button"
          className="tes-flow__face"
          data-line={line.id}
          aria-current={isHere ? 'true' : undefined}
          onClick={() => select({ of: 'line', id: line.id, split: id })}
        >
          <b onPointerEnter={tip}>{name}</b>
          <span>{branchTextOf(branch, split.node)}</span>
        </button>
        {mayEdit && (
          <span className="tes-flow__acts">
            {place > 0 && (
              <button
                type="button"
                title={say('Ask before')}
                aria-label={say('Move “{name}” to the left', { name })}
                onClick={() => moveBranch(id, line.id, -1)}
              >
                ‹
              </button>
            )}
            {place >= 0 && place < movable.length - 1 && (
              <button
                type="button"
                title={say('Ask later')}
                aria-label={say('Move “{name}” to the right', { name })}
                onClick={() => moveBranch(id, line.id, 1)}
              >
                ›
              </button>
            )}
            <button
              type="button"
              title={
                needed
                  ? say('The only branch that goes on')
                  : ends
                    ? say('Let it go on')
                    : split.node.within === undefined
                      ? say('Let it end the flow')
                      : say('Let it end the sub-process')
              }
              aria-label={ends ? say('Let “{name}” go on', { name }) : say('Let “{name}” end the flow', { name })}
              disabled={(needed && !ends) || (ends && !split.join)}
              onClick={() => endBranch(id, line.id, !ends)}
            >
              {ends ? '↧' : '⊗'}
            </button>
            <button
              type="button"
              title={needed ? say('The only branch that goes on') : say('Remove')}
              aria-label={say('Remove “{name}”', { name })}
              disabled={needed}
              onClick={() => removeBranch(id, line.id)}
            >
              ×
            </button>
          </span>
        )}
      </div>
      <Items items={branch.items} last={branch.last?.id} />
      <div className="tes-flow__fill" />
    </li>
  )
}

function BorderColumn({ branch }: { branch: BorderBranch }) {
  const { say, mayEdit, remove, endBorder } = useDrawing()
  const { node, ends } = branch
  const name = borderTitle(say, node)
  return (
    <li className="tes-flow__branch">
      <div className="tes-flow__line is-short" />
      <Card node={node} kind="border" title={name}>
        {mayEdit && (
          <span className="tes-flow__acts">
            <button
              type="button"
              title={ends ? say('Let it go on behind the step') : say('Let it end by itself')}
              aria-label={ends ? say('Let “{name}” go on behind the step', { name }) : say('Let “{name}” end by itself', { name })}
              disabled={!!node.border?.isBeside}
              onClick={() => endBorder(node.id, !ends)}
            >
              {ends ? '↧' : '⊗'}
            </button>
            <button type="button" title={say('Remove')} aria-label={say('Remove “{name}”', { name })} onClick={() => remove(node.id)}>
              ×
            </button>
          </span>
        )}
      </Card>
      <Items items={branch.items} last={branch.last?.id} />
      <div className="tes-flow__fill" />
    </li>
  )
}

/** The ways that leave a step, its own first. */
function BorderWays({ item: { borders = [], meets } }: { item: Extract<Item, { kind: 'step' }> }) {
  const { say } = useDrawing()
  if (!borders.length) return null
  return (
    <ol className="tes-flow__branches">
      <li className="tes-flow__branch">
        <div className="tes-flow__line is-short" />
        <span className="tes-flow__done">{say('When it is done')}</span>
        {meets && <Items items={meets.main.items} last={meets.main.last?.id} />}
        <div className="tes-flow__fill" />
      </li>
      {borders.map(branch => (
        <BorderColumn key={branch.node.id} branch={branch} />
      ))}
    </ol>
  )
}

/** The steps of a sub-process, in a frame below its card. */
function Inside({ inner: { start, items }, name }: { inner: Tree; name: string }) {
  const { say } = useDrawing()
  return (
    <section className="tes-flow__inside" aria-label={say('Steps in “{name}”', { name: name || say('Step without a name') })}>
      <Card node={start} kind="start" title={start.name || say('Start|flow')} />
      <Items items={items} />
    </section>
  )
}

/** What stands below each other; `last` is the line behind it. */
export function Items({ items, last }: { items: readonly Item[]; last?: string | undefined }) {
  const { say, mayEdit, addBranch, remove } = useDrawing()
  return (
    <ol className="tes-flow__items">
      {items.map((item, at) => {
        const before = items[at - 1]
        const next = items[at + 1]
        const behind = items[at + 2]?.after.id ?? (next ? last : undefined)
        if (item.kind !== 'split')
          return (
            <li key={item.node.id}>
              <Plus line={item.after.id} />
              <Card
                node={item.node}
                kind={item.node.kind}
                title={item.node.name || (item.kind === 'end' ? say('End') : say('Step without a name'))}
                up={before?.after.id}
                down={next?.kind === 'end' ? undefined : behind}
              />
              {item.kind === 'step' && item.inner && <Inside inner={item.inner} name={item.node.name} />}
              {item.kind === 'step' && <BorderWays item={item} />}
            </li>
          )
        return (
          <li key={item.node.id}>
            <Plus line={item.after.id} />
            <Card node={item.node} kind="split" title={item.node.name || wordsOf(say)[item.node.kind as Adding][0]}>
              {mayEdit && (
                <span className="tes-flow__acts">
                  <button type="button" title={say('Add branch')} aria-label={say('Add branch')} onClick={() => addBranch(item.node.id)}>
                    +
                  </button>
                  <button
                    type="button"
                    title={say('Remove with all branches')}
                    aria-label={say('Remove with all branches')}
                    onClick={() => remove(item.node.id)}
                  >
                    ×
                  </button>
                </span>
              )}
            </Card>
            <ol className={`tes-flow__branches${item.join ? '' : ' is-open'}`}>
              {item.branches.map((branch, index) => (
                <BranchColumn key={branch.line.id} branch={branch} split={item} at={index} />
              ))}
            </ol>
          </li>
        )
      })}
      {last !== undefined && (
        <li>
          <Plus line={last} />
        </li>
      )}
    </ol>
  )
}
