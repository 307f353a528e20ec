// Every value that a theme sets at components changes the style it says, of the part it is of, in real components of amis, and of nothing else. What is
// asked for is made of the descriptions: a new one is held by being there. theme.component-preview theme.other-style-fields theme.style-form theme.style-path
import { ENTRIES } from '../../api/theme/components.ts'
import { repairedAll } from '../../api/theme/contrast.ts'
import { themeCss } from '../../api/theme/css.ts'
import { newTheme } from '../../api/theme/document.ts'
import { READY_THEMES, readyTheme } from '../../api/theme/ready.ts'
import { withBrand } from '../../api/theme/recolor.ts'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
import { isShort } from './stories.ts'
import { hardToRead } from './theme-contrast.ts'
import { openSamples, probe, wrongWith } from './theme-fields.ts'

story('theme-fields')

journey(
  `${ENTRIES.length} values of themes change what they say, in the samples of all components`,
  async ({ page, context, server }) => {
    await prepare(context)
    await page.goto(`${server.url}/preview/theme`)
    await openSamples(page)
    const shown = await probe(page)
    const wrong = ENTRIES.flatMap((entry, i) => {
      const text = wrongWith(entry, shown[i] ?? [])
      return text ? [`${entry.path} ${text}`] : []
    })
    if (wrong.length) throw new Error(`${wrong.length} of ${ENTRIES.length} values:\n${wrong.slice(0, 60).join('\n')}`)

    // The same samples in what is shipped: the look of the console and every ready theme, in light and in dark; and what "repair all" makes of a pale brand.
    // The short set takes every fourth: tests/theme/ holds the colours of all of them.
    const looks = [
      { label: 'shipped', theme: newTheme('Shipped') },
      ...READY_THEMES.filter((_theme, at) => !isShort('theme-fields') || at % 4 === 0).map(({ key, label }) => ({ label, theme: readyTheme(key) })),
      { label: 'repaired', theme: repairedAll(withBrand(newTheme('Repaired'), '#facc15')) },
    ]
    const hard: string[] = []
    for (const { label, theme } of looks)
      for (const isDark of theme.config.isDark ? [true] : [false, true])
        hard.push(...(await hardToRead(page, themeCss(theme), isDark)).map(text => `${label}, ${isDark ? 'dark' : 'light'}: ${text}`))
    if (hard.length) throw new Error(`${hard.length} texts are hard to read:\n${hard.slice(0, 80).join('\n')}`)
  },
  { seconds: 300 },
)
