// In place of a part whose type this installation does not have.
import { t, useLocale } from '../i18n.ts'

export function UnknownPart({ type }: { type: string }) {
  useLocale()
  return (
    <p className="t-inert" role="note">
      {t('This part of the page needs the component {type}, which is not there.', { type })}
    </p>
  )
}
