// CSS of a theme's own, with its mistakes at their line.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useMemo } from 'react'
import { THEME_SCOPE } from '../../api/theme/css.ts'
import { readCustomCss } from '../../api/theme/custom-css.ts'
import { withValue, type ThemeDocument } from '../../api/theme/document.ts'
import { useSay } from '../workplace/ui.tsx'
import type { Edit } from './token-list.tsx'

interface Props {
  document: ThemeDocument
  level: 'app' | 'company' | 'platform'
  onEdit: Edit
}
export function CodePanel({ document, level, onEdit }: Props) {
  const say = useSay()
  const css = useMemo(() => readCustomCss(document.customStyle.style, THEME_SCOPE).problems, [document.customStyle.style])
  return (
    <div className="tes-theme-code">
      <label htmlFor="theme-code">{say('CSS of this theme, behind everything above')}</label>
      <textarea
        id="theme-code"
        spellCheck={false}
        className="tes-input"
        value={document.customStyle.style}
        aria-invalid={css.length > 0 || undefined}
        onChange={event => onEdit(withValue(document, 'customStyle', { style: event.target.value }), say('Custom code changed'), 'code')}
      />
      {css.length > 0 && (
        <ul role="alert">
          {css.map(({ line, column, english, values }) => (
            <li key={`${line}:${column}:${english}`}>
              {say('Line {line}, column {column}', { line, column })}: {say(english, values)}
            </li>
          ))}
        </ul>
      )}
      <p className="tes-theme-hint">
        {say(
          level === 'app'
            ? 'It holds for pages of the app alone. Pictures come from the app; nothing is loaded from elsewhere.'
            : 'It holds for pages of apps alone, never for the console. Nothing is loaded from elsewhere.',
        )}
      </p>
    </div>
  )
}
