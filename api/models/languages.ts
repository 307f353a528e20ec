// Languages that an app may have, under the names by which their readers know them. Those written from right to left are left out: pages are not
// laid out that way.

export interface Language {
  /** BCP 47. */
  tag: string
  name: string
}

const NAMES = {
  'en-US': 'English',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'en-GB': 'English (UK)',
  af: 'Afrikaans',
  az: 'Azərbaycanca',
  be: 'Беларуская',
  bg: 'Български',
  bn: 'বাংলা',
  bs: 'Bosanski',
  ca: 'Català',
  cs: 'Čeština',
  cy: 'Cymraeg',
  da: 'Dansk',
  de: 'Deutsch',
  el: 'Ελληνικά',
  es: 'Español',
  'es-MX': 'Español (México)',
  et: 'Eesti',
  eu: 'Euskara',
  fi: 'Suomi',
  fil: 'Filipino',
  fr: 'Français',
  'fr-CA': 'Français (Canada)',
  ga: 'Gaeilge',
  gl: 'Galego',
  hi: 'हिन्दी',
  hr: 'Hrvatski',
  hu: 'Magyar',
  hy: 'Հայերեն',
  id: 'Bahasa Indonesia',
  is: 'Íslenska',
  it: 'Italiano',
  ja: '日本語',
  ka: 'ქართული',
  kk: 'Қазақша',
  km: 'ខ្មែរ',
  ko: '한국어',
  lo: 'ລາວ',
  lt: 'Lietuvių',
  lv: 'Latviešu',
  mk: 'Македонски',
  mn: 'Монгол',
  ms: 'Bahasa Melayu',
  my: 'မြန်မာ',
  nb: 'Norsk bokmål',
  ne: 'नेपाली',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  ro: 'Română',
  ru: 'Русский',
  sk: 'Slovenčina',
  sl: 'Slovenščina',
  sq: 'Shqip',
  sr: 'Српски',
  sv: 'Svenska',
  sw: 'Kiswahili',
  ta: 'தமிழ்',
  th: 'ไทย',
  tr: 'Türkçe',
  uk: 'Українська',
  uz: 'Oʻzbekcha',
  vi: 'Tiếng Việt',
} as const

export const LANGUAGES: readonly Language[] = Object.entries(NAMES).map(([tag, name]) => ({ tag, name }))
export const MOST_LANGUAGES = 20

export const isLanguage = (tag: string): boolean => Object.hasOwn(NAMES, tag)
export const languageName = (tag: string): string => (isLanguage(tag) ? NAMES[tag as keyof typeof NAMES] : tag)

const base = (tag: string) => tag.toLowerCase().split('-')[0] as string
/** Chinese is written in two ways, and who reads one may not read the other. */
const isTraditional = (tag: string) => /^zh-(.*-)?(hant|tw|hk|mo)\b/i.test(tag)

/** The tags of an Accept-Language header, most wanted first. */
export function wantedLanguages(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .slice(0, 20)
    .map(part => {
      const [tag = '', ...more] = part.trim().split(/\s*;\s*/)
      const q = Number(/^q=([\d.]+)$/.exec(more[0] ?? '')?.[1] ?? 1)
      return { tag, q: Number.isFinite(q) ? q : 0 }
    })
    .filter(({ tag, q }) => /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(tag) && q > 0)
    .sort((a, b) => b.q - a.q)
    .map(({ tag }) => tag)
}

/** Which of the languages there are a reader gets: the one that is wanted, one of its kin, or the first. */
export function nearestLanguage<T extends string>(wanted: readonly string[], there: readonly T[]): T | undefined {
  for (const tag of wanted) {
    const exact = there.find(one => one.toLowerCase() === tag.toLowerCase())
    if (exact) return exact
    const kin = there.filter(one => base(one) === base(tag))
    const nearest = kin.find(one => isTraditional(one) === isTraditional(tag)) ?? kin[0]
    if (nearest) return nearest
  }
  return there[0]
}

/** The language of Tessera's own words beside texts in this one. */
export const frameLanguage = (tag: string): 'en-US' | 'zh-CN' => (base(tag) === 'zh' ? 'zh-CN' : 'en-US')
