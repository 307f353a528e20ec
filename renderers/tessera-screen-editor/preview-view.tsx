// The screen as somebody else would see it: role, language, size and data to choose, in a frame that cannot change anything.
import { useEffect, useRef, useState } from 'react'
import { Icon, type IconName } from '../icons.tsx'
import { IconButton, useSay } from '../workplace/ui.tsx'
import { queryOfLevel, type Level, type Schema } from './calls.ts'

const ROLES = [
  ['super', 'Super user'],
  ['admin', 'Organisation administrator'],
  ['member', 'Member'],
  ['guest', 'Guest, not signed in'],
] as const
const LANGUAGES = [
  ['en-US', 'English'],
  ['zh-CN', '中文'],
] as const
const DEVICES: { id: string; label: string; icon: IconName; width: number }[] = [
  { id: 'desktop', label: 'Desktop', icon: 'monitor', width: 0 },
  { id: 'tablet', label: 'Tablet, 820 pixels', icon: 'tablet', width: 820 },
  { id: 'phone', label: 'Phone, 390 pixels', icon: 'smartphone', width: 390 },
]
interface Choice {
  as: string
  locale: string
  device: string
  data: 'examples' | 'real'
}

interface Props {
  screenId: string
  level: Level
  schema: Schema
  locale: string
}

/** What was chosen last, for the next look. */
let last: Partial<Choice> = {}

export function PreviewView({ screenId, level, schema, locale }: Props) {
  const say = useSay()
  const [choice, setChoice] = useState<Choice>({ as: 'super', locale, device: 'desktop', data: 'examples', ...last })
  const [problem, setProblem] = useState('')
  const frame = useRef<HTMLIFrameElement>(null)
  const now = useRef(schema)
  const choose = (change: Partial<Choice>) => {
    last = { ...last, ...change }
    setProblem('')
    setChoice({ ...choice, ...change })
  }
  const hand = () => frame.current?.contentWindow?.postMessage({ tessera: 'preview-schema', schema: now.current }, location.origin)
  useEffect(() => {
    now.current = schema
    setProblem('')
    hand()
  }, [schema])
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      if (event.origin !== location.origin || event.source !== frame.current?.contentWindow) return
      const { tessera, message } = (event.data ?? {}) as { tessera?: string; message?: string }
      if (tessera === 'preview-waiting') hand()
      if (tessera === 'preview-error') setProblem(message ?? '')
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  const { device, ...rest } = choice
  const dark = useDark()
  const query = new URLSearchParams({ version: 'live', ...rest, theme: dark ? 'dark' : 'light', ...queryOfLevel(level) })
  const width = DEVICES.find(one => one.id === device)?.width ?? 0
  return (
    <div className="tes-preview">
      <div className="tes-preview__bar" role="toolbar" aria-label={say('Preview')}>
        <label>
          <span>{say('Seen by')}</span>
          <select className="tes-input" value={choice.as} onChange={event => choose({ as: event.target.value })}>
            {ROLES.map(([id, label]) => (
              <option key={id} value={id}>
                {say(label)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{say('Language')}</span>
          <select className="tes-input" value={choice.locale} onChange={event => choose({ locale: event.target.value })}>
            {LANGUAGES.map(([id, label]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{say('Data|noun')}</span>
          <select className="tes-input" value={choice.data} onChange={event => choose({ data: event.target.value as Choice['data'] })}>
            <option value="examples">{say('Examples')}</option>
            <option value="real">{say('Real data')}</option>
          </select>
        </label>
        <span className="tes-preview__note">
          {choice.data === 'real' ? say('Read with your own rights. Changes are not sent.') : say('Every call answers with its example. Nothing is sent.')}
        </span>
        <span className="tes-segment">
          {DEVICES.map(one => (
            <IconButton key={one.id} icon={one.icon} label={say(one.label)} pressed={device === one.id} onClick={() => choose({ device: one.id })} />
          ))}
        </span>
      </div>
      {problem && (
        <p className="tes-notice is-warn" role="alert">
          <Icon name="alert" size={14} />
          <span>{say('The screen fails in this preview: {message}', { message: problem })}</span>
        </p>
      )}
      <div className={`tes-preview__room${width ? ' is-framed' : ''}`}>
        <iframe
          key={query.toString()}
          ref={frame}
          title={say('Preview of {screen}', { screen: screenId })}
          src={`/preview/screen/${encodeURIComponent(screenId)}?${query}`}
          style={width ? { width } : undefined}
        />
      </div>
    </div>
  )
}

function useDark() {
  const read = () => document.documentElement.classList.contains('is-dark')
  const [dark, setDark] = useState(read)
  useEffect(() => {
    const watch = new MutationObserver(() => setDark(read()))
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] })
    return () => watch.disconnect()
  }, [])
  return dark
}
