// node start.mjs: runs the application file in app/, or the one that APP_FILE names. README.md tells the rest.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`This needs Node 20.19 or newer; this is ${process.version}. Install a current one from https://nodejs.org and run the command again.`)
  process.exit(1)
}

const here = dirname(fileURLToPath(import.meta.url))
// Before the defaults below, which would otherwise win.
if (existsSync(join(here, '.env'))) process.loadEnvFile(join(here, '.env'))
process.env.NODE_ENV ||= 'production'
process.env.TESSERA_DATA ||= join(here, 'data')
if (!process.env.APP_FILE) {
  const folder = join(here, 'app')
  const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.zip')) : []
  if (files.length !== 1) {
    console.error(
      files.length
        ? `There are ${files.length} application files in ${folder}. Leave the one that is to run, or name it: APP_FILE=app/${files.sort().at(-1)} node start.mjs`
        : `Put the application file (its name ends in .application.zip) into ${folder}, and run the command again.`,
    )
    process.exit(1)
  }
  process.env.APP_FILE = join(folder, files[0])
}
import('./dist/server/main.js').catch(error => {
  console.error(error.message)
  process.exit(1)
})
