// The quick app of `npm run verify:miniapps`: the vendor's toolkit makes an rpk package of the source, signed with a certificate made here, and what is in it
// is played against the server.
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { playQuickapp } from '../tests/support/quickapp-player.ts'
import { bytesOf, filesOf } from '../tests/support/zip.ts'

interface Given {
  archive: Buffer
  folder: string
  person: { username: string; password: string }
  check(what: string, does: () => Promise<void> | void): Promise<void>
  /** What the server has of the model that pages show. */
  rows(): Promise<{ title: string }[]>
}
const PAGES = 12

export async function verifyQuickapp({ archive, folder, person, check, rows }: Given) {
  for (const [name, bytes] of Object.entries(bytesOf(archive))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, stdio: 'pipe', timeout: 600_000 })
  const debug = join(folder, 'sign/debug')
  let made: Record<string, string> = {}
  let rpk = Buffer.alloc(0)

  await check('quick app: its packages install', () => void run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts'))
  await check('quick app: an rpk package, signed with our certificate', () => {
    mkdirSync(debug, { recursive: true })
    const [key, certificate] = [join(debug, 'private.pem'), join(debug, 'certificate.pem')]
    run('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=test', '-keyout', key, '-out', certificate)
    run('npm', 'run', 'build')
    const [name = ''] = readdirSync(join(folder, 'dist')).filter(one => one.endsWith('.rpk'))
    rpk = readFileSync(join(folder, 'dist', name))
    if (!rpk.includes(new X509Certificate(readFileSync(certificate)).raw)) throw new Error('another certificate signed it')
    console.log(`  ${name}: ${Math.round(statSync(join(folder, 'dist', name)).size / 1024)} KB`)
    made = filesOf(rpk)
  })
  await check('quick app: its manifest names each page, and each page is there', () => {
    const manifest = JSON.parse(made['manifest.json'] ?? '{}') as { versionName: string; router: { pages: object } }
    const pages = Object.keys(manifest.router.pages)
    // One for each page of the app, the list of them, and the one for web pages.
    if (pages.length !== PAGES + 2 || manifest.versionName !== '1.0.0') throw new Error(JSON.stringify(manifest))
    const lacking = pages.filter(page => !made[`${page}/index.js`])
    if (lacking.length) throw new Error(`not there: ${lacking.join()}`)
  })
  await check('quick app: signs in, lists, and writes a row', async () => {
    const phone = playQuickapp(made)
    const page = phone.open('pages/p1')
    await page.see('Sign in')
    await page.type(0, person.username)
    await page.type(1, person.password)
    await page.tap('Sign in')
    await page.see('Nothing here yet')
    await page.tap('Add row')
    await page.see('Save')
    await page.type(-1, 'A lamp')
    await page.tap('Save')
    await page.see('A lamp')
    if ((await rows())[0]?.title !== 'A lamp') throw new Error('the row is not there')
  })
  await check('quick app: opens a page outside of the subset as a web page', async () => {
    const phone = playQuickapp(made)
    const page = phone.open('pages/p4')
    await page.type(0, person.username)
    await page.type(1, person.password)
    await page.tap('Sign in')
    await page.tap('Open in the browser')
    const [to] = phone.opened as { uri: string; params: { url: string } }[]
    if (to?.uri !== '/pages/web' || !to.params.url.endsWith('/chart')) throw new Error(JSON.stringify(to))
    const shown = phone.open('pages/web', to.params)
    await shown.part(({ type, attr }) => type === 'web' && attr.src === to.params.url)
  })
}
