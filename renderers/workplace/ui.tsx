// The few controls that workplaces are made of: page design, and the work on a screen.
import { createContext, useContext, useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { sayer, type Say } from '../words.ts'

export const Words = createContext<Say>(sayer(undefined))
export const useSay = () => useContext(Words)

const PATHS = {
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6v1',
  redo: 'M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6v1',
  desktop: 'M3 5h18v11H3zM9 20h6M12 16v4',
  tablet: 'M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  back: 'M15 6l-6 6 6 6',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  eye: 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  hidden: 'M4 4l16 16M9.500 6c5-1.500 9.500 1 12.500 6l-3 3.500M6 8c-1.500 1-3 2.500-4 4 4 6 9 7.500 13.500 5.500',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M14 4l-4 16',
  history: 'M4 12a8 8 0 1 0 3-6.200L4 8M4 3v5h5M12 8v4l3 2',
  open: 'M10 5H5v14h14v-5M14 4h6v6M11 13l9-9',
  rocket: 'M12 3c4 3 5 7 4 11H8C7 10 8 6 12 3zM8 14l-3 3v3l4-2M16 14l3 3v3l-4-2M12 9v.01',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  down: 'M6 9l6 6 6-6',
  chevron: 'M9 6l6 6-6 6',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  upload: 'M12 16V4M7 9l5-5 5 5M4 16v4h16v-4',
  side: 'M4 5h16v14H4zM9 5v14',
  alert: 'M12 4l9 16H3zM12 10v4M12 17v.01',
} as const
export type Glyph = keyof typeof PATHS

export function Icon({ name, size = 16 }: { name: Glyph; size?: number }) {
  return (
    <svg className="tes-icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={PATHS[name]} fill="none" stroke="currentColor" strokeWidth={name === 'more' ? 3 : 1.75} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

interface ButtonProps {
  icon: Glyph
  label: string
  onClick?(): void
  pressed?: boolean
  disabled?: boolean
}

export function IconButton({ icon, label, onClick, pressed, disabled }: ButtonProps) {
  return (
    <button type="button" className="tes-icon-button" title={label} aria-label={label} aria-pressed={pressed} disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}

interface DialogProps {
  title: string
  children: ReactNode
  onClose(): void
  /** A drawer comes from the right and keeps the page beside it in sight. */
  drawer?: boolean
  wide?: boolean
  /** Wide enough for what has sections of its own. */
  className?: string
}

/** The browser's own modal dialog: it keeps the focus, closes with Escape and gives the focus back. */
export function Dialog({ title, children, onClose, drawer, wide, className = '' }: DialogProps) {
  const say = useSay()
  const box = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const dialog = box.current
    const before = document.activeElement as HTMLElement | null
    dialog?.showModal()
    return () => {
      dialog?.close()
      before?.focus?.()
    }
  }, [])
  return (
    <dialog
      ref={box}
      className={`tes-dialog${drawer ? ' is-drawer' : ''}${wide ? ' is-wide' : ''} ${className}`.trim()}
      aria-labelledby={heading}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      // Keys pressed in here are not meant for the tree or the canvas behind.
      onKeyDown={event => event.stopPropagation()}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        <IconButton icon="close" label={say('Close')} onClick={onClose} />
      </header>
      {children}
    </dialog>
  )
}

interface ConfirmProps {
  title: string
  children: ReactNode
  action: string
  danger?: boolean
  onConfirm(): Promise<unknown> | void
  onClose(): void
}

/** One decision; stays open with the reason when it cannot be carried out. */
export function Confirm({ title, children, action, danger, onConfirm, onClose }: ConfirmProps) {
  const say = useSay()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const go = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError('')
    try {
      await onConfirm()
      onClose()
    } catch (problem) {
      setError((problem as Error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={go}>
        <div className="tes-dialog__body">
          {children}
          {error && <Problem>{error}</Problem>}
        </div>
        <footer>
          <button type="button" className="tes-button" onClick={onClose}>
            {say('Cancel')}
          </button>
          <button type="submit" className={`tes-button ${danger ? 'is-danger' : 'is-primary'}`} disabled={busy}>
            {action}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

export const Problem = ({ children }: { children: ReactNode }) => (
  <p className="tes-problem" role="alert">
    {children}
  </p>
)

export interface MenuItem {
  label: string
  onPick(): void
  disabled?: boolean
  danger?: boolean
  hint?: string
}

interface MenuProps {
  label: string
  items: (MenuItem | null)[]
  icon?: Glyph
  children?: ReactNode
  className?: string
  tabIndex?: number
}

/** A button that opens a menu; arrows move in it, Escape closes it and gives the focus back. */
export function Menu({ label, items, icon = 'more', children, className = 'tes-icon-button', tabIndex }: MenuProps) {
  const [place, setPlace] = useState<{ top: number; left: number; up: boolean } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place) return
    list.current?.querySelector<HTMLElement>('[role=menuitem]:not(:disabled)')?.focus()
    const away = (event: Event) => {
      if (!list.current?.contains(event.target as Node) && !button.current?.contains(event.target as Node)) setPlace(null)
    }
    document.addEventListener('pointerdown', away)
    window.addEventListener('resize', away)
    return () => {
      document.removeEventListener('pointerdown', away)
      window.removeEventListener('resize', away)
    }
  }, [place])
  const close = () => {
    setPlace(null)
    button.current?.focus()
  }
  const toggle = () => {
    if (place || !button.current) return setPlace(null)
    const box = button.current.getBoundingClientRect()
    const height = items.length * 32 + 16
    const up = box.bottom + height > window.innerHeight && box.top > height
    setPlace({ top: up ? box.top - height : box.bottom + 4, left: Math.max(8, Math.min(box.left, window.innerWidth - 228)), up })
  }
  const keys = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      return close()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])]
    all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length]?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        title={children ? undefined : label}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={!!place}
        tabIndex={tabIndex}
        onClick={event => {
          event.stopPropagation()
          toggle()
        }}
        onKeyDown={event => {
          if (event.key === 'Enter' || event.key === ' ') event.stopPropagation()
        }}
      >
        {children ?? <Icon name={icon} />}
      </button>
      {place && (
        <div
          ref={list}
          className="tes-menu"
          role="menu"
          aria-label={label}
          style={{ top: place.top, left: place.left }}
          onKeyDown={keys}
          onClick={event => event.stopPropagation()}
        >
          {items.map((item, i) =>
            item ? (
              <button
                key={item.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                disabled={item.disabled}
                className={item.danger ? 'is-danger' : ''}
                onClick={() => {
                  close()
                  item.onPick()
                }}
              >
                <span>{item.label}</span>
                {item.hint && <kbd>{item.hint}</kbd>}
              </button>
            ) : (
              <hr key={i} />
            ),
          )}
        </div>
      )}
    </>
  )
}

interface FieldProps {
  label: string
  help?: string
  error?: string
  children(id: string, described: string | undefined): ReactNode
}

export function Field({ label, help, error, children }: FieldProps) {
  const id = useId()
  const note = error || help
  return (
    <div className="tes-field">
      <label htmlFor={id}>{label}</label>
      {children(id, note ? `${id}-note` : undefined)}
      {note && (
        <p id={`${id}-note`} className={error ? 'is-error' : ''}>
          {note}
        </p>
      )}
    </div>
  )
}

/** Hours and minutes of today, else the day as well. */
export function clock(iso: string, locale: string): string {
  const at = new Date(iso)
  const today = at.toDateString() === new Date().toDateString()
  return at.toLocaleString(locale, { ...(today ? {} : { month: 'short', day: 'numeric' }), hour: '2-digit', minute: '2-digit', hour12: false })
}
