// npm run gate -- [--json] [--app] [--lang en-US|zh-CN] file.json…: what the gate says about screens kept as files.
// Exit code 0: nothing, or warnings and hints only. 1: a screen is refused. 2: wrong use, or a file that is not there.
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tell } from '../api/gate/findings.ts'
import { createGate, hasErrors, paramsOf, type Finding } from '../api/gate/index.ts'
import { checkMenus, checkRoutes } from '../api/gate/site.ts'
import { contracts } from '../api/generated/contract.ts'
import rendererWords from '../api/generated/renderer-words.zh-CN.json' with { type: 'json' }
import { renderers } from '../api/generated/renderers.ts'
import { say, type Locale } from '../api/messages.ts'
import { createShippedScreens, type Route } from '../api/server/services/screen/shipped.ts'

const USAGE = 'npm run gate -- [--json] [--app] [--lang en-US|zh-CN] file.json…'
const root = fileURLToPath(new URL('..', import.meta.url))
const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
type Json = Record<string, unknown>

function stop(why: string): never {
  console.error(why)
  process.exit(2)
}

const files: string[] = []
let asJson = false
let profile: 'console' | 'app' = 'console'
let locale: Locale = 'en-US'
const given = process.argv.slice(2)
for (let at = 0; at < given.length; at++) {
  const word = given[at] as string
  const language = word === '--lang' ? given[++at] : /^--lang=(.*)$/.exec(word)?.[1]
  if (language !== undefined) locale = language === 'en-US' || language === 'zh-CN' ? language : stop(`there is no language "${language}"\n${USAGE}`)
  else if (word === '--json') asJson = true
  else if (word === '--app') profile = 'app'
  else if (word === '--lang' || word.startsWith('--')) stop(`there is no option "${word}"\n${USAGE}`)
  else files.push(word)
}
if (!files.length) stop(USAGE)
for (const file of files) if (!existsSync(file)) stop(`there is no ${file}`)

const gate = createGate(renderers)

/** The folder of screens that a file is in: the nearest one above with a table of addresses, or the project's. */
function folderOf(file: string): string {
  for (let at = dirname(resolve(file)); at !== dirname(at); at = dirname(at)) if (existsSync(join(at, 'routes.json'))) return at
  return join(root, 'schemas')
}
/** Texts that have a translation: of the file's area and of the shell; undefined where there is no dictionary at all. */
function wordsFor(file: string, folder: string): Set<string> | undefined {
  const found = [join(dirname(resolve(file)), 'zh-CN.json'), join(folder, 'shell/zh-CN.json')].filter(existsSync)
  return found.length ? new Set([...Object.keys(rendererWords), ...found.flatMap(path => Object.keys(json(path) as Json))]) : undefined
}

async function check(file: string): Promise<Finding[]> {
  // A dictionary beside screens is none; `schemas/*/*.json` may name it all the same.
  if (basename(file) === 'zh-CN.json') return []
  let content: unknown
  try {
    content = json(file)
  } catch (error) {
    return [{ path: '', severity: 'error', code: 'json', message: (error as Error).message }]
  }
  if (profile === 'app') return gate(content, { profile, locale })
  const folder = folderOf(file)
  const screens = createShippedScreens(folder)
  const routes = (json(existsSync(join(folder, 'routes.json')) ? join(folder, 'routes.json') : join(root, 'schemas/routes.json')) ?? []) as Route[]
  const inFolder = dirname(resolve(file)) === folder
  if (inFolder && basename(file) === 'routes.json')
    return checkRoutes({ routes: content }, { routes, screens: await screens.ids() }).map(one => tell(one, locale))
  if (inFolder && basename(file) === 'site.json') return checkMenus(content, { menus: content as Json, routes }).map(one => tell(one, locale))
  try {
    content = await screens.place(content as Json)
  } catch (error) {
    return [{ path: '', severity: 'error', code: 'include', message: (error as Error).message }]
  }
  const words = wordsFor(file, folder)
  const params = paramsOf(routes, `${basename(dirname(resolve(file)))}.${basename(file, '.json')}`)
  return gate(content, { profile, calls: contracts, params, routes, locale, ...(words && { words }) })
}

const results = []
for (const file of files) results.push({ file, findings: await check(file) })
if (asJson) console.log(JSON.stringify(results, null, 2))
else
  for (const { file, findings } of results)
    for (const { path, severity, code, message } of findings)
      console.log(`${file}: ${path || say(locale, '(screen)')}: ${say(locale, severity)}: ${message} [${code}]`)
process.exitCode = results.some(result => hasErrors(result.findings)) ? 1 : 0
