// The few controls that workplaces are made of: page design, and the work on a screen.
import { createContext, useContext, useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { Icon, type IconName } from '../icons.tsx'
import { sayer, type Say } from '../words.ts'

export const Words = createContext<Say>(sayer(undefined))
export const useSay = () => useContext(Words)

interface ButtonProps {
  icon: IconName
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
  icon?: IconName
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
                className={`tes-line${item.danger ? ' is-danger' : ''}`}
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
