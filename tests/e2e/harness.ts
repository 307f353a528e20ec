// How browser journeys are written down. A file is a story: its journeys run in order, on one server and in one browser context, until one of them fails;
// where they are told apart, those after it begin with a server of their own.
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { chromium, test as base, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { copyData, serve, type JourneyServer } from './server.ts'
import { journeysToTell } from './stories.ts'
import type { Language } from './words.ts'

export type { JourneyServer } from './server.ts'

const results = join(import.meta.dirname, '../../test-results')
const folder = () => process.env.E2E_FOLDER as string

export interface StoryOptions {
  /** Environment of the story's server, such as a switch that a journey needs; a function is asked when the server starts. */
  environment: Record<string, string> | (() => Promise<Record<string, string>>)
  /** What the server begins with: the prepared installation (prepared.ts), or nothing. */
  from: 'prepared' | 'nothing'
}

export interface JourneyTools {
  page: Page
  /** Shared by the journeys of one file, so that who signed in stays signed in. */
  context: BrowserContext
  browser: Browser
  server: JourneyServer
  /** A picture in test-results/ under this name, in runs of journeys that were asked for by name and in the full set. */
  shot(name: string, of?: Page): Promise<void>
  /** Errors that the page threw or logged since the journey began; uncaught ones fail it at the end. */
  problems: string[]
  /** Ends the journey without a verdict, with the reason. */
  skip(reason: string): never
}

export interface JourneyOptions {
  /** Seconds until the journey counts as failed; 120 unless told. */
  seconds?: number
  /** Lets uncaught page errors pass whose text matches. */
  allow?: RegExp
}

interface Story {
  file: string
  server: JourneyServer
  context: BrowserContext
  end(): Promise<void>
}

/** Closing has an end: a browser that does not answer any more must not keep the run. */
const closed = (closing: Promise<unknown>) => Promise.race([closing, new Promise(done => setTimeout(done, 15_000).unref())]).catch(() => undefined)

/**
 * The console goes from screen to screen without loading a page: to be somewhere is to have the address. The load that Playwright would wait for never
 * comes where a frame of the screen before was taken away while it loaded.
 */
function waitForAddresses(page: Page) {
  const wait = page.waitForURL.bind(page)
  page.waitForURL = (url, options) => wait(url, { waitUntil: 'commit', ...options })
}

async function beginStory(file: string, browser: Browser, { environment, from }: StoryOptions): Promise<Story> {
  const dataDir = join(folder(), basename(file, '.e2e.ts'))
  if (from === 'prepared') copyData(join(folder(), 'prepared'), dataDir)
  const server = await serve(dataDir, typeof environment === 'function' ? await environment() : environment)
  const context = await browser.newContext()
  context.on('page', waitForAddresses)
  return {
    file,
    server,
    context,
    async end() {
      await closed(context.close())
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Collects what goes wrong in a page; returns the uncaught errors. */
function watch(page: Page, problems: string[]): string[] {
  const uncaught: string[] = []
  page.on('pageerror', error => {
    uncaught.push(error.message)
    problems.push(`uncaught: ${error.stack?.split('\n').slice(0, 6).join('\n') ?? error.message}`)
  })
  page.on('console', message => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`)
  })
  return uncaught
}

interface Worker {
  /** The story of a file; the one before it ends. */
  storyOf(file: string, options: StoryOptions): Promise<Story>
}
interface Fixtures {
  storyOptions: StoryOptions
  story: Story
}

const test = base.extend<Fixtures, { stories: Worker }>({
  browser: [
    async ({ launchOptions }, use) => {
      const browser = await chromium.launch(launchOptions)
      await use(browser)
      await closed(browser.close())
    },
    { scope: 'worker' },
  ],
  stories: [
    async ({ browser }, use) => {
      let story: Story | undefined
      await use({
        async storyOf(file, options) {
          if (story?.file !== file) {
            await story?.end()
            story = undefined
            story = await beginStory(file, browser, options)
          }
          return story
        },
      })
      await story?.end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  storyOptions: [{ environment: {}, from: 'prepared' }, { option: true }],
  story: [
    async ({ stories, storyOptions }, use, info) => {
      await use(await stories.storyOf(info.titlePath[0] as string, storyOptions))
    },
    { timeout: 120_000 },
  ],
  context: async ({ story }, use) => use(story.context),
  page: async ({ context }, use) => {
    const page = await context.newPage()
    await use(page)
    await closed(page.close())
  },
})

/** Journeys of the story that may still be added to the run. */
let left = 0

/** Says which story a file tells, and how it begins; called before its journeys are added. */
export function story(name: string, { language, apart, ...options }: Partial<StoryOptions> & { language?: Language; apart?: true } = {}) {
  left = journeysToTell(name, language)
  test.describe.configure({ mode: apart ? 'default' : 'serial' })
  test.use({ storyOptions: { environment: {}, from: 'prepared', ...options } })
}

/** Adds a journey. */
export function journey(name: string, run: (tools: JourneyTools) => Promise<void>, { seconds = 120, allow }: JourneyOptions = {}) {
  if (left-- <= 0) return
  test(name, async ({ page, context, browser, story: { server } }, info) => {
    info.setTimeout(seconds * 1000)
    const problems: string[] = []
    const uncaught = watch(page, problems)
    async function shot(picture: string, of = page) {
      if (process.env.E2E_PICTURES) await of.screenshot({ path: join(results, `${picture}.png`) })
    }
    function skip(reason: string): never {
      info.skip(true, reason)
      throw new Error('a skipped journey goes on')
    }
    try {
      await run({ page, context, browser, server, shot, problems, skip })
      const harmful = uncaught.filter(text => !allow?.test(text))
      if (harmful.length) throw new Error(`uncaught in the page: ${harmful.join(' | ')}`)
    } finally {
      if (problems.length)
        await info.attach('problems', {
          body: [...new Set(problems)]
            .slice(0, 10)
            .map(one => `page: ${one}`)
            .join('\n'),
        })
    }
  })
}
