// How a browser journey is written down; scripts/e2e.ts runs them.
import type { Browser, BrowserContext, Page } from 'playwright-core'

export interface JourneyServer {
  /** Scheme, host and port, without a slash at the end. */
  url: string
  /** Data folder of the server that the journeys of one file share. */
  dataDir: string
  /** What the server wrote so far. */
  log(): string
  stop(): Promise<void>
  /** Starts it again on the same data folder and port. */
  start(): Promise<void>
}

export interface JourneyTools {
  page: Page
  /** Shared by the journeys of one file, so that who signed in stays signed in. */
  context: BrowserContext
  browser: Browser
  server: JourneyServer
  /** A picture in test-results/ under this name. */
  shot(name: string): Promise<string>
  /** Errors that the page threw or logged since the journey began; uncaught ones fail it at the end. */
  problems: string[]
  /** Ends the journey without a verdict, with the reason. */
  skip(reason: string): never
}

export interface Journey {
  name: string
  run(tools: JourneyTools): Promise<void>
  options: JourneyOptions
}

export interface JourneyOptions {
  /** Seconds until the journey counts as failed; 120 unless told. */
  seconds?: number
  /** Lets uncaught page errors pass whose text matches. */
  allow?: RegExp
}

export class Skipped extends Error {}

let journeys: Journey[] = []

/** Adds a journey; those of one file run in order on one fresh server and one browser context. */
export function journey(name: string, run: Journey['run'], options: JourneyOptions = {}) {
  journeys.push({ name, run, options })
}

/** The journeys that the file imported last has added. */
export function takeJourneys(): Journey[] {
  const taken = journeys
  journeys = []
  return taken
}

/** Environment of the server for the file imported last, set before its journeys begin. */
let wanted: Record<string, string> = {}

/** Sets environment variables of this file's server, such as a switch that a journey needs. */
export function serverEnvironment(env: Record<string, string>) {
  wanted = { ...wanted, ...env }
}

export function takeEnvironment(): Record<string, string> {
  const taken = wanted
  wanted = {}
  return taken
}
