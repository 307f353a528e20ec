// Name, description and dark mode of a theme.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { withValue, type ThemeDocument } from '../../api/theme/document.ts'
import { withScheme } from '../../api/theme/recolor.ts'
import { useSay } from '../workplace/ui.tsx'
import { TextField } from './fields.tsx'
import type { Edit } from './token-list.tsx'

interface Props {
  document: ThemeDocument
  onEdit: Edit
  /** Asks before colours are overwritten. */
  onAsk(then: () => void): void
}
export function SettingsPanel({ document, onEdit, onAsk }: Props) {
  const say = useSay()
  const settings = document.config
  return (
    <>
      <TextField
        label={say('Name')}
        required
        value={settings.name}
        onChange={name => onEdit(withValue(document, 'config', { ...settings, name: name.slice(0, 50) }), say('Name changed'), 'name')}
      />
      <TextField
        label={say('Description')}
        multiline
        value={settings.description}
        onChange={description =>
          onEdit(withValue(document, 'config', { ...settings, description: description.slice(0, 500) }), say('Description changed'), 'description')
        }
      />
      <label className="tes-theme-check">
        <input
          type="checkbox"
          checked={settings.isDark}
          onChange={() => onAsk(() => onEdit(withScheme(document, !settings.isDark), say('Dark mode changed')))}
        />
        {say('Dark mode')}
      </label>
      <p className="tes-theme-hint">
        {say(
          'A light theme has a dark form as well, for those who choose it. With dark mode the theme is always dark; all colours are made anew from the brand.',
        )}
      </p>
    </>
  )
}
