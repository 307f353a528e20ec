// Everything that screens offer for choosing, told once per language: opened in the seeded world, it has words; the first that is allowed is chosen and saved.
// The screens are told area by area. Each area is a journey of its own, in the same world, that begins on a page of its own: none waits for another.
import { allChoices, allDeletions, type Deletion } from '../support/choices.ts'
import { screens } from '../support/shipped.ts'
import { createDriver, type Driver } from './choices-driver.ts'
import { areaOf, areas, known } from './choices-known.ts'
import { addressOf, eachOnce, groupsOf, oneOfEachKind, placeOf, walk, walkDeletions, walkRows, walkOwn, type Group } from './choices-walk.ts'
import { seed, type ChoicesWorld } from './choices-world.ts'
import { journey, story, type JourneyTools } from './harness.ts'
import { isLeftEnglish, sayer, type Language } from './words.ts'

export function tellChoices(language: Language) {
  story('choices', { language, environment: { RATE_PER_MINUTE: '100000' }, apart: true })
  const say = sayer(language)
  const inWords = (english: string) => say(english)
  /** Made by the first journey that is told: after one has failed, the next has a server of its own. */
  let world: ChoicesWorld | undefined

  interface Here {
    driver: Driver
    world: ChoicesWorld
    routes: Awaited<ReturnType<typeof screens.routes>>
    isForeign(text: string): boolean
  }
  async function begin({ page, context, server }: JourneyTools): Promise<Here> {
    if (!world) {
      world = await seed(context, server)
      await context.addCookies([{ name: 'tessera_locale', value: language, url: server.url }])
    }
    const { names } = world
    const driver = createDriver(page, server.url, inWords)
    await driver.begin()
    return { driver, world, routes: await screens.routes(), isForeign: text => !names.has(text) && isLeftEnglish(language, text) }
  }

  /** Opens what is to be chosen, and the questions before something is deleted; all that is wrong is told together. */
  async function tell({ driver, isForeign, routes, world: seeded }: Here, groups: Group[], deletions: Deletion[]) {
    // Who asks for a story by its name reads how it goes.
    const { opened, saved, unreached, wrong } = await walk(driver, groups, known, { isForeign, ...(process.env.E2E_TRACE && { note: console.log }) })
    const asked = await walkDeletions(driver, deletions, one => placeOf(one, routes, seeded, known), known, inWords)
    console.log(
      `${language}: ${groups.flatMap(({ choices }) => choices).length} choices, ${opened.length} opened, ${saved.length} saved; ${asked.looked.length} questions before something is deleted`,
    )
    const problems = new Set([...wrong, ...[...unreached].map(([id, reason]) => `${id} is not reached: ${reason}`), ...asked.wrong])
    if (problems.size) throw new Error([...problems].join('\n'))
  }
  const all = async ({ routes, world: { company, names, params } }: Here) =>
    groupsOf(eachOnce(await allChoices()), choice => addressOf(choice, routes, { company, names, params }, known))

  journey(
    `${language}: what screens offer has words and is taken when it is saved: one of each kind`,
    async tools => {
      const here = await begin(tools)
      await tell(here, oneOfEachKind(await all(here), known), [])
    },
    { seconds: 250 },
  )

  // Before the areas: a field that one of them adds to a model hides the rows until it is applied.
  journey(
    `${language}: lists of our own parts have words, and so have forms of rows and their filter`,
    async tools => {
      const { driver, isForeign, routes, world: seeded } = await begin(tools)
      const addressFor = (screen: string) => addressOf({ screen, conditions: [] }, routes, seeded, known)
      const own = await walkOwn(driver, addressFor, known, sayer(language, 'shell'), isForeign)
      const rows = await walkRows(driver, addressFor('data.page') ?? '', inWords, isForeign)
      console.log(`${language}: ${own.count} entries of own lists, ${rows.count} of rows and their filter`)
      const wrong = [...own.wrong, ...rows.wrong]
      if (wrong.length) throw new Error(wrong.join('\n'))
    },
    { seconds: 250 },
  )

  for (const area of Object.keys(areas))
    journey(
      `${language}: what screens offer has words and is taken when it is saved, and what deletes says what goes: ${area}`,
      async tools => {
        const here = await begin(tools)
        const groups = await all(here)
        const done = new Set(oneOfEachKind(groups, known))
        const isHere = ({ screen }: { screen: string }) => areaOf(screen) === area
        await tell(
          here,
          groups.filter(({ choices: [first] }) => first && isHere(first)).filter(group => !done.has(group)),
          (await allDeletions()).filter(isHere),
        )
      },
      { seconds: 300 },
    )
}
