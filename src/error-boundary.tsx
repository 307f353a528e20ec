// A screen that fails shows what happened and lets the person go on; the rest of the console stays.
import { Component, type ReactNode } from 'react'
import { t } from './i18n.ts'
import { Icon } from './icons.tsx'

export function ScreenError({ error, retry }: { error: unknown; retry(): void }) {
  const { message, code, stack } = error as Error & { code?: string }
  return (
    <section className="t-state" role="alert">
      <span className="t-state-icon is-bad">
        <Icon name="alert" size={24} />
      </span>
      <h1>{t('This screen could not be shown')}</h1>
      <p>{t(message || 'Something unexpected happened')}</p>
      <p className="t-state-actions">
        <button type="button" className="t-button is-primary" onClick={retry}>
          {t('Try again')}
        </button>
        <a className="t-button" href="/home">
          {t('Go home')}
        </a>
      </p>
      <details>
        <summary>{t('Details for a report')}</summary>
        <pre>{[code, window.location.pathname, new Date().toISOString(), stack?.split('\n').slice(0, 6).join('\n')].filter(Boolean).join('\n')}</pre>
      </details>
    </section>
  )
}

interface Props {
  children: ReactNode
  retry(): void
  /** Told of the error; answers true when it shows something else in this place. */
  onError?(error: unknown): boolean
}

export class ErrorBoundary extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {}
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override componentDidCatch(error: unknown) {
    if (!this.props.onError?.(error)) console.error(error)
  }
  override render() {
    return this.state.error === undefined ? this.props.children : <ScreenError error={this.state.error} retry={this.props.retry} />
  }
}
