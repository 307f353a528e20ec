// The mark of the product with the site's name, or the picture that the operator configured.
import { config } from '../session.ts'
import { useStore } from '../store.ts'
import { isScriptUrl } from '../amis/sanitize.ts'

export function Logo({ compact }: { compact?: boolean }) {
  const { logo, siteName } = useStore(config)
  if (logo && !isScriptUrl(logo)) return <img className="t-logo-image" src={logo} alt={siteName} />
  return (
    <span className="t-logo">
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <rect width="24" height="24" rx="6" fill="var(--t-brand)" />
        <path d="M6.5 6.5h7v4h-7zM15.5 6.5h2v11h-2zM6.5 12.5h3v5h-3zM11.5 12.5h2v5h-2z" fill="#fff" />
      </svg>
      {!compact && <span className="t-logo-name">{siteName}</span>}
    </span>
  )
}
