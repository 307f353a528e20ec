// Everything that screens offer for choosing, told once per language: opened in the seeded world, it has words; the first that is allowed is chosen and saved.
import { allChoices, allDeletions } from '../support/choices.ts'
import { screens } from '../support/shipped.ts'
import { createDriver } from './choices-driver.ts'
import { known } from './choices-known.ts'
import { addressOf, eachOnce, groupsOf, oneOfEachSource, placeOf, walk, walkDeletions, walkFilter, walkOwn, type Group, type Told } from './choices-walk.ts'
import { seed, type ChoicesWorld } from './choices-world.ts'
import { journey, story, type JourneyTools } from './harness.ts'
import { isLeftEnglish, sayer, type Language } from './words.ts'

export function tellChoices(language: Language) {
  story('choices', { language, environment: { RATE_PER_MINUTE: '100000' } })
  const say = sayer(language)
  let world: ChoicesWorld
  let groups: Group[]

  async function go({ page }: JourneyTools, url: string, some: Group[]): Promise<Told> {
    const driver = createDriver(page, url, english => say(english))
    await driver.begin()
    const told = await walk(driver, some, known, { isForeign: text => !world.names.has(text) && isLeftEnglish(language, text) })
    const problems = [...new Set([...told.wrong, ...[...told.unreached].map(([id, reason]) => `${id} is not reached: ${reason}`)])]
    console.log(`${language}: ${some.flatMap(({ choices }) => choices).length} choices, ${told.opened.length} opened, ${told.saved.length} saved`)
    if (problems.length) throw new Error(problems.join('\n'))
    return told
  }

  journey(
    `${language}: what is offered from the server has words, and is taken when it is saved`,
    async tools => {
      const { context, server } = tools
      world = await seed(context, server)
      await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
      const routes = await screens.routes()
      groups = groupsOf(eachOnce(await allChoices()), choice => addressOf(choice, routes, world, known))
      await go(tools, server.url, oneOfEachSource(groups))
    },
    { seconds: 300 },
  )

  journey(
    `${language}: whatever a screen offers has words, and is taken when it is saved`,
    async tools => {
      const opened = new Set(oneOfEachSource(groups).flatMap(({ choices }) => choices))
      const rest = groups.map(group => ({ ...group, choices: group.choices.filter(choice => !opened.has(choice)) })).filter(({ choices }) => choices.length)
      await go(tools, tools.server.url, rest)
    },
    { seconds: 900 },
  )

  journey(
    `${language}: whatever deletes says what goes, and lists of our own parts have words`,
    async ({ page, server }) => {
      const driver = createDriver(page, server.url, english => say(english))
      await driver.begin()
      const routes = await screens.routes()
      const own = await walkOwn(
        driver,
        screen => addressOf({ screen, conditions: [] }, routes, world, known),
        known,
        english => say(english),
        text => !world.names.has(text) && isLeftEnglish(language, text),
      )
      const rows = addressOf({ screen: 'data.page', conditions: [] }, routes, world, known) ?? ''
      const filter = await walkFilter(
        driver,
        rows,
        english => say(english),
        text => isLeftEnglish(language, text),
      )
      const { looked, wrong } = await walkDeletions(
        driver,
        await allDeletions(),
        one => placeOf(one, routes, world, known),
        known,
        english => say(english),
      )
      console.log(
        `${language}: ${looked.length} questions before something is deleted, ${own.count} entries of own lists, ${filter.count} of the filter of rows`,
      )
      const all = [...own.wrong, ...filter.wrong, ...wrong]
      if (all.length) throw new Error(all.join('\n'))
    },
    { seconds: 600 },
  )
}
