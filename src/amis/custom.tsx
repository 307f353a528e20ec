// amis' `custom` compiles JavaScript out of the page, which the policy forbids; its readers get a sentence instead of a stack trace.
import { Renderer } from 'amis-core'
import { t, useLocale } from '../i18n.ts'

function Inert() {
  useLocale()
  return (
    <p className="t-inert" role="note">
      {t('This part of the page runs a script, and scripts in pages are switched off.')}
    </p>
  )
}

Renderer({ type: 'custom', override: true })(Inert as never)
