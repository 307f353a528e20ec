// Language and theme, in the header and in the corner of blank pages.
import type { ThemeChoice } from '../boot.ts'
import { switchLocale, t, useLocale } from '../i18n.ts'
import { chooseTheme, theme } from '../preferences.ts'
import { useStore } from '../store.ts'
import { Icon, type IconName } from '../icons.tsx'

export function LanguageSwitch() {
  const now = useLocale()
  return (
    <div className="t-switch" role="group" aria-label={t('Language')}>
      <button type="button" lang="en" aria-pressed={now === 'en-US'} onClick={() => void switchLocale('en-US')}>
        English
      </button>
      <button type="button" lang="zh-CN" aria-pressed={now === 'zh-CN'} onClick={() => void switchLocale('zh-CN')}>
        中文
      </button>
    </div>
  )
}

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' }
const LOOK: Record<ThemeChoice, { icon: IconName; text: string }> = {
  system: { icon: 'monitor', text: 'Theme: as the system' },
  light: { icon: 'sun', text: 'Theme: light' },
  dark: { icon: 'moon', text: 'Theme: dark' },
}

/** One button through system, light and dark. */
export function ThemeSwitch() {
  useLocale()
  const now = useStore(theme)
  const { icon, text } = LOOK[now]
  return (
    <button type="button" className="t-icon-button" title={t(text)} aria-label={t(text)} onClick={() => chooseTheme(NEXT[now])}>
      <Icon name={icon} />
    </button>
  )
}
