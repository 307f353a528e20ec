// The part of amis' style sheet that the sign-in screen needs, cut out in a browser from the built console. The result is
// committed (src/styles/critical.css), so that a build needs no browser; tests/e2e compares the two looks.
//   npx tsx scripts/critical.ts http://127.0.0.1:8080     (a running console, signed out, with AUTH_TYPES=password,ldap,oauth)
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import { chromium } from 'playwright-core'
import { PurgeCSS } from 'purgecss'

// The order of the layers of src/styles/full.css.
const LAYERS = ['amis', 'look', 'helper']

const address = process.argv[2]
if (!address) throw new Error('say where the console runs: npx tsx scripts/critical.ts http://127.0.0.1:8080')
const root = new URL('..', import.meta.url).pathname

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage()
await page.goto(`${address}/login`)
await page.waitForSelector('input[type=password]')
const states: string[] = []
const note = async () => states.push(await page.content())
await note()
// Empty form with its errors, filled form, wrong password with its notice, the button while it waits, the second tab.
await page.locator('button[type=submit]:visible').click()
await page.waitForTimeout(600)
await note()
await page.locator('input[type=text]:visible').fill('nobody')
await page.locator('input[type=password]:visible').fill('wrong')
await note()
await page.locator('button[type=submit]:visible').click()
await page.waitForTimeout(80)
await note()
await page.waitForTimeout(1200)
await note()
for (const tab of (await page.$$('[role=tab], .cxd-Tabs-link')).slice(1)) {
  await tab.click()
  await page.waitForTimeout(400)
  await note()
}
await browser.close()

const html = states.join('\n').replace(/<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>|<link[^>]*>/g, '')
const theme = (name: string) => join(root, 'node_modules/amis/lib', name)
const purged = await new PurgeCSS().purge({
  content: [{ raw: html, extension: 'html' }],
  css: [theme('themes/cxd.css'), join(root, 'src/styles/amis.css'), theme('helper.css')],
  variables: true,
  keyframes: true,
  fontFace: true,
  safelist: {
    standard: ['html', 'body', ':root', /^is-(active|focused|disabled|error|checked|opened|hover)/, /^(in|out|show|fade)$/],
    deep: [/^cxd-Toast/, /^cxd-Spinner/],
  },
})
const { code } = transform({
  filename: 'critical.css',
  code: Buffer.from(
    `@layer ${LAYERS.join(', ')};\n${purged.map((part, at) => `@layer ${LAYERS[at]} {\n${part.css.replace('@charset "UTF-8";', '')}\n}`).join('\n')}`,
  ),
  minify: true,
  errorRecovery: true,
})
const head = '/* Made by scripts/critical.ts: the rules of amis that the sign-in screen uses. */\n'
writeFileSync(join(root, 'src/styles/critical.css'), head + new TextDecoder().decode(code) + '\n')
console.log(`critical.css: ${(code.length / 1024).toFixed(1)} kB from ${(readFileSync(theme('themes/cxd.css')).length / 1024).toFixed(0)} kB`)
