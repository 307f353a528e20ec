// In place of a part whose type this installation does not have, or that names none.
import { t, useLocale } from '../i18n.ts'

export function UnknownPart({ type, definition }: { type: string; definition?: string | undefined }) {
  useLocale()
  return (
    <p className="t-inert" role="note">
      {type
        ? t('This part of the page needs the component {type}, which is not there.', { type })
        : definition
          ? t('This part of the page needs the definition {name}, which is not there.', { name: definition })
          : t('This part of the page does not say which component it is.')}
    </p>
  )
}
