// What opens beside the grid: what can be done with a row, and which columns are shown.
import { useRef, useState, type ReactNode } from 'react'
import { ChevronDownIcon, ChevronUpIcon, Columns3Icon, PinIcon } from 'lucide-react'
import { createObject, Overlay, PopOver, type RendererProps, type Schema } from 'amis-core'
import { sayer } from '../../words.ts'
import type { GridColumn, Row } from './about.ts'
import type { Columns } from './use-columns.ts'

type Drawn = Pick<RendererProps, 'env' | 'render' | 'classnames' | 'classPrefix'>

/** A button and what it opens; closed by Escape and by a click elsewhere. */
export function Opener({
  label,
  className,
  icon,
  children,
  ...drawn
}: Drawn & { label: string; className: string; icon?: ReactNode; children(close: () => void): ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const { classnames: cx } = drawn
  return (
    <span className={className}>
      <button
        type="button"
        ref={button}
        className={cx('Button', icon ? 'Button--default' : 'Button--link', 'Button--size-default')}
        aria-haspopup="true"
        aria-expanded={isOpen}
        aria-label={icon ? label : undefined}
        title={icon ? label : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {icon ?? label}
      </button>
      {isOpen && (
        <Overlay show container={() => document.body} target={() => button.current} placement="right-bottom-right-top auto">
          <PopOver overlay className={cx('DropDown-popover', 'tes-grid__popover')} classPrefix={drawn.classPrefix} onHide={close}>
            <div onKeyDown={event => event.key === 'Escape' && (event.stopPropagation(), close())} role="presentation">
              {children(close)}
            </div>
          </PopOver>
        </Overlay>
      )}
    </span>
  )
}

/** What can be done with a row, drawn by amis once somebody opens it: a menu for each row would be what drawing the rows costs most. */
export function RowMenu({ menu, row, data, ...drawn }: Drawn & { menu: Schema; row: Row; data: object }) {
  const { render, classnames: cx } = drawn
  return (
    <Opener label={String(menu.label)} className="tes-grid__menu" {...drawn}>
      {close => (
        <ul className={cx('DropDown-menu')} onClick={() => setTimeout(close)} role="presentation">
          {(menu.buttons as Schema[]).map((button, at) => (
            <li key={at} className={cx('DropDown-button')}>
              {render(`menu/${at}`, button, { data: createObject(data, row) })}
            </li>
          ))}
        </ul>
      )}
    </Opener>
  )
}

/** Which columns are shown. */
export function ColumnsMenu({ columns, all, ...drawn }: Drawn & { columns: Columns; all: readonly GridColumn[] }) {
  const say = sayer(drawn.env)
  const named = all.filter(({ name }) => name)
  const areAll = named.every(({ name }) => columns.isShown(name as string))
  return (
    <Opener label={say('Columns')} className="tes-grid__columns" icon={<Columns3Icon size={16} aria-hidden />} {...drawn}>
      {() => (
        <ul className="tes-grid__choices">
          <li>
            <label>
              <input type="checkbox" checked={areAll} onChange={() => columns.showAll(!areAll)} /> {say('All columns')}
            </label>
          </li>
          {columns.order.map((name, at) => {
            const label = all.find(column => column.name === name)?.label ?? name
            return (
              <li key={name}>
                <label>
                  <input type="checkbox" checked={columns.isShown(name)} onChange={() => columns.toggle(name)} /> <span>{label}</span>
                </label>
                <button type="button" aria-label={say('Move {name} up', { name: label })} disabled={!at} onClick={() => columns.move(name, -1)}>
                  <ChevronUpIcon size={14} aria-hidden />
                </button>
                <button
                  type="button"
                  aria-label={say('Move {name} down', { name: label })}
                  disabled={at === columns.order.length - 1}
                  onClick={() => columns.move(name, 1)}
                >
                  <ChevronDownIcon size={14} aria-hidden />
                </button>
                <button
                  type="button"
                  aria-label={say('Keep {name} in view', { name: label })}
                  title={say('Keep {name} in view', { name: label })}
                  aria-pressed={columns.isFrozen(name)}
                  onClick={() => columns.freeze(name)}
                >
                  <PinIcon size={14} aria-hidden />
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </Opener>
  )
}
