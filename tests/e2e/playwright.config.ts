// How the browser journeys are run: npm run e2e [part of a file name…], or --full for all of them in both languages.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const results = join(import.meta.dirname, '../../test-results')
/** The headless shell is the same engine without a window to draw. */
const CHROMIUM = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const executablePath = CHROMIUM.find(path => path && existsSync(path))
// QUIC and the background services would only try to reach the network.
const FLAGS = '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './setup.ts',
  reporter: [['./reporter.ts']],
  outputDir: join(results, 'journeys'),
  // Journeys set their own, most of them 120 s.
  timeout: 120_000,
  // A machine that is busy with three of them takes longer than the five seconds of its own.
  expect: { timeout: 15_000 },
  workers: 3,
  forbidOnly: true,
  use: {
    launchOptions: { executablePath, args: FLAGS.split(' ') },
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Half of the time of large screens: only where a journey is told by its name, as verify does again with those that failed.
    trace: { mode: process.env.E2E_TRACE ? 'retain-on-failure' : 'off', screenshots: false, snapshots: true, sources: false },
    // Dialogs are there at once in the short set; the full one looks at them as most people do.
    contextOptions: { reducedMotion: process.env.E2E_SET === 'short' ? 'reduce' : 'no-preference' },
  },
})
