// Every value that a theme sets at components changes the style it says, of the part it is of, in real components of amis, and of nothing else. What is
// asked for is made of the descriptions: a new one is held by being there. theme.component-preview theme.other-style-fields theme.style-form theme.style-path
import { ENTRIES } from '../../api/theme/components.ts'
import { journey, story } from './harness.ts'
import { prepare } from './prepared.ts'
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
  },
  { seconds: 300 },
)
