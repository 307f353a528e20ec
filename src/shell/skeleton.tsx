// The shape of a screen while it is on its way: header line, toolbar, rows.
import { t } from '../i18n.ts'

export function Skeleton() {
  return (
    <div className="t-skeleton" role="status" aria-label={t('Loading')}>
      <i className="is-title" />
      <i className="is-line" />
      <div className="t-skeleton-panel">
        {['92%', '78%', '85%', '64%', '80%'].map(width => (
          <i key={width} style={{ width }} />
        ))}
      </div>
    </div>
  )
}
