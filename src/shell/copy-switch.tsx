// Which dev is worked on: the app's own, or one of the copies that were made of it.
import { useEffect, useRef, useState } from 'react'
import type { CallTypes } from '../../api/generated/types.ts'
import { t } from '../i18n.ts'
import { Icon } from '../icons.tsx'
import type { AppInPlace } from '../screen-view.tsx'

type Copies = CallTypes['workingCopy.list']['data']['items']

export function CopySwitch({ companyKey, app }: { companyKey: string; app: AppInPlace }) {
  const [open, setOpen] = useState(false)
  const [copies, setCopies] = useState<Copies | 'failed'>()
  const box = useRef<HTMLSpanElement>(null)
  const home = app.copyOf?.key ?? app.key
  useEffect(() => {
    if (!open) return
    const away = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !box.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('keydown', away)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('keydown', away)
    }
  }, [open])
  useEffect(() => {
    if (!open) return
    let here = true
    void import('../../api/client/index.ts')
      .then(({ call }) => call('workingCopy.list', { params: { companyKey, appUrlKey: `${home}-dev` } }))
      .then(
        ({ items }) => here && setCopies(items),
        () => here && setCopies('failed'),
      )
    return () => void (here = false)
  }, [open, companyKey, home])

  const designOf = (key: string) => `/company/${encodeURIComponent(companyKey)}/app/${encodeURIComponent(key)}-dev/design`
  const close = () => setOpen(false)
  const line = (key: string, name: string) => (
    <a key={key} href={designOf(key)} role="menuitemradio" aria-checked={key === app.key} data-go onClick={close}>
      <span>{name}</span> {key === app.key && <Icon name="check" />}
    </a>
  )
  return (
    <span className="t-copies" ref={box}>
      <button
        type="button"
        className={`t-tag${app.copyOf ? ' is-copy' : ' is-dev'}`}
        aria-haspopup="menu"
        aria-expanded={open}
        title={t('Switch between dev and its copies')}
        aria-label={`${t('Switch between dev and its copies')}: ${app.copyOf ? app.name : 'dev'}`}
        onClick={() => setOpen(!open)}
      >
        <span>{app.copyOf ? app.name : 'dev'}</span> <Icon name="down" size={12} />
      </button>
      {open && (
        <div className="t-copies-menu" role="menu">
          {line(home, 'dev')}
          {copies === undefined && <p role="status">{t('Loading')}</p>}
          {copies === 'failed' && <p role="alert">{t('The copies could not be read')}</p>}
          {Array.isArray(copies) && copies.map(copy => line(copy.key, copy.name))}
          <a href={`${designOf(app.key)}/copy`} role="menuitem" className="is-all" data-go onClick={close}>
            <Icon name="copy" /> <span>{t('Working copies')}</span>
          </a>
        </div>
      )}
    </span>
  )
}
